//! What the rules do not hold: what can be mustered, what all of a kind share, what makes a force legal.

use super::scenes::Spoken;
use crate::ast::{
    Bound, Cell, CellSays, Crew, Decl, DeclKind, EntryRef, Every, Expr, ExprKind, Force, Guard, Heads, Item, ItemKind, Kind, Level, MostOf,
    NameRef, Named, OptionPart, OptionPartKind, OptionWhat, OptionsOf, Per, PriceOf, RangeKind, Row, Titled, UnitOption,
};
use crate::hir::{Given, KindBase, Rules, Ty};
use crate::intern::Sym;
use crate::resolve::{Asking, Scene};
use crate::source::At;
use crate::speech::phrase::english::{a, list, plural};
use crate::speech::said::Said;
use crate::speech::voice::Voice;

/// What a muster or a scenario is called, its lines that have names, and what it says.
pub(super) type OfDecl = (Vec<Sym>, Vec<(Sym, At)>, Said);

pub(super) fn of_decl(s: &mut Spoken, d: &Decl) -> Option<OfDecl> {
    let at = d.head;
    let cites: Vec<Sym> = d.cites.iter().map(|c| c.id).collect();
    match &*d.kind {
        DeclKind::Named(n) if is_base(&s.rules, n, KindBase::Group) => {
            let (names, inner, said) = s.entry(n, at);
            Some((names, inner, said.citing(&cites)))
        }
        DeclKind::Force(f) => {
            let (names, said) = s.force(f, at);
            Some((names, Vec::new(), said.citing(&cites)))
        }
        DeclKind::Options(t) => {
            let (names, inner, said) = s.options(t, at);
            Some((names, inner, said.citing(&cites)))
        }
        DeclKind::Scenario(t) => {
            let name = t.title.as_ref().map(|t| t.name.sym);
            let said = s.scenario(t, at);
            Some((name.into_iter().collect(), Vec::new(), said.citing(&cites)))
        }
        _ => None,
    }
}

/// What a declaration says beside the rules that are made of it: more words for its head, and more lines.
pub(super) fn more(s: &mut Spoken, d: &Decl) -> (Option<String>, Vec<Said>) {
    match &*d.kind {
        DeclKind::Pack(p) => (None, s.legals(&p.items)),
        DeclKind::Kind(k) => (None, s.kind_items(k)),
        DeclKind::Named(n) if !n.names.is_empty() => {
            let names: Vec<String> = n.names.iter().map(|n| s.text(n.sym)).collect();
            (Some(format!("that counts as {}", list(&names, "and"))), Vec::new())
        }
        _ => (None, Vec::new()),
    }
}

fn is_base(rules: &Rules, n: &Named, base: KindBase) -> bool {
    rules.kind_called(rules.names.text(n.word.sym)).and_then(|k| rules.kinds.get(k)).is_some_and(|k| k.base == base)
}

impl Spoken {
    /// A name as it is said.
    pub(super) fn text(&self, sym: Sym) -> String {
        let own = self.options.iter().find(|o| self.rules.names.same(**o, sym));
        Voice::new(&self.rules).known(own.copied().unwrap_or(sym))
    }

    pub(super) fn name_ref(&self, n: &NameRef) -> String {
        // a rule that is given something has a name of its own
        let rule = self.rules.rule_named(n).and_then(|r| self.rules.rules.get(r));
        // the name that it is given is said as it is declared
        if let Some(r) = rule.filter(|r| matches!(r.given, Some(Given::Name(_)))) {
            return Voice::new(&self.rules).name(r.name).replace('(', " ").replace(')', "");
        }
        let text = rule.map_or_else(|| self.text(n.name.sym), |r| Voice::new(&self.rules).name(r.title));
        let param = n.param.as_ref().map_or(String::new(), |p| format!(" {}", self.rules.param_text(p).replace(['(', ')'], "")));
        format!("{text}{param}")
    }

    pub(super) fn all_of(&self, names: &[crate::ast::Name], last: &str) -> String {
        list(&names.iter().map(|n| self.text(n.sym)).collect::<Vec<_>>(), last)
    }

    pub(super) fn refs(&self, names: &[NameRef], last: &str) -> String {
        list(&names.iter().map(|n| self.name_ref(n)).collect::<Vec<_>>(), last)
    }

