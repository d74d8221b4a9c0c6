//! A player at the terminal.

use std::io::BufRead as _;

use super::out;
use super::standing::standing;
use crate::ir::Op;
use crate::ir::{KindBase, Type};
use crate::num::mils;
use crate::play::{Player, Session};
use crate::table;
use crate::vm::{Choice, Decision, Frame, Game, VIA, Wanted, show, show_option};

/// What `?` tells.
const HELP: &str = "\
  a number picks what stands behind it
  12\",20\" is a place, 12 inches from the west and 20 from the south; `via` before it: only on the way
  state  shows how things stand: points, who is where, what each has left
  q      leaves the game and saves it";

/// Asks whoever sits at the terminal.
#[derive(Default)]
pub struct Human {
    /// Whether the input has ended.
    gone: bool,
}

impl Player for Human {
    fn gone(&self) -> bool {
        self.gone
    }

    fn decide(&mut self, game: Game<'_>, session: &Session, d: &Decision) -> Choice {
        let label = game.program.labels.get(d.label as usize).map_or("", |l| l.as_str());
        let offer = game.program.rows.get(d.row as usize).filter(|_| d.row != 0).map_or("", |r| r.name.as_str());
        let what = match d.wanted {
            Wanted::Action => "which action",
            Wanted::Place => "where to (a number, a place such as 12\",20\", or `via` and a place on the way)",
            Wanted::Facing => "which way it faces (a number, or a place to face such as 12\",20\")",
            Wanted::Front => "how many in the front rank",
            Wanted::YesNo => "yes or no",
            Wanted::Number => "how many",
            _ if d.label == Op::ORDER => "which happens first",
            _ => "which",
        };
        let about = [label, offer].into_iter().filter(|t| !t.is_empty() && *t != "place").collect::<Vec<_>>().join(", ");
        let about = if about.is_empty() { what.to_owned() } else { format!("{about}: {what}") };
        if let Some(why) = &d.refused {
            out::say(why);
        }
        out::say(format!("\n{} decides{}: {about}?", show(game, d.side), whom(game, session, d)));
        for (i, c) in d.options.iter().enumerate() {
            out::say(format!("  {:>2}  {}", i + 1, show_option(game, d.wanted, *c)));
        }
        let stdin = std::io::stdin();
        loop {
            let mut line = String::new();
            if stdin.lock().read_line(&mut line).unwrap_or(0) == 0 {
                self.gone = true;
                return d.options.last().copied().unwrap_or(Choice::of(-1));
            }
            let line = line.trim();
            match line {
                "q" => {
                    self.gone = true;
                    return d.options.last().copied().unwrap_or(Choice::of(-1));
                }
                "?" => {
                    out::say(HELP);
                    continue;
                }
                "state" => {
                    out::say(standing(game, session));
                    continue;
                }
                _ => {}
            }
            if let Some(c) = line.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).and_then(|n| d.options.get(n)) {
                return *c;
            }
            let (via, line) = line.strip_prefix("via ").map_or((false, line), |rest| (d.wanted == Wanted::Place, rest));
            if let Some((x, y)) = line.split_once(',').filter(|_| matches!(d.wanted, Wanted::Place | Wanted::Facing)) {
                if let (Ok(x), Ok(y)) = (mils(x), mils(y)) {
                    let place = Choice::of(table::pack_place(x, y));
                    return if via { Choice { second: VIA, ..place } } else { place };
                }
            }
            out::say(format!("answer with a number from 1 to {}, or `?` for help", d.options.len()));
        }
    }
}

/// For whom it is decided: the thing that is asked about, else whoever is acting; a piece with its group.
fn whom(game: Game<'_>, session: &Session, d: &Decision) -> String {
    let machine = &session.machine;
    let named = |id: &i64| game.cast.ent(*id).is_some_and(|e| matches!(e.base, KindBase::Group | KindBase::Piece));
    let first = |f: &Frame| {
        let head = game.program.proc_heads.get(usize::from(f.proc))?;
        let thing = head.roles.first().is_some_and(|r| matches!(r.ty, Type::Thing(_)));
        machine.regs.get(f.base as usize).copied().filter(|_| thing)
    };
    let acting = || machine.frames.iter().rev().filter_map(first).find(named);
    let Some(id) = Some(d.who).filter(named).or_else(acting) else { return String::new() };
    let group = Some(machine.world.parent_of(id)).filter(named).map_or_else(String::new, |g| format!(" of {}", show(game, g)));
    format!(" for {}{group}", show(game, id))
}
