//! Packs that the grammar writes: each sentence is made from the rules in `grammar`, its names from those of a small pack that
//! stands before it, so that most sentences mean something.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use arbitrary::{Arbitrary, Result, Unstructured};
use pest_meta::ast::{Expr, Rule, RuleType};

/// The nouns: the pack that has sixty slips, without them.
const PACK: &str = include_str!("../../tests/slips/pack.grog");
/// Where the nouns end.
const END: &str = "-- The slips.";

const GRAMMAR: [&str; 6] = [
    include_str!("../../grammar/declarations.pest"),
    include_str!("../../grammar/items.pest"),
    include_str!("../../grammar/statements.pest"),
    include_str!("../../grammar/expressions.pest"),
    include_str!("../../grammar/keywords.pest"),
    include_str!("../../grammar/lexis.pest"),
];

/// Names that the nouns have, and some that they do not.
const NAMES: &[&str] = &[
    "Shaken",
    "Hidden",
    "Spent",
    "First Player",
    "Foot",
    "Horse",
    "Officer",
    "Skill",
    "Grit",
    "AP",
    "Glory",
    "Losses",
    "Loose",
    "Line",
    "Wood",
    "Wall",
    "Copse",
    "Old Wall",
    "South Edge",
    "Musket",
    "Rifle",
    "Range",
    "Score",
    "Mist",
    "Thick",
    "Thin",
    "Courage",
    "Officer Present",
    "Pace",
    "Foggy",
    "Shots",
    "Fresh",
    "Outgunned",
    "To Hit",
    "Long Shot",
    "Nerve Check",
    "Toll",
    "Volley",
    "Fall",
    "Fire!",
    "Advance",
    "Rally",
    "Steady",
    "Sharp",
    "Opening",
    "Fighting",
    "Ending",
    "Activation",
    "Jackets",
    "Ranger",
    "Captain",
    "Fusiliers",
    "Garrison",
    "Roll Off",
    "Crossroads",
    "Crossroads Setup",
    "Post",
    "First",
    "Foe",
    "Red",
    "Blue",
    "Ours",
    "Theirs",
    "Alpha",
    "Beta",
];

const WORDS: &[&str] = &[
    "unit", "unit", "unit", "model", "side", "weapon", "scenery", "zone", "trait", "order", "action", "game", "rule", "target", "foe",
    "leader", "turn", "volley", "hits", "toll", "winner", "victim", "n", "x1", "go", "aim", "points", "straight", "loose", "ranks",
    "front", "aimed",
];

const NUMBERS: &[&str] =
    &["0", "1", "2", "3", "4", "5", "6", "10", "12", "40", "100", "999", "65536", "4294967296", "99999999999999999999"];

const DICE: &[&str] = &["d6", "2d6", "d3", "d10", "3d6\"", "d3\"", "0d6", "1000d6", "d0", "d255"];

/// How declarations begin, the rule that their heads go on with, and the rules of the lines below them.
const FORMS: &[(&str, &str, &[&str])] = &[
    ("value New of unit =", "choice", &["named_row"]),
    ("value New of unit, inches, rounded up =", "choice", &["named_row"]),
    ("value New by unit at unit foe =", "choice", &["named_row"]),
    ("condition New of unit =", "expr", &["named_row"]),
    ("condition New of unit at unit foe =", "expr", &["named_row"]),
    ("procedure New of unit", "", &["step"]),
    ("procedure New by unit at unit (the target)", "", &["step"]),
    ("phase New", "", &["step"]),
    ("order New by unit at enemy unit (the target)", "", &["cost", "needs", "limit", "step", "step"]),
    ("trait New of unit", "", &["attach", "attach", "attach", "forbid", "comes", "gains_rule", "limit", "mood_item"]),
    ("trait New of model", "", &["attach", "forbid"]),
    ("rule New", "", &["attach", "forbid", "comes"]),
    ("marker New of unit", "", &["attach", "forbid", "until_item"]),
    ("pool New of unit", "", &["dice_item", "each_die", "natural", "named_row", "keep_item", "pass_item"]),
    ("roll New of unit:", "choice", &["band", "named_row", "natural", "keep_item"]),
    ("check New of unit:", "chance_body", &["band", "named_row", "natural"]),
    ("opposed New by unit at unit foe:", "chance_body", &["band", "named_row"]),
    ("table New (score):", "table_pair", &["row_cells"]),
    ("ruling New", "", &["asks_item", "plays", "or_reading", "or_reading"]),
    ("formation New of unit", "", &["shape", "attach", "gains_rule"]),
    ("terrain New", "", &["path_cost"]),
    ("unit New 10 pts", "", &["has_item", "carries_item", "rules_item", "option", "row_cells"]),
    ("scenario New", "", &["board", "turns", "setup", "side_item", "rules_item"]),
    ("situation New", "", &["board", "side_item", "use_item"]),
    ("test \"New\" in Post", "", &["given", "answers", "do_item", "do_item", "expect", "expect"]),
    ("amend value Pace", "", &["named_row", "remove_item"]),
];