    /// A unit that can be mustered.
    fn entry(&mut self, n: &Named, at: At) -> OfDecl {
        let title = n.title.as_ref().map_or(String::new(), |t| self.text(t.name.sym));
        let price = n.price.map_or(String::new(), |p| format!(" for {}", points(p.value)));
        let text = format!("{title} is {}{price}", a(&self.text(n.word.sym)));
        let mut names: Vec<Sym> = n.title.iter().map(|t| t.name.sym).collect();
        names.extend(n.items.iter().filter_map(|i| if let ItemKind::Shown(t) = &i.kind { Some(t.sym) } else { None }));
        let inner = n.items.iter().filter_map(|i| if let ItemKind::Option(o) = &i.kind { Some((o.name.sym, i.at)) } else { None });
        let inner: Vec<(Sym, At)> = inner.collect();
        self.options = inner.iter().map(|(name, _)| *name).collect();
        let below = self.items(&n.items);
        self.options.clear();
        (names, inner, Said { text, below, at, ..Said::default() })
    }

    /// A force list.
    fn force(&mut self, f: &Force, at: At) -> (Vec<Sym>, Said) {
        let title = f.title.as_ref().map_or(String::new(), |t| self.text(t.name.sym));
        let mut names: Vec<Sym> = f.title.iter().map(|t| t.name.sym).collect();
        names.extend(f.items.iter().filter_map(|i| if let ItemKind::Shown(t) = &i.kind { Some(t.sym) } else { None }));
        let below = self.items(&f.items);
        (names, Said { text: format!("the {} {title}", if f.list { "force list" } else { "force" }), below, at, ..Said::default() })
    }

    /// Options that several entries offer.
    fn options(&mut self, t: &Titled, at: At) -> OfDecl {
        let title = t.title.as_ref().map_or(String::new(), |t| self.text(t.name.sym));
        let inner = t.items.iter().filter_map(|i| if let ItemKind::Option(o) = &i.kind { Some((o.name.sym, i.at)) } else { None });
        let inner: Vec<(Sym, At)> = inner.collect();
        self.options = inner.iter().map(|(name, _)| *name).chain(self.elsewhere.iter().copied()).collect();
        let below = self.items(&t.items);
        self.options.clear();
        let names = t.title.iter().map(|t| t.name.sym).collect();
        (names, inner, Said { text: format!("{title} is a list of options"), below, at, ..Said::default() })
    }

    /// What all things of a kind share, and on what its pieces stand.
    fn kind_items(&mut self, k: &Kind) -> Vec<Said> {
        let word = self.text(k.word.sym);
        let mut out = Vec::new();
        for item in &k.items {
            let text = match &item.kind {
                ItemKind::Gains(g) => {
                    let guard = g.guard.as_ref().map_or(String::new(), |g| self.asked(g, k.word.sym));
                    format!("this {word} has {}{guard}", self.refs(&g.rules, "and"))
                }
                ItemKind::Row(row) => match self.base(row) {
                    Some(text) => text,
                    None => continue,
                },
                _ => continue,
            };
            out.push(cited(Said::new(text, item.at), item));
        }
        out
    }

    /// `a 25 mm base for whoever is Tall`; none for what heads such rows.
    fn base(&self, row: &Row) -> Option<String> {
        let cells: Vec<&Cell> = row.all().collect();
        let size = cells.iter().find_map(|c| if let CellSays::Base(_) = c.says { Some(self.cell_text(c)) } else { None })?;
        let who = cells.iter().find(|c| !matches!(c.says, CellSays::Base(_) | CellSays::Empty | CellSays::Dash));
        let is = |c: &Cell| if let CellSays::Names(names) = &c.says { self.all_of(names, "and") } else { self.cell_text(c) };
        let who = who.map_or("everybody else".to_owned(), |c| format!("whoever is {}", is(c)));
        Some(format!("{} base for {who}", a(&size)))
    }

    /// What makes a force legal.
    pub(super) fn legals(&mut self, items: &[Item]) -> Vec<Said> {
        let legal = |i: &&Item| matches!(i.kind, ItemKind::Legal(_));
        let items: Vec<Item> = items.iter().filter(legal).cloned().collect();
        self.items(&items)
    }

