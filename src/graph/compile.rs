//! Declarations to a program: heads first, then what rules contribute, then code.

use std::collections::{HashMap, HashSet};

use super::arrivals::Arriving;
use super::attach::Rows;
use super::check::Asked;
use super::ir::Program;
use super::ir::{Bin, Ex, Op, RowInfo, X};
use super::lasting::Sleep;
use super::meet::Here;
use super::rules::Rules;
use super::scope::Scope;
use super::simultaneous::{Moment, Simultaneous};
use super::snippet::Known;
use super::splice::Splicing;
use super::toss::Throwing;
use crate::diag::{Code, Diagnostic};
use crate::model::{Key, Role, Type, collect};
use crate::source::{Files, Span};
use crate::syntax::{Declaration, Line, Node, Rule};

/// Compiles a pack. The program is usable only if no diagnostic is an error.
#[must_use]
pub fn compile(files: &Files, declarations: &[Declaration]) -> (Program, Vec<Diagnostic>) {
    whole(files, declarations, false)
}

/// Compiles a pack, and tells also what is no fault and yet probably not meant.
#[must_use]
pub fn review(files: &Files, declarations: &[Declaration]) -> (Program, Vec<Diagnostic>) {
    whole(files, declarations, true)
}

fn whole(files: &Files, declarations: &[Declaration], doubts: bool) -> (Program, Vec<Diagnostic>) {
    let mut found = Vec::new();
    // the order of files and declarations must not matter, so names decide it
    let mut sorted: Vec<Declaration> = declarations.to_vec();
    sorted.sort_by_cached_key(|d| Key::new(files.slice(d.head.span)).as_str().to_owned());
    for d in &mut sorted {
        if d.head.rule == Rule::many_d {
            d.body.sort_by_cached_key(|l| files.slice(l.span).to_owned());
        } else {
            unordered(files, &mut d.body);
        }
    }
    let book = collect(files, &sorted, &mut found);
    let program = Program { book, coherency: 1000, board: (48_000, 48_000), ..Program::default() };
    let mut pass = one(files, &sorted, program.clone(), found.clone(), HashSet::new());
    // whose order matters is only known of the finished graph
    let pairs = super::check::undecided(&pass);
    if pass.simultaneous.by.is_some() && !pairs.is_empty() {
        pass = one(files, &sorted, program, found, pairs);
    }
    super::check::faults(&mut pass, &sorted);
    pass.cited(&sorted);
    if doubts {
        super::check::doubts(&mut pass, &sorted);
    }
    pass.found.sort_by_key(|d| (d.span.start, d.code));
    pass.found.dedup();
    (pass.program, pass.found)
}

/// Puts lines that have no order among themselves in that of their texts, where they stand.
fn unordered(files: &Files, body: &mut [Line]) {
    const FREE: &[Rule] = &[Rule::attach, Rule::named_row, Rule::forbid, Rule::needs, Rule::limit, Rule::cost];
    fn end(line: &Line) -> u32 {
        line.below.last().map_or(line.span.end, end)
    }
    let free = |l: &&mut Line| l.parts.iter().all(|p| FREE.contains(&p.rule));
    let mut sorted: Vec<Line> = body.iter_mut().filter(free).map(|l| l.clone()).collect();
    sorted.sort_by_cached_key(|l| files.slice(Span { end: end(l), ..l.span }).to_owned());
    for (place, line) in body.iter_mut().filter(free).zip(sorted) {
        *place = line;
    }
}

/// One reading of all declarations, in which somebody puts these pairs of rules in order.
fn one<'a>(
    files: &'a Files,
    sorted: &'a [Declaration],
    program: Program,
    found: Vec<Diagnostic>,
    pairs: HashSet<(Moment, Moment)>,
) -> Pass<'a> {
    let mut pass = Pass::new(files, program, found);
    pass.simultaneous.pairs = pairs;
    pass.declare(sorted);
    pass.whose(sorted);
    pass.nouns(sorted);
    pass.marker_ends(sorted);
    pass.bearers(sorted);
    pass.attachments(sorted);
    pass.stands(sorted);
    pass.bodies(sorted);
    pass.cost_changes();
    pass
}

