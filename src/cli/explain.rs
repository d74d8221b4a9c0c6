//! `explain`: anything read aloud, then the woven view: its lines with all that meets them.

use serde::Serialize;

use super::aloud::{self, Sentence};
use super::meeting::meetings;
use super::render::Renderer;
use super::spoken::{carried, meant, own_name, plain};
use super::weave::{Loom, Thread};
use super::{Common, Exit, findings, out};
use crate::diag::{Code, Diagnostic, nearest};
use crate::model::Change;
use crate::packs::Loaded;
use crate::source::{Files, Span};
use crate::speech::Words;

/// Read anything aloud, and show it with everything that meets it
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Its name
    #[arg(required_unless_present = "all")]
    name: Option<String>,
    /// Only the sentences
    #[arg(long)]
    spoken: bool,
    /// The whole pack, file by file, as a rulebook
    #[arg(long, requires = "spoken", conflicts_with_all = ["name", "of"])]
    all: bool,
    /// Only what this unit may carry or meet
    #[arg(long, value_name = "UNIT")]
    of: Option<String>,
    /// The pack, by name or path; without it, the pack of this folder, else every pack
    #[arg(long, value_name = "PACK")]
    pack: Option<String>,
}

/// A line of the woven view in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
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

impl Before {
    fn of(files: &Files, span: Span) -> Self {
        let file = files.file_of(span).map_or(String::new(), |id| files.name(id).to_owned());
        Self { text: plain(files, span), file, line: files.position(span.start).line }
    }
}

impl Line {
    fn of(loaded: &Loaded, t: Thread) -> Self {
        let files = &loaded.files;
        let file = files.file_of(t.span).map_or(String::new(), |id| files.name(id).to_owned());
        let mut line = Self {
            depth: t.depth,
            text: t.text,
            from: t.from,
            file,
            line: files.position(t.span.start).line,
            clauses: t.cites,
            before: Vec::new(),
        };
        line.changed_in_head(loaded, t.span);
        let mut now = t.span;
        while let Some(c) = loaded.changes.iter().find(|c| c.now == now) {
            line.before.push(Before::of(files, c.before));
            now = c.before;
        }
        line
    }

    /// Puts what variants changed on a head line into its words.
    fn changed_in_head(&mut self, loaded: &Loaded, head: Span) {
        let files = &loaded.files;
        let inside = |s: Span| head.start <= s.start && s.end <= head.end;
        let mut first: Vec<&Change> = loaded.changes.iter().filter(|c| c.head == head && inside(c.before)).collect();
        first.sort_by_key(|c| std::cmp::Reverse(c.before.start));
        for c in first {
            let prefix = plain(files, Span { start: head.start, end: c.before.start });
            let rest = self.text.strip_prefix(&prefix).map(str::trim_start);
            let Some(rest) = rest.and_then(|r| r.strip_prefix(plain(files, c.before).as_str())).map(str::to_owned) else { continue };
            self.before.push(Before::of(files, c.before));
            let mut now = c.now;
            // a chain of variants may have changed it again
            while let Some(next) = loaded.changes.iter().find(|n| n.before == now) {
                self.before.insert(0, Before::of(files, now));
                now = next.now;
            }
            self.text = format!("{prefix} {}{rest}", plain(files, now));
        }
    }
}

/// What is said of one declaration, in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// The sentences.
    pub spoken: Vec<Sentence>,
    /// The woven view; none if only the sentences are wanted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub woven: Vec<Line>,
}

/// Does it.
#[must_use]
pub fn run(args: &Args, common: &Common) -> Exit {
    let packs = args.pack.as_ref().map_or_else(|| common.every(), |p| vec![common.open(p).1]);
    let Some(name) = &args.name else { return rulebooks(&packs, common) };
    let mut views = Vec::new();
    let mut fault = None;
    for loaded in &packs {
        match explained(loaded, name, args.of.as_deref(), args.spoken) {
            Ok(found) => views.extend(found.into_iter().map(|v| (loaded.name.as_str(), v))),
            Err(d) => fault = fault.or(Some(d)),
        }
    }
    if let (true, Some(d)) = (views.is_empty(), fault) {
        let files = Files::default();
        if common.json {
            out::json(&[findings::Record::of(&files, &d)]);
        } else {
            out::complain(Renderer::new(out::width(), true).draw(&files, &d));
        }
        return Exit::Misused;
    }
    views.dedup_by(|a, b| a.1 == b.1);
    let several = views.iter().any(|v| views.first().is_some_and(|f| f.0 != v.0));
    if common.json {
        out::json(&views.iter().map(|v| &v.1).collect::<Vec<_>>());
    } else {
        let text = |(pack, v): &(&str, View)| {
            let spoken = aloud::written(&v.spoken);
            let spoken = if several { format!("-- {pack}\n\n{spoken}") } else { spoken };
            if v.woven.is_empty() { spoken } else { format!("{spoken}\n\n{}", written(&v.woven)) }
        };
        out::say(views.iter().map(text).collect::<Vec<_>>().join("\n\n"));
    }
    Exit::Well
}

