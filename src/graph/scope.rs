//! What a sentence may speak of where it stands.

use super::ir::{Reg, X};
use super::rules::Param;
use crate::model::Type;

/// A word that stands for something here.
#[derive(Clone, Debug)]
pub(super) struct Local {
    pub name: String,
    pub reg: Reg,
    pub ty: Type,
}

/// The words of one block of code, and its registers.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub locals: Vec<Local>,
    pub me: Option<Local>,
    /// The rule whose sentences these are.
    pub rule: Option<u16>,
    /// What the rule was given in brackets: its word hides what is called so around the rule.
    pub param: Option<Param>,
    /// Candidates of the descriptions around, innermost last.
    pub it: Vec<Local>,
    /// From whose side friends and enemies are seen.
    pub viewer: Option<X>,
    pub next: Reg,
    /// The most registers in use at once.
    pub most: Reg,
    /// Registers below this are never free again.
    pub kept: Reg,
    /// Words from here on are those that a rule has given itself.
    pub own: usize,
    /// The procedure that the block belongs to.
    pub proc: Option<u16>,
    /// Rounding that the receiver gives to fractions.
    pub rounds: Option<crate::num::Rounding>,
    /// The value that receives what is asked, for messages.
    pub receiver: Option<String>,
    /// The name of the step, for choices without a name of their own.
    pub step: String,
    /// The result of the step in whose place something stands: its word and register.
    pub result: Option<(String, Reg)>,
    /// Cards drawn together: the word, and the state that those drawn have.
    pub hands: Vec<(String, u16)>,
    /// Results of pools: the register, where faces are counted apart, the pool.
    pub thrown: Vec<(Reg, Reg, u16)>,
    /// Steps that stand above, and where their code begins.
    pub steps: Vec<(String, usize)>,
    /// What was noted when an effect was woken: the word, and where it is kept.
    pub noted: Vec<(String, X)>,
}

impl Scope {
    /// A fresh register.
    pub fn fresh(&mut self) -> Reg {
        let reg = self.next;
        self.next = self.next.saturating_add(1);
        self.most = self.most.max(self.next);
        reg
    }

    /// A register that nothing has used yet and nothing else will: it is 0 until it is set.
    pub fn untouched(&mut self) -> Reg {
        self.next = self.next.max(self.most);
        let reg = self.fresh();
        self.kept = self.next;
        reg
    }

    /// A local under a fresh register; it hides an older one of that name.
    pub fn bind(&mut self, name: &str, ty: Type) -> Reg {
        let reg = self.fresh();
        self.locals.push(Local { name: name.to_owned(), reg, ty });
        reg
    }

    /// Another name for a register.
    pub fn alias(&mut self, name: &str, reg: Reg, ty: Type) {
        self.locals.push(Local { name: name.to_owned(), reg, ty });
    }

    /// Results of the procedure around a rule are known to it, where it calls nothing else so.
    pub fn hears(&mut self, around: &[Local]) {
        for l in around {
            if self.find(&l.name).is_none() {
                self.alias(&l.name, l.reg, l.ty.clone());
            }
        }
    }

    /// What the rule was given, if it is called by this word here.
    pub fn given(&self, word: &str) -> Option<&Param> {
        self.param.as_ref().filter(|p| p.word == word && self.find(word).is_none())
    }

    /// A word that is said anew, where it was first said by the same rule or procedure.
    pub fn said(&self, name: &str) -> Option<&Local> {
        self.locals.iter().skip(self.own).rev().find(|l| l.name == name)
    }

    /// The newest local of that name.
    pub fn find(&self, name: &str) -> Option<&Local> {
        self.locals.iter().rev().find(|l| l.name == name)
    }
}
