//! Nouns of small packs, made by hand.

use crate::ast::{
    Base, Bound, Cell, CellSays, Columns, Decl, DeclKind, Gains, Int, Item, ItemKind, Kind, Many, Name, NameOrWord, NameRef, Named, Noun,
    Param, Period, Prep, Range, RangeKind, RoleHead, Row, Selector, ShortColumn, Table, TableKey, TagRule, Tags, Title, Titled, Until,
    UntilKind, Word,
};
use crate::hir::{self, Rules, Ty};
use crate::intern::Names;
use crate::resolve::{Resolved, Resolver};
use crate::source::At;

/// Declarations as they are made.
#[derive(Default)]
struct Made {
    names: Names,
    decls: Vec<Decl>,
}

impl Made {
    fn name(&mut self, text: &str) -> Name {
        Name { sym: self.names.intern(text), at: At::default() }
    }

    fn word(&mut self, text: &str) -> Word {
        Word { sym: self.names.intern(text), at: At::default() }
    }

    fn names(&mut self, list: &[&str]) -> Vec<Name> {
        list.iter().map(|n| self.name(n)).collect()
    }

    fn title(&mut self, text: &str, params: &[&str]) -> Title {
        Title { name: self.name(text), params: params.iter().map(|p| self.word(p)).collect(), at: At::default() }
    }

    fn of(&mut self, kind: &str) -> RoleHead {
        let kind = self.word(kind);
        let noun = Noun { kind, called: None, at: At::default() };
        let who = Selector { adjectives: Vec::new(), noun, relatives: Vec::new(), at: At::default() };
        RoleHead { prep: Prep::Of, who, at: At::default() }
    }

    fn cell(&mut self, text: &str) -> Cell {
        let plain = |n: &str| Bound { value: n.parse().unwrap_or(0), inches: false };
        let says = match text {
            "" => CellSays::Empty,
            "-" => CellSays::Dash,
            "else" => CellSays::Range(Range { kind: RangeKind::Else, at: At::default() }),
            _ => {
                if let Ok(n) = text.parse() {
                    CellSays::Int(n)
                } else if let Some(n) = text.strip_suffix('"').and_then(|n| n.parse::<i64>().ok()) {
                    CellSays::Length(n * 1000)
                } else if let Some(n) = text.strip_suffix('+').and_then(|n| n.parse().ok()) {
                    CellSays::Need(n)
                } else if let Some((a, b)) = text.split_once(" to ") {
                    CellSays::Range(Range { kind: RangeKind::Between(plain(a), plain(b)), at: At::default() })
                } else {
                    CellSays::Names(text.split(", ").map(|n| self.name(n)).collect())
                }
            }
        };
        let name = (!text.is_empty()).then(|| self.name(text));
        Cell { says, name, at: At::default() }
    }

    fn row(&mut self, cells: &[&str]) -> Item {
        let mut cells: Vec<Cell> = cells.iter().map(|c| self.cell(c)).collect();
        let first = cells.remove(0);
        item(ItemKind::Row(Row { first: Some(first).filter(|c| c.name.is_some()), cells }))
    }

    fn add(&mut self, kind: DeclKind) {
        let at = At::default();
        self.decls.push(Decl { kind: Box::new(kind), cites: Vec::new(), unread: false, inside: None, head: at, at });
    }

    fn kind(&mut self, word: &str, base: Base, of: &[&str]) {
        let (word, of) = (self.word(word), of.iter().map(|w| self.word(w)).collect());
        self.add(DeclKind::Kind(Kind { word, base: Some(base), of, items: Vec::new() }));
    }

    fn tags(&mut self, names: &[&str], of: &str, rules: Vec<TagRule>) {
        let (names, of) = (self.names(names), self.word(of));
        self.add(DeclKind::Tags(Tags { names, of, rules, items: Vec::new() }));
    }

    fn many(&mut self, kind: &str, heads: &[&str], rows: &[&[&str]]) {
        let (kind, columns) = (self.word(kind), heads.iter().map(|h| self.cell(h)).collect());
        let items = rows.iter().map(|r| self.row(r)).collect();
        self.add(DeclKind::Many(Many { kind, columns, items }));
    }

    fn table(&mut self, name: &str, keys: &[&str], rows: &[&[&str]]) {
        let (name, keys) = (self.name(name), keys.iter().map(|k| TableKey::Word(self.word(k))).collect());
        let items = rows.iter().map(|r| self.row(r)).collect();
        self.add(DeclKind::Table(Table { name, keys, roles: Vec::new(), gives: None, pairs: Vec::new(), items }));
    }

    fn marker(&mut self, name: &str, items: Vec<Item>) {
        let title = Some(self.title(name, &[]));
        self.add(DeclKind::Marker(Titled { secret: false, holds: None, title, roles: Vec::new(), items }));
    }

