//! Findings that only follow from what could not be read, or does not hold.

use rustc_hash::{FxHashMap, FxHashSet};

use super::brings::brings;
use super::render::placeless;
use crate::ast::{Decl, DeclKind, ItemKind};
use crate::diag::{Code, Diagnostic, Severity};
use crate::intern::{Names, Sym, folded};
use crate::packs::{Compiled, Loaded};
use crate::source::{Files, Span};
use crate::syntax::{is_reserved, strip_cites};

/// What is missing of a pack since something else is wrong. Names are compared by their keys.
pub(super) struct Unread<'a> {
    files: &'a Files,
    /// The lines that could not be read, as keys of their words.
    lines: Vec<String>,
    /// What stands below heads that could not be read, as keys of its words: it was read, and belongs to nothing.
    below: Vec<String>,
    /// What the lines may bring, as keys of its words.
    bring: Vec<String>,
    /// The words in that.
    words: FxHashSet<String>,
    /// The names in it: keys of words with capitals that stand side by side.
    named: FxHashSet<String>,
    /// Names of what was read and does not hold.
    lost: FxHashSet<String>,
    /// The names of lines in declarations that do not hold, known where those are named.
    kept: Vec<Kept>,
    /// Names of declarations with heads that cannot be meant, and where those stand: they are declared by nothing.
    refused: FxHashMap<String, Vec<Span>>,
    /// Where lines stand that could not be read and give something a name.
    naming: Vec<u32>,
    /// Declarations of which a line could not be read, by where they begin.
    decls: Vec<Torn>,
    /// The heads of kinds that could not be read up to `is`, as keys of their words.
    kinds: Vec<String>,
    /// All declarations, those too that do not hold, by where they begin.
    all: Vec<&'a Decl>,
}

/// What is known only in a declaration, and where that is named.
struct Kept {
    at: Span,
    /// The key of its name, with `-` around it; nothing if it has none.
    title: Option<String>,
    names: FxHashSet<String>,
}

/// A declaration of which a line could not be read.
struct Torn {
    /// All of it.
    at: Span,
    head: Span,
    /// Where the first line that begins another declaration stands.
    other: u32,
}

/// Words of lines that give something a name.
const NAMING: &[&str] =
    &["choose", "chooses", "pick", "picks", "select", "selects", "nominate", "nominates", "draw", "draws", "takes", "take"];

/// How the heads of kinds go on that declarations may begin with.
const SORTS: &[&str] = &[" is rule", " is card", " is feature", " is action", " is item", " is a ", " is an "];

