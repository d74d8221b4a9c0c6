//! Which words a line is made of: kinds and words of descriptions, words that stand for something, and whether it is seen from
//! somebody.

use crate::ast::{AdjectiveKind, ExprKind, Item, ItemKind, Mine, NameOrWord, Noun, Part, PatternRole, PatternWho, StmtKind, Walk, Word};
use crate::intern::Sym;

/// What a line speaks of.
#[derive(Default)]
pub(super) struct Words<'n> {
    /// The kinds of descriptions, with the words of their own.
    pub nouns: Vec<Noun>,
    /// The kinds of those of whom the sentences around speak: `that unit`.
    pub those: Vec<Sym>,
    /// Words that stand for something.
    pub locals: Vec<&'n Word>,
    /// Whether it speaks of a carrier, of friends and enemies, or of others.
    pub seen_from: bool,
    /// Questions that are a word of a description, and stand for nothing by themselves.
    counted: Vec<&'n ExprKind>,
    /// Whether the next word belongs to the question before it.
    of_question: bool,
}

impl<'n> Words<'n> {
    /// What a tree speaks of.
    pub fn of(tree: &'n impl Walk) -> Self {
        let mut words = Self::default();
        words.add(tree);
        words
    }

    /// What one tree more speaks of.
    pub fn add(&mut self, tree: &'n impl Walk) {
        tree.walk(&mut |part| self.part(part));
    }

    fn part(&mut self, part: Part<'n>) {
        match part {
            Part::Item(item) => self.item(item),
            Part::Selector(s) => {
                let seen = |k: &AdjectiveKind| matches!(k, AdjectiveKind::Enemy | AdjectiveKind::Friendly | AdjectiveKind::Other);
                self.seen_from |= s.adjectives.iter().any(|a| seen(&a.kind));
                self.nouns.push(s.noun);
            }
            Part::Expr(e) => self.question(&e.kind),
            Part::Stmt(s) => {
                if let StmtKind::Form { into: NameOrWord::Word(word), .. } = &*s.kind {
                    self.locals.push(word);
                }
            }
            Part::Word(word) if !std::mem::take(&mut self.of_question) => self.locals.push(word),
            Part::Word(_) | Part::Name(_) | Part::Cell(_) | Part::Cite(_) => {}
        }
    }

    fn question(&mut self, kind: &'n ExprKind) {
        self.of_question = matches!(kind, ExprKind::My(_) | ExprKind::This(_) | ExprKind::Local(_) | ExprKind::Of { .. });
        match kind {
            ExprKind::Me | ExprKind::My(_) => self.seen_from = true,
            ExprKind::Local(word) if !self.counted.iter().any(|c| std::ptr::eq(*c, kind)) => self.locals.push(word),
            // what is added up, or what most have
            ExprKind::Sum { of, .. } | ExprKind::Majority { of, .. } => self.counted.push(&of.kind),
            _ => {}
        }
    }

    fn item(&mut self, item: &'n Item) {
        let mine = |r: &PatternRole| matches!(r.who, PatternWho::Mine { whose: Mine::Me | Mine::My(_), .. });
        let those = |r: &PatternRole| if let PatternWho::That(noun) = &r.who { Some(noun.kind.sym) } else { None };
        match &item.kind {
            ItemKind::Attach(a) => self.those.extend(a.patterns.iter().flat_map(|p| &p.roles).filter_map(those)),
            ItemKind::Forbid(f) => self.those.extend(f.roles.iter().filter_map(those)),
            _ => {}
        }
        self.seen_from |= match &item.kind {
            ItemKind::Attach(a) => a.patterns.iter().flat_map(|p| &p.roles).any(mine),
            ItemKind::Forbid(f) => f.roles.iter().any(mine),
            _ => false,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::Words;
    use crate::ast::{Adjective, AdjectiveKind, Expr, ExprKind, Noun, Selector, Word};
    use crate::intern::{Names, Sym};
    use crate::source::At;

    fn word(names: &mut Names, text: &str) -> Word {
        Word { sym: names.intern(text), at: At::default() }
    }

    fn e(kind: ExprKind) -> Expr {
        Expr { kind: Box::new(kind), at: At::default() }
    }

    fn described(names: &mut Names, adjectives: Vec<Adjective>) -> Selector {
        let noun = Noun { kind: word(names, "unit"), called: Some(word(names, "foe")), at: At::default() };
        Selector { adjectives, noun, relatives: Vec::new(), at: At::default() }
    }

    fn locals(words: &Words<'_>) -> Vec<Sym> {
        words.locals.iter().map(|w| w.sym).collect()
    }

    #[test]
    fn words_that_stand_for_something() {
        let mut names = Names::default();
        let (n, leader) = (word(&mut names, "n"), word(&mut names, "leader"));
        // `leader of n`: only `n` stands for something
        let of = e(ExprKind::Of { word: leader, of: e(ExprKind::Local(n)) });
        let words = Words::of(&of);
        assert_eq!((locals(&words), words.seen_from), (vec![n.sym], false));
        // `sum of n of enemy unit foe`: `n` is asked of each foe
        let enemy = Adjective { kind: AdjectiveKind::Enemy, at: At::default() };
        let sum = e(ExprKind::Sum { of: e(ExprKind::Local(n)), among: described(&mut names, vec![enemy]) });
        let words = Words::of(&sum);
        assert_eq!((locals(&words), words.seen_from, words.nouns.len()), (vec![], true, 1));
        let mine = e(ExprKind::My(leader));
        let words = Words::of(&mine);
        assert_eq!((locals(&words), words.seen_from), (vec![], true));
    }
}
