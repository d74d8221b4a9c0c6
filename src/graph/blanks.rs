//! The blanks of a hook that a rule's pattern fills.

use super::compile::Pass;
use super::ir::{Bin, Domain, Ex, Sel};
use super::meet::Met;
use super::names::role_help;
use super::numbers::small;
use super::scope::Local;
use crate::diag::{Code, Diagnostic};
use crate::model::{Head, Type};
use crate::source::Span;
use crate::syntax::{Node, Rule};

impl Pass<'_> {
    /// The blanks that a pattern fills. A description may seem to go on with `from me`, `with NAME` or `in KIND`: where
    /// the head has such a blank, and nothing else fills it, that is what is meant.
    pub fn pattern_roles(&self, head: &Head, pattern: &Node) -> Vec<Node> {
        let mut out: Vec<Node> = Vec::new();
        // whoever comes near fills the only blank of what meets a move
        if let Some(sel) = pattern.find(Rule::selector).filter(|_| pattern.rule == Rule::comes) {
            let who = Node { rule: Rule::selector_role, ..sel.clone() };
            out.push(Node { rule: Rule::pattern_role, span: sel.span, kids: vec![who] });
        }
        let given = |prep: &str| pattern.all(Rule::pattern_role).any(|r| r.find(Rule::prep).is_some_and(|p| self.text(p) == prep));
        for role in pattern.all(Rule::pattern_role) {
            let mut role = role.clone();
            let mut more = Vec::new();
            for sel in role.kids.iter_mut().filter(|k| k.rule == Rule::selector_role) {
                sel.kids.retain(|relative| {
                    let Some(r) = relative.first().filter(|_| relative.rule == Rule::relative) else { return true };
                    let prep = match r.rule {
                        Rule::from_r => "from",
                        Rule::with_r => "with",
                        Rule::of_r => "of",
                        Rule::in_r => "in",
                        _ => return true,
                    };
                    let Some(blank) = head.roles.iter().find(|h| h.prep == prep).filter(|_| !given(prep)) else { return true };
                    let kind = r.find(Rule::r#ref).and_then(|n| n.find(Rule::local)).and_then(|w| self.program.book.kind(self.text(w)));
                    let Some(filled) = blank_of(r, prep, kind.is_some()) else { return true };
                    // whose it is, or what ground it is on, stays with the description
                    let fits =
                        kind.map_or(!r.find(Rule::r#ref).is_some_and(|n| n.has(Rule::name_ref)), |k| self.thing_type(k).fits(&blank.ty));
                    if matches!(prep, "of" | "in") && !fits {
                        return true;
                    }
                    more.push(filled);
                    false
                });
            }
            out.push(role);
            out.extend(more);
        }
        out
    }

    /// Faults two blanks of one place that are called by the same word, where the rule goes on to speak of it.
    pub fn called_alike(&mut self, attach: &Node, roles: &[Node], given: Option<&str>) {
        let (mut spoken, mut called): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
        for part in attach.kids.iter().filter(|k| matches!(k.rule, Rule::guard | Rule::body)) {
            part.walk(&mut |n| spoken.extend(Some(self.text(n)).filter(|_| n.rule == Rule::local)));
        }
        // statements may stand below
        let done = attach.find(Rule::body).is_some_and(|b| !b.has(Rule::contribs));
        for noun in roles.iter().filter_map(|r| r.find(Rule::selector_role)).filter_map(|s| s.find(Rule::noun)) {
            let Some(word) = noun.all(Rule::word).last().map(|w| self.text(w)) else { continue };
            if given == Some(word) {
                let message = format!("the rule is given `{word}`, and this blank is called `{word}` too");
                self.fault(Code::Role, noun.span, message, "call the blank by another word");
            }
            if called.contains(&word) && (done || spoken.contains(&word)) {
                self.two_called(word, noun.span);
            }
            called.push(word);
        }
    }

    /// The fault for two blanks of one sentence with the same word.
    pub fn two_called(&mut self, word: &str, span: Span) {
        let help = format!("call one of them by a word of its own, such as `{} other`", self.files.slice(span).trim());
        self.fault(Code::Role, span, format!("two blanks are called `{word}` here"), help);
    }

    /// Fills one blank, and notes what must hold of whatever fills it.
    pub fn pattern_role(&mut self, met: &mut Met, head: &Head, role: &Node) {
        let prep = role.find(Rule::prep).map_or("", |p| self.text(p)).to_owned();
        let Some(i) = head.roles.iter().position(|h| h.prep == prep) else {
            let (shown, help) = (self.show_head(head), role_help(head));
            self.report(
                Diagnostic::new(Code::Role, role.span, format!("`{}` has no `{prep}`", head.name))
                    .here(format!("its head reads: {shown}"))
                    .help(help),
            );
            return;
        };
        let ty = head.roles.get(i).map_or(Type::Unknown, |r| r.ty.clone());
        let var = self.program.ex(Ex::Reg(small(i)));
        if let Some(sel) = role.find(Rule::my_sel) {
            for a in sel.all(Rule::adjective) {
                let x = self.adjective(&mut met.scope, var, &ty, a);
                self.and(met, x);
            }
            if let Some(my) = sel.find(Rule::my) {
                let (mine, _) = self.reference(&mut met.scope, my);
                let same = self.program.ex(Ex::Two(Bin::Eq, var, mine));
                self.and(met, same);
            }
        } else if let Some(word) = role
            .find(Rule::selector_role)
            .filter(|_| matches!(ty, Type::Number(_)))
            .and_then(|s| s.find(Rule::noun))
            .and_then(|n| n.find(Rule::word))
        {
            let name = self.text(word).to_owned();
            met.scope.alias(&name, small(i), ty);
        } else if let Some(sel) = role.find(Rule::selector_role) {
            self.described(met, &head.name, (&prep, i, &ty), sel);
        } else if let Some(op) = role.find(Rule::operand).or_else(|| role.find(Rule::the_one)) {
            let (x, _) = self.expr(&mut met.scope, op);
            let same = self.program.ex(Ex::Two(Bin::Eq, var, x));
            self.and(met, same);
        }
    }

    /// Fills a blank, the `i`-th of the hook, with whatever is described.
    fn described(&mut self, met: &mut Met, name: &str, (prep, i, ty): (&str, usize, &Type), sel: &Node) {
        let var = self.program.ex(Ex::Reg(small(i)));
        let (kind, local) = self.noun(sel);
        let want = self.thing_type(kind);
        if !want.fits(ty) {
            let (is, w) = (self.program.book.describe(&want), self.program.book.describe(ty));
            self.fault(Code::Type, sel.span, format!("`{name}` wants {w} after `{prep}`, and this is {is}"), format!("give it {w}"));
        }
        // in an effect that lasts, whom the sentences around it speak of is meant
        if let Some((_, noted)) = met.scope.noted.iter().find(|(word, _)| *word == local) {
            let same = self.program.ex(Ex::Two(Bin::Eq, var, *noted));
            self.and(met, same);
        }
        met.scope.alias(&local, small(i), ty.clone());
        let it = Local { name: local, reg: small(i), ty: ty.clone() };
        met.scope.it.push(it);
        let mut filters = Vec::new();
        for a in sel.all(Rule::adjective) {
            filters.push(self.adjective(&mut met.scope, var, ty, a));
        }
        let mut narrowed = Sel { domain: Domain::All(small(kind)), var: small(i), filters: Vec::new(), extreme: Vec::new() };
        for r in sel.all(Rule::relative).chain(sel.all(Rule::role_rel)) {
            self.relative_filter(&mut met.scope, kind, var, ty, r, &mut narrowed);
        }
        filters.extend(narrowed.filters);
        // the nearest is one of all that are so
        if !narrowed.extreme.is_empty() {
            let (all, _) = self.selector(&mut met.scope, sel);
            let one = self.program.ex(Ex::First(all));
            filters.push(self.program.ex(Ex::Two(Bin::Eq, var, one)));
        }
        for x in filters {
            self.and(met, x);
        }
    }
}

/// `from me`, `with NAME` or, if it names a kind, `in KIND` of a description, as what fills a blank.
fn blank_of(relative: &Node, prep: &str, kind: bool) -> Option<Node> {
    let node = |rule, span, kids| Node { rule, span, kids };
    let start = relative.span.start as usize;
    let word = node(Rule::prep, Span::new(start, start + prep.len()), Vec::new());
    let what = match relative.find(Rule::r#ref) {
        Some(r) if r.has(Rule::me) || r.has(Rule::my) => node(Rule::my_sel, r.span, r.kids.clone()),
        Some(r) if kind => {
            let word = r.find(Rule::local)?.first()?.clone();
            node(Rule::selector_role, r.span, vec![node(Rule::noun, r.span, vec![word])])
        }
        Some(r) => node(Rule::operand, r.span, vec![r.clone()]),
        None => {
            let list = relative.find(Rule::name_list).filter(|l| l.kids.len() == 1 && !relative.has(Rule::kw_no))?;
            let name = list.first()?.find(Rule::name_ref)?;
            let inner = node(Rule::r#ref, name.span, vec![name.clone()]);
            node(Rule::operand, name.span, vec![inner])
        }
    };
    Some(node(Rule::pattern_role, relative.span, vec![word, what]))
}