impl<'a> Unread<'a> {
    /// Of these texts.
    pub fn of(loaded: &'a Loaded, compiled: &Compiled) -> Self {
        let (files, names) = (&loaded.files, &loaded.names);
        let unread = || compiled.found.iter().take(compiled.read).filter(|u| !placeless(u));
        let mut at: Vec<&Decl> = loaded.layers.iter().flat_map(|l| &l.decls).collect();
        at.sort_unstable_by_key(|d| d.at.span());
        let (mut lines, mut below, mut lost) = (Vec::new(), Vec::new(), FxHashSet::default());
        let (mut naming, mut kept) = (Vec::new(), Vec::new());
        for u in unread() {
            let around = around(&at, u.span);
            let names_something = files.line_of(u.span).split_whitespace().any(|word| NAMING.contains(&word));
            if names_something && around.is_some_and(|d| d.unread) {
                naming.push(u.span.start);
            }
            if around.is_none() {
                let text = files.below(u.span);
                below.push(keys(text));
                let first = |l: &str| l.split_once('|').map(|(cell, _)| keys(cell).trim_matches('-').to_owned());
                let rows = text.lines().filter_map(first).filter(|row| !row.is_empty()).collect();
                let title = names_in(files.line_of(u.span)).next().map(|name| format!("-{name}-"));
                let at = Span { end: u.span.end.saturating_add(u32::try_from(text.len()).unwrap_or(0)), ..u.span };
                kept.push(Kept { at, title, names: rows });
            }
            if around.is_none_or(|d| d.unread) {
                lines.push(files.line_of(u.span));
            }
            // what is taken for misspelt is told wherever it stands
            let misspelt = u.code == Code::Name && mended(u);
            let own = folded(files.slice(u.span));
            let Some(d) = around else { continue };
            let key_of = |sym: Sym| key(names, sym).to_owned();
            let inner: FxHashSet<String> = d.keeps().into_iter().map(key_of).filter(|k| !misspelt || *k != own).collect();
            let brought = d.declares().into_iter().map(key_of).filter(|k| !inner.contains(k));
            lost.extend(brought.filter(|k| !misspelt || *k != own));
            kept.push(Kept { at: d.at.span(), title: d.kind.title().map(|t| keys(names.text(t.name.sym))), names: inner });
        }
        lines.sort_unstable();
        lines.dedup();
        let heads = compiled.found.iter().skip(compiled.read).filter(|d| d.severity() == Severity::Error && !placeless(d));
        let heads = heads.filter_map(|d| around(&at, d.span).filter(|decl| d.span.start < decl.head.span().end));
        let mut refused: FxHashMap<String, Vec<Span>> = FxHashMap::default();
        for (sym, head) in heads.flat_map(|d| d.brings().into_iter().map(|sym| (sym, d.head.span()))) {
            refused.entry(key(names, sym).to_owned()).or_default().push(head);
        }
        let sorts = |l: &&str| !l.starts_with(' ') && SORTS.iter().any(|sort| l.contains(sort));
        let kinds = lines.iter().copied().filter(sorts).map(|l| keys(l.split(" is ").next().unwrap_or(l))).collect();
        let bring: Vec<String> = lines.iter().map(|l| brings(l)).collect();
        let named = bring.iter().flat_map(|l| names_in(l)).collect();
        let bring: Vec<String> = bring.iter().map(|l| keys(l)).collect();
        let lines: Vec<String> = lines.into_iter().map(keys).collect();
        let words = bring.iter().flat_map(|l| l.split('-')).map(str::to_owned).collect();
        let mut decls: Vec<Torn> = compiled.effective.decls.iter().filter(|d| d.unread).map(|d| torn(d, unread())).collect();
        decls.sort_unstable_by_key(|d| d.at);
        Self { files, lines, below, bring, words, named, lost, kept, refused, naming, decls, kinds, all: at }
    }

    /// Whether something is only missing because what has it could not be read, or does not hold.
    pub fn is_echo(&self, d: &Diagnostic) -> bool {
        let small = || self.files.slice(d.span).starts_with(|c: char| c.is_lowercase());
        let missing = d.code == Code::Name && !self.is_kind_elsewhere(d.span) || d.code == Code::Kind && small();
        let nameless = || d.code == Code::Name && (self.is_refused(d.span) || small() && self.is_nameless(d.span));
        (missing && self.is_missing(d.span) && !self.is_misspelt(d)) || nameless() || self.is_accused(d) || self.is_of_lost_kind(d)
    }

    /// Whether it is the word of a kind, in a declaration all of whose lines could be read: no other makes known of which one it speaks.
    fn is_kind_elsewhere(&self, at: Span) -> bool {
        let word = self.files.slice(at);
        let kind = |d: &&Decl| matches!(&*d.kind, DeclKind::Kind(k) if self.files.slice(k.word.at.span()) == word);
        let torn = self.decls.iter().any(|torn| torn.at.start <= at.start && at.start < torn.at.end);
        !torn && self.all.iter().copied().any(|d| kind(&d))
    }

    /// Whether it stands in a declaration that begins with the word of a kind which could not be read.
    pub fn is_of_lost_kind(&self, d: &Diagnostic) -> bool {
        let Some(decl) = around(&self.all, d.span).filter(|_| !self.kinds.is_empty()) else { return false };
        if d.code == Code::Type {
            // what things of it are is not known
            let said = keys(self.files.slice(decl.at.span()));
            let words = self.kinds.iter().filter_map(|kind| kind.trim_matches('-').rsplit('-').next());
            return words.map(|word| format!("-{word}-")).any(|word| said.contains(&word));
        }
        let DeclKind::Named(n) = &*decl.kind else { return false };
        let word = keys(self.files.slice(n.word.at.span()));
        self.kinds.iter().any(|kind| kind.contains(&word))
    }

