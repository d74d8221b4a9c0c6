//! Anything of a pack read aloud, and woven: its lines with all that meets them.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::aloud::{self, Paragraph};
use super::meeting::Meetings;
use super::spoken::{carried, meant, names, parts};
use super::weave::{Loom, Thread};
use crate::diag::{Code, Diagnostic, nearest};
use crate::packs::{Compiled, Loaded};
use crate::source::{At, Span};
use crate::speech::Part;

/// A line of the woven view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Woven {
    /// How far it is indented.
    pub depth: usize,
    /// The sentence.
    pub text: String,
    /// The rule that puts it there; none for lines of its own.
    pub from: Option<String>,
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The clauses that it carries out.
    pub clauses: Vec<String>,
    /// What a variant put it in the place of, the nearest parent's first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<Before>,
}

/// What a line was before a variant changed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Before {
    /// The words.
    pub text: String,
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

/// What each line of a pack's parents said, by where it stands.
type Parents = BTreeMap<Span, String>;

impl Woven {
    fn of(pack: &Pack<'_>, parents: &Parents, t: Thread) -> Self {
        let files = &pack.loaded.files;
        let (file, line) = aloud::place(files, t.at);
        let rules = &pack.compiled.resolved.rules;
        let clauses = t.cites.iter().map(|c| rules.names.text(*c).to_owned()).collect();
        let mut line = Self { depth: t.depth, text: t.text, from: t.from, file, line, clauses, before: Vec::new() };
        let changes = &pack.compiled.effective.changes;
        let (mut now, mut at) = (t.at.span(), t.depth);
        // a chain of variants may have changed it again
        for _ in changes {
            let inside = |c: &At| at == 0 && now.start <= c.span().start && c.span().end <= now.end;
            let Some(c) = changes.iter().find(|c| c.now.span() == now || c.head.span() == now && inside(&c.before)) else { break };
            let (file, place) = aloud::place(files, c.before);
            let said = parents.get(&c.before.span()).or_else(|| parents.get(&c.head.span()));
            if let Some(text) = said {
                line.before.push(Before { text: text.clone(), file, line: place });
            }
            (now, at) = (c.before.span(), 1);
        }
        line
    }
}

/// What is said of one declaration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explained {
    /// The sentences.
    pub spoken: Paragraph,
    /// The woven view; none if only the sentences are wanted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub woven: Vec<Woven>,
}

impl fmt::Display for Explained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spoken.fmt(f)?;
        if self.woven.is_empty() { Ok(()) } else { write!(f, "\n\n{}", written(&self.woven)) }
    }
}

/// A pack that is explained.
pub(super) struct Pack<'a> {
    loaded: &'a Loaded,
    compiled: &'a Compiled,
    pub(super) parts: Vec<Part>,
}

impl<'a> Pack<'a> {
    pub(super) fn new(loaded: &'a Loaded, compiled: &'a Compiled) -> Self {
        Self { loaded, compiled, parts: parts(compiled) }
    }

    /// What its parents say, if it changes anything that they say.
    fn parents(&self) -> Parents {
        let mut out = Parents::new();
        if self.compiled.effective.changes.is_empty() {
            return out;
        }
        for n in 1..self.loaded.layers.len() {
            let compiled = self.loaded.up_to(n - 1).compiled();
            for line in parts(&compiled).into_iter().flat_map(|p| p.speech.lines) {
                out.entry(line.at.span()).or_insert(line.text);
            }
        }
        out
    }

    pub(super) fn unknown(&self, name: &str) -> Diagnostic {
        let all = names(&self.compiled.resolved.rules, &self.parts);
        let d = Diagnostic::new(Code::Name, Span::default(), format!("`{}` declares no `{name}`", self.loaded.name));
        match nearest(name, all.iter().map(String::as_str)) {
            Some(m) => d.help(format!("did you mean `{m}`?")),
            None => d.help("write the name as it is declared, in quotes if it has spaces"),
        }
    }
}

