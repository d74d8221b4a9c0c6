//! `explain`: the woven view of a procedure, value, pool or action, and any rule read aloud.

use serde::Serialize;

use super::meeting::meetings;
use super::render::Renderer;
use super::spoken::{carried, own_name};
use super::weave::{Loom, Thread};
use super::{Common, Exit, findings, out};
use crate::diag::{Code, Diagnostic, nearest};
use crate::model::Key;
use crate::packs::Loaded;
use crate::source::{Files, Span};

/// Show a procedure, value, roll or action with everything that meets it, or read a rule aloud
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Its name
    name: String,
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
}

impl Line {
    fn of(files: &Files, t: Thread) -> Self {
        let file = files.file_of(t.span).map_or(String::new(), |id| files.name(id).to_owned());
        Self { depth: t.depth, text: t.text, from: t.from, file, line: files.position(t.span.start).line, clauses: t.cites }
    }
}

/// Does it.
#[must_use]
pub fn run(args: &Args, common: &Common) -> Exit {
    let packs = args.pack.as_ref().map_or_else(|| common.every(), |p| vec![common.open(p).1]);
    let mut views = Vec::new();
    let mut fault = None;
    for loaded in &packs {
        match view(loaded, &args.name, args.of.as_deref()) {
            Ok(found) => views.extend(found),
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
    views.dedup();
    if common.json {
        out::json(&views);
    } else {
        let texts: Vec<String> = views.iter().map(|v| written(v)).collect();
        out::say(texts.join("\n\n"));
    }
    Exit::Well
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
    let key = Key::new(name);
    let wanted = loaded.declarations.iter().filter(|d| own_name(files, d).is_some_and(|n| Key::new(&n) == key));
    let views: Vec<Vec<Line>> = wanted.map(|d| loom.weave(d).into_iter().map(|t| Line::of(files, t)).collect()).collect();
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
    }
    let widest = rows.iter().map(|(t, _)| t.chars().count()).filter(|n| *n <= WIDEST).max().unwrap_or(0);
    let line = |(text, place): &(String, String)| format!("{text:<widest$}  {place}").trim_end().to_owned();
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}
