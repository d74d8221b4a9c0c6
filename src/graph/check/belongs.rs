//! Lines that stand below a declaration which has no use for them.

use crate::diag::{Code, Diagnostic};
use crate::graph::compile::Pass;
use crate::model::KindBase;
use crate::syntax::{Declaration, Line, Node, Rule};

/// What lines of some sort of declaration may be, and how that is said to whoever wrote another.
type Use = (&'static [Rule], &'static str);

const PACK: Use =
    (&[Rule::kind_item, Rule::simul_item, Rule::legal], "`measure`, `coherency`, `movement`, `actions`, `simultaneous` and `legal` lines");
const GROUPS: Use = (&[Rule::gains_rule], "`gains` and the rules that all of them carry");
const PIECES: Use = (&[Rule::row_first, Rule::row_cells, Rule::gains_rule], "a table of bases, and `gains`");
const ACTIONS: Use = (&[Rule::cost, Rule::needs, Rule::limit, Rule::step], "costs, needs, limits and steps");
const RULES: Use = (&[Rule::mood_item, Rule::cost, Rule::needs, Rule::limit, Rule::gains_rule], "`may`, costs, needs, limits and `gains`");
const NOTHING: Use = (&[], "no lines");
const ROWS: Use = (&[Rule::row_first, Rule::row_cells], "rows");
const QUANTITY: Use = (&[Rule::named_row, Rule::row_contrib], "what changes it, such as `Name: + 1 when ...`");
const POOL: Use = (
    &[Rule::dice_item, Rule::each_die, Rule::natural, Rule::pass_item, Rule::keep_item, Rule::named_row, Rule::row_contrib],
    "`dice`, `each d6 >= ...`, `natural ...`, `passes with ...` and contributions",
);
const ROLL: Use = (&[Rule::band, Rule::keep_item, Rule::named_row, Rule::row_contrib], "contributions, and lines such as `1 to 2: ...`");
const CHECK: Use = (
    &[Rule::band, Rule::natural, Rule::named_row, Rule::row_contrib],
    "`natural ...`, contributions, and lines such as `failed by 1 to 2: ...`",
);
const OPPOSED: Use =
    (&[Rule::band, Rule::keep_item, Rule::named_row, Rule::row_contrib], "contributions, and lines such as `difference 2 or more: ...`");
const MARKER: Use = (&[Rule::until_item, Rule::gains_rule, Rule::cost, Rule::needs, Rule::limit], "when it ends, and rules");
const FORMATION: Use = (&[Rule::shape, Rule::gains_rule], "`shape ...`, `gains ...` and rules");
const TERRAIN: Use = (&[Rule::path_cost], "what it costs, blocks and shelters");
const RULE: Use = (&[Rule::gains_rule, Rule::cost, Rule::needs, Rule::limit], "where it meets the game: `on`, `before`, `after`, `forbid`");

/// Lines that say something to the reader, or meet the game from wherever they stand; and what is told elsewhere.
const ANYWHERE: &[Rule] = &[Rule::remove_item, Rule::shown, Rule::attach, Rule::forbid, Rule::comes];

/// Reports each line of which nothing would come where it stands.
pub(super) fn check(pass: &Pass<'_>, declarations: &[Declaration]) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for d in declarations {
        if !carried(pass, d) {
            d.body.iter().for_each(|l| nobody(pass, l, &mut out));
        }
        let Some((what, (fits, has))) = of(pass, d) else { continue };
        for part in d.body.iter().flat_map(|l| &l.parts) {
            if !fits.contains(&part.rule) && !ANYWHERE.contains(&part.rule) {
                let article = if what.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
                let message = format!("nothing comes of this below {article} {what}");
                out.push(Diagnostic::new(Code::Place, part.span, message).help(format!("below {article} {what} stand {has}")));
            }
        }
    }
    out
}