/// The state of compiling one pack.
pub(super) struct Pass<'a> {
    pub files: &'a Files,
    pub program: Program,
    pub found: Vec<Diagnostic>,
    /// Procedure of a chance hook to the chance.
    pub chance_of: HashMap<u16, usize>,
    /// Who is to stand at a place that is chosen, by the choice.
    pub stands: HashMap<Span, &'a Node>,
    /// Parts of expressions that were done first: the register that holds each.
    pub substitutes: HashMap<Span, (X, Type)>,
    /// Words of guards that are tags of the running procedure.
    pub tag_words: HashMap<Span, X>,
    /// Answers that are given in advance: to what, and where.
    pub advance: Vec<(u16, Span)>,
    /// Names that stand for something in a snippet.
    pub known: Vec<Known>,
    /// What each procedure costs.
    pub cost_slots: HashMap<u16, u16>,
    /// What rules change in costs: whose, where, in what.
    pub cost_changes: Vec<(u16, Span, Type)>,
    /// Questions that decide something, for the checks.
    pub asked: Vec<Asked>,
    /// The tests of the `if` before, for its `otherwise`.
    pub if_chain: Vec<X>,
    /// The blank of each deck.
    pub deck_heads: Vec<Node>,
    /// Who puts rules in order that happen at one moment.
    pub simultaneous: Simultaneous<'a>,
    /// What is known of the throws, and of the one that is being made.
    pub throwing: Throwing<'a>,
    /// What is known of effects that last.
    pub sleep: Sleep,
    /// What rules put at steps.
    pub splicing: Splicing<'a>,
    /// Rules that meet moves.
    pub arriving: Arriving<'a>,
    /// What is known of rules beside their heads.
    pub rules: Rules<'a>,
    /// Where a rule is being met.
    pub here: Here,
    /// Lines that can be named and switched off.
    pub rows: Rows,
}

/// A place where rules meet the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum HookId {
    Slot(u16),
    Proc(u16),
}

impl<'a> Pass<'a> {
    /// Nothing compiled yet.
    pub fn new(files: &'a Files, program: Program, found: Vec<Diagnostic>) -> Self {
        Self {
            files,
            program,
            found,
            chance_of: HashMap::new(),
            stands: HashMap::new(),
            substitutes: HashMap::new(),
            tag_words: HashMap::new(),
            advance: Vec::new(),
            known: Vec::new(),
            cost_slots: HashMap::new(),
            cost_changes: Vec::new(),
            asked: Vec::new(),
            if_chain: Vec::new(),
            deck_heads: Vec::new(),
            simultaneous: Simultaneous::default(),
            throwing: Throwing::default(),
            sleep: Sleep::default(),
            splicing: Splicing::default(),
            arriving: Arriving::default(),
            rules: Rules::default(),
            here: Here::default(),
            rows: Rows::default(),
        }
    }

    /// The text of a node as written.
    pub fn text(&self, node: &Node) -> &'a str {
        self.files.slice(node.span)
    }

    /// A name as written, without quotes.
    pub fn name(&self, node: &Node) -> &'a str {
        self.text(node).trim_matches('"')
    }

    /// Notes a finding.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// Notes a fault with its one fix; gives what stands in for the value that is missing.
    pub fn fault(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<String>) -> (X, Type) {
        self.found.push(Diagnostic::new(code, span, message).help(help));
        (self.int(0), Type::Unknown)
    }

    /// A constant.
    pub fn int(&mut self, n: i64) -> X {
        self.program.ex(Ex::Int(n))
    }

    /// The clauses that are cited, as written.
    pub fn cites(&self, nodes: &[Node]) -> Vec<String> {
        nodes.iter().map(|n| self.text(n).to_owned()).collect()
    }

    /// A new line that can be cited, named and switched off.
    pub fn new_row(&mut self, name: &str, span: Span, cites: Vec<String>, rule: Option<u16>) -> u16 {
        self.program.row(RowInfo { name: name.to_owned(), span, cites, rule, off: Vec::new() })
    }

    /// Wraps `x` in `guard and x` where there is a guard.
    pub fn both(&mut self, a: Option<X>, b: X) -> X {
        match a {
            None => b,
            Some(a) => self.program.ex(Ex::Two(Bin::And, a, b)),
        }
    }

    /// A new scope whose blanks are those of a head.
    pub fn scope_of(&mut self, roles: &[Role]) -> Scope {
        let mut scope = Scope::default();
        for role in roles {
            scope.bind(&role.local, role.ty.clone());
        }
        scope.next = scope.next.max(self.here.floor);
        scope.most = scope.next;
        if let Some(first) = roles.iter().find(|r| matches!(r.ty, Type::Thing(_))) {
            if let Some(local) = scope.find(&first.local).cloned() {
                scope.viewer = Some(self.program.ex(Ex::Reg(local.reg)));
            }
        }
        scope
    }
}

/// Sends a jump to where the code now ends.
pub(super) fn land(code: &mut [Op], at: usize) {
    patch(code, at, code.len());
}

/// Sends a jump to a place that was not known when it was made.
pub(super) fn patch(code: &mut [Op], at: usize, to: usize) {
    let to = u32::try_from(to).unwrap_or(u32::MAX);
    match code.get_mut(at) {
        Some(Op::Jump(t) | Op::Unless(_, t)) => *t = to,
        Some(Op::Next { exit, .. } | Op::Take { exit, .. }) => *exit = to,
        Some(Op::Choose { none, .. }) => *none = to,
        Some(Op::Offer { no, .. }) => *no = to,
        _ => {}
    }
}
