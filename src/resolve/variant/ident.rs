//! What a declaration is known by: its word, its name, and the kind of thing in its first blank.

use crate::ast::{ChanceSort, DeckSort, Decl, DeclKind, Force, Item, ItemKind, Name, NameOrWord, Named, ProcessSort, RoleHead, Target};
use crate::intern::{KeyId, Names, Sym};
use crate::source::At;

/// What one declaration is known by.
#[derive(Clone, Debug)]
pub(super) struct Id {
    /// The word that it begins with.
    pub word: String,
    /// Its name; none for the turn.
    pub key: Option<KeyId>,
    /// The kind in its first blank.
    pub of: Option<Sym>,
    /// Its name as written, without quotes.
    pub name: String,
}

impl PartialEq for Id {
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word && self.key == other.key && self.of == other.of
    }
}

impl Id {
    /// As messages call it.
    pub fn spoken(&self) -> String {
        format!("{} {}", self.word, self.name).trim().to_owned()
    }
}

/// What `amend` or `remove` speaks of.
pub(super) struct Wanted {
    pub word: String,
    /// Each name and where it stands.
    pub names: Vec<(Sym, At)>,
    /// The kind in the first blank, if it is said.
    pub of: Option<Sym>,
    /// The words from the declaration's own to the last name.
    pub at: At,
}

/// The kind in the first of some blanks.
pub(super) fn first_blank(roles: &[RoleHead]) -> Option<Sym> {
    roles.first().map(|r| r.who.noun.kind.sym)
}

/// The word that a declaration begins with.
pub(super) fn word_of(names: &Names, kind: &DeclKind) -> String {
    match kind {
        DeclKind::Pack(_) => "pack".into(),
        DeclKind::Kind(_) => "kind".into(),
        DeclKind::Tags(_) => "tag".into(),
        DeclKind::Count(_) => "count".into(),
        DeclKind::Many(_) => "many".into(),
        DeclKind::Table(_) => "table".into(),
        DeclKind::Value(_) => "value".into(),
        DeclKind::Condition(_) => "condition".into(),
        DeclKind::Chance(c) => match c.sort {
            ChanceSort::Roll => "roll",
            ChanceSort::Pool => "pool",
            ChanceSort::Check => "check",
            ChanceSort::Opposed => "opposed",
        }
        .into(),
        DeclKind::Ruling(_) => "ruling".into(),
        DeclKind::Test(_) => "test".into(),
        DeclKind::Situation(_) => "situation".into(),
        DeclKind::Columns(_) => "columns".into(),
        DeclKind::Marker(_) => "marker".into(),
        DeclKind::Formation(_) => "formation".into(),
        DeclKind::Terrain(_) => "terrain".into(),
        DeclKind::Deck(t) => match t.holds.map(|h| h.sort) {
            Some(DeckSort::Hand) => "hand",
            Some(DeckSort::Tray) => "tray",
            _ => "deck",
        }
        .into(),
        DeclKind::Process(p) => match p.sort {
            ProcessSort::Turn => "turn",
            ProcessSort::Phase => "phase",
            ProcessSort::Procedure => "procedure",
            ProcessSort::Manner => "manner",
        }
        .into(),
        DeclKind::Scenario(_) => "scenario".into(),
        DeclKind::Force(_) => "force".into(),
        DeclKind::Options(_) => "options".into(),
        DeclKind::Named(n) => names.text(n.word.sym).to_owned(),
        DeclKind::Amend(_) | DeclKind::Remove(_) | DeclKind::Replace(_) | DeclKind::Use(_) => String::new(),
    }
}

/// How a declaration is spoken of where it is removed or amended: its word and its first name.
#[must_use]
pub fn called(names: &Names, d: &Decl) -> Option<String> {
    let kind = if let DeclKind::Replace(inner) = &*d.kind { inner } else { &d.kind };
    let whole = Decl { kind: kind.clone(), ..d.clone() };
    let id = ids(names, &whole).into_iter().next()?;
    let list = matches!(&**kind, DeclKind::Force(Force { list: true, .. }) | DeclKind::Named(Named { list: true, .. }));
    Some(if list { format!("{} list {}", id.word, id.name) } else { id.spoken() })
}

/// What a declaration declares. Nothing that has no name can be spoken of.
pub(super) fn ids(names: &Names, d: &Decl) -> Vec<Id> {
    let word = word_of(names, &d.kind);
    let id = |sym: Sym, of: Option<Sym>| Id { word: word.clone(), key: Some(names.key_of(sym)), of, name: names.text(sym).to_owned() };
    match &*d.kind {
        DeclKind::Pack(p) => vec![id(p.name.sym, None)],
        DeclKind::Kind(k) => vec![id(k.word.sym, None)],
        DeclKind::Many(m) => vec![id(m.kind.sym, None)],
        DeclKind::Tags(t) => t.names.iter().map(|n| id(n.sym, None)).collect(),
        DeclKind::Count(c) => c.names.iter().map(|n| id(n.sym, Some(c.of.sym))).collect(),
        DeclKind::Table(t) => vec![id(t.name.sym, first_blank(&t.roles))],
        DeclKind::Situation(s) => vec![id(s.name.sym, None)],
        DeclKind::Test(t) => vec![id(t.name.sym, None)],
        DeclKind::Columns(c) => {
            let of = first_blank(&c.roles);
            d.kind.items().iter().filter_map(column_name).map(|n| id(n.sym, of)).collect()
        }
        DeclKind::Process(p) if p.sort == ProcessSort::Turn => vec![Id { word, key: None, of: None, name: String::new() }],
        DeclKind::Amend(_) | DeclKind::Remove(_) | DeclKind::Replace(_) | DeclKind::Use(_) => Vec::new(),
        kind => kind.title().map(|t| vec![id(t.name.sym, first_blank(kind.roles()))]).unwrap_or_default(),
    }
}

/// The name that a line of columns begins with.
pub(super) fn column_name(item: &Item) -> Option<Name> {
    match &item.kind {
        ItemKind::Column(c) => Some(c.name),
        ItemKind::Named { name, .. } => Some(*name),
        _ => None,
    }
}

/// Whether a declaration amends another.
#[must_use]
pub fn amends(names: &Names, change: &Decl, whole: &Decl) -> bool {
    let DeclKind::Amend(amend) = &*change.kind else { return false };
    let kind = if let DeclKind::Replace(inner) = &*whole.kind { inner } else { &whole.kind };
    let t = wanted(names, &amend.target, &[]);
    let key = t.names.first().map(|(sym, _)| names.key_of(*sym));
    let fits = |i: &Id| i.word == t.word && i.key == key && t.of.is_none_or(|of| Some(of) == i.of);
    ids(names, &Decl { kind: kind.clone(), ..whole.clone() }).iter().any(fits)
}

/// What a change speaks of; `others` are further names behind a comma.
pub(super) fn wanted(names: &Names, target: &Target, others: &[Name]) -> Wanted {
    let word = match names.text(target.word.sym) {
        "tags" => "tag",
        word => word,
    };
    let named = target.name.iter().map(|n| (NameOrWord::sym(*n), NameOrWord::at(*n)));
    let all: Vec<(Sym, At)> = named.chain(others.iter().map(|n| (n.sym, n.at))).collect();
    let at = all.last().map_or(target.word.at, |(_, at)| target.word.at.to(*at));
    Wanted { word: word.to_owned(), names: all, of: first_blank(&target.roles), at }
}