/// Whether somebody is `me` below a declaration: whoever carries the rule, or each of a kind.
fn carried(pass: &Pass<'_>, d: &Declaration) -> bool {
    if d.head.rule == Rule::kind_d {
        let kind = d.head.find(Rule::word).and_then(|w| pass.program.book.kind(pass.text(w)));
        return kind.is_none_or(|k| !pass.program.book.is(k, KindBase::Action));
    }
    pass.rules_of(d).into_iter().flatten().any(|r| {
        let Some(rule) = pass.program.rules.get(r as usize) else { return false };
        let state = rule.state.and_then(|s| pass.program.book.states.get(s as usize));
        rule.rows || state.is_some_and(|s| s.of != "game")
    })
}

/// Reports `me` in the blank of a place, where that would be anybody.
fn nobody(pass: &Pass<'_>, line: &Line, out: &mut Vec<Diagnostic>) {
    let mut met: Vec<&Node> = Vec::new();
    for part in &line.parts {
        part.walk(&mut |n| met.extend(n.find(Rule::my_sel).filter(|s| n.rule == Rule::pattern_role && s.has(Rule::me))));
    }
    for me in met {
        let message = format!("nobody carries this, so `{}` stands for nothing", pass.text(me));
        out.push(Diagnostic::new(Code::Name, me.span, message).help("say who is meant, such as `unit`, or write it in a rule of somebody"));
    }
    line.below.iter().for_each(|l| nobody(pass, l, out));
}

/// The word for a declaration, and what may stand below it. None where whoever reads it looks through its lines.
fn of(pass: &Pass<'_>, d: &Declaration) -> Option<(String, Use)> {
    let word = pass.word_of(d);
    let found = match d.head.rule {
        Rule::pack_d => ("pack", PACK),
        Rule::tag_d => ("tag", NOTHING),
        Rule::count_d => ("count", NOTHING),
        Rule::many_d => ("list", ROWS),
        Rule::table_d => ("table", ROWS),
        Rule::ruling_d => ("ruling", NOTHING),
        Rule::value_d => ("value", QUANTITY),
        Rule::condition_d => ("condition", QUANTITY),
        Rule::kind_d => return kind(pass, d),
        Rule::chance_d => match d.head.find(Rule::chance_word).map_or("", |w| pass.text(w)) {
            "pool" => ("pool", POOL),
            "check" => ("check", CHECK),
            "opposed" => ("opposed roll", OPPOSED),
            _ => ("roll", ROLL),
        },
        Rule::named_d => match word {
            "marker" => ("marker", MARKER),
            "formation" => ("formation", FORMATION),
            "terrain" => ("terrain", TERRAIN),
            "deck" => ("deck", NOTHING),
            _ => {
                let kind = pass.program.book.kind(word)?;
                let base = pass.program.book.kinds.get(kind)?.base;
                return match base {
                    KindBase::Rule => Some((word.to_owned(), RULE)),
                    KindBase::Feature => Some((word.to_owned(), NOTHING)),
                    _ => None,
                };
            }
        },
        _ => return None,
    };
    Some((found.0.to_owned(), found.1))
}

/// What the things of a kind have in common depends on what they are.
fn kind(pass: &Pass<'_>, d: &Declaration) -> Option<(String, Use)> {
    let word = pass.text(d.head.find(Rule::word)?);
    let base = pass.program.book.kinds.get(pass.program.book.kind(word)?)?.base;
    let fits = match base {
        KindBase::Piece => PIECES,
        KindBase::Action => ACTIONS,
        KindBase::Rule => RULES,
        KindBase::Group => GROUPS,
        _ => NOTHING,
    };
    Some((format!("kind of {}", named(base)), fits))
}

fn named(base: KindBase) -> &'static str {
    match base {
        KindBase::Piece => "pieces",
        KindBase::Action => "actions",
        KindBase::Rule => "rules",
        KindBase::Group => "groups",
        KindBase::Feature => "features",
        KindBase::Row => "rows",
        _ => "things",
    }
}
