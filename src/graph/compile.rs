//! Declarations to a program: heads first, then what rules contribute, then code.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::arrivals::Arrival;
use super::carry::Mute;
use super::check::Asked;
use super::ir::{Bin, Contribution, Ex, Op, Reg, RowInfo, X};
use super::program::Program;
use super::rules::Param;
use super::scope::{Local, Scope};
use super::simultaneous::{Moment, Simultaneous};
use super::snippet::Known;
use super::splice::{Over, Spliced, Trigger};
use super::toss::{Late, Taken, Toss};
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
    if doubts {
        super::check::doubts(&mut pass, &sorted);
    }
    pass.found.sort_by_key(|d| (d.span.start, d.code));
    pass.found.dedup();
    (pass.program, pass.found)
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
    pass.nouns(sorted);
    pass.marker_ends(sorted);
    pass.bearers(sorted);
    pass.attachments(sorted);
    pass.stands(sorted);
    pass.bodies(sorted);
    pass
}

/// The state of compiling one pack.
pub(super) struct Pass<'a> {
    pub files: &'a Files,
    pub program: Program,
    pub found: Vec<Diagnostic>,
    /// By procedure and step; the empty step is the whole procedure.
    pub splices: HashMap<(u16, String), Vec<Spliced<'a>>>,
    /// Named rows, for `ignore`: the hook's row name to rows.
    pub row_names: HashMap<Key, Vec<(u16, HookId)>>,
    /// The steps of each procedure, with spans.
    pub step_names: HashMap<u16, Vec<(String, Span)>>,
    /// Procedure of a chance hook to the chance.
    pub chance_of: HashMap<u16, usize>,
    /// What all rules of a kind share.
    pub kind_items: HashMap<String, Vec<&'a Line>>,
    /// Who is to stand at a place that is chosen, by the choice.
    pub stands: HashMap<Span, &'a Node>,
    /// Parts of expressions that were done first: the register that holds each.
    pub substitutes: HashMap<Span, (X, Type)>,
    /// Words of guards that are tags of the running procedure.
    pub tag_words: HashMap<Span, X>,
    /// What rules contribute to chance hooks, by procedure.
    pub tosses: HashMap<u16, Vec<Toss<'a>>>,
    /// The row of each line of a hook.
    pub rows_at: HashMap<Span, u16>,
    /// Terms that a rule sets for itself: `may`, `cost`, `once per`.
    pub own_terms: HashMap<u16, Vec<&'a Node>>,
    /// The bit of each limit of each rule.
    pub limit_bits: HashMap<(Span, u16), u16>,
    /// What was asked before the throw that is being made, by the line that asks it.
    pub taken: HashMap<u16, Taken>,
    /// What the next throw uses up: whether, whose, which bit.
    pub after_throw: Vec<(X, X, u16)>,
    /// Contributions that wait for the result of the throw.
    pub late: Vec<Late<'a>>,
    /// Contributions to a pool that wait until its dice are seen.
    pub seen: Vec<Late<'a>>,
    /// Contributions to a pool that make more of each success.
    pub hits: Vec<Late<'a>>,
    /// Answers that are given in advance: to what, and where.
    pub advance: Vec<(u16, Span)>,
    /// What makes more of each success of a pool, by the name of the pool.
    pub multiplied: Vec<(String, Vec<Contribution>)>,
    /// The parameter of a rule: its word and what it is.
    pub params: HashMap<u16, Param>,
    /// The rules that one declaration with a parameter makes.
    pub instances: HashMap<Span, Vec<u16>>,
    /// Attachments that stand over others: rule, row, where.
    pub overs: Vec<Over<'a>>,
    /// What rules in the place of a step gave for its result: the type, and where.
    pub instead_given: Vec<(Type, Span)>,
    /// Registers below this are in use where a rule is met.
    pub floor: Reg,
    /// Results that are known where a rule is met.
    pub around: Vec<Local>,
    /// Whether what is met is a throw, whose result is asked for later.
    pub tossing: bool,
    /// Rules that others switch off for whoever carries both.
    pub muted: HashMap<u16, Vec<Mute<'a>>>,
    /// Whether a rule, by its place in the texts, has its carrier in blanks other than `of`.
    pub by_carrier: HashMap<Span, bool>,
    /// Names that stand for something in a snippet.
    pub known: Vec<Known>,
    /// The hidden state of each lasting effect.
    pub sleepers: HashMap<Span, u16>,
    /// Attachments that hold only while a hidden state does.
    pub asleep: HashMap<Span, u16>,
    /// Where each `= e` stands, by what it sets to.
    pub sets_at: HashMap<X, Span>,
    /// What each procedure costs.
    pub cost_slots: HashMap<u16, u16>,
    /// Rules' statements where they stand in procedures.
    pub triggers: Vec<Trigger<'a>>,
    /// Questions that decide something, for the checks.
    pub asked: Vec<Asked>,
    /// The tests of the `if` before, for its `otherwise`.
    pub if_chain: Vec<X>,
    /// Offers that stand wherever an action may be taken.
    pub anytimes: Vec<Spliced<'a>>,
    /// Rules that meet the moves of others.
    pub arrivals: Vec<Arrival<'a>>,
    /// Where such a rule notes who came, by its place and rule.
    pub met: HashMap<(Span, u16), u16>,
    /// The blank of each deck.
    pub deck_heads: Vec<Node>,
    /// The face of each pool that is counted apart.
    pub counted: BTreeMap<u16, u8>,
    /// Who puts rules in order that happen at one moment.
    pub simultaneous: Simultaneous<'a>,
    /// What an effect that is asleep notes when it is woken: the word, and the count that keeps it; by where it stands.
    pub notes: HashMap<Span, Vec<(String, u16)>>,
    /// The word for whoever has an effect that lasts, if it is not its rule's carrier; by where it stands.
    pub lasts_on: HashMap<Span, String>,
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
            splices: HashMap::new(),
            row_names: HashMap::new(),
            step_names: HashMap::new(),
            chance_of: HashMap::new(),
            kind_items: HashMap::new(),
            stands: HashMap::new(),
            substitutes: HashMap::new(),
            tag_words: HashMap::new(),
            tosses: HashMap::new(),
            rows_at: HashMap::new(),
            cost_slots: HashMap::new(),
            anytimes: Vec::new(),
            arrivals: Vec::new(),
            met: HashMap::new(),
            deck_heads: Vec::new(),
            counted: BTreeMap::new(),
            notes: HashMap::new(),
            lasts_on: HashMap::new(),
            simultaneous: Simultaneous::default(),
            sets_at: HashMap::new(),
            params: HashMap::new(),
            instances: HashMap::new(),
            known: Vec::new(),
            floor: 0,
            around: Vec::new(),
            tossing: false,
            muted: HashMap::new(),
            by_carrier: HashMap::new(),
            overs: Vec::new(),
            instead_given: Vec::new(),
            sleepers: HashMap::new(),
            asleep: HashMap::new(),
            own_terms: HashMap::new(),
            limit_bits: HashMap::new(),
            taken: HashMap::new(),
            after_throw: Vec::new(),
            triggers: Vec::new(),
            asked: Vec::new(),
            if_chain: Vec::new(),
            late: Vec::new(),
            seen: Vec::new(),
            hits: Vec::new(),
            multiplied: Vec::new(),
            advance: Vec::new(),
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
        scope.next = scope.next.max(self.floor);
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
