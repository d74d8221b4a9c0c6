//! How troops stand, and what the ground does to them.

use super::english::list;
use super::voice::Voice;
use crate::syntax::{Node, Rule};

impl Voice<'_> {
    /// The shape of a formation.
    pub fn shape(&self, n: &Node) -> String {
        let parts: Vec<&Node> = n.all(Rule::shape_part).collect();
        let (falls, stands): (Vec<&Node>, Vec<&Node>) = parts.into_iter().partition(|p| p.has(Rule::name));
        let mut said = list(&stands.into_iter().map(|p| self.shape_part(p)).collect::<Vec<_>>(), "and");
        for name in falls.into_iter().filter_map(|p| p.find(Rule::name)) {
            let joint = if said.is_empty() { "" } else { "; " };
            said = format!("{said}{joint}whoever can no longer stand so becomes {}", self.name(name));
        }
        said
    }

    fn shape_part(&self, p: &Node) -> String {
        let word = p.find(Rule::word).map_or_else(|| self.text(p).split(' ').next().unwrap_or(""), |w| self.text(w));
        let when = p.find(Rule::guard_if).map_or(String::new(), |g| self.provided(g));
        let span = p.all(Rule::shape_num).map(|k| self.text(k)).collect::<Vec<_>>().join(" ");
        let what = match word {
            "loose" => format!("its pieces stand loose, at most {span} apart"),
            "ranks" => format!("it has {span} ranks"),
            "front" => format!("its front is {span} pieces wide"),
            "arc" => format!("it sees to the {span} only"),
            "deep" => "it has at least as many full ranks as its front has pieces".into(),
            "even" => "its ranks are as equal as they can be".into(),
            _ => format!("it is {}", [word, &span].join(" ").trim()),
        };
        format!("{what}{when}")
    }

    fn provided(&self, n: &Node) -> String {
        let word = if n.rule == Rule::guard_unless { "unless" } else { "if" };
        n.first().map_or(String::new(), |e| format!(" {word} {}", self.expr(e)))
    }

    /// What a kind of ground does.
    pub fn path_cost(&self, n: &Node) -> String {
        let text = self.text(n).split_whitespace().collect::<Vec<_>>().join(" ");
        let guard =
            n.kids.iter().find(|k| matches!(k.rule, Rule::guard_if | Rule::guard_unless)).map_or(String::new(), |g| self.provided(g));
        let cost = |what: &str| match n.find(Rule::cost_word).map(|w| self.text(w)) {
            Some("double") => format!("{what} costs double the distance{guard}"),
            Some("half-rest") => format!("{what} costs half of what is left of the move{guard}"),
            Some("forbidden") => format!("{what} is forbidden{guard}"),
            _ => format!("{what} costs {}{guard}", n.find(Rule::length).map_or("", |l| self.text(l))),
        };
        if text.starts_with("crossing") {
            cost("crossing it")
        } else if text.contains(" costs ") {
            cost("moving through it")
        } else if text.ends_with("leader") {
            "all reach it whose leader does".into()
        } else if text.starts_with("ground") {
            format!("its ground is {}", text.trim_start_matches("ground "))
        } else if let Some(far) = n.find(Rule::length) {
            format!("whoever stands within {} behind it cannot be seen over it", self.text(far))
        } else {
            format!("it {text}")
        }
    }
}
