//! Tables and lists: each row a sentence.

use super::english::{list, numbers};
use super::said::Said;
use super::voice::Voice;
use crate::syntax::{Declaration, Line, Node, Rule};

impl Voice<'_> {
    /// Whether a line is a row of cells.
    pub fn is_row(line: &Line) -> bool {
        line.parts.iter().any(|p| matches!(p.rule, Rule::row_cells | Rule::row_first))
    }

    fn cells(&self, parts: &[Node]) -> Vec<String> {
        let mut out = Vec::new();
        for p in parts {
            match p.rule {
                Rule::cell_text => {
                    let cell = self.text(p).trim();
                    let quoted = cell.len() > 1 && cell.starts_with('"');
                    out.push(if quoted { cell.trim_matches('"').to_owned() } else { cell.to_owned() });
                }
                _ => out.extend(self.cells(&p.kids)),
            }
        }
        out
    }

    /// The rows of a declaration as sentences.
    pub fn table(&self, d: &Declaration) -> Vec<Said> {
        let pairs: Vec<Said> = d.head.all(Rule::table_pair).map(|p| self.pair(p)).collect();
        let mut out = pairs;
        if let (Some(w), Some(last)) = (d.head.find(Rule::was), out.last_mut()) {
            last.text.push_str(&self.was(w));
        }
        let keys: Vec<String> =
            d.head.find(Rule::table_keys).map_or_else(Vec::new, |k| k.all(Rule::table_key).map(|k| self.text(k).to_owned()).collect());
        let mut spans = false;
        let mut heading: Option<Vec<String>> = d.head.find(Rule::cells).map(|c| self.cells(&c.kids));
        for line in d.body.iter().filter(|l| Self::is_row(l)) {
            let cells = self.cells(&line.parts);
            let said = match d.head.rule {
                Rule::amend_d if heading.is_none() => Self::row(&[], &cells, line.span),
                Rule::kind_d => {
                    if heading.is_none() {
                        heading = Some(cells);
                        continue;
                    }
                    Some(Self::base(&cells, line.span))
                }
                Rule::table_d => match &heading {
                    None => {
                        let first = cells.first().cloned().unwrap_or_default();
                        // a word in the corner: the columns are what comes of it, and the cells the keys
                        spans = !first.is_empty();
                        heading = Some(if first.is_empty() || cells.len() > 1 {
                            cells.into_iter().skip(usize::from(line.parts.len() > 1 || first.is_empty())).collect()
                        } else {
                            cells
                        });
                        continue;
                    }
                    Some(h) => Self::entry_row(&keys, h, &cells, line, spans),
                },
                _ => match (&heading, cells.first().map(String::as_str)) {
                    (_, Some("profile")) => {
                        heading = Some(cells.into_iter().skip(1).collect());
                        continue;
                    }
                    (Some(h), _) => Self::row(h, &cells, line.span),
                    (None, _) => {
                        heading = Some(cells.into_iter().skip(1).collect());
                        continue;
                    }
                },
            };
            if let Some(mut s) = said {
                if let Some(w) = line.parts.iter().find(|p| p.rule == Rule::was) {
                    s.text.push_str(&self.was(w));
                }
                s.cites = line.cites.iter().map(|c| self.text(c).to_owned()).collect();
                out.push(s);
            }
        }
        out
    }

    fn pair(&self, n: &Node) -> Said {
        let key = n.find(Rule::range_or_names).map_or(String::new(), |k| match k.find(Rule::range) {
            Some(r) => self.range(r),
            None => list(&k.all(Rule::name_or).filter_map(|x| x.find(Rule::name)).map(|x| self.name(x)).collect::<Vec<_>>(), "or"),
        });
        let value = n.find(Rule::cell_value).map_or(String::new(), |v| match v.first() {
            Some(k) if k.rule == Rule::choice => self.choice(k),
            Some(k) if k.rule == Rule::dash => "nothing".into(),
            Some(k) => self.signed(k),
            None => self.text(v).to_owned(),
        });
        Said::new(format!("{key}: {value}"), n.span)
    }

    /// A row of a table with two keys: cells alike are taken together.
    fn entry_row(keys: &[String], heading: &[String], cells: &[String], line: &Line, spans: bool) -> Option<Said> {
        let (row, rest) = cells.split_first()?;
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for (i, cell) in rest.iter().enumerate() {
            let column = heading.get(i).cloned().unwrap_or_default();
            if cell.is_empty() || cell == "-" {
                continue;
            }
            match groups.iter_mut().find(|(c, _)| c == cell) {
                Some((_, columns)) => columns.push(column),
                None => groups.push((cell.clone(), vec![column])),
            }
        }
        if spans {
            let second = keys.get(1).map_or("", String::as_str);
            let parts: Vec<String> =
                groups.iter().map(|(cell, columns)| format!("{} for {second} {}", list(columns, "or"), span(cell))).collect();
            let key = keys.first().map_or(String::new(), |k| format!("{k} "));
            return Some(Said::new(format!("{key}{row}: {}", parts.join("; ")), line.span));
        }
        let parts: Vec<String> = groups
            .iter()
            .map(|(cell, columns)| format!("{cell} for {}", numbers(&columns.iter().map(|c| span(c)).collect::<Vec<_>>())))
            .collect();
        let key = keys.first().map_or(String::new(), |k| format!("{k} "));
        let mut text = format!("{key}{row}: {}", parts.join("; "));
        if let Some(second) = keys.get(1) {
            text = text.replacen(" for ", &format!(" for {second} "), 1);
        }
        Some(Said::new(text, line.span))
    }
}

/// A span of keys in a cell.
fn span(cell: &str) -> String {
    if cell == "else" {
        return "anything else".into();
    }
    let number = |t: &str| t.starts_with(|c: char| c.is_ascii_digit());
    match (cell.strip_suffix('+'), cell.strip_prefix("to "), cell.split_once('-')) {
        (Some(n), _, _) => format!("{n} or more"),
        (_, Some(n), _) => format!("up to {n}"),
        (_, _, Some((from, to))) if number(from) && number(to) => format!("{from} to {to}"),
        _ => cell.to_owned(),
    }
}
