//! Lines that stand below a declaration which has no use for them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Whole;
use crate::ast::{ChanceSort, Decl, DeclKind, ItemKind, Mine, Part, PatternRole, PatternWho, Walk as _};
use crate::diag::{Code, Diagnostic};
use crate::hir::{KindBase, Rule, Rules};
use crate::intern::{KeyId, Sym};
use crate::source::Span;

/// Which lines some sort of declaration may have, and how that is said to whoever wrote another.
type Use = (fn(&ItemKind) -> bool, &'static str);

const PACK: Use = (
    |i| matches!(i, ItemKind::Custom(_) | ItemKind::Simultaneous(_) | ItemKind::Legal(_)),
    "`measure`, `coherency`, `movement`, `actions`, `simultaneous` and `legal` lines",
);
const GROUPS: Use = (|i| matches!(i, ItemKind::Gains(_)), "`gains` and the rules that all of them carry");
const PIECES: Use = (|i| matches!(i, ItemKind::Row(_) | ItemKind::Gains(_)), "a table of bases, and `gains`");
const ACTIONS: Use = (
    |i| matches!(i, ItemKind::Cost(_) | ItemKind::Needs(_) | ItemKind::Limit(_) | ItemKind::Step(_) | ItemKind::Ways(_)),
    "costs, needs, limits, ways and steps",
);
const RULES: Use = (
    |i| matches!(i, ItemKind::May | ItemKind::Cost(_) | ItemKind::Needs(_) | ItemKind::Limit(_) | ItemKind::Gains(_)),
    "`may`, costs, needs, limits and `gains`",
);
const NOTHING: Use = (|_| false, "no lines");
const CARDS: Use = (|i| matches!(i, ItemKind::Listed(..)), "the cards that it holds, such as `Rain 2`");
const ROWS: Use = (|i| matches!(i, ItemKind::Row(_)), "rows");
const QUANTITY: Use = (changes, "what changes it, such as `Name: + 1 if ...`");
const POOL: Use = (
    |i| {
        changes(i)
            || matches!(
                i,
                ItemKind::Dice(_) | ItemKind::EachDie(_) | ItemKind::Natural(_) | ItemKind::PassesWith { .. } | ItemKind::Keep(_)
            )
            || ways(i)
    },
    "`dice`, `each d6 hits on ...`, `natural ...`, `passes with ...` and contributions",
);
const ROLL: Use =
    (|i| changes(i) || ways(i) || matches!(i, ItemKind::Band(_) | ItemKind::Keep(_)), "contributions, and lines such as `1 to 2: ...`");
const CHECK: Use = (
    |i| changes(i) || ways(i) || matches!(i, ItemKind::Band(_) | ItemKind::Natural(_)),
    "`natural ...`, contributions, and lines such as `failed by 1 to 2: ...`",
);
const OPPOSED: Use = (ROLL.0, "contributions, and lines such as `difference 2 or more: ...`");
const MARKER: Use = (
    |i| matches!(i, ItemKind::Until(_) | ItemKind::Gains(_) | ItemKind::Cost(_) | ItemKind::Needs(_) | ItemKind::Limit(_)),
    "when it ends, and rules",
);
const FORMATION: Use = (|i| matches!(i, ItemKind::Shape(_) | ItemKind::Gains(_)), "`shape ...`, `gains ...` and rules");
const TERRAIN: Use = (|i| matches!(i, ItemKind::Ground(_)), "what it costs, blocks and shelters");
const RULE: Use = (
    |i| matches!(i, ItemKind::Gains(_) | ItemKind::Cost(_) | ItemKind::Needs(_) | ItemKind::Limit(_)),
    "where it meets the game: `on`, `before`, `after`, `may not`",
);

const fn changes(item: &ItemKind) -> bool {
    matches!(item, ItemKind::Named { .. } | ItemKind::Contrib(_))
}

/// What is thrown may be thrown in ways of its own.
const fn ways(item: &ItemKind) -> bool {
    matches!(item, ItemKind::Ways(_))
}

/// Lines that say something to the reader, or meet the game from wherever they stand; and what is told elsewhere.
const fn anywhere(item: &ItemKind) -> bool {
    matches!(
        item,
        ItemKind::Remove(_) | ItemKind::Does(_) | ItemKind::Shown(_) | ItemKind::Attach(_) | ItemKind::Forbid(_) | ItemKind::Comes(_)
    )
}

/// Reports each line of which nothing would come where it stands.
pub(super) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let known = Known::of(whole.rules);
    for d in whole.decls {
        if !known.carried(d) {
            nobody(whole, d, &mut out);
        }
        let Some((what, (fits, has))) = known.of_decl(d) else { continue };
        for item in d.kind.items() {
            if !fits(&item.kind) && !anywhere(&item.kind) {
                let article = if what.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
                let message = format!("nothing comes of this below {article} {what}");
                let help = match (&*d.kind, &item.kind) {
                    (DeclKind::Pack(_), ItemKind::Use(_)) => "begin it in the first column: it is a line of its own".to_owned(),
                    _ => format!("below {article} {what} stand {has}"),
                };
                out.push(Diagnostic::new(Code::Place, item.at.span(), message).help(help));
            }
        }
    }
    out
}

/// What is known of kinds and rules.
struct Known<'a> {
    rules: &'a Rules,
    /// Of what sort each kind is, by its word.
    kinds: FxHashMap<Sym, KindBase>,
    /// The titles of rules that somebody carries.
    carried: FxHashSet<KeyId>,
}