/// Whole packs read aloud.
fn rulebooks(packs: &[Loaded], common: &Common) -> Exit {
    let books: Vec<_> = packs.iter().map(aloud::rulebook).collect();
    if common.json {
        out::json(&books);
        return Exit::Well;
    }
    for (file, parts) in books.iter().flatten() {
        let text: Vec<String> = parts.iter().map(|p| aloud::written(p)).collect();
        out::say(format!("# {file}\n\n{}\n", text.join("\n\n")));
    }
    if books.iter().all(std::collections::BTreeMap::is_empty) { Exit::Misused } else { Exit::Well }
}

/// Every declaration of that name, in sentences and woven.
///
/// # Errors
/// A name that nothing has, as a diagnostic without a place.
pub fn explained(loaded: &Loaded, name: &str, of: Option<&str>, spoken_only: bool) -> Result<Vec<View>, Diagnostic> {
    let woven = view(loaded, name, of)?;
    let words = Words::of(&loaded.files, &loaded.declarations);
    let wanted = meant(&loaded.files, &loaded.declarations, name);
    let views = wanted
        .iter()
        .zip(woven)
        .map(|(d, w)| View { spoken: aloud::aloud(loaded, &words, d), woven: if spoken_only { Vec::new() } else { w } });
    Ok(views.collect())
}

/// The woven view of every declaration of that name.
///
/// # Errors
/// A name that nothing has, as a diagnostic without a place.
pub fn view(loaded: &Loaded, name: &str, of: Option<&str>) -> Result<Vec<Vec<Line>>, Diagnostic> {
    if let (true, Some(d)) = (loaded.homes.is_empty(), loaded.diagnostics.first()) {
        return Err(d.clone());
    }
    let files = &loaded.files;
    let carried = match of {
        Some(unit) => Some(carried(files, &loaded.declarations, unit).ok_or_else(|| unknown(loaded, unit))?),
        None => None,
    };
    let meetings = meetings(files, &loaded.declarations);
    let loom = Loom { files, declarations: &loaded.declarations, meetings: &meetings, carried };
    let wanted = meant(files, &loaded.declarations, name);
    let views: Vec<Vec<Line>> = wanted.iter().map(|d| loom.weave(d).into_iter().map(|t| Line::of(loaded, t)).collect()).collect();
    if views.is_empty() { Err(unknown(loaded, name)) } else { Ok(views) }
}

fn unknown(loaded: &Loaded, name: &str) -> Diagnostic {
    let names: Vec<String> = loaded.declarations.iter().filter_map(|d| own_name(&loaded.files, d)).collect();
    let d = Diagnostic::new(Code::Name, Span::default(), format!("`{}` declares no `{name}`", loaded.name));
    match nearest(name, names.iter().map(String::as_str)) {
        Some(m) => d.help(format!("did you mean `{m}`?")),
        None => d.help("write the name as it is declared, in quotes if it has spaces"),
    }
}

/// As text: what is spliced in is marked by `>`, the rule above its lines; place and clauses stand to the right.
#[must_use]
pub fn written(lines: &[Line]) -> String {
    const WIDEST: usize = 78;
    let mut rows: Vec<(String, String)> = Vec::new();
    let mut rule: Option<(&str, usize)> = None;
    for l in lines {
        let indent = "  ".repeat(l.depth);
        let place = format!("{}:{}", l.file.rsplit('/').next().unwrap_or(""), l.line);
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
            rows.push((format!("  {indent}  was: {}", b.text), format!("{}:{}", b.file.rsplit('/').next().unwrap_or(""), b.line)));
        }
    }
    let widest = rows.iter().map(|(t, _)| t.chars().count()).filter(|n| *n <= WIDEST).max().unwrap_or(0);
    let line = |(text, place): &(String, String)| format!("{text:<widest$}  {place}").trim_end().to_owned();
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::{explained, view, written};
    use crate::packs::{Home, Loaded};
    use crate::source::Files;
    use crate::syntax;

    const TEXT: &str = "\
pack Small
kind band is group
kind gift is rule of band
  may
