//! A player whose mind is a script in rhai: it sees each decision as text and says which option.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rhai::{AST, Array, Dynamic, Engine, EvalAltResult, Map, Scope};

use super::{Player, Session};
use crate::vm::{Choice, Decision, Game, NONE_CHOICE, Wanted, World, show, show_seen};

/// How long a script may think about one decision.
const PATIENCE: Duration = Duration::from_millis(500);

/// A script that decides.
pub struct Doctrine {
    engine: Engine,
    ast: AST,
    began: Arc<Mutex<Instant>>,
    /// The first fault, if the script had one; from then on the last option is taken.
    fault: Option<String>,
}

impl Doctrine {
    /// Reads a script. It must define `fn decide(decision)`, which gives the number of an option, from 0.
    ///
    /// # Errors
    /// What is wrong with the script.
    pub fn new(source: &str) -> Result<Self, String> {
        let mut engine = Engine::new();
        // every limit is set: a script comes from anywhere
        engine.set_max_operations(1_000_000);
        engine.set_max_call_levels(32);
        engine.set_max_expr_depths(64, 32);
        engine.set_max_string_size(100_000);
        engine.set_max_array_size(10_000);
        engine.set_max_map_size(1_000);
        engine.set_max_modules(0);
        engine.disable_symbol("eval");
        engine.set_fail_on_invalid_map_property(true);
        let began = Arc::new(Mutex::new(Instant::now()));
        let clock = Arc::clone(&began);
        engine.on_progress(move |_| {
            let late = clock.lock().is_ok_and(|b| b.elapsed() > PATIENCE);
            late.then(|| Dynamic::from("it thinks too long"))
        });
        let ast = engine.compile(source).map_err(|e| e.to_string())?;
        if !ast.iter_functions().any(|f| f.name == "decide" && f.params.len() == 1) {
            return Err("a doctrine defines `fn decide(decision)`".into());
        }
        Ok(Self { engine, ast, began, fault: None })
    }

    fn ask(&mut self, game: Game<'_>, world: &World, d: &Decision) -> Result<Choice, String> {
        let options: Array = d.options.iter().map(|c| Dynamic::from(show_seen(game, world, d.side, (d.wanted, *c)))).collect();
        let mut seen = Map::new();
        let rule = d.row.and_then(|row| game.program.rows.get(row)).map_or("", |r| r.name.as_str());
        let label = game.program.labels.get(d.label).map_or("", |l| l.as_str());
        let wanted = match d.wanted {
            Wanted::Thing => "thing",
            Wanted::Row => "row",
            Wanted::Formation => "formation",
            Wanted::Number => "number",
            Wanted::Way => "way",
            Wanted::Name => "name",
            Wanted::YesNo => "yes or no",
            Wanted::Action => "action",
            Wanted::Place => "place",
            Wanted::Facing => "facing",
            Wanted::Front => "front",
        };
        seen.insert("wanted".into(), wanted.into());
        seen.insert("label".into(), label.to_owned().into());
        seen.insert("rule".into(), rule.to_owned().into());
        seen.insert("who".into(), show(game, d.who).into());
        seen.insert("options".into(), options.into());
        if let Ok(mut b) = self.began.lock() {
            *b = Instant::now();
        }
        let picked: i64 = self.engine.call_fn(&mut Scope::new(), &self.ast, "decide", (seen,)).map_err(|e| told(&e))?;
        let option = usize::try_from(picked).ok().and_then(|i| d.options.get(i)).copied();
        option.ok_or_else(|| format!("it picks option {picked}, and there are {}", d.options.len()))
    }
}

/// What went wrong in a script, and in which line.
fn told(e: &EvalAltResult) -> String {
    match e.unwrap_inner() {
        EvalAltResult::ErrorPropertyNotFound(name, at) => {
            let line = at.line().map_or_else(String::new, |line| format!("line {line}: "));
            format!("{line}there is no `{name}`; a decision has `wanted`, `label`, `rule`, `who` and `options`")
        }
        _ => e.to_string(),
    }
}

impl Player for Doctrine {
    fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    fn decide(&mut self, game: Game<'_>, session: &Session, d: &Decision) -> Choice {
        if self.fault.is_none() {
            match self.ask(game, &session.machine.world, d) {
                Ok(c) => return c,
                Err(e) => self.fault = Some(e),
            }
        }
        d.options.last().copied().unwrap_or(NONE_CHOICE)
    }
}

#[cfg(test)]
mod tests {
    use super::Doctrine;

    #[test]
    fn a_doctrine_must_decide() {
        assert!(Doctrine::new("fn decide(decision) { 0 }").is_ok());
        assert!(Doctrine::new("fn other() { 0 }").is_err());
        assert!(Doctrine::new("fn decide(decision) { eval(\"1\") }").is_err());
    }
}