    /// The lines of a muster, each a sentence.
    pub(super) fn items(&mut self, items: &[Item]) -> Vec<Said> {
        let mut out = Vec::new();
        let mut heading: Vec<String> = Vec::new();
        for item in items {
            let text = match &item.kind {
                ItemKind::Row(row) => match self.profile(row, &mut heading) {
                    Some(text) => text,
                    None => continue,
                },
                ItemKind::Carries(c) => format!("all of them carry {}", self.all_of(&c.what, "and")),
                ItemKind::Has(h) => {
                    let crews: Vec<String> = h.crews.iter().map(|c| self.crew(c, h.leader)).collect();
                    format!("it consists of {}", list(&crews, "and"))
                }
                ItemKind::Rules(names) => format!("its rules are {}", self.refs(names, "and")),
                // those of a list are said by the list
                ItemKind::Option(o) if o.from.is_some() => continue,
                ItemKind::Option(o) => self.option(o),
                ItemKind::Options(o) => self.options_of(o),
                ItemKind::Shown(t) => format!("players know it as {}", self.text(t.sym)),
                ItemKind::Allies(names) => format!("its allies can be {}", self.all_of(names, "or")),
                ItemKind::Units(units) => {
                    let all: Vec<String> = units.entries.iter().map(|e| self.entry_ref(e)).collect();
                    let under = units.section.map_or(String::new(), |s| format!("{}: ", self.text(s.sym)));
                    format!("{under}it can have {}", list(&all, "and"))
                }
                ItemKind::Legal(l) => {
                    let clause = self.of_side(&l.expr);
                    match (l.name, l.always) {
                        (Some(n), true) => format!("{} always holds: {clause}", self.text(n.sym)),
                        (None, true) => format!("it always holds that {clause}"),
                        (Some(n), false) => format!("a force must meet {}: {clause}", self.text(n.sym)),
                        (None, false) => format!("a force is legal only if {clause}"),
                    }
                }
                ItemKind::Gains(g) => format!("it has {}", self.refs(&g.rules, "and")),
                other => match self.scene_item(other) {
                    Some(text) => text,
                    None => continue,
                },
            };
            out.push(cited(Said::new(text, item.at), item));
        }
        out
    }

    /// A question about a side.
    fn of_side(&mut self, e: &Expr) -> String {
        let kind = self.rules.kind_called("side").map_or(Ty::Unknown, Ty::Thing);
        self.question("side", kind, e)
    }

    /// A question in which one word is known.
    pub(super) fn question(&mut self, word: &str, ty: Ty, e: &Expr) -> String {
        let mut scene = Scene::default();
        let sym = self.rules.names.intern(word);
        let local = scene.word(&mut self.rules, sym, ty);
        let (asked, _) = Asking::of(&mut self.rules, &scene).whether(e);
        let v = Voice::new(&self.rules);
        v.call(local, format!("the {word}"));
        v.view_from(Some(local));
        v.clause(&asked)
    }

    /// When something is shared by a kind.
    fn asked(&mut self, g: &Guard, word: Sym) -> String {
        let Guard { test, during, at: _ } = g;
        let text = self.rules.names.text(word).to_owned();
        let kind = self.rules.kind_called(&text).map_or(Ty::Unknown, Ty::Thing);
        let mut out = test.as_ref().map_or(String::new(), |t| {
            let clause = self.question(&text, kind, &t.expr);
            format!(" {} {clause}", if t.unless { "unless" } else { "when" })
        });
        if let Some(d) = during {
            out = format!("{out} during {}", self.name_ref(&d.name));
        }
        out
    }

    pub(super) fn crew(&self, crew: &Crew, leads: bool) -> String {
        let Crew { number, profile, guise, leader, at: _ } = crew;
        let guise = guise.map_or(String::new(), |g| format!(" as {}", self.text(g.sym)));
        let leads = if *leader || leads { ", who leads\u{1}" } else { "" };
        format!("{} {}{guise}{leads}", number.value, several(number.value, &self.text(profile.sym)))
    }

    fn entry_ref(&self, e: &EntryRef) -> String {
        let EntryRef { name, least, most, at: _ } = e;
        let name = self.text(name.sym);
        match (least.map(|i| i.value), most.map(|i| i.value)) {
            (None | Some(0), Some(most)) => format!("up to {most} {name}"),
            (Some(least), Some(most)) => format!("{least} to {most} {name}"),
            (Some(least), None) => format!("{least} or more {name}"),
            (None, None) => format!("any number of {name}"),
        }
    }

    fn option(&self, o: &UnitOption) -> String {
        format!("option {}: {}", self.text(o.name.sym), self.option_itself(o))
    }