/// Every declaration of that name, in sentences and woven.
///
/// # Errors
/// A name that nothing has, as a diagnostic without a place.
pub fn explain(loaded: &Loaded, name: &str, of: Option<&str>, spoken_only: bool) -> Result<Vec<Explained>, Diagnostic> {
    let compiled = opened(loaded)?;
    let pack = Pack::new(loaded, &compiled);
    let carried = match of {
        Some(unit) => Some(carried(&compiled, unit).ok_or_else(|| pack.unknown(unit))?),
        None => None,
    };
    let wanted = meant(&compiled, &pack.parts, name);
    if wanted.is_empty() {
        return Err(pack.unknown(name));
    }
    let rules = &compiled.resolved.rules;
    let parents = if spoken_only { Parents::new() } else { pack.parents() };
    let loom = Loom { rules, meetings: Meetings::new(rules, carried) };
    let view = |part: &Part| {
        let woven = if spoken_only { Vec::new() } else { loom.weave(part) };
        Explained {
            spoken: aloud::aloud(&loaded.files, &compiled, part),
            woven: woven.into_iter().map(|t| Woven::of(&pack, &parents, t)).collect(),
        }
    };
    Ok(wanted.iter().map(view).collect())
}

/// The pack compiled, if there is one.
pub(super) fn opened(loaded: &Loaded) -> Result<Compiled, Diagnostic> {
    if let (true, Some(d)) = (loaded.homes.is_empty() && loaded.layers.is_empty(), loaded.diagnostics.first()) {
        return Err(d.clone());
    }
    if loaded.layers.is_empty() { Ok(Compiled::of(&loaded.files)) } else { Ok(loaded.compiled()) }
}

/// The woven view of every declaration of that name.
///
/// # Errors
/// A name that nothing has, as a diagnostic without a place.
pub fn view(loaded: &Loaded, name: &str, of: Option<&str>) -> Result<Vec<Vec<Woven>>, Diagnostic> {
    Ok(explain(loaded, name, of, false)?.into_iter().map(|v| v.woven).collect())
}

