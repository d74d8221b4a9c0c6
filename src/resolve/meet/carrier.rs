//! Who carries a rule where it is met, and who has an effect that lasts.

use crate::ast::{Mine, PatternRole, PatternWho};
use crate::diag::Code;
use crate::hir::{Carrier, Expr, ExprKind, Head, KindId, LocalId, Origin, Ty};

use super::super::{Resolver, Scope};
use super::line::Line;

impl Resolver<'_> {
    /// Who carries the rule: the blank that `me` fills, or else whoever there is that carries it.
    pub(super) fn carrier_here(&mut self, scope: &mut Scope, line: &Line<'_>, head: &Head, roles: &[PatternRole]) -> Carrier {
        let direct = roles.iter().find_map(|r| {
            let mine = matches!(r.who, PatternWho::Mine { whose: Mine::Me, .. });
            head.roles.iter().find(|h| mine && h.prep == r.prep).map(|h| h.local)
        });
        if let Some(blank) = direct {
            self.mine_fits(line, head, roles, blank);
            scope.me = Some(blank);
            return Carrier::Blank(blank);
        }
        let state = line.rule.and_then(|r| self.rules.rules.get(r)).and_then(|r| r.state);
        // what lasts on somebody else hangs no more on who carried the rule
        let Some(state) = state.filter(|_| self.lasts_on(line).is_none()) else {
            if self.carried_by_unknown(line) {
                scope.me = Some(self.new_carrier(Ty::Unknown));
            }
            return Carrier::Nobody;
        };
        let of = self.rules.states.get(state).map_or(KindId(0), |s| s.of);
        let me = self.new_carrier(self.thing_type(of));
        scope.me = Some(me);
        Carrier::Each(me)
    }

    /// Tells of `me` in a blank that is of another kind than whoever carries the rule.
    fn mine_fits(&mut self, line: &Line<'_>, head: &Head, roles: &[PatternRole], blank: LocalId) {
        let Some(rule) = line.rule.and_then(|r| self.rules.rules.get(r)) else { return };
        let Some(of) = rule.state.and_then(|s| self.rules.states.get(s)).map(|s| s.of) else {
            let rows = rule.rows.clone();
            return self.row_fits(&rows, head, roles, blank);
        };
        let (me, want) = (self.thing_type(of), self.local_ty(blank));
        let role = roles.iter().find(|r| matches!(r.who, PatternWho::Mine { whose: Mine::Me, .. }));
        let Some(at) = role.map(|r| r.at).filter(|_| of != KindId(0) && !me.fits(want) && !want.fits(me)) else { return };
        let (is, wanted) = (self.describe(me), self.describe(want));
        let whole = match want {
            Ty::Thing(kind) => self.kind_of(kind).map(|k| self.text(k.word).to_owned()),
            _ => None,
        };
        let help = whole.map_or_else(|| format!("give it {wanted}"), |kind| format!("write `my {kind}`, or carry the rule by {wanted}"));
        let message = format!("`me` is {is} here, and `{}` is asked of {wanted}", self.text(head.name));
        self.fault(Code::Type, at, message, help);
    }

    /// Tells of `me` in a blank that no item fills, where items alone carry the rule.
    fn row_fits(&mut self, rows: &[KindId], head: &Head, roles: &[PatternRole], blank: LocalId) {
        let want = self.local_ty(blank);
        let Some(row) = rows.first().filter(|_| !rows.iter().any(|k| Ty::Row(*k).fits(want))) else { return };
        let Some(role) = roles.iter().find(|r| matches!(r.who, PatternWho::Mine { whose: Mine::Me, .. })) else { return };
        let (is, wanted, prep) = (self.describe(Ty::Row(*row)), self.describe(want), role.prep.word());
        let whole = match want {
            Ty::Thing(kind) => self.kind_of(kind).map(|k| self.text(k.word)),
            _ => None,
        };
        let item = head.roles.iter().find(|h| rows.iter().any(|k| self.local_ty(h.local) == Ty::Row(*k)));
        let help = match (whole, item) {
            (Some(whole), Some(item)) => format!("write `{prep} any {whole} {} me`", item.prep.word()),
            (Some(whole), None) => {
                let row = self.kind_of(*row).map_or("", |k| self.text(k.word));
                format!("write `{prep} any {whole}`, or let the rule be one of a {whole}: `{}` speaks of no {row}", self.text(head.name))
            }
            _ => format!("give it {wanted}"),
        };
        let message = format!("`me` is {is} here, and `{}` has {wanted} behind `{prep}`", self.text(head.name));
        self.fault(Code::Type, role.at, message, help);
    }

    /// Whether a rule says who carries it by a word that is no kind, which is told there.
    fn carried_by_unknown(&self, line: &Line<'_>) -> bool {
        let index = self.meet.index.as_ref();
        let decl = line.rule.and_then(|r| index?.rules.get(&r)).and_then(|d| self.decls.get(*d));
        decl.is_some_and(|d| d.kind.roles().iter().any(|r| self.kind(r.who.noun.kind.sym).is_none()))
    }

    /// A word for whoever carries a rule.
    pub(super) fn new_carrier(&mut self, ty: Ty) -> LocalId {
        let word = self.rules.names.intern("me");
        self.local(word, ty, Origin::Carrier)
    }

    /// The blank that is called by the word for whoever has the effect, if it is not the rule's carrier.
    pub(super) fn bearer_here(&self, line: &Line<'_>, head: &Head, roles: &[PatternRole]) -> Option<LocalId> {
        let word = self.lasts_on(line)?;
        roles.iter().find_map(|r| match &r.who {
            PatternWho::That(noun) if noun.kind.sym == word => head.roles.iter().find(|h| h.prep == r.prep).map(|h| h.local),
            _ => None,
        })
    }

    /// Who a rule acts for: its carrier, else the first blank, else the game. A row has no player.
    pub(super) fn acts_for(&self, scope: &Scope, at: crate::source::At) -> Expr {
        let game = || Expr::new(ExprKind::Game, Ty::Thing(KindId(0)), at);
        self.viewer(scope, at).unwrap_or_else(game)
    }
}