    /// An option without its name.
    pub(super) fn option_itself(&self, o: &UnitOption) -> String {
        let UnitOption { name: _, what, what_at: _, price, parts, from: _ } = o;
        let whole = matches!(what, OptionWhat::Whole { guise: None });
        let mut text = self.bought(what);
        if let Some(price) = price {
            text = format!("{text}{} for {}", if whole { "," } else { "" }, self.price_of(price));
        }
        for OptionPart { kind, at: _ } in parts {
            let part = match kind {
                OptionPartKind::Swaps { from, to } => format!("with {} instead of {}", self.all_of(to, "and"), self.all_of(from, "and")),
                OptionPartKind::Gains(names) => format!("gaining {}", self.refs(names, "and")),
                OptionPartKind::Loses(names) => format!("losing {}", self.refs(names, "and")),
                OptionPartKind::Carries(names) => format!("carrying {}", self.all_of(names, "and")),
                OptionPartKind::Guard(g) => match &g.test {
                    Some(t) => format!("{} {}", if t.unless { "but not with" } else { "only with" }, self.others_bought(&t.expr)),
                    None => continue,
                },
                OptionPartKind::Limit(most) => self.most(most),
            };
            text = format!("{text}, {part}");
        }
        text
    }

    fn most(&self, most: &MostOf) -> String {
        let within = most.of.map_or(String::new(), |w| format!(" in the {}", self.text(w.sym)));
        format!("at most {}{within}", most.number.value)
    }

    /// What a list of options offers.
    pub(super) fn options_of(&self, o: &OptionsOf) -> String {
        let most = o.most.as_ref().map_or(String::new(), |m| format!(", {}", self.most(m)));
        format!("it is offered {}{most}", self.text(o.list.sym))
    }

    /// Other options, by name.
    fn others_bought(&self, e: &Expr) -> String {
        match &*e.kind {
            ExprKind::Call(c) => self.name_ref(&c.name),
            ExprKind::Not(inner) => format!("no {}", self.others_bought(inner)),
            ExprKind::Chain(c) => {
                let word = if c.level == Level::Or { "or" } else { "and" };
                let held = |e: &Expr| match &*e.kind {
                    ExprKind::Chain(_) => format!("both {}", self.others_bought(e)),
                    _ => self.others_bought(e),
                };
                list(&std::iter::once(&c.first).chain(c.rest.iter().map(|l| &l.expr)).map(held).collect::<Vec<_>>(), word)
            }
            _ => "something else".into(),
        }
    }

    fn bought(&self, what: &OptionWhat) -> String {
        let every = |e: &Option<Every>| {
            e.map_or(String::new(), |e| {
                let Every { models, rounded, at: _ } = e;
                let way = rounded.map_or("", |r| crate::speech::phrase::rounded(Some(r.way)));
                format!(" for every {} of them{way}", models.value)
            })
        };
        match what {
            OptionWhat::More { up_to, number, profile } => {
                let k = number.value;
                format!("{}{k} more {}", if *up_to { "up to " } else { "" }, several(k, &self.text(profile.sym)))
            }
            OptionWhat::Upgrade { number, profile, every: share, guise, leader } => {
                let (k, who, as_what) = (number.value, self.text(profile.sym), self.text(guise.sym));
                let leads = if *leader { " and leader" } else { "" };
                if who == as_what && !leader {
                    format!("{k} {who}{}", every(share))
                } else {
                    format!("{k} {who}{} becomes {as_what}{leads}", every(share))
                }
            }
            OptionWhat::Equip { number, kind, every: share } => {
                let word = self.text(kind.sym);
                match number.map(|n| n.value) {
                    None => format!("any {word}{}", every(share)),
                    Some(1) => format!("1 {word}{}", every(share)),
                    Some(k) => format!("{k} {}{}", plural(&word), every(share)),
                }
            }
            OptionWhat::Whole { guise: None } => "all of them".into(),
            OptionWhat::Whole { guise: Some(g) } => format!("all of them become {}", self.text(g.sym)),
            OptionWhat::Gains(names) => format!("it gains {}", self.refs(names, "and")),
            OptionWhat::Leader => "its leader".into(),
            OptionWhat::Becomes { profile, guise } => format!("the {} becomes {}", self.text(profile.sym), self.text(guise.sym)),
            OptionWhat::Offer { least, most, up_to, kind, at_its_price } => {
                let from = least.map_or(String::new(), |n| format!("{} to ", n.value));
                let own = if *at_its_price { ", each at its own price" } else { "" };
                format!("{}{from}{} {}{own}", if *up_to { "up to " } else { "" }, most.value, self.text(kind.sym))
            }
        }
    }