/// A pack of nouns and of some declarations that were written.
#[derive(Debug)]
pub struct Written(pub String);

impl<'a> Arbitrary<'a> for Written {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let mut pen = Pen { text: PACK.split(END).next().unwrap_or_default().to_owned(), left: 0, new: 0 };
        for _ in 0..u.int_in_range(1..=6)? {
            pen.declaration(u)?;
        }
        Ok(Self(pen.text))
    }
}

/// Every rule of the grammar, and how many words its shortest sentence has.
struct Rules {
    all: BTreeMap<String, (Rule, usize)>,
}

fn rules() -> &'static Rules {
    static RULES: OnceLock<Rules> = OnceLock::new();
    RULES.get_or_init(|| {
        let text = GRAMMAR.join("\n");
        let pairs = pest_meta::parser::parse(pest_meta::parser::Rule::grammar_rules, &text).expect("a grammar");
        let all = pest_meta::parser::consume_rules(pairs).expect("a grammar");
        let mut rules = Rules { all: all.into_iter().map(|r| (r.name.clone(), (r, FAR))).collect() };
        loop {
            let found: Vec<(String, usize)> =
                rules.all.iter().map(|(name, (r, _))| (name.clone(), rules.least(&r.expr).min(FAR))).collect();
            let mut better = false;
            for (name, least) in found {
                if let Some(known) = rules.all.get_mut(&name).filter(|k| k.1 > least) {
                    known.1 = least;
                    better = true;
                }
            }
            if !better {
                return rules;
            }
        }
    })
}

/// As many words as no sentence has.
const FAR: usize = 1_000_000;

impl Rules {
    /// How many words the shortest text of an expression has.
    fn least(&self, e: &Expr) -> usize {
        match e {
            Expr::Ident(name) => 1 + self.all.get(name).map_or(0, |r| r.1),
            Expr::Seq(a, b) => self.least(a) + self.least(b),
            Expr::Choice(a, b) => self.least(a).min(self.least(b)),
            Expr::RepOnce(a) => self.least(a),
            Expr::Str(_) | Expr::Insens(_) | Expr::Range(..) => 1,
            _ => 0,
        }
    }
}

/// What has been written, and how many words may be before the shortest way is taken.
struct Pen {
    text: String,
    left: usize,
    /// How many names were made up.
    new: usize,
}

impl Pen {
    /// A head, and perhaps lines below it: mostly of a sort that may stand there.
    fn declaration(&mut self, u: &mut Unstructured<'_>) -> Result<()> {
        let items: &[&str] = if u.ratio(1, 6)? {
            self.line(u, 0, "", "head")?;
            &["item", "item", "item", "row_cells"]
        } else {
            let (head, rest, items) = *u.choose(FORMS)?;
            self.new += 1;
            self.line(u, 0, &head.replace("New", &format!("New{}", self.new)), rest)?;
            items
        };
        for _ in 0..u.int_in_range(0..=4)? {
            let form = *u.choose(items)?;
            self.line(u, 2, "", form)?;
            if self.text.trim_end().ends_with(':') {
                for _ in 0..u.int_in_range(1..=3)? {
                    let form = *u.choose(&["stmts", "stmts", "stmts", "contribs"])?;
                    self.line(u, 4, "", form)?;
                }
            }
        }
        Ok(())
    }