    fn rule(&mut self, word: &str, name: &str, params: &[&str], items: Vec<Item>) {
        let (word, title) = (self.word(word), Some(self.title(name, params)));
        let named = Named { word, list: false, title, price: None, roles: Vec::new(), names: Vec::new(), items };
        self.add(DeclKind::Named(named));
    }

    fn gains(&mut self, name: &str, param: Option<i64>) -> Item {
        let at = At::default();
        let param = param.map(|value| Param::Int(Int { value, at }));
        item(ItemKind::Gains(Gains { rules: vec![NameRef { name: self.name(name), param, at }], guard: None }))
    }

    fn nouns(self) -> Resolved {
        let decls = super::canonical(&self.names, &self.decls);
        let mut cx = Resolver::new(self.names, &decls);
        cx.nouns();
        cx.finish()
    }
}

fn item(kind: ItemKind) -> Item {
    Item { kind, was: None, cites: Vec::new(), at: At::default() }
}

/// What was wrong.
fn faults(resolved: &Resolved) -> Vec<&str> {
    resolved.found.iter().map(|d| d.message.as_str()).collect()
}

/// A cell as text.
fn shown(rules: &Rules, cell: &hir::ListCell) -> String {
    match cell {
        hir::ListCell::Dash => "-".into(),
        hir::ListCell::Dice(d) => format!("{}d{}", d.number, d.sides),
        hir::ListCell::Is(e) => match &*e.kind {
            hir::ExprKind::Int(n) => n.to_string(),
            hir::ExprKind::Word(w) => rules.names.text(*w).to_owned(),
            hir::ExprKind::Row(r) => rules.rows.get(*r).map_or_else(String::new, |r| rules.names.text(r.name).to_owned()),
            other => format!("{other:?}"),
        },
    }
}

/// All rows of all lists as text.
fn lists(rules: &Rules) -> Vec<String> {
    let row = |r: &hir::ListRow| {
        let cells: Vec<String> = r.cells.iter().map(|(_, c)| shown(rules, c)).collect();
        let tags = r.tags.iter().filter_map(|t| rules.states.get(*t)).map(|s| rules.names.text(s.name));
        let carried = r.rules.iter().filter_map(|t| rules.rules.get(*t)).map(|s| rules.names.text(s.name));
        let tail: Vec<&str> = tags.chain(carried).collect();
        format!("{} | {} | {}", rules.names.text(r.name), cells.join(" "), tail.join(", "))
    };
    rules.rows.all().iter().map(row).collect()
}

/// A pack with a bit of everything.
fn pack(reverse: bool) -> Made {
    let mut made = Made::default();
    if reverse {
        // other numbers for the same names
        for name in ["Scythe", "model", "Lucky", "Foot", "weapon"] {
            made.word(name);
        }
    }
    made.kind("unit", Base::Group, &["side"]);
    made.kind("model", Base::Piece, &["unit"]);
    made.kind("weapon", Base::Row, &["model"]);
    made.kind("special", Base::Rule, &["weapon", "model"]);
    made.tags(&["Foot", "Horse"], "model", vec![TagRule::Exclusive]);
    made.tags(&["Blade"], "weapon", Vec::new());
    made.rule("special", "Lucky", &["n"], Vec::new());
    let along = made.gains("Lucky", Some(3));
    made.rule("special", "Blessed", &[], vec![along]);
    made.many(
        "weapon",
        &["Range", "Score", "is", "rules"],
        &[
            &["Scythe", "-", "4+", "Blade", "Lucky(2)"],
            &["Mangonel", "18\"", "5+", "-", "Lucky(2), Blessed"],
            &["Pitchfork", "2\"", "-", "-", "-"],
        ],
    );
    made.table("Colour", &["weapon"], &[&["Scythe, Pitchfork", "Red"], &["else", "Blue"]]);
    let until = Until { kind: UntilKind::End { next: false, this: false, of: Period::Phase }, at: At::default() };
    made.marker("Dazzled", vec![item(ItemKind::Until(until))]);
    if reverse {
        made.decls.reverse();
        for d in &mut made.decls {
            if let DeclKind::Many(many) = &mut *d.kind {
                many.items.reverse();
            }
        }
    }
    made
}

/// All that is resolved, with names in the place of their numbers.
fn printed(resolved: &Resolved) -> String {
    let r = &resolved.rules;
    let mut out = String::new();
    for (what, text) in [
        ("kinds", format!("{:?}", r.kinds)),
        ("states", format!("{:?}", r.states)),
        ("exclusive", format!("{:?}", r.exclusive)),
        ("values", format!("{:?}", r.values)),
        ("columns", format!("{:?}", r.columns)),
        ("rows", format!("{:?}", r.rows)),
        ("rules", format!("{:?}", r.rules)),
        ("tables", format!("{:?}", r.tables)),
        ("locals", format!("{:?}", r.locals)),
    ] {
        out.extend([what, ": ", &super::order::texts(&r.names, &text), "\n"]);
    }
    out
}