    fn price_of(&self, p: &PriceOf) -> String {
        let PriceOf { points: k, per, at: _ } = p;
        match per {
            Per::Time => points(*k),
            Per::Each => format!("{} each", points(*k)),
            Per::A(word) => format!("{} {}", points(*k), a(&self.text(word.sym))),
        }
    }

    /// A row of profiles; the one that heads them is none.
    fn profile(&self, row: &Row, heading: &mut Vec<String>) -> Option<String> {
        let mut cells = row.all();
        let name = self.cell_text(cells.next()?);
        if row.heads(&self.rules.names) == Some(Heads::Profiles) {
            *heading = cells.map(|c| self.cell_text(c)).collect();
            return None;
        }
        let mut parts = Vec::new();
        for (i, cell) in cells.enumerate() {
            let head = heading.get(i).map_or("", String::as_str);
            let names = || cell.names().iter().map(|n| self.text(n.sym)).collect::<Vec<_>>();
            match (head, &cell.says) {
                (_, CellSays::Empty | CellSays::Dash) => {}
                ("is", CellSays::Names(_)) => parts.push(format!("is {}", list(&names(), "and"))),
                ("rules", CellSays::Names(_)) => parts.push(format!("with {}", list(&names(), "and"))),
                ("is", _) => parts.push(format!("is {}", self.cell_text(cell))),
                ("", _) => parts.push(self.cell_text(cell)),
                (head, _) => parts.push(format!("{head} {}", self.cell_text(cell))),
            }
        }
        Some(if parts.is_empty() { name } else { format!("{name}: {}", parts.join(", ")) })
    }

    /// A span of numbers.
    fn range(&self, kind: RangeKind) -> String {
        let v = Voice::new(&self.rules);
        let far = |b: Bound| if b.inches { v.amount(b.value, crate::hir::Measure::Inches) } else { b.value.to_string() };
        match kind {
            RangeKind::Is(n) => far(n),
            RangeKind::Between(from, to) => format!("{} to {}", far(from), far(to)),
            RangeKind::OrMore(n) => format!("{} or more", far(n)),
            RangeKind::OrLess(n) => format!("{} or less", far(n)),
            RangeKind::Under(n) => format!("under {}", far(n)),
            RangeKind::Over(n) => format!("over {}", far(n)),
            RangeKind::To(n) => format!("up to {}", far(n)),
            RangeKind::Else => "anything else".into(),
        }
    }

    /// What stands in a cell.
    fn cell_text(&self, cell: &Cell) -> String {
        use crate::hir::Measure;
        let v = Voice::new(&self.rules);
        match &cell.says {
            CellSays::Empty => String::new(),
            CellSays::Dash => "nothing".into(),
            CellSays::Int(n) => n.to_string(),
            CellSays::Length(n) => v.amount(*n, Measure::Inches),
            CellSays::Degrees(n) => v.amount(*n, Measure::Degrees),
            CellSays::Need(n) => format!("{n}+"),
            CellSays::Range(r) => self.range(r.kind),
            CellSays::Dice(d) => v.dice(&crate::hir::Dice {
                number: i64::from(d.dice.number),
                sides: i64::from(d.dice.sides),
                plus: d.plus,
                inches: d.dice.inches,
                at: d.dice.at,
            }),
            CellSays::Amount { value, measure } => format!("{value} {}", self.text(measure.sym)),
            CellSays::Yes => "yes".into(),
            CellSays::No => "no".into(),
            CellSays::Base(b) => {
                let unit = if b.metric { " mm" } else { "\"" };
                let size = |n: i64| v.amount(n, Measure::Inches).replace('"', "");
                match b.depth {
                    None => format!("{}{unit}", size(b.width)),
                    Some(depth) => format!("{} by {}{unit}", size(b.width), size(depth)),
                }
            }
            CellSays::Names(names) => self.all_of(names, "or"),
        }
    }
}

fn cited(said: Said, item: &Item) -> Said {
    said.citing(&item.cites.iter().map(|c| c.id).collect::<Vec<_>>())
}

/// A name for so many; one that has its plural already stays.
fn several(k: i64, name: &str) -> String {
    if k == 1 || name.ends_with(['s', 'x']) { name.to_owned() } else { plural(name) }
}

/// `1 point`, `20 points`
pub(super) fn points(n: i64) -> String {
    if n == 1 { "1 point".into() } else { format!("{n} points") }
}
