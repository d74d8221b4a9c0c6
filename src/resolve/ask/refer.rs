//! Pronouns, accessors and words.

use super::table::alone;
use crate::ast::{self, ExprKind as Ast, Name, Word};
use crate::diag::{Code, nearest};
use crate::hir::{Dice, Expr, ExprKind, Given, KindBase, KindId, LocalId, Reach, Ty};
use crate::intern::Sym;
use crate::resolve::{Resolver, Scope, compass};
use crate::source::At;

/// Words that stand for something everywhere.
pub(crate) const ALWAYS: &[&str] = &["turn", "turns", "game"];
/// How other languages say yes and no.
const TRUTHS: &[(&str, &str)] = &[("true", "yes"), ("false", "no")];
/// Numbers as they are said in words, by what they are.
const NUMBERS: &[&str] = &["nought", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
/// What English asks for how many there are.
const NUMBER: &str = "number";
/// What of a thing may be spoken of, beside the groups that hold it; for whoever misspells it.
const ACCESSORS: &[&str] = &["leader", "side", "opponent", "rank", "formation", "facing", "place", "edge", "price", "allowance"];

impl Resolver<'_> {
    /// `me`, and what begins with `my`: whoever carries the rule.
    pub(super) fn me(&mut self, scope: &Scope, e: &ast::Expr) -> Expr {
        if let Some(me) = scope.me {
            return self.local_expr(me, e.at);
        }
        let blank = scope.words.first().map(|(w, _)| self.said(*w));
        let (written, help) = match (&*e.kind, blank) {
            (Ast::My(word), blank) => {
                let word = self.text(word.sym);
                let help = match blank {
                    Some(blank) if blank != word => format!("write `{word} of {blank}`"),
                    Some(blank) => format!("write `{blank}`"),
                    None => "name who is meant".to_owned(),
                };
                (format!("my {word}"), help)
            }
            (_, blank) => {
                let help = blank.map_or_else(|| "name who is meant".to_owned(), |blank| format!("write `{blank}`"));
                (if e.at.span().len() == 1 { "I" } else { "me" }.to_owned(), help)
            }
        };
        self.fault(Code::Name, e.at, format!("nobody carries this, so `{written}` stands for nothing"), help)
    }

    /// `it`: the candidate of the description around, or the one of whom a question is asked.
    pub(super) fn it(&mut self, scope: &Scope, at: At) -> Expr {
        if let Some(it) = scope.it.last() {
            return self.local_expr(*it, at);
        }
        let Some(subject) = scope.subject else {
            return self.fault(Code::Name, at, "`it` stands for nothing here", "name what is meant");
        };
        match self.as_likely(scope, subject) {
            Some((one, other)) => {
                self.fault(Code::Name, at, format!("`{one}` and `{other}` may both be meant"), format!("say which: `{one}` or `{other}`"))
            }
            None => self.local_expr(subject, at),
        }
    }

    /// The words for the one of whom a question is asked and for another of the same kind, if there is one.
    fn as_likely(&self, scope: &Scope, subject: LocalId) -> Option<(String, String)> {
        let ty = self.local_ty(subject);
        let other = scope.words.iter().find(|(_, l)| *l != subject && self.local_ty(*l) == ty)?;
        Some((self.said(self.called(scope, subject)?), self.said(other.0)))
    }

    /// How one of those that are looked at is called here: a rule has words of its own for the blanks that it meets.
    pub(super) fn called(&self, scope: &Scope, it: LocalId) -> Option<Sym> {
        let here = scope.words.iter().rev().find(|(_, l)| *l == it).map(|(word, _)| *word);
        here.or_else(|| self.rules.locals.get(it).map(|l| l.word))
    }

    /// `this order`: the deed that is being done, as a name.
    pub(super) fn this_deed(&mut self, scope: &Scope, word: Word, at: At) -> Expr {
        let deed = self.kind(word.sym).is_some_and(|k| self.is(k, KindBase::Action));
        match scope.proc.filter(|_| deed) {
            Some(proc) => Expr::new(ExprKind::Deed(proc), Ty::Name, at),
            None => {
                let message = format!("`this {}` stands for nothing here", self.text(word.sym));
                self.fault(Code::Name, at, message, "name what is meant")
            }
        }
    }

    /// `leader of x`, `side of x`, or the group of a kind that holds it.
    pub fn reach(&mut self, of: Expr, word: &Word) -> Expr {
        let at = of.at.to(word.at);
        let piece = self.first_kind(KindBase::Piece).unwrap_or(KindId(0));
        let (reach, ty) = match self.text(word.sym) {
            "side" | "owner" => (Reach::Side, Ty::Thing(self.side_kind())),
            "opponent" => (Reach::OtherSide, Ty::Thing(self.side_kind())),
            "leader" => (Reach::Leader, Ty::Thing(piece)),
            "rank" => (Reach::Rank, Ty::PLAIN),
            "facing" => (Reach::Facing, Ty::Facing),
            "place" => (Reach::Place, Ty::Place),
            "edge" => (Reach::Edge, Ty::Edge),
            "type" => (Reach::Type, Ty::Row(piece)),
            "formation" => (Reach::Formation, Ty::Formation),
            "price" => return self.bill(Reach::Price, of, *word),
            "allowance" => return self.bill(Reach::Allowance, of, *word),
            _ => match self.kind(word.sym) {
                Some(kind) if of.ty == Ty::Thing(kind) => return of,
                Some(kind) if self.is(kind, KindBase::Piece) && matches!(of.ty, Ty::Thing(g) if self.is(g, KindBase::Group)) => {
                    return self.several_pieces(&of, kind, *word);
                }
                Some(kind) => (Reach::Up(kind), Ty::Thing(kind)),
                // of what cannot be asked so, how many there are was told
                None if of.is_error() && self.text(word.sym) == NUMBER => return Expr::error(at),
                None => return self.no_accessor(*word),
            },
        };
        Expr::new(ExprKind::Reach(reach, of), ty, at)
    }

    /// `models of unit`: there are several.
    fn several_pieces(&mut self, of: &Expr, piece: KindId, word: Word) -> Expr {
        let group = self.describe(of.ty);
        let piece = self.kind_of(piece).map_or_else(String::new, |k| self.said(k.word));
        let message = format!("{group} has several of `{}`", self.text(word.sym));
        self.fault(Code::Type, word.at, message, format!("write `count of {piece} of ...` for how many, `leader of ...` for one"))
    }

    fn no_accessor(&mut self, word: Word) -> Expr {
        let text = self.said(word.sym);
        let kinds = self.rules.kinds.all().iter().map(|k| self.text(k.word));
        if text == NUMBER {
            return self.fault(Code::Name, word.at, "how many there are is asked with `count of`", "write `count of` and what is counted");
        }
        let help = nearest(&text, kinds.chain(ACCESSORS.iter().copied())).map_or_else(
            || format!("use `leader`, `side`, `rank` or a kind; what each side chose: `choose {text} of each side: ..., in secret`"),
            |m| format!("did you mean `{m}`?"),
        );
        self.fault(Code::Name, word.at, format!("nothing is the `{text}` of something"), help)
    }

    /// `price of unit`, `price of side`, `allowance of side`.
    fn bill(&mut self, reach: Reach, of: Expr, word: Word) -> Expr {
        let fits = match of.ty {
            Ty::Thing(k) => self.is(k, KindBase::Group) || self.is(k, KindBase::Side),
            ty => ty == Ty::Unknown,
        };
        if !fits {
            let price = reach == Reach::Price;
            let message = format!("{} has no {}", self.describe(of.ty), self.text(word.sym));
            let fix = if price { "ask for the price of a group or of a side" } else { "ask for the allowance of a side" };
            return self.fault(Code::Type, word.at, message, fix);
        }
        let at = of.at.to(word.at);
        Expr::new(ExprKind::Reach(reach, of), Ty::POINTS, at)
    }

    /// What the rule was given, if it is called by this word here.
    pub(super) fn given(&self, scope: &Scope, word: Sym) -> Option<&Given> {
        if scope.given != Some(word) || scope.find(word).is_some() {
            return None;
        }
        self.rules.rules.get(scope.rule?)?.given.as_ref()
    }

    /// Faults a word for several cards where one is meant.
    fn one_of_those_drawn(&mut self, hand: LocalId, word: Word) -> Expr {
        let drawn = self.said(word.sym);
        let kind = match self.rules.locals.get(hand).map(|l| l.ty) {
            Some(Ty::Thing(kind)) => self.kind_of(kind).map_or(String::new(), |k| self.said(k.word)),
            _ => "card".to_owned(),
        };
        let message = format!("`{drawn}` is all that was drawn, and one {kind} is meant here");
        self.fault(Code::Type, word.at, message, format!("go through them: `for each {kind} in {drawn}: ...`"))
    }

    /// A word: a way of what goes on, a word that is known, a candidate, what the rule was given, what an effect noted.
    pub(super) fn a_word(&mut self, scope: &mut Scope, word: Word) -> Expr {
        let (sym, at) = (word.sym, word.at);
        if let Some(way) = self.result_asked(scope, sym, at) {
            return way;
        }
        let candidate = |l: &&LocalId| self.called(scope, **l) == Some(sym);
        if let Some(local) = scope.find(sym).or_else(|| scope.it.iter().rev().find(candidate).copied()) {
            if scope.hands.iter().any(|(_, hand, several)| *hand == local && *several) {
                return self.one_of_those_drawn(local, word);
            }
            return self.local_expr(local, at);
        }
        if let Some(given) = self.given(scope, sym).cloned() {
            return self.given_here(scope, &given, at);
        }
        if let Some((_, local)) = scope.noted.iter().find(|(w, _)| *w == sym) {
            // of what it was nothing is known where it is spoken of again
            return Expr::new(ExprKind::Local(*local), Ty::Unknown, at);
        }
        let always = match self.text(sym) {
            "turn" => Some((ExprKind::Turn, Ty::PLAIN)),
            "turns" => Some((ExprKind::Turns, Ty::PLAIN)),
            "game" => Some((ExprKind::Game, Ty::Thing(self.first_kind(KindBase::Game).unwrap_or(KindId(0))))),
            _ => None,
        };
        match always {
            Some((kind, ty)) => Expr::new(kind, ty, at),
            None => self.unknown_word(scope, word),
        }
    }

    /// What the rule was given in brackets.
    fn given_here(&mut self, scope: &mut Scope, given: &Given, at: At) -> Expr {
        match given {
            Given::Name(sym) => self.bare(scope, &alone(Name { sym: *sym, at })),
            Given::Number(n) => Expr::new(ExprKind::Int(*n), Ty::PLAIN, at),
            Given::Dice(dice) if scope.effects => Expr::new(ExprKind::Roll(Dice { at, ..dice.clone() }), Ty::PLAIN, at),
            Given::Dice(_) => Expr::new(ExprKind::Int(0), Ty::PLAIN, at),
            Given::Nothing => Expr::error(at),
        }
    }

    fn unknown_word(&mut self, scope: &Scope, word: Word) -> Expr {
        let text = self.said(word.sym);
        if let Some((_, ours)) = TRUTHS.iter().find(|(foreign, _)| *foreign == text) {
            return self.fault(Code::Habit, word.at, format!("`{text}` is not of this language"), format!("write `{ours}`"));
        }
        if let Some(name) = compass(&text) {
            return self.fault(Code::Name, word.at, format!("`{text}` stands for nothing here"), format!("write `{name}`, with capitals"));
        }
        let ways = scope.proc.and_then(|p| self.rules.procs.get(p)).map(|p| &p.ways);
        if ways.is_some_and(|ways| ways.contains(&word.sym)) {
            return self.fault(Code::Name, word.at, format!("`{text}` is a way of what goes on here"), format!("write `this is {text}`"));
        }
        if let Some(proc) = scope.proc.and_then(|p| self.rules.procs.get(p)).filter(|p| p.results.iter().any(|(w, _)| *w == word.sym)) {
            let name = self.said(proc.head.name);
            if matches!(proc.kind, crate::hir::ProcKind::Chance(_)) {
                let message = format!("`{text}` is not known yet: it is what `{name}` comes to");
                return self.fault(Code::Name, word.at, message, format!("ask it `after {name}`"));
            }
            let message = format!("`{text}` is not known yet: it comes of the step `{text}` of `{name}`");
            return self.fault(Code::Name, word.at, message, format!("ask it `after step {text} of {name}`, or at a later step"));
        }
        if scope.gone.contains(&word.sym) {
            let message = format!("`{text}` is known only in the block above, which has ended");
            return self.fault(Code::Name, word.at, message, "indent this line as deep as the lines of that block");
        }
        let it = scope.it.iter().filter_map(|l| self.called(scope, *l));
        let mut names: Vec<&str> = Vec::new();
        for known in scope.words.iter().map(|(w, _)| *w).chain(it).map(|w| self.text(w)) {
            if !names.contains(&known) {
                names.push(known);
            }
        }
        if let Some(n) = NUMBERS.iter().position(|n| *n == text) {
            return self.fault(
                Code::Name,
                word.at,
                format!("`{text}` stands for nothing here"),
                format!("write the number in digits: `{n}`"),
            );
        }
        if text == "loser" && names.contains(&"winner") {
            let message = "`loser` stands for nothing here";
            return self.fault(Code::Name, word.at, message, "write `opponent of winner`, the other side");
        }
        if scope.naming.contains(&word.sym) && !scope.steps.contains(&word.sym) {
            let message = format!("`{text}` is not known yet: it comes of a step below");
            return self.fault(Code::Name, word.at, message, format!("put `step {text} = ...` above this line"));
        }
        if matches!(&*text, "failed" | "passed") {
            let help = "write the check, and behind it `, or` and what happens if it fails";
            return self.fault(Code::Name, word.at, "what a check came to is said where it is made", help);
        }
        let help = match nearest(&text, names.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            // where results of steps are known, the step of this one may have been lost
            None if scope.steps.iter().any(|s| scope.find(*s).is_some()) => {
                let message = format!("nothing above says what `{text}` is");
                return self.fault(Code::Name, word.at, message, format!("write a line above it, `step {text} = ...`"));
            }
            None if names.is_empty() => "name it first".to_owned(),
            None if self.home_of(scope, word.sym).is_some() => {
                format!("write `{text} of {}`", self.home_of(scope, word.sym).map_or("", |w| self.text(w)))
            }
            None if text == "leader" => format!("write `leader of {}`", names.last().copied().unwrap_or("unit")),
            None => format!("known here: {}", names.join(", ")),
        };
        self.fault(Code::Name, word.at, format!("`{text}` stands for nothing here"), help)
    }

    /// The word for a piece of such a group, where one is known.
    fn home_of(&self, scope: &Scope, group: Sym) -> Option<Sym> {
        let belongs = |local: LocalId| match self.local_ty(local) {
            Ty::Thing(kind) => self.is(kind, KindBase::Piece) && self.kind_of(kind).is_some_and(|k| k.of.contains(&group)),
            _ => false,
        };
        scope.words.iter().rev().find(|(_, local)| belongs(*local)).map(|(word, _)| *word)
    }

    /// From whose side friends and enemies are seen: who carries the rule unless that is a row, else the first blank.
    pub fn viewer(&self, scope: &Scope, at: At) -> Option<Expr> {
        let mine = scope.me.filter(|me| !matches!(self.local_ty(*me), Ty::Row(_)));
        mine.or(scope.viewer).map(|viewer| self.local_expr(viewer, at))
    }
}