    /// Whether a line that could not be read speaks of the name at a place.
    fn speaks_of(&self, at: Span) -> bool {
        let name = keys(self.files.slice(at));
        self.lines.iter().any(|l| l.contains(&name))
    }

    /// Whether the name at a place is that of something of which another place tells what is wrong.
    fn is_refused(&self, at: Span) -> bool {
        let name = keys(self.files.slice(at));
        let elsewhere = |head: &Span| at.start < head.start || head.end <= at.start;
        self.refused.get(name.trim_matches('-')).is_some_and(|heads| heads.iter().any(elsewhere))
    }

    /// Whether a line above, of the same declaration, may have given something this name.
    fn is_nameless(&self, at: Span) -> bool {
        let within = |torn: &Torn| torn.at.start <= at.start && at.start < torn.at.end;
        let torn = self.decls.iter().find(|torn| within(torn));
        torn.is_some_and(|torn| self.naming.iter().any(|line| torn.at.start <= *line && *line < at.start))
    }

    /// Whether a name is told to be nearly another, and is no whole name in what could not be read.
    fn is_misspelt(&self, d: &Diagnostic) -> bool {
        let plain = keys(self.files.slice(d.span));
        let plain = plain.trim_matches('-');
        mended(d) && !self.lost.contains(plain) && !self.is_kept(plain, d.span) && !self.named.contains(plain)
    }

    /// Whether the name at a place is that of something which could not be read, or does not hold.
    fn is_missing(&self, at: Span) -> bool {
        let name = keys(self.files.slice(at));
        let plain = name.trim_matches('-');
        let known = || plain.split('-').all(|w| self.words.contains(w));
        // no name is a word of the language
        let name_like = plain.contains(char::is_alphabetic) && !is_reserved(plain);
        name_like && (self.lost.contains(plain) || self.is_kept(plain, at) || (known() && self.bring.iter().any(|l| l.contains(&name))))
    }

    /// Whether a name is that of a line in a declaration that does not hold, and stands in that or where that is named.
    fn is_kept(&self, plain: &str, at: Span) -> bool {
        let mut named = self.kept.iter().filter(|k| k.names.contains(plain)).peekable();
        if named.peek().is_none() {
            return false;
        }
        let around = around(&self.all, at);
        let text = around.map(|d| keys(self.files.slice(d.at.span()))).unwrap_or_default();
        named.any(|k| {
            let within = k.at.start <= at.start && at.start < k.at.end;
            within || k.title.as_ref().is_none_or(|title| around.is_none() || text.contains(title))
        })
    }

    /// Whether a declaration is accused of what a line of it may have said that could not be read.
    fn is_accused(&self, d: &Diagnostic) -> bool {
        let within = |span: Span| span.start <= d.span.start && d.span.start < span.end;
        let last = self.decls.partition_point(|torn| torn.at.start <= d.span.start);
        let around = last.checked_sub(1).and_then(|i| self.decls.get(i));
        around.is_some_and(|torn| {
            // a row may only lack the headings that could not be read
            let unheaded = |l: &str| l.trim_start().strip_prefix("profile").is_some_and(|rest| !rest.trim_start().starts_with('|'));
            let row = d.code == Code::Place
                && self.files.line_of(d.span).contains('|')
                && self.files.slice(torn.at).lines().any(|l| l.contains('|') && unheaded(l));
            let lacks = row || matches!(d.code, Code::MissingRow | Code::Never);
            within(torn.head) || (lacks && within(torn.at))
        })
    }

