//! Names that a pack or its parents took away, where something still asks for them.

use super::Loaded;
use crate::ast::DeclKind;
use crate::diag::{Code, Diagnostic, Label};
use crate::resolve::variant::Removed;
use crate::source::Span;

impl Loaded {
    /// Says of names that nothing has any more who took them away.
    pub fn tell_removed(&self, found: &mut Vec<Diagnostic>) {
        let astray: Vec<Span> = self.effective.astray.iter().map(|at| at.span()).collect();
        let named = |span: Span| self.files.slice(span).trim();
        // what a parent asks for was to be taken away by the line that names something else
        let asks = |d: &Diagnostic| matches!(d.code, Code::Name | Code::Kind) && !self.is_own(d.span);
        found.retain(|d| !asks(d) || !astray.iter().any(|span| named(*span) == named(d.span)));
        let all = found.iter_mut().filter(|d| !astray.contains(&d.span));
        for d in all.filter(|d| matches!(d.code, Code::Name | Code::Kind | Code::ItemWord)) {
            let text = self.files.slice(d.span).trim().trim_matches('"');
            let of = |name: &str| self.effective.removed.iter().find(|r| Some(r.key) == self.names.find_key(name));
            let told = |r: &&Removed| !d.labels.iter().any(|l| l.span == r.at.span()) && r.at.span() != d.span;
            if let Some(r) = of(text).or_else(|| text.rsplit_once('.').and_then(|(_, step)| of(step))).filter(told) {
                let help = self.without(d.span, r);
                d.labels.push(Label { span: r.at.span(), text: "it was taken away here".into() });
                d.help = Some(help);
            }
        }
    }

    /// What becomes of a line that asks for what was taken away: a parent's is amended too, a pack's own names something else.
    fn without(&self, asked: Span, gone: &Removed) -> String {
        if !self.is_own(asked) {
            return match self.files.line_of(gone.at.span()).trim_start().strip_prefix("remove ruling ") {
                Some(name) => {
                    let name = name.split(" [").next().unwrap_or(name).trim_end();
                    format!("write `use {name} = ...`, and one of its readings, in place of `remove ruling {name}`: this asks for it")
                }
                None => "amend or remove this too".to_owned(),
            };
        }
        match self.other_ruling(asked) {
            Some((ruling, reading)) => format!("write `the ruling {ruling} says {reading}`, or take the line out"),
            None if self.is_own(gone.at.span()) => "amend or remove this too".to_owned(),
            None => "name something that is there, or take the line out".to_owned(),
        }
    }

    /// Where a ruling is asked for a reading: the one ruling that has that reading, and the reading.
    fn other_ruling(&self, asked: Span) -> Option<(&str, &str)> {
        let file = self.files.whole(self.files.file_of(asked)?);
        let behind = self.files.slice(Span { start: asked.end, ..file });
        let said = behind.trim_start_matches('"').strip_prefix(" says ")?;
        let end = said.find([':', ',', ')', '[', '\n']).unwrap_or(said.len());
        let key = self.names.find_key(said.get(..end)?.split(" or ").next()?.trim())?;
        let mut all = self.effective.decls.iter().filter_map(|d| match &*d.kind {
            DeclKind::Ruling(r) => {
                let reading = r.readings.iter().find(|n| self.names.key_of(n.name.sym) == key)?;
                Some((self.names.text(r.title.name.sym), self.names.text(reading.name.sym)))
            }
            _ => None,
        });
        all.next().filter(|_| all.next().is_none())
    }
}