impl<'a> Known<'a> {
    fn of(rules: &'a Rules) -> Self {
        let mut kinds = FxHashMap::default();
        rules.kinds.all().iter().for_each(|k| _ = kinds.entry(k.word).or_insert(k.base));
        let game = |s: &crate::hir::State| rules.kinds.get(s.of).is_some_and(|k| k.base == KindBase::Game);
        let by_somebody = |r: &&Rule| r.by_rows() || r.state.and_then(|s| rules.states.get(s)).is_some_and(|s| !game(s));
        let carried = rules.rules.all().iter().filter(by_somebody).map(|r| rules.names.key_of(r.title)).collect();
        Self { rules, kinds, carried }
    }

    fn base(&self, word: Sym) -> Option<KindBase> {
        self.kinds.get(&word).copied()
    }

    /// Whether somebody is `me` below a declaration: whoever carries the rule, or each of a kind.
    fn carried(&self, d: &Decl) -> bool {
        let title = match &*d.kind {
            DeclKind::Kind(k) => return self.base(k.word.sym).is_none_or(|b| b != KindBase::Action),
            DeclKind::Marker(t) | DeclKind::Formation(t) => t.title.as_ref(),
            // of what sort it is, is not known
            DeclKind::Named(n) if self.base(n.word.sym).is_none() => return true,
            DeclKind::Named(n) => n.title.as_ref(),
            _ => None,
        };
        title.is_some_and(|t| self.carried.contains(&self.rules.names.key_of(t.name.sym)))
    }

    /// The word for a declaration, and what may stand below it. None where whoever reads it looks through its lines.
    fn of_decl(&self, d: &Decl) -> Option<(String, Use)> {
        let found = match &*d.kind {
            DeclKind::Pack(_) => ("pack", PACK),
            DeclKind::Tags(_) => ("tag", NOTHING),
            DeclKind::Count(_) => ("count", NOTHING),
            DeclKind::Many(_) => ("list", ROWS),
            DeclKind::Table(_) => ("table", ROWS),
            DeclKind::Value(_) => ("value", QUANTITY),
            DeclKind::Condition(_) => ("condition", QUANTITY),
            DeclKind::Kind(k) => return self.base(k.word.sym).map(kind),
            DeclKind::Chance(c) => match c.sort {
                ChanceSort::Pool => ("pool", POOL),
                ChanceSort::Check => ("check", CHECK),
                ChanceSort::Opposed => ("opposed roll", OPPOSED),
                ChanceSort::Roll => ("roll", ROLL),
            },
            DeclKind::Marker(_) => ("marker", MARKER),
            DeclKind::Formation(_) => ("formation", FORMATION),
            DeclKind::Terrain(_) => ("terrain", TERRAIN),
            DeclKind::Deck(_) => ("deck", CARDS),
            DeclKind::Named(n) => match self.base(n.word.sym)? {
                KindBase::Rule => (self.rules.names.text(n.word.sym), RULE),
                KindBase::Feature => (self.rules.names.text(n.word.sym), NOTHING),
                _ => return None,
            },
            _ => return None,
        };
        Some((found.0.to_owned(), found.1))
    }
}

/// How it is said of the carrier what he may not do.
const MAY_NOT: &str = "may not ";

/// Reports `me` in the blank of a place, where that would be anybody.
fn nobody(whole: Whole<'_>, d: &Decl, out: &mut Vec<Diagnostic>) {
    d.walk(&mut |part| {
        let Part::Item(item) = part else { return };
        let roles: Vec<&PatternRole> = match &item.kind {
            ItemKind::Attach(a) => a.patterns.iter().flat_map(|p| &p.roles).collect(),
            ItemKind::Forbid(f) => f.roles.iter().collect(),
            _ => return,
        };
        for role in roles {
            let PatternWho::Mine { whose: Mine::Me, at, .. } = &role.who else { continue };
            let said = whole.files.slice(at.span());
            // of a whole sentence only what says nobody is wrong
            let start = at.span().start as usize;
            let me = if said.starts_with(MAY_NOT) { Span::new(start, start + MAY_NOT.trim_end().len()) } else { at.span() };
            let message = format!("nobody carries this, so `{}` stands for nothing", whole.files.slice(me));
            let group = whole.rules.kinds.all().iter().find(|k| k.base == KindBase::Group && k.of.is_empty());
            let kind = group.map_or("unit", |k| whole.rules.names.text(k.word));
            let help = match said.strip_prefix(MAY_NOT) {
                Some(rest) => format!("write `no {kind} may {rest}`"),
                None => format!("say who is meant, such as `any {kind}`, or write it in a rule of somebody"),
            };
            out.push(Diagnostic::new(Code::Name, me, message).help(help));
        }
    });
}

/// What the things of a kind have in common depends on what they are.
fn kind(base: KindBase) -> (String, Use) {
    let (fits, named) = match base {
        KindBase::Piece => (PIECES, "pieces"),
        KindBase::Action => (ACTIONS, "actions"),
        KindBase::Rule => (RULES, "rules"),
        KindBase::Group => (GROUPS, "groups"),
        KindBase::Feature => (NOTHING, "features"),
        KindBase::Card => (NOTHING, "cards"),
        KindBase::Row => (NOTHING, "rows"),
        KindBase::Game | KindBase::Side => (NOTHING, "things"),
    };
    (format!("kind of {named}"), fits)
}