    /// Whether it stands below a line that begins another declaration, and so belongs to that.
    pub fn is_astray(&self, d: &Diagnostic) -> bool {
        let last = self.decls.partition_point(|torn| torn.at.start <= d.span.start);
        let around = last.checked_sub(1).and_then(|i| self.decls.get(i));
        d.code == Code::Place && around.is_some_and(|torn| d.span.start > torn.other && d.span.start < torn.at.end)
    }
}

/// What stands in declarations with which something is wrong: whatever hangs on it may be wrong for that alone.
pub(super) struct Faulty<'a> {
    unread: &'a Unread<'a>,
    /// The declarations that hold, by where they begin.
    all: Vec<&'a Decl>,
    /// Names and words that the faulty ones bring.
    brought: FxHashSet<String>,
    /// The names among them.
    names: FxHashSet<String>,
    /// All names that are declared.
    known: FxHashSet<String>,
    /// What they say, as keys of their words.
    texts: Vec<String>,
    /// Whether something is wrong with how anything stands on the table.
    table: bool,
}

impl<'a> Faulty<'a> {
    /// What is faulty by what was found so far.
    pub fn of(unread: &'a Unread<'a>, compiled: &'a Compiled, found: &[Diagnostic]) -> Self {
        let names = &compiled.resolved.rules.names;
        let mut all: Vec<&Decl> = compiled.effective.decls.iter().collect();
        all.sort_unstable_by_key(|d| d.at.span());
        let is_wrong = |d: &&Diagnostic| d.severity() == Severity::Error && !placeless(d);
        let wrong = || found.iter().filter(is_wrong);
        let faulty: Vec<&Decl> = wrong().filter_map(|d| around(&all, d.span)).filter(|d| !d.is_test()).collect();
        // the key of a row, such as `4+`, names nothing
        let named = |sym: &Sym| names.text(*sym).starts_with(char::is_alphabetic);
        // the profiles and options of an entry are known in it alone
        let brings = |d: &&Decl| if has_profile(d) { d.brings() } else { d.declares() };
        let syms: Vec<Sym> = faulty.iter().flat_map(brings).filter(named).collect();
        let capital = |sym: &&Sym| names.text(**sym).starts_with(char::is_uppercase);
        let keys_of = |sym: &Sym| key(names, *sym).to_owned();
        let (brought, called) = (syms.iter().map(keys_of).collect(), syms.iter().filter(capital).map(keys_of).collect());
        let stands = |d: &&Decl| match &*d.kind {
            DeclKind::Pack(_) => true,
            DeclKind::Kind(k) => k.items.iter().any(|i| matches!(i.kind, ItemKind::Row(_))),
            _ => false,
        };
        let table = faulty.iter().any(stands);
        // what is passed over as an echo hangs on something faulty, and may not have come to all that it says
        let echoes = compiled.found.iter().filter(is_wrong);
        let said = wrong().chain(echoes).filter_map(|d| around(&unread.all, d.span)).map(|d| unread.files.slice(d.at.span()));
        // what may have been meant is as good as said
        let mut texts: Vec<&str> = said.chain(wrong().filter_map(|d| d.help.as_deref())).collect();
        texts.sort_unstable();
        texts.dedup();
        let texts = texts.into_iter().map(keys).collect();
        let known = all.iter().flat_map(|d| d.declares()).map(|sym| keys_of(&sym)).collect();
        Self { unread, all, brought, names: called, known, texts, table }
    }

    /// Whether what seems to be missing may stand in what is faulty: a name that it is about is spoken of there.
    pub fn may_have(&self, d: &Diagnostic) -> bool {
        let spoken = |name: &str| {
            let name = keys(name);
            self.texts.iter().chain(&self.unread.lines).chain(&self.unread.below).any(|t| t.contains(&name))
        };
        d.message.split('`').skip(1).step_by(2).any(spoken) || spoken(self.unread.files.slice(d.span))
    }

    /// Whether what is found of a test or situation hangs on something faulty.
    pub fn is_echo(&self, d: &Diagnostic) -> bool {
        self.hangs_on(&self.brought, d)
    }