#[test]
fn the_order_of_texts_does_not_matter() {
    let (one, other) = (pack(false).nouns(), pack(true).nouns());
    assert_eq!(printed(&one), printed(&other));
    assert_eq!(faults(&one), Vec::<&str>::new());
}

#[test]
fn lists_have_numbers_tags_and_rules() {
    let resolved = pack(false).nouns();
    let r = &resolved.rules;
    assert_eq!(lists(r), ["Mangonel | 18000 5 | Lucky(2), Blessed", "Pitchfork | 2000 - | ", "Scythe | - 4 | Blade, Lucky(2)"]);
    let of: Vec<(&str, Ty)> =
        r.columns.all().iter().filter_map(|c| Some((r.names.text(c.name), r.values.get(c.value)?.head.gives))).collect();
    assert_eq!(of, [("Blade", Ty::Truth), ("Range", Ty::LENGTH), ("Score", Ty::Need)]);
}

#[test]
fn a_rule_for_each_thing_that_it_is_given() {
    let resolved = pack(false).nouns();
    let r = &resolved.rules;
    let named: Vec<&str> = r.rules.all().iter().map(|r| r.name).map(|n| r.names.text(n)).collect();
    assert_eq!(named, ["Dazzled", "Blessed", "Lucky(2)", "Lucky(3)"]);
    let blessed = r.rules.all().iter().find(|x| r.names.text(x.name) == "Blessed").map(|b| b.brings.clone());
    let along: Vec<&str> = blessed.iter().flatten().filter_map(|i| r.rules.get(*i)).map(|x| r.names.text(x.name)).collect();
    assert_eq!(along, ["Lucky(3)"]);
    assert!(r.rules.all().iter().skip(1).all(|r| r.by_rows() && r.state.is_some()));
}

#[test]
fn tables_ask_by_rows_and_give_words() {
    let resolved = pack(false).nouns();
    let Some(table) = resolved.rules.tables.all().first() else { return };
    assert_eq!(table.keys.first().map(Vec::len), Some(3));
    assert!(matches!(table.keys.first().map(Vec::as_slice), Some([hir::TableKey::Is(_), hir::TableKey::Is(_), hir::TableKey::Otherwise])));
    assert_eq!((table.cells.len(), table.head.gives), (3, Ty::Name));
    assert_eq!(resolved.rules.states.all().last().map(|s| s.until.clone()), Some(hir::Until::Stays));
}

#[test]
fn bands_become_columns() {
    let mut made = Made::default();
    made.table("Effect", &["score", "arm"], &[&["need", "Low", "High"], &["1", "1 to 3", "4 to 6"], &["2", "1 to 4", "6 to 8"]]);
    let resolved = made.nouns();
    assert_eq!(faults(&resolved), ["`Effect` for `2` has no cell for 5"]);
    let Some(table) = resolved.rules.tables.all().first() else { return };
    let columns = table.keys.get(1).map_or(0, Vec::len);
    assert_eq!((table.keys.first().map(Vec::len), table.cells.len()), (Some(2), 2 * columns));
}

#[test]
fn what_is_wrong_with_nouns() {
    let mut made = Made::default();
    made.kind("unit", Base::Group, &["side"]);
    made.kind("unit", Base::Group, &["side"]);
    made.kind("model", Base::Piece, &["unti"]);
    made.tags(&["Foot"], "unit", Vec::new());
    made.tags(&["Foot"], "unit", Vec::new());
    made.rule("speical", "Lucky", &[], Vec::new());
    made.rule("rule", "Odd", &[], vec![item(ItemKind::Until(Until { kind: UntilKind::Removed, at: At::default() }))]);
    made.table("Chart", &["n"], &[&["1 to 3", "1"], &["5", "2"], &["5", "Red, Blue"]]);
    let columns = made.of("unit");
    let column = ShortColumn { name: made.name("Finesse"), short: None, measure: Some(NameOrWord::Word(made.word("yards"))) };
    made.add(DeclKind::Columns(Columns { roles: vec![columns], items: vec![item(ItemKind::Column(column))] }));
    let mut found: Vec<String> = made.nouns().found.into_iter().map(|d| d.message).collect();
    found.sort();
    let wanted = [
        "`Chart` has no row for 4",
        "`Chart` has two rows for 5",
        "`Foot` is declared twice",
        "`Red, Blue` is not a table's cell",
        "`speical` begins no declaration of this pack",
        "`unti` is not a kind of thing in this pack",
        "nothing comes of this below a rule",
        "nothing is measured in `yards`",
        "the kind `unit` is declared twice",
    ];
    assert_eq!(found, wanted);
}
