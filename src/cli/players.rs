//! Who decides for a side.

use grognard::Player;

use super::{Exit, out};

/// Who decides for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Who {
    /// Looks one decision ahead
    Greedy,
    /// Does not think
    Random,
    /// You, at this terminal
    Human,
    /// The script given with --doctrine
    Doctrine,
}

/// The script of those who play by one: read, and sound as far as that can be seen before it is asked. Empty if nobody does.
///
/// # Errors
/// How the command ends, if there is no script, one that nobody plays by, or one that cannot decide.
pub fn script(path: Option<&str>, players: [Who; 2]) -> Result<String, Exit> {
    let wanted = players.contains(&Who::Doctrine);
    let path = match path {
        None if !wanted => return Ok(String::new()),
        None => {
            out::complain("name the script: `--doctrine FILE`");
            return Err(Exit::Misused);
        }
        Some(path) if !wanted => {
            out::complain(format!("nobody plays by `{path}`: say `--first doctrine` or `--second doctrine`"));
            return Err(Exit::Misused);
        }
        Some(path) => path,
    };
    let text = std::fs::read_to_string(path).map_err(|e| {
        out::complain(format!("`{path}` cannot be read: {e}"));
        Exit::Misused
    })?;
    match Player::doctrine(&text) {
        Ok(_) => Ok(text),
        Err(e) => {
            out::complain(format!("`{path}`: {e}"));
            Err(Exit::Fails)
        }
    }
}

/// A player of a sort; none who is asked at the terminal. `script` has been found sound.
pub fn player(who: Who, seed: u64, script: &str) -> Option<Player> {
    match who {
        Who::Greedy => Some(Player::greedy(seed)),
        Who::Random => Some(Player::random(seed)),
        Who::Human => None,
        Who::Doctrine => Player::doctrine(script).ok(),
    }
}
