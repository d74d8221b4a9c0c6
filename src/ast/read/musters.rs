//! Units, options and lists.

use super::Reader;
use super::kids::Kids;
use crate::ast::{
    Crew, EntryRef, Every, HasCrew, Int, ItemKind, Legal, MostOf, Name, NameRef, OptionPart, OptionPartKind, OptionWhat, OptionsOf, Per,
    PriceOf, UnitOption,
};
use crate::source::At;
use crate::syntax::{Node, Rule};

impl Reader<'_> {
    /// `has 5 Worker, 1 Foreman leader`
    pub fn has(&mut self, k: &mut Kids<'_>) -> Option<ItemKind> {
        let leader = k.either(&[Rule::k_has, Rule::k_leader])? == Rule::k_leader;
        let crews = k.all(Rule::crew).into_iter().map(|c| self.crew(c)).collect::<Option<_>>()?;
        Some(ItemKind::Has(HasCrew { leader, crews }))
    }

    /// `5 Worker as Guard leader`
    pub fn crew(&mut self, node: &Node) -> Option<Crew> {
        self.read(node, |r, k| {
            let number = r.integer(k)?;
            let profile = r.name_next(k)?;
            let guise = if k.mark(Rule::k_as) { Some(r.name_next(k)?) } else { None };
            Some(Crew { number, profile, guise, leader: k.mark(Rule::kw_leader), at: At(node.span) })
        })
    }

    /// The number that comes next.
    pub fn integer(&mut self, k: &mut Kids<'_>) -> Option<Int> {
        k.take(Rule::integer).and_then(|n| self.int(n))
    }

    /// The name that comes next.
    pub fn name_next(&mut self, k: &mut Kids<'_>) -> Option<Name> {
        k.take(Rule::name).map(|n| self.name(n))
    }

    /// All names that come next.
    pub fn names_next(&mut self, k: &mut Kids<'_>) -> Vec<Name> {
        let nodes = k.all(Rule::name);
        self.name_nodes(&nodes)
    }

    /// All names with what may stand behind them that come next.
    pub fn refs_next(&mut self, k: &mut Kids<'_>) -> Option<Vec<NameRef>> {
        let nodes = k.all(Rule::name_ref);
        self.name_refs(&nodes)
    }

    /// `Watch 0-2`
    pub fn entry_ref(&mut self, node: &Node) -> Option<EntryRef> {
        self.read(node, |r, k| {
            let name = r.name_next(k)?;
            let (mut least, mut most) = (None, None);
            if k.is(Rule::integer) {
                least = Some(r.integer(k)?);
                if k.mark(Rule::k_to) || k.sign("-") {
                    most = Some(r.integer(k)?);
                } else {
                    k.marks(&[Rule::k_or, Rule::k_more]);
                }
            }
            Some(EntryRef { name, least, most, at: At(node.span) })
        })
    }

    /// `legal Name: a`, `always Name: a`
    pub fn legal(&mut self, k: &mut Kids<'_>) -> Option<Legal> {
        let always = k.mark(Rule::k_always);
        k.mark(Rule::k_legal);
        let name = k.take(Rule::name).map(|n| self.name(n));
        Some(Legal { always, name, expr: k.take(Rule::expr).and_then(|e| self.expr(e))? })
    }

    /// `option Name: 5 more Worker for 10 pts, at most 2 in the force`
    pub fn option(&mut self, k: &mut Kids<'_>) -> Option<ItemKind> {
        k.mark(Rule::k_option);
        let body = k.take(Rule::option_body)?;
        let (name, what, what_at, price) = self.read(body, |r, k| {
            let name = r.name_next(k)?;
            let node = k.take(Rule::option_what)?;
            let what = r.read(node, |r, k| k.next().and_then(|n| r.option_what(n)))?;
            let price = match k.take(Rule::price_of) {
                Some(price) => Some(r.price_of(price)?),
                None => None,
            };
            Some((name, what, At(node.span), price))
        })?;
        let mut parts = Vec::new();
        while let Some(part) = k.take_any(&[Rule::swaps, Rule::opt_gain, Rule::carries_item, Rule::guard, Rule::opt_limit]) {
            parts.push(OptionPart { kind: self.option_part(part)?, at: At(part.span) });
        }
        Some(ItemKind::Option(Box::new(UnitOption { name, what, what_at, price, parts, from: None })))
    }

    /// `options Books, at most 2`
    pub fn options_of(&mut self, k: &mut Kids<'_>) -> Option<OptionsOf> {
        let list = self.name_next(k)?;
        let most = match k.take(Rule::opt_limit) {
            Some(limit) => Some(self.read(limit, Self::limit_of)?),
            None => None,
        };
        Some(OptionsOf { list, most })
    }

    /// `at most 2 in the force`
    fn limit_of(&mut self, k: &mut Kids<'_>) -> Option<MostOf> {
        k.marks(&[Rule::k_at, Rule::k_most]);
        let number = self.integer(k)?;
        let of = if k.marks(&[Rule::k_in, Rule::k_the]) { Some(k.take(Rule::word).map(|w| self.word(w))?) } else { None };
        Some(MostOf { number, of })
    }

    fn option_what(&mut self, node: &Node) -> Option<OptionWhat> {
        self.read(node, |r, k| {
            Some(match node.rule {
                Rule::add_crew => {
                    let up_to = k.mark(Rule::up_to_n);
                    let number = r.integer(k)?;
                    k.mark(Rule::k_more);
                    OptionWhat::More { up_to, number, profile: r.name_next(k)? }
                }
                Rule::upgrade => {
                    let number = r.integer(k)?;
                    let profile = r.name_next(k)?;
                    let every = r.every_next(k)?;
                    k.mark(Rule::k_as);
                    let guise = r.name_next(k)?;
                    OptionWhat::Upgrade { number, profile, every, guise, leader: k.mark(Rule::kw_leader) }
                }
                Rule::equip if k.mark(Rule::kw_leader) => OptionWhat::Leader,
                Rule::equip => {
                    let number = if k.mark(Rule::kw_any) { None } else { Some(r.integer(k)?) };
                    let kind = k.take(Rule::word).map(|w| r.word(w))?;
                    OptionWhat::Equip { number, kind, every: r.every_next(k)? }
                }
                Rule::whole if k.mark(Rule::k_all) => {
                    let guise = if k.mark(Rule::k_as) { Some(r.name_next(k)?) } else { None };
                    OptionWhat::Whole { guise }
                }
                Rule::gain_named if k.mark(Rule::k_gains) => OptionWhat::Gains(r.refs_next(k)?),
                Rule::gain_named => {
                    let profile = r.name_next(k)?;
                    k.mark(Rule::k_becomes);
                    OptionWhat::Becomes { profile, guise: r.name_next(k)? }
                }
                Rule::offer => r.offer(k)?,
                _ => return None,
            })
        })
    }

    fn offer(&mut self, k: &mut Kids<'_>) -> Option<OptionWhat> {
        let up_to = k.marks(&[Rule::k_up, Rule::k_to]);
        let first = self.integer(k)?;
        let (least, most) = if k.mark(Rule::k_to) { (Some(first), self.integer(k)?) } else { (None, first) };
        let kind = k.take(Rule::word).map(|w| self.word(w))?;
        let at_its_price = k.marks(&[Rule::k_at, Rule::k_its, Rule::k_price]);
        Some(OptionWhat::Offer { least, most, up_to, kind, at_its_price })
    }

    /// `for every 5 models`, if that comes next. None only if it could not be read.
    fn every_next(&mut self, k: &mut Kids<'_>) -> Option<Option<Every>> {
        let Some(node) = k.take(Rule::share_n) else { return Some(None) };
        let every = self.read(node, |r, k| {
            k.marks(&[Rule::k_for, Rule::k_each]);
            let models = r.integer(k)?;
            k.mark(Rule::k_models);
            let rounded = match k.take(Rule::rounding) {
                Some(rounding) => Some(r.rounding(rounding, false)?),
                None => None,
            };
            Some(Every { models, rounded, at: At(node.span) })
        });
        every.map(Some)
    }

    /// `for 10 pts each`, `-5 pts a model`
    pub fn price_of(&mut self, node: &Node) -> Option<PriceOf> {
        self.read(node, |r, k| {
            k.mark(Rule::k_for);
            let minus = k.sign("-");
            let points = r.integer(k)?.value;
            k.mark(Rule::k_pts);
            let per = match k.either(&[Rule::k_each, Rule::k_a]) {
                Some(Rule::k_each) => Per::Each,
                Some(_) => Per::A(k.take(Rule::word).map(|w| r.word(w))?),
                None => Per::Time,
            };
            Some(PriceOf { points: if minus { -points } else { points }, per, at: At(node.span) })
        })
    }

    fn option_part(&mut self, node: &Node) -> Option<OptionPartKind> {
        if node.rule == Rule::guard {
            return self.guard(node).map(OptionPartKind::Guard);
        }
        self.read(node, |r, k| {
            Some(match node.rule {
                Rule::swaps if k.mark(Rule::k_swaps) => {
                    let from = r.names_next(k);
                    k.mark(Rule::k_for);
                    OptionPartKind::Swaps { from, to: r.names_next(k) }
                }
                Rule::opt_gain => match k.either(&[Rule::k_gains, Rule::k_loses])? {
                    Rule::k_loses => OptionPartKind::Loses(r.refs_next(k)?),
                    _ => OptionPartKind::Gains(r.refs_next(k)?),
                },
                Rule::carries_item if k.mark(Rule::k_carries) => OptionPartKind::Carries(r.names_next(k)),
                Rule::opt_limit => OptionPartKind::Limit(r.limit_of(k)?),
                _ => return None,
            })
        })
    }
}