/// As text: what is spliced in is marked by `>`, the rule above its lines; place and clauses stand to the right.
fn written(lines: &[Woven]) -> String {
    const WIDEST: usize = 78;
    let mut rows: Vec<(String, String)> = Vec::new();
    let mut rule: Option<(&str, usize)> = None;
    let files = || lines.iter().flat_map(|l| std::iter::once(&l.file).chain(l.before.iter().map(|b| &b.file))).map(String::as_str);
    for l in lines {
        let indent = "  ".repeat(l.depth);
        let place = format!("{}:{}", aloud::brief(&l.file, files()), l.line);
        let clauses = if l.clauses.is_empty() { String::new() } else { format!("  [{}]", l.clauses.join(" ")) };
        match l.from.as_deref() {
            None => rule = None,
            Some("meets") => {}
            Some(from) => {
                // a rule is named once above all that it puts here
                if rule.is_none_or(|(r, depth)| r != from || l.depth < depth) {
                    rows.push((format!("> {indent}{from}"), String::new()));
                    rule = Some((from, l.depth));
                }
            }
        }
        let text = match l.from.as_deref() {
            None => format!("  {indent}{}", l.text),
            Some("meets") => format!("  {indent}meets: {}", l.text),
            Some(_) => format!("> {indent}  {}", l.text),
        };
        rows.push((text, format!("{place}{clauses}")));
        for b in &l.before {
            rows.push((format!("  {indent}  was: {}", b.text), format!("{}:{}", aloud::brief(&b.file, files()), b.line)));
        }
    }
    let widest = rows.iter().map(|(t, _)| t.chars().count()).filter(|n| *n <= WIDEST).max().unwrap_or(0);
    let line = |(text, place): &(String, String)| format!("{text:<widest$}  {place}").trim_end().to_owned();
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::{explain, view, written};
    use crate::packs::Loaded;
    use crate::source::Files;

    const TEXT: &str = "\
pack Small
kind band is group
kind soul is piece of band
kind gift is rule of band
  may
count Breath of band in Breath
marker Steady of band until removed
action Dash by band at band (the target)      [dash.what]
  cost 1 Breath
  needs Rested: band is Steady
  step pace = d6                        -- a comment
  step go: band moves up to pace
value Reach of band = 5
gift Swift of band                      [gift.swift]
  before step go of Dash by me:
    I gain Steady
gift Stiff of band
  instead of step pace of Dash by me: I lose Steady
  may not Dash
gift Eager of band                      [gift.eager]
  on cost of Dash by me: it is 0 Breath
  ignore Rested by me
gift Long of band  on Reach of me: + 1
band Foot 10 pts
  rules Swift
";

    const LISTS: &str = "\
pack Small
kind band is group
kind soul is piece of band
kind club is item of soul
count Breath of band in Breath
many club | Heft
  Oak     | 3
  Ash     | 2
ruling Fee
  we play Cheap 1 Breath
  or Dear 2 Breath
action Dash by band
  cost Fee
  step go: note \"gone\"
";

    fn loaded() -> Loaded {
        read(TEXT)
    }

    fn read(text: &str) -> Loaded {
        let mut files = Files::default();
        files.add("rules/small/pack.grog", text);
        Loaded { files, name: "Small".into(), ..Loaded::default() }
    }

    #[test]
    fn what_meets_a_procedure_stands_where_it_happens() {
        let views = view(&loaded(), "dash", None).expect("it is declared");
        let text = written(views.first().expect("once"));
        let wanted = "\
  Dash, an action by a band at a band, the target.                   pack.grog:8  [dash.what]
>   gift Stiff
>     It is an offer, which its player may decline.                   pack.grog:4
>     This band cannot perform Dash.                                  pack.grog:19
    It costs 1 Breath.                                                pack.grog:9  [dash.what]
>     gift Eager
>       It is an offer, which its player may decline.                 pack.grog:4
>       The cost of Dash by this band is 0 Breath.                    pack.grog:21  [gift.eager]
    Needs Rested: the band is Steady.                                 pack.grog:10  [dash.what]
>     gift Eager
>       It is an offer, which its player may decline.                 pack.grog:4
>       This band ignores Rested (which says: the band is Steady).                                     pack.grog:22  [gift.eager]
    Pace: roll d6.                                                    pack.grog:11
>     gift Stiff
>       It is an offer, which its player may decline.                 pack.grog:4
>       Instead of the “pace” step of Dash by this band, if this band's player wishes, this band loses Steady.  pack.grog:18
>   gift Swift
>     It is an offer, which its player may decline.                   pack.grog:4
>     Before the “go” step of Dash by this band, if this band's player wishes, this band gains Steady.  pack.grog:15  [gift.swift]
    Go: the band moves up to the pace.                                pack.grog:12";
        let squeeze = |t: &str| t.lines().map(|l| l.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join("\n");
        assert_eq!(squeeze(&text), squeeze(wanted));
    }

    #[test]
    fn of_one_carrier_only_what_it_carries() {
        let views = view(&loaded(), "Dash", Some("Foot")).expect("both are declared");
        let rules: Vec<String> = views.into_iter().flatten().filter_map(|l| l.from).collect();
        assert!(rules.iter().all(|r| r == "gift Swift"), "{rules:?}");
        assert!(!rules.is_empty());
    }

    #[test]
    fn a_rule_is_read_aloud_and_says_what_it_meets() {
        let views = view(&loaded(), "Long", None).expect("it is declared");
        let lines: Vec<String> = views.into_iter().flatten().map(|l| l.text).collect();
        assert_eq!(lines, ["Long, a gift: add 1 to this band's Reach.", "A band's Reach is 5."]);
    }

    #[test]
    fn a_row_and_a_kind_are_read_and_a_price_says_how_much_it_is() {
        let loaded = read(LISTS);
        let of = |name| explain(&loaded, name, None, false).expect("it is declared");
        let said = |name| of(name).iter().flat_map(|v| &v.spoken.sentences).map(|s| s.text.clone()).collect::<Vec<_>>().join(" ");
        assert!(said("oak").contains("Oak") && !said("oak").contains("Ash"), "{}", said("oak"));
        assert!(said("club").contains("can carry") && said("club").contains("Ash"), "{}", said("club"));
        assert!(said("Dash").contains("It costs 1 Breath, the Fee."), "{}", said("Dash"));
        let woven: Vec<String> = of("Dash").into_iter().flat_map(|v| v.woven).map(|l| l.text).collect();
        assert!(woven.iter().any(|l| l == "It costs 1 Breath, the Fee."), "{woven:?}");
    }

    #[test]
    fn a_ruling_is_read_with_what_its_readings_change() {
        let text = "pack Small\nkind band is group\nvalue Reach of band = 5\nruling Fog\n  we play None\n  or Thick:\n    on Reach of any band: - 1\n";
        let loaded = read(text);
        let all = explain(&loaded, "fog", None, true).expect("it is declared");
        let said: Vec<&str> = all.iter().flat_map(|v| &v.spoken.sentences).map(|s| s.text.as_str()).collect();
        assert!(
            matches!(said.as_slice(), [ruling, line] if ruling.contains("We play None")
            && *line == "If the ruling Fog says Thick: subtract 1 from a band's Reach."),
            "{said:?}"
        );
    }

    #[test]
    fn a_name_that_nothing_has_is_told_with_the_nearest() {
        let d = view(&loaded(), "Dahs", None).expect_err("it is not declared");
        assert_eq!(d.help.as_deref(), Some("did you mean `Dash`?"));
    }
}