    /// A line: what it begins with, and a rule, if one follows.
    fn line(&mut self, u: &mut Unstructured<'_>, depth: usize, begin: &str, rule: &str) -> Result<()> {
        self.left = *u.choose(&[5, 10, 20, 60])?;
        self.text.push_str(&" ".repeat(depth));
        self.text.push_str(begin);
        self.rule(u, rule, true)?;
        self.text.push('\n');
        Ok(())
    }

    fn say(&mut self, word: &str, apart: bool) {
        if apart && !self.text.ends_with([' ', '\n']) {
            self.text.push(' ');
        }
        self.text.push_str(word);
    }

    fn rule(&mut self, u: &mut Unstructured<'_>, name: &str, apart: bool) -> Result<()> {
        let pool: &[&str] = match name {
            "name" | "bare_name" => NAMES,
            "word" => WORDS,
            "integer" => NUMBERS,
            "dice" => DICE,
            "quoted" => &["\"A volley\"", "\"Steady, lads...\"", "\"x\""],
            "length" => &["6\"", "0\"", "1.5\"", "24\"", "1000\"", "0.0001\""],
            "decl_word" => &[
                "trait",
                "procedure",
                "phase",
                "action",
                "order",
                "rule",
                "marker",
                "formation",
                "terrain",
                "unit",
                "deck",
                "turn",
                "scenery",
                "weapon",
            ],
            "clause_id" => &["a.b", "c"],
            "way" => &["up", "down", "nearest"],
            "cell_text" => &["1", "6\"", "4+", "-", "Foot", "Musket", "d6", "under 6", "1-3", ""],
            "was_text" => &["6\"", "2 AP"],
            _ => &[],
        };
        if !pool.is_empty() {
            let word = *u.choose(pool)?;
            self.say(word, apart);
            return Ok(());
        }
        match name {
            "ASCII_DIGIT" => self.say("6", apart),
            "ASCII_ALPHA_LOWER" | "ASCII_ALPHA" | "ASCII_ALPHANUMERIC" | "LETTER" | "ANY" => self.say("a", apart),
            "UPPERCASE_LETTER" => self.say("A", apart),
            "SOI" | "EOI" | "NEWLINE" | "WHITESPACE" | "COMMENT" => {}
            _ => {
                let Some((rule, _)) = rules().all.get(name) else { return Ok(()) };
                let atomic = matches!(rule.ty, RuleType::Atomic | RuleType::CompoundAtomic);
                if atomic {
                    self.say("", apart);
                }
                self.expr(u, &rule.expr, apart && !atomic)?;
            }
        }
        Ok(())
    }

    fn expr(&mut self, u: &mut Unstructured<'_>, e: &Expr, apart: bool) -> Result<()> {
        let tired = self.left == 0;
        match e {
            Expr::Str(s) | Expr::Insens(s) => {
                self.left = self.left.saturating_sub(1);
                self.say(s, apart);
            }
            Expr::Ident(name) => self.rule(u, name, apart)?,
            Expr::Seq(a, b) => {
                self.expr(u, a, apart)?;
                self.expr(u, b, apart)?;
            }
            Expr::Choice(..) => {
                let mut ways = Vec::new();
                flat(e, &mut ways);
                let way = if tired { ways.iter().min_by_key(|w| rules().least(w)).copied() } else { Some(*u.choose(&ways)?) };
                if let Some(way) = way {
                    self.expr(u, way, apart)?;
                }
            }
            Expr::Opt(a) => {
                if !tired && u.ratio(2, 5)? {
                    self.expr(u, a, apart)?;
                }
            }
            Expr::Rep(a) | Expr::RepOnce(a) => {
                if matches!(e, Expr::RepOnce(_)) {
                    self.expr(u, a, apart)?;
                }
                while self.left > 0 && u.ratio(1, 4)? {
                    self.left -= 1;
                    self.expr(u, a, apart)?;
                }
            }
            // what may or may not follow is seen to by the parser
            _ => {}
        }
        Ok(())
    }
}

/// The ways of a choice.
fn flat<'e>(e: &'e Expr, out: &mut Vec<&'e Expr>) {
    if let Expr::Choice(a, b) = e {
        flat(a, out);
        flat(b, out);
    } else {
        out.push(e);
    }
}
