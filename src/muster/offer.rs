//! Options as they are written.

use super::When;
use super::entry::{Entry, Every, FromList, Guise, Limit, Offer, Per, Price, Swap, What};
use super::names::Names;
use crate::ast::{self, Decl, ExprKind, GuardTest, Int, ItemKind, Level, MostOf, Name, OptionPartKind, OptionWhat, UnitOption, Word};
use crate::diag::{Code, Diagnostic, nearest};
use crate::hir::{KindBase, KindId};
use crate::ir::ListRowNo;
use crate::num::Rounding;
use crate::source::{At, Span};

/// Words for the whole of what a player musters.
const FORCE: [&str; 5] = ["force", "army", "side", "list", "roster"];

impl Names<'_> {
    /// Options by name, so that they can speak of each other; what they do is read when all are known.
    pub fn offer_names(&mut self, options: &[&UnitOption], entry: &mut Entry) {
        for option in options {
            let written = self.text(option.name.sym);
            let span = option.name.at.span();
            if entry.offer(written).is_some() {
                self.found.push(
                    Diagnostic::new(Code::Twice, span, format!("`{}` has two options `{written}`", entry.name))
                        .help("give one of them another name"),
                );
            }
            entry.offers.push(Offer {
                name: written.to_owned(),
                what: What::Gain,
                price: Price::default(),
                priced: option.price.is_some(),
                swaps: Vec::new(),
                gains: Vec::new(),
                loses: Vec::new(),
                when: None,
                limit: None,
                from: None,
                span,
                about: option.what_at.span(),
            });
        }
    }

    /// What the options of an entry do. One that cannot be read stays, and does nothing.
    pub fn offers(&mut self, options: &[&UnitOption], entry: &mut Entry, kinds: [KindId; 2]) {
        for (i, option) in options.iter().enumerate() {
            let offer = self.offer(option, entry, i, kinds);
            if let (Some(slot), Some(offer)) = (entry.offers.get_mut(i), offer) {
                *slot = offer;
            }
        }
    }

    fn unready(&mut self, at: At) {
        self.found.push(
            Diagnostic::new(Code::Unready, at.span(), "options of this sort cannot be bought yet")
                .help("write one option for each thing that may be bought"),
        );
    }

    fn offer(&mut self, option: &UnitOption, entry: &Entry, own: usize, kinds: [KindId; 2]) -> Option<Offer> {
        let mut offer = entry.offers.get(own)?.clone();
        match &option.what {
            OptionWhat::Gains(rules) => offer.gains.extend(self.carried(rules)),
            OptionWhat::Offer { .. } => {
                self.unready(option.what_at);
                return None;
            }
            what => offer.what = self.what(what, entry, kinds)?,
        }
        if let Some(from) = option.from {
            let most = from.most.and_then(|most| self.limit(most));
            offer.from = Some(FromList { list: self.text(from.list.sym).to_owned(), most });
        }
        if let Some(price) = option.price {
            offer.price = self.price(price, kinds);
        }
        for part in &option.parts {
            match &part.kind {
                OptionPartKind::Swaps { from, to } => {
                    let swap = Swap { from: self.rows(from, kinds), to: self.rows(to, kinds) };
                    self.carried_by_nobody(from, (&swap.from, &swap.to), entry);
                    offer.swaps.push(swap);
                }
                OptionPartKind::Carries(what) => offer.swaps.push(Swap { from: Vec::new(), to: self.rows(what, kinds) }),
                OptionPartKind::Gains(rules) => offer.gains.extend(self.carried(rules)),
                OptionPartKind::Loses(rules) => offer.loses.extend(self.carried(rules)),
                OptionPartKind::Limit(most) => offer.limit = self.limit(*most),
                OptionPartKind::Guard(guard) => {
                    let when = self.guard(guard.test.as_ref()?, (entry, own, option.from.is_some()))?;
                    if let Some(holds) = when.where_bought(own).filter(|_| !when.asked().is_empty()) {
                        self.asks_itself(&offer.name, guard.at, holds);
                    }
                    offer.when = Some(match offer.when.take() {
                        Some(old) => When::All(vec![old, when]),
                        None => when,
                    });
                }
            }
        }
        Some(offer)
    }

    /// An option that hangs on whether it is bought itself.
    fn asks_itself(&mut self, name: &str, at: At, holds: bool) {
        let (what, does) = if holds {
            (format!("`{name}` asks for itself, which decides nothing"), "needs")
        } else {
            (format!("`{name}` excludes itself, so that nobody can ever buy it"), "excludes")
        };
        self.found
            .push(Diagnostic::new(Code::Never, at.span(), what).help(format!("name the other option that it {does}, or leave this out")));
    }

    /// Tells of what is given up and nobody carries, neither from the outset nor by an option above.
    fn carried_by_nobody(&mut self, names: &[Name], (from, to): (&[ListRowNo], &[ListRowNo]), entry: &Entry) {
        let got = |row: &ListRowNo| entry.offers.iter().flat_map(|o| &o.swaps).any(|s| s.to.contains(row));
        for name in names {
            let row = from.iter().find(|r| self.program.list_rows.get(**r).is_some_and(|l| l.name == self.text(name.sym)));
            let Some(row) = row.filter(|r| !entry.carries.contains(r) && !got(r)) else { continue };
            let name_of = |r: &ListRowNo| self.program.list_rows.get(*r).map_or("", |l| l.name.as_str());
            let all: Vec<&str> = entry.carries.iter().map(name_of).collect();
            let d = Diagnostic::new(Code::Never, name.at.span(), format!("nobody in `{}` carries `{}`", entry.name, name_of(row)));
            let other = entry.carries.iter().find(|r| to.contains(r));
            self.found.push(match (all.as_slice(), other) {
                (_, Some(one)) => d.help(format!("turn it about: `swaps {} for {}`", name_of(one), name_of(row))),
                ([], None) => d.help("say below the unit what all of them carry: `carries ...`"),
                (all, None) => d.help(format!("name what they carry: {}", all.join(", "))),
            });
        }
    }

    fn what(&mut self, what: &OptionWhat, entry: &Entry, kinds: [KindId; 2]) -> Option<What> {
        match what {
            OptionWhat::More { up_to, number, profile } => {
                let count = self.number(*number);
                let profile = self.profile(*profile, entry)?;
                Some(What::More { count, profile, up_to: *up_to })
            }
            OptionWhat::Upgrade { number, profile, every, guise, leader } => {
                let count = self.number(*number);
                let profile = self.profile(*profile, entry)?;
                let to = self.guise(*guise, entry)?;
                let every = self.every(every.as_ref())?;
                Some(What::Upgrade { count, profile, every, to, leader: *leader })
            }
            OptionWhat::Equip { number, kind, every } => {
                let count = number.map_or(1, |n| self.number(n));
                if self.kind(kind.sym) != Some(kinds[0]) {
                    self.not_made_of(*kind, kinds[0]);
                    return None;
                }
                let every = self.every(every.as_ref())?;
                // any of them: one for every one
                let every = if number.is_none() { every.or(Some(Every { pieces: 1, up: false })) } else { every };
                Some(What::Equip { count, every })
            }
            OptionWhat::Whole { guise } => match guise {
                Some(name) => Some(What::Whole(Some(self.guise(*name, entry)?))),
                None => Some(What::Whole(None)),
            },
            OptionWhat::Leader => {
                let profile = entry.has.iter().find(|c| c.leader).or(entry.has.first())?.profile;
                Some(What::Turn { profile, to: Guise::default() })
            }
            OptionWhat::Becomes { profile, guise } => {
                let profile = self.profile(*profile, entry)?;
                let to: Guise = self.guise(*guise, entry)?;
                Some(What::Turn { profile, to })
            }
            OptionWhat::Gains(_) | OptionWhat::Offer { .. } => None,
        }
    }

    /// `for every 5 models`, if it is said; none if it means nothing.
    fn every(&mut self, every: Option<&ast::Every>) -> Option<Option<Every>> {
        let Some(every) = every else { return Some(None) };
        let pieces = self.number(every.models);
        let way = every.rounded.map_or(Rounding::Down, |r| r.way);
        let fault = match (pieces, way) {
            (0, _) => Some(("every 0 models is no measure", "write a number from 1")),
            (_, Rounding::Nearest) => Some(("so many are not rounded to the nearest", "write `rounded up`, or leave it out to round down")),
            _ => None,
        };
        if let Some((what, help)) = fault {
            self.found.push(Diagnostic::new(Code::Type, every.at.span(), what).help(help));
            return None;
        }
        Some(Some(Every { pieces, up: way == Rounding::Up }))
    }

    fn price(&mut self, price: ast::PriceOf, [piece, group]: [KindId; 2]) -> Price {
        // the sign stands apart from the number
        let points = i64::try_from(self.number(amount(self.words(price.at), price))).unwrap_or(0);
        let points = if price.points < 0 { -points } else { points };
        let per = match price.per {
            ast::Per::Time => Per::Time,
            ast::Per::Each => Per::Each,
            ast::Per::A(word) => match self.kind(word.sym) {
                Some(k) if k == piece => Per::Piece,
                Some(k) if k == group => Per::Time,
                _ => {
                    self.not_made_of(word, piece);
                    Per::Time
                }
            },
        };
        Price { points, per }
    }

    /// Faults a kind for that of the pieces.
    fn not_made_of(&mut self, kind: Word, piece: KindId) {
        if self.text(kind.sym) == "pts" {
            let d = Diagnostic::new(Code::Name, kind.at.span(), "this does not say what is bought for these points");
            self.found.push(d.help("write it before the price, such as `all gains ... 10 pts` or `5 more ... 10 pts`"));
            return;
        }
        let message = format!("an entry of this sort is not made of `{}`", self.text(kind.sym));
        self.found.push(Diagnostic::new(Code::Name, kind.at.span(), message).help(format!("write `{}`", self.word(piece))));
    }

    fn limit(&mut self, most: MostOf) -> Option<Limit> {
        let n = self.number(most.number);
        let Some(word) = most.of else { return Some(Limit::Unit(n)) };
        if FORCE.contains(&self.text(word.sym)) {
            return Some(Limit::Force(n));
        }
        if self.kind(word.sym).is_some_and(|k| self.is(k, KindBase::Group)) {
            return Some(Limit::Unit(n));
        }
        self.unknown(ast::Name { sym: word.sym, at: word.at }, "whole that a limit is of", ["force"]);
        None
    }

    /// `if X` or `unless X`, of other options of the entry than its own.
    fn guard(&mut self, test: &GuardTest, entry: (&Entry, usize, bool)) -> Option<When> {
        let when = self.asked(&test.expr, entry)?;
        Some(if test.unless { When::Not(Box::new(when)) } else { when })
    }

    fn asked(&mut self, e: &ast::Expr, entry: (&Entry, usize, bool)) -> Option<When> {
        match &*e.kind {
            ExprKind::Not(of) => Some(When::Not(Box::new(self.asked(of, entry)?))),
            ExprKind::Chain(c) if matches!(c.level, Level::Or | Level::And) => {
                let mut all = vec![self.asked(&c.first, entry)?];
                for link in &c.rest {
                    all.push(self.asked(&link.expr, entry)?);
                }
                Some(if c.level == Level::Or { When::Any(all) } else { When::All(all) })
            }
            // an option of a list may speak of one that not every entry has
            ExprKind::Call(c) if entry.2 && entry.0.offer(self.text(c.name.name.sym)).is_none() && self.somewhere(c.name.name) => {
                Some(When::Any(Vec::new()))
            }
            _ => self.bought(e, (entry.0, entry.1)).map(When::Bought),
        }
    }

    /// Whether any entry has an option of this name.
    fn somewhere(&self, name: Name) -> bool {
        let of =
            |d: &Decl| d.kind.items().iter().any(|i| matches!(&i.kind, ItemKind::Option(o) if self.key(o.name.sym) == self.key(name.sym)));
        self.book.decls.iter().any(of)
    }

    fn bought(&mut self, e: &ast::Expr, (entry, own): (&Entry, usize)) -> Option<usize> {
        let name = match &*e.kind {
            ExprKind::Call(c) if c.args.is_empty() && c.roles.is_empty() => Some(c.name.name),
            _ => None,
        };
        let written = name.map_or_else(|| self.words(e.at), |n| self.text(n.sym));
        let found = name.and_then(|_| entry.offer(written));
        if found.is_none() {
            let declared = name.is_some_and(|n| !self.rules.lookup(n.sym).is_empty());
            // its own name helps nobody, unless it was meant and misspelt
            let meant = |o: &Offer| nearest(written, [o.name.as_str()]).is_some();
            let options = entry.offers.iter().enumerate().filter(|(i, o)| *i != own || meant(o)).map(|(_, o)| o.name.as_str());
            self.unknown_text(e.at, written, declared, &format!("option of `{}` called", entry.name), options);
        }
        found
    }
}

/// The number of a price, without what stands before it.
fn amount(words: &str, price: ast::PriceOf) -> Int {
    let start = price.at.span().start as usize + words.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
    let value = price.points.saturating_abs();
    Int { value, at: At(Span::new(start, start + value.to_string().len())) }
}