    /// Whether a doubt about a rule hangs on something faulty: it names that. Words are known only where they stand.
    pub fn is_doubtful(&self, d: &Diagnostic) -> bool {
        // what nothing seems to ask for may be asked for where nothing could be read
        self.hangs_on(&self.names, d) || d.code == Code::Unreachable && self.unread.speaks_of(d.span)
    }

    fn hangs_on(&self, brought: &FxHashSet<String>, d: &Diagnostic) -> bool {
        if self.table || self.unread.is_missing(d.span) {
            return true;
        }
        let Some(decl) = around(&self.all, d.span) else { return false };
        let within = |at: Span| at.start <= d.span.start && d.span.start < at.end;
        let line = decl.kind.items().iter().map(|i| i.at.span()).find(|at| within(*at));
        let whole = matches!(&*decl.kind, DeclKind::Situation(_));
        let text = self.unread.files.slice(line.filter(|_| !whole).unwrap_or(decl.at.span()));
        // a citation speaks of no name
        let text = text.lines().map(strip_cites).collect::<Vec<_>>().join("\n");
        let said = keys(&text);
        // a name that is a part of a longer one is not spoken of there
        let longer: Vec<String> = names_in(&text).filter(|run| self.known.contains(run)).collect();
        brought.iter().any(|name| stands_alone(name, &said, &longer))
    }
}

/// Whether a name stands in a text other than as a part of longer ones.
fn stands_alone(name: &str, said: &str, longer: &[String]) -> bool {
    let name = format!("-{name}-");
    let within = longer.iter().map(|l| format!("-{l}-")).filter(|l| *l != name).map(|l| l.matches(&name).count()).sum();
    said.matches(&name).count() > within
}

/// A declaration of which a line could not be read, as these faults say.
fn torn<'d>(d: &Decl, unread: impl Iterator<Item = &'d Diagnostic>) -> Torn {
    let at = d.at.span();
    let begun = unread.filter(|u| u.code == Code::Layout).map(|u| u.span.start);
    let other = begun.filter(|start| at.start <= *start && *start < at.end).min();
    Torn { at, head: d.head.span(), other: other.unwrap_or(at.end) }
}

/// Whether a declaration is an entry with rows of its own.
fn has_profile(d: &Decl) -> bool {
    matches!(*d.kind, DeclKind::Named(_)) && d.kind.items().iter().any(|i| matches!(i.kind, ItemKind::Row(_)))
}

/// The declaration that stands at a place.
fn around<'d>(sorted: &[&'d Decl], at: Span) -> Option<&'d Decl> {
    let last = sorted.partition_point(|d| d.at.span().start <= at.start).checked_sub(1)?;
    sorted.get(last).copied().filter(|d| at.start < d.at.span().end)
}

/// Whether the name that was probably meant is told.
fn mended(d: &Diagnostic) -> bool {
    d.help.as_ref().is_some_and(|h| h.starts_with("did you mean"))
}

/// The keys of the names in a text: its words with capitals that stand side by side.
fn names_in(text: &str) -> impl Iterator<Item = String> {
    let mut runs = vec![String::new()];
    for word in text.split_whitespace() {
        match runs.last_mut() {
            Some(run) if word.starts_with(char::is_uppercase) => {
                run.push(' ');
                run.push_str(word);
            }
            _ => runs.push(String::new()),
        }
        if word.ends_with([',', ':', ';', ')']) {
            runs.push(String::new());
        }
    }
    runs.into_iter().map(|run| keys(&run).trim_matches('-').to_owned()).filter(|run| !run.is_empty())
}

/// The key of a name.
fn key(names: &Names, sym: Sym) -> &str {
    names.key_text(names.key_of(sym))
}

/// The keys of all words of a text, with `-` around each.
fn keys(text: &str) -> String {
    let words: String = text.chars().map(|c| if matches!(c, '!' | '\'' | '’') || c.is_alphanumeric() { c } else { ' ' }).collect();
    format!("-{}-", folded(&words))
}
