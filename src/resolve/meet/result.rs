//! What a guard asks of the result of a throw that is yet to come: `when failed`, `when passed and unit is Steady`.

use crate::ast::{Chain, Expr, ExprKind, Guard, Level, Link, Op};

use super::super::Resolver;

/// What stands in a question without brackets.
#[derive(Default)]
struct Flat<'e> {
    /// Its operands.
    parts: Vec<&'e Expr>,
    /// Whether `or` or `not` stands there.
    mixed: bool,
}

impl<'e> Flat<'e> {
    fn of(e: &'e Expr) -> Self {
        let mut flat = Self::default();
        flat.add(e);
        flat
    }

    fn add(&mut self, e: &'e Expr) {
        match &*e.kind {
            ExprKind::Chain(c) => {
                self.mixed |= c.level == Level::Or;
                for operand in operands(c) {
                    match &*operand.kind {
                        // what binds no more strongly stood in brackets
                        ExprKind::Chain(inner) if inner.level <= c.level => {}
                        _ => self.add(operand),
                    }
                }
            }
            ExprKind::Not(of) => {
                self.mixed = true;
                if !matches!(&*of.kind, ExprKind::Chain(c) if c.level < Level::Compare) {
                    self.add(of);
                }
            }
            ExprKind::Negative(of) => self.unless_in_brackets(of),
            ExprKind::Said(s) => self.unless_in_brackets(&s.of),
            _ => self.parts.push(e),
        }
    }

    fn unless_in_brackets(&mut self, e: &'e Expr) {
        if !matches!(*e.kind, ExprKind::Chain(_)) {
            self.add(e);
        }
    }
}

fn operands(c: &Chain) -> impl Iterator<Item = &Expr> {
    std::iter::once(&c.first).chain(c.rest.iter().map(|l| &l.expr))
}

impl Resolver<'_> {
    /// The result that a guard waits for: a pass (yes) or a failure (no). None where it asks for none.
    pub(super) fn awaited(&self, guard: &Guard) -> Option<bool> {
        let test = guard.test.as_ref()?;
        let passed = self.result_in(&test.expr)?;
        Some(passed != test.unless)
    }

    /// What a guard asks beside the result that it waits for, and whether that can be told apart.
    pub(super) fn before_the_throw(&self, test: &Expr, unless: bool) -> (Option<Expr>, bool) {
        let alone = matches!(*test.kind, ExprKind::Local(_));
        let mixed = (unless || Flat::of(test).mixed) && !alone;
        let ExprKind::Chain(c) = &*test.kind else { return (None, mixed) };
        if c.level != Level::And {
            return (None, mixed);
        }
        let bracketed = |e: &Expr| matches!(&*e.kind, ExprKind::Chain(inner) if inner.level <= Level::And);
        let mut kept = operands(c).filter(|e| bracketed(e) || self.result_in(e).is_none()).cloned();
        let Some(first) = kept.next() else { return (None, mixed) };
        let rest: Vec<Link> = kept.map(|expr| Link { op: Op::And, at: expr.at, expr, rounded: Vec::new() }).collect();
        if rest.is_empty() {
            return (Some(first), mixed);
        }
        let chain = Chain { level: Level::And, first, rest };
        (Some(Expr { kind: Box::new(ExprKind::Chain(chain)), at: test.at }), mixed)
    }

    /// The first result that a question names outside brackets.
    fn result_in(&self, e: &Expr) -> Option<bool> {
        Flat::of(e).parts.into_iter().find_map(|part| match *part.kind {
            ExprKind::Local(word) if self.is_word(word.sym, "passed") => Some(true),
            ExprKind::Local(word) if self.is_word(word.sym, "failed") => Some(false),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Resolver;
    use crate::ast::{Chain, Expr, ExprKind, Guard, GuardTest, Link, Op, Word};
    use crate::intern::Names;
    use crate::source::At;

    fn word(names: &mut Names, text: &str) -> Expr {
        let word = Word { sym: names.intern(text), at: At::default() };
        Expr { kind: Box::new(ExprKind::Local(word)), at: At::default() }
    }

    fn chain(op: Op, parts: Vec<Expr>) -> Expr {
        let mut parts = parts.into_iter();
        let first = parts.next().unwrap();
        let rest = parts.map(|expr| Link { op, expr, rounded: Vec::new(), at: At::default() }).collect();
        Expr { kind: Box::new(ExprKind::Chain(Chain { level: op.level(), first, rest })), at: At::default() }
    }

    fn guard(expr: Expr, unless: bool) -> Guard {
        Guard { test: Some(GuardTest { unless, expr }), during: None, at: At::default() }
    }

    #[test]
    fn what_is_awaited_and_what_is_left() {
        let mut names = Names::default();
        let (failed, passed) = (word(&mut names, "failed"), word(&mut names, "passed"));
        let (a, b) = (word(&mut names, "a"), word(&mut names, "b"));
        let cx = Resolver::new(names, &[]);
        // alone
        assert_eq!(cx.awaited(&guard(failed.clone(), false)), Some(false));
        assert_eq!(cx.awaited(&guard(failed.clone(), true)), Some(true));
        assert_eq!(cx.before_the_throw(&failed, true), (None, false));
        assert_eq!(cx.awaited(&guard(a.clone(), false)), None);
        // with others: `failed and a and b`, `a and passed`
        let three = chain(Op::And, vec![failed.clone(), a.clone(), b.clone()]);
        assert_eq!(cx.before_the_throw(&three, false), (Some(chain(Op::And, vec![a.clone(), b.clone()])), false));
        let two = chain(Op::And, vec![a.clone(), passed.clone()]);
        assert_eq!(cx.awaited(&guard(two.clone(), false)), Some(true));
        assert_eq!(cx.before_the_throw(&two, false), (Some(a.clone()), false));
        assert!(cx.before_the_throw(&two, true).1);
        // not told apart: `failed or a`
        let either = chain(Op::Or, vec![failed.clone(), a.clone()]);
        assert_eq!(cx.awaited(&guard(either.clone(), false)), Some(false));
        assert_eq!(cx.before_the_throw(&either, false), (None, true));
        // in brackets it is a question like others: `(failed or a) and b`
        let brackets = chain(Op::And, vec![either, b]);
        assert_eq!(cx.awaited(&guard(brackets, false)), None);
    }
}