marker Steady of band stays
action Dash by band at band target      [dash.what]
  cost 1 Breath
  needs Rested: band is Steady
  step pace = d6                        -- a comment
  step go: band moves up to pace
value Reach of band = 5
gift Swift of band                      [gift.swift]
  before Dash.go by me:
    I gain Steady
gift Stiff of band
  instead of Dash.pace by me: I lose Steady
  forbid Dash by me
gift Eager of band                      [gift.eager]
  on cost of Dash by me: = 0 Breath
  on Rested by me: ignore
gift Long of band  on Reach of me: + 1
unit Foot 10 pts
  rules Swift
";

    const LISTS: &str = "\
pack Small
kind band is group
kind club is row of band
many club | Heft
  Oak     | 3
  Ash     | 2
ruling Fee: Dear 2 Breath, Cheap 1 Breath; takes Cheap
action Dash by band
  cost Fee
  step go: note \"gone\"
";

    fn loaded() -> Loaded {
        read(TEXT)
    }

    fn read(text: &str) -> Loaded {
        let mut files = Files::default();
        let id = files.add("rules/small/pack.grog", text);
        let (declarations, diagnostics) = syntax::parse(&files, id);
        assert_eq!(diagnostics, []);
        let homes: Vec<Home> = Vec::new();
        Loaded { files, declarations, diagnostics, name: "Small".into(), homes, ..Loaded::default() }
    }

    #[test]
    fn what_meets_a_procedure_stands_where_it_happens() {
        let views = view(&loaded(), "dash", None).expect("it is declared");
        let text = written(views.first().expect("once"));
        let wanted = "\
  action Dash by band at band target             pack.grog:6  [dash.what]
>   gift Stiff
>     may                                        pack.grog:4
>     forbid Dash by me                          pack.grog:17
    cost 1 Breath                                pack.grog:7
>     gift Eager
>       may                                      pack.grog:4
>       on cost of Dash by me: = 0 Breath        pack.grog:19  [gift.eager]
    needs Rested: band is Steady                 pack.grog:8
>     gift Eager
>       may                                      pack.grog:4
>       on Rested by me: ignore                  pack.grog:20  [gift.eager]
    step pace = d6                               pack.grog:9
>     gift Stiff
>       may                                      pack.grog:4
>       instead of Dash.pace by me: I lose Steady  pack.grog:16
>   gift Swift
>     may                                        pack.grog:4
>     before Dash.go by me:                      pack.grog:13  [gift.swift]
>       I gain Steady                            pack.grog:14
    step go: band moves up to pace               pack.grog:10";
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
        assert_eq!(lines, ["gift Long of band", "may", "on Reach of me: + 1", "value Reach of band = 5"]);
    }

    #[test]
    fn a_row_and_a_kind_are_read_and_a_price_says_how_much_it_is() {
        let loaded = read(LISTS);
        let of = |name| explained(&loaded, name, None, false).expect("it is declared");
        let said = |name| of(name).iter().flat_map(|v| &v.spoken).map(|s| s.text.clone()).collect::<Vec<_>>().join(" ");
        assert!(said("oak").contains("Oak") && !said("oak").contains("Ash"), "{}", said("oak"));
        assert!(said("club").contains("can carry") && said("club").contains("Ash"), "{}", said("club"));
        assert!(said("Dash").contains("It costs 1 Breath, the Fee."), "{}", said("Dash"));
        let woven: Vec<String> = of("Dash").into_iter().flat_map(|v| v.woven).map(|l| l.text).collect();
        assert!(woven.iter().any(|l| l.starts_with("ruling Fee")), "{woven:?}");
    }

    #[test]
    fn a_name_that_nothing_has_is_told_with_the_nearest() {
        let d = view(&loaded(), "Dahs", None).expect_err("it is not declared");
        assert_eq!(d.help.as_deref(), Some("did you mean `Dash`?"));
    }
}
