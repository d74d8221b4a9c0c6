//! What happens: statements of steps and rules.

use super::calls::rolled;
use crate::hir::{
    AsBefore, Call, CountId, Expr, ExprKind, Extreme, Forming, Gather, Hidden, LocalId, Loop, Offer, Order, Pile, ProcKind, Repeat, Sel,
    Spend, Stmt, StmtKind, Stop, Take, Thing, Ty,
};
use crate::intern::Sym;
use crate::source::At;
use crate::speech::phrase::english::{a, label, list, plural, times};
use crate::speech::phrase::{As, KEEPS_FACING, many, trails};
use crate::speech::said::Said;
use crate::speech::voice::Voice;

impl Voice<'_> {
    /// The statements of a block, each a sentence or several.
    pub(in crate::speech) fn block(&self, block: &[Stmt]) -> Vec<Said> {
        block.iter().flat_map(|s| self.stmt(s)).collect()
    }

    /// One statement.
    pub(in crate::speech) fn stmt(&self, stmt: &Stmt) -> Vec<Said> {
        let Stmt { kind, cites, at } = stmt;
        let mut said = self.does(kind, *at);
        if let Some(first) = said.first_mut() {
            *first = std::mem::take(first).citing(cites);
        }
        said
    }

    fn does(&self, kind: &StmtKind, at: At) -> Vec<Said> {
        let plain = |text: String| vec![Said::new(text, at)];
        match kind {
            StmtKind::Error => plain("something is done that could not be read".into()),
            StmtKind::If(arms, last) => self.ifs(arms, last.as_deref(), at),
            StmtKind::ForEach(each, block) => {
                let text = self.for_each(each);
                let (who, below) = (self.word(each.over.var), self.block(block));
                let said = each_does(&text, &who, &below, at).unwrap_or_else(|| Said::opening(text, below, at));
                self.recall(each.over.var, None);
                vec![said]
            }
            StmtKind::Alternate(word, from, when, block) => {
                let text = self.taking_turns(*word, from, when);
                vec![Said::opening(text, self.block(block), at)]
            }
            StmtKind::Repeat(how, block) => vec![Self::again(self.repeated(how), self.block(block), at)],
            StmtKind::Share(what, among, by, word, block) => {
                let text = self.shared(what, among, by.as_ref(), *word);
                let said = Said::opening(text, self.block(block), at);
                self.recall(among.var, None);
                vec![said]
            }
            StmtKind::Take(take) => plain(self.take(take)),
            StmtKind::Choose { to, choice, by, may, secret } => plain(self.choose(*to, choice, by.as_ref(), *may, *secret)),
            StmtKind::ChooseApart { side, to, choice, may } => plain(self.choose_apart(*side, *to, choice, *may)),
            StmtKind::PickAtRandom(word, sel) => plain(self.at_random(*word, sel)),
            StmtKind::May(offer) => vec![self.offer(offer, at)],
            StmtKind::Spend(spend) => {
                let (who, what) = self.spend(spend);
                plain(format!("{who} spends {what}"))
            }
            StmtKind::Stop(stop) => plain(format!("{} ends at once", self.stopped(stop))),
            StmtKind::Give(e) => plain(format!("the result is {}", self.amount_or_question(e))),
            StmtKind::Way(way) => plain(self.way(*way)),
            StmtKind::Let(word, e) | StmtKind::Set(word, e) => {
                let set = matches!(kind, StmtKind::Set(..));
                plain(self.named_result(*word, e, set))
            }
            StmtKind::Do(call, or) => vec![self.doing(call, or.as_deref(), "", at)],
            StmtKind::Gain(who, things) => plain(format!("{} gains {}", self.noun(who), self.things(things))),
            StmtKind::Lose(who, things) => plain(format!("{} loses {}", self.noun(who), self.things(things))),
            StmtKind::Become(who, what) => plain(format!("{} becomes {}", self.noun(who), self.noun(what))),
            StmtKind::Store(count, who, what) => plain(self.stored(*count, who, what)),
            StmtKind::Move(motion) => plain(self.motion(motion, "")),
            StmtKind::Form(forming) => plain(self.formed(forming)),
            StmtKind::Place(placing) => plain(self.placing(placing)),
            StmtKind::Remove(who) => plain(format!("{} is removed", self.noun(who))),
            StmtKind::Withdraw(who) => plain(format!("{} leaves the board", self.noun(who))),
            StmtKind::Lead(who, whom) => plain(format!("{} leads {}", self.noun(who), self.noun(whom))),
            StmtKind::Gather(sel, kind, how) => plain(self.gather(sel, &self.kind(*kind), how)),
            StmtKind::Draw(word, number, deck) => plain(self.drawn(*word, number, deck)),
            StmtKind::Happens(card, arms) => plain(self.card_happens(card, arms)),
            StmtKind::Shuffle(deck) => plain(format!("shuffle {}", self.pile(deck))),
            StmtKind::Join(who, whom) => plain(format!("{} joins {}", self.noun(who), self.noun(whom))),
            StmtKind::JoinDeck(who, deck) => plain(format!("the card of {} joins {}", self.noun(who), self.pile(deck))),
            StmtKind::Reveal(what, of) => plain(format!("{} is revealed", self.hidden(*what, of))),
            StmtKind::Leave(who) => plain(format!("{} leaves its group", self.noun(who))),
            StmtKind::LeaveDeck(who, deck) => plain(format!("the card of {} leaves {}", self.noun(who), self.pile(deck))),
            StmtKind::Again(step, once) => {
                plain(format!("begin again from the {} step{}", label(&self.name(*step)), if *once { ", but only once" } else { "" }))
            }
            StmtKind::Win(who) => plain(format!("{} wins", self.noun(who))),
            StmtKind::End => plain("the game ends".into()),
            StmtKind::Wake(wake) => vec![self.wake(wake, at)],
            StmtKind::Note(words) => plain(format!("note: {}", self.name(*words))),
        }
    }

    fn ifs(&self, arms: &[(Expr, Vec<Stmt>)], last: Option<&[Stmt]>, at: At) -> Vec<Said> {
        let mut out = Vec::new();
        for (test, block) in arms {
            let first = out.is_empty();
            let text = format!("{}{}", if first { "if " } else { "otherwise, if " }, self.clause(test));
            let mut said = Said::opening(text, self.block(block), if first { at } else { test.at });
            said.goes_on = !first;
            out.push(said);
        }
        if let Some(block) = last {
            let mut said = Said::opening("otherwise".into(), self.block(block), block.first().map_or(at, |s| s.at));
            said.goes_on = true;
            out.push(said);
        }
        out
    }

    fn taking_turns(&self, word: LocalId, from: &Expr, when: &Expr) -> String {
        let from = self.noun(from);
        let kind = self.kind_of_word(word);
        self.call(word, format!("the {}", self.rules.locals.get(word).map_or(kind, |l| self.name(l.word))));
        format!("the sides take turns, beginning with {from}, each as long as {}; in its turn", self.clause(when))
    }

    /// What is done again and again; what is asked each time stands on a line of its own.
    fn again(text: String, below: Vec<Said>, at: At) -> Said {
        if below.first().is_some_and(|said| said.text.starts_with("if ")) {
            return Said { text, below, at, ..Said::default() };
        }
        Said::opening(text, below, at)
    }

    fn repeated(&self, how: &Repeat) -> String {
        match how {
            Repeat::Times(n) => so_often(&self.noun(n)),
            Repeat::While(e) => format!("as long as {}", self.clause(e)),
            Repeat::Until(e) => format!("until {}, again and again", self.clause(e)),
        }
    }

    fn shared(&self, what: &Expr, among: &Sel, by: Option<&Expr>, word: LocalId) -> String {
        let what = self.noun(what);
        let by = self.chooses(by);
        let whom = self.sel_as(among, As::All);
        let called = self.rules.locals.get(among.var).map_or_else(String::new, |l| self.name(l.word));
        self.call(among.var, format!("the {called}"));
        self.call(word, "its share");
        let are = if many(&what, Ty::PLAIN) { "are" } else { "is" };
        let each = if self.has_its_name(among) { format!("each, called the {called},") } else { "each".to_owned() };
        format!("{what} {are} shared out among {whom}{by}, {each} with its share")
    }

    /// What is ended.
    fn stopped(&self, stop: &Stop) -> String {
        match stop {
            Stop::This => "this".into(),
            Stop::Proc(p) => self.proc_name(*p),
            Stop::Movement(None) => "this movement".into(),
            Stop::Movement(Some(who)) => format!("this movement of {}", self.noun(who)),
        }
    }

    fn stored(&self, count: CountId, who: &Expr, what: &Expr) -> String {
        let count = self.rules.counts.get(count).map_or(String::new(), |c| self.name(c.name));
        let whose = self.quantity_of(&count, &[("of".into(), self.noun(who))]);
        format!("{whose} becomes {}", self.noun(what))
    }

    fn formed(&self, forming: &Forming) -> String {
        let moving =
            forming.limit.as_ref().map_or(String::new(), |m| format!(", its {} moving up to {}", plural(&self.piece()), self.noun(m)));
        let facing = match forming.keeps {
            None => String::new(),
            Some(AsBefore::Facing) => format!(", {KEEPS_FACING}"),
            Some(AsBefore::FacingAndFront) => format!(", {KEEPS_FACING} and its front"),
        };
        format!("{} forms {}{facing}{moving}", self.noun(&forming.who), self.noun(&forming.into))
    }

    fn drawn(&self, word: LocalId, number: &Expr, deck: &Pile) -> String {
        let k = match number.constant() {
            Some(1) => "a card".to_owned(),
            _ => format!("{} cards", self.noun(number)),
        };
        let called = self.rules.locals.get(word).map_or(String::new(), |l| self.name(l.word));
        self.call(word, format!("the {called}"));
        format!("draw {k} from {}, the {called}", self.pile(deck))
    }

    /// `what the drawn says happens, by the side`
    fn card_happens(&self, card: &Expr, arms: &[(Expr, Call)]) -> String {
        // what no sort but one is told is said once
        let mut told: Vec<String> = Vec::new();
        for (_, call) in arms {
            let roles = self.rules.procs.get(call.proc).map_or(&[][..], |p| &p.head.roles);
            for (role, arg) in roles.iter().zip(&call.args) {
                let said = format!(" {} {}", role.prep.word(), self.noun(arg));
                if !told.contains(&said) {
                    told.push(said);
                }
            }
        }
        format!("what {} says happens{}", self.noun(card), told.concat())
    }

    fn for_each(&self, each: &Loop) -> String {
        let Loop { over, order, chosen_by, together } = each;
        let what = self.described(over, As::Bare);
        let ranked = order.iter().any(|o| matches!(o, Order::Rank(..)));
        // where the first leaves several alike, the next decides
        let then = |i: usize| if i > 0 && matches!(order.get(i - 1), Some(Order::Rank(..))) { ", among equals" } else { "," };
        let orders: String = order
            .iter()
            .enumerate()
            .map(|(i, o)| match o {
                Order::Rank(which, e) => format!("{} {}", then(i), self.ranked(over, *which, e)),
                Order::First(e) => format!(", beginning with {}", self.noun(e)),
            })
            .collect();
        let by = match chosen_by {
            None => String::new(),
            Some(who) if ranked => format!(", ties as {} chooses", self.noun(who)),
            Some(who) => format!(", in an order that {} chooses", self.noun(who)),
        };
        format!("for each {what}{orders}{by}{}", if *together { ", all at the same time" } else { "" })
    }

    /// `the highest Screen first`
    fn ranked(&self, over: &Sel, which: Extreme, e: &Expr) -> String {
        let before = self.call(over.var, "it");
        let noun = self.noun(e);
        self.recall(over.var, before);
        let best = if which == Extreme::Highest { "highest" } else { "lowest" };
        match noun.strip_prefix("its ") {
            Some(name) => format!("the {best} {name} first"),
            None => format!("those first of whom {noun} is {best}"),
        }
    }

    fn take(&self, take: &Take) -> String {
        let Take { any, kind, by, target, among } = take;
        let kind = self.kind(*kind);
        let how = if *any { format!("takes what {} it may", plural(&kind)) } else { format!("takes one {kind}") };
        let target = target.as_ref().map_or(String::new(), |t| format!(" at {}", self.noun(t)));
        let among = among
            .as_ref()
            .map_or(String::new(), |all| format!(", namely {}", list(&all.iter().map(|p| self.proc_name(*p)).collect::<Vec<_>>(), "or")));
        format!("{} {how}{target}{among}", self.noun(by))
    }

    fn offer(&self, offer: &Offer, at: At) -> Said {
        let Offer { who, label, spend, block } = offer;
        let asks = who.as_ref().map(|w| self.noun(w));
        let wishes = asks.as_ref().map_or("if its player wishes".to_owned(), |w| format!("if {w} wishes"));
        if let Some(spend) = spend {
            let (payer, price) = self.spend(spend);
            let whose = match &asks {
                Some(w) if *w != payer => format!("{wishes}, {payer} spends {price}; if so"),
                _ => format!("{payer} may spend {price}; if so"),
            };
            return Said::opening(whose, self.block(block), at);
        }
        if let [only] = block.as_slice() {
            let mine = |acts: &Expr| who.as_ref().is_none_or(|w| w == acts);
            match &only.kind {
                StmtKind::Move(m) if mine(&m.who) => return Said::new(self.motion(m, "may"), at).citing(&only.cites),
                StmtKind::Gain(w, things) if mine(w) => {
                    return Said::new(format!("{} may gain {}", self.noun(w), self.things(things)), at).citing(&only.cites);
                }
                StmtKind::Lose(w, things) if mine(w) => {
                    return Said::new(format!("{} may lose {}", self.noun(w), self.things(things)), at).citing(&only.cites);
                }
                StmtKind::Form(forming) if mine(&forming.who) => {
                    let formed = self.formed(forming).replacen(" forms ", " may form ", 1);
                    return Said::new(formed, at).citing(&only.cites);
                }
                StmtKind::Become(w, what) if mine(w) => {
                    return Said::new(format!("{} may become {}", self.noun(w), self.noun(what)), at).citing(&only.cites);
                }
                StmtKind::Do(call, or) if who.is_none() || call.args.first().is_some_and(mine) => {
                    return self.doing(call, or.as_deref(), "may", at).citing(&only.cites);
                }
                _ => {}
            }
        }
        let _ = label;
        Said::opening(wishes, self.block(block), at)
    }

    fn spend(&self, spend: &Spend) -> (String, String) {
        let Spend { count, of, amount } = spend;
        (self.noun(of), self.much(*count, amount))
    }

    /// What is gained or lost.
    fn things(&self, things: &[Thing]) -> String {
        let one = |t: &Thing| match t {
            Thing::State(s) => marker(self.state(*s)),
            Thing::Rule(r) => self.rules.rules.get(*r).map_or(String::new(), |r| self.name(r.name)),
            Thing::Amount(count, e) => self.much(*count, e),
            Thing::All(count) => format!("all {}", self.rules.counts.get(*count).map_or(String::new(), |c| self.name(c.name))),
            Thing::Formation(e) => self.noun(e),
        };
        list(&things.iter().map(one).collect::<Vec<_>>(), "and")
    }

    fn gather(&self, sel: &Sel, kind: &str, how: &Gather) -> String {
        match how {
            Gather::Touching => {
                format!("all {} that touch each other, directly or through others, form {}", self.sel_as(sel, As::Many), a(kind))
            }
            Gather::Pairs(most, to) => {
                let ends = format!("at most {} to {}", self.noun(most), self.noun(to));
                format!("all {} that touch each other form {}, {ends}", self.sel_as(sel, As::Many), a(kind))
            }
            Gather::Alike(all) => {
                let what = self.sel_as(sel, As::Many);
                let before = self.call(sel.var, "it");
                let alike = |e: &Expr| {
                    let noun = self.noun(e);
                    noun.strip_prefix("its ").map_or(noun.clone(), str::to_owned)
                };
                let alike: Vec<String> = all.iter().map(alike).collect();
                self.recall(sel.var, before);
                format!("all {what} that are alike in {} form {} together", list(&alike, "and"), a(kind))
            }
        }
    }

    /// The way in which something is done: `this is an aimed Wave`.
    fn way(&self, way: Sym) -> String {
        let way = self.name(way);
        match self.deed_here() {
            Some(deed) => format!("this is {}", a(&format!("{way} {deed}"))),
            None => format!("this is {way}"),
        }
    }

    /// A word for a value: rolled, or asked.
    pub(in crate::speech) fn named_result(&self, word: LocalId, e: &Expr, set: bool) -> String {
        let local = self.rules.locals.get(word);
        let name = local.map_or(String::new(), |l| self.name(l.word));
        let called = Self::article(&name, local.map_or(Ty::Unknown, |l| l.ty));
        let result = self.result(e);
        if !set {
            self.call(word, called.clone());
        }
        let called = if set { self.word(word) } else { called };
        let is = if many(&called, e.ty) { "are" } else { "is" };
        match (result, set) {
            (Ok(rolled), false) => format!("{rolled}, which gives {called}"),
            (Ok(rolled), true) => format!("{rolled}, and {called} is the result from here on"),
            (Err(asked), false) => format!("{called} {is} {asked}"),
            (Err(asked), true) => format!("from here on, {called} {is} {asked}"),
        }
    }

    /// What a result is: rolled, or asked.
    ///
    /// # Errors
    /// What is asked and not rolled, in words.
    pub(in crate::speech) fn result(&self, e: &Expr) -> Result<String, String> {
        match &*e.kind {
            ExprKind::Roll(dice) => Ok(format!("roll {}", self.dice(dice))),
            ExprKind::Do(call) if self.thrown(call.proc).is_some() => Ok(rolled(&self.deed(call))),
            ExprKind::Do(call) => Err(format!("what comes of {}", self.deed(call))),
            _ => Err(self.amount_or_question(e)),
        }
    }

    /// A quantity, or `whether` something is so.
    pub(in crate::speech) fn amount_or_question(&self, e: &Expr) -> String {
        if e.ty == Ty::Truth && !matches!(*e.kind, ExprKind::Truth(_) | ExprKind::Local(_)) {
            format!("whether {}", self.clause(e))
        } else {
            self.noun(e)
        }
    }

    /// What is being done where it is spoken, if it is a deed.
    fn deed_here(&self) -> Option<String> {
        self.doing
            .get()
            .and_then(|p| matches!(self.proc_kind(p), Some(ProcKind::Procedure | ProcKind::Action(_))).then(|| self.proc_name(p)))
    }

    /// A deck, and whose it is.
    pub(in crate::speech) fn pile(&self, pile: &Pile) -> String {
        let name = self.rules.decks.get(pile.deck()).map_or(String::new(), |d| self.name(d.name));
        match pile {
            Pile::One(_) => name,
            Pile::Of(_, side) => format!("{name} of {}", self.noun(side)),
        }
    }

    /// What one side alone knows of somebody.
    pub(in crate::speech) fn hidden(&self, what: Hidden, of: &Expr) -> String {
        let name = match what {
            Hidden::Count(count) => self.rules.counts.get(count).map_or(String::new(), |c| self.name(c.name)),
            Hidden::State(state) => self.rules.states.get(state).map_or(String::new(), |s| self.name(s.name)),
            Hidden::Card(_) => return format!("which card {} is", self.noun(of)),
        };
        format!("{name} of {}", self.noun(of))
    }

    /// `, as the side chooses`
    pub(in crate::speech) fn chooses(&self, by: Option<&Expr>) -> String {
        by.map_or(String::new(), |by| format!(", as {} chooses", self.noun(by)))
    }
}

/// So many times: `twice`, `as many times as ...`.
fn so_often(number: &str) -> String {
    if number.contains(' ') && !number.starts_with("the ") || number.len() > 14 {
        format!("as many times as {number}")
    } else {
        times(number)
    }
}

/// A marker that somebody gains or loses. One whose name begins as the end of a sentence does is said to be a marker: `it loses
/// At Home` would be heard of what is lost there.
fn marker(name: String) -> String {
    if trails(&name) { format!("the marker {name}") } else { name }
}

/// Words of the longest question that stands before what each does.
const SHORT: usize = 8;

/// `each Tired model of the unit loses Tired and gains Spent`: where all that is said of each is what it does itself.
fn each_does(text: &str, who: &str, below: &[Said], at: At) -> Option<Said> {
    let plain = text.strip_prefix("for ").filter(|t| ![" beginning with ", " first", " order "].iter().any(|w| t.contains(w)))?;
    let (each, at_once) = plain.strip_suffix(", all at the same time").map_or((plain, false), |p| (p, true));
    let named = format!(", {who},");
    let each = match each.split_once(" where ") {
        // whoever is called by a word has it in the question too; behind a long one, what is done comes too late
        Some((of, asked)) if at_once && !asked.contains(',') && asked.split(' ').count() <= SHORT => {
            if of.ends_with(&named) {
                format!("{each},")
            } else {
                each.to_owned()
            }
        }
        Some(_) => return None,
        None => {
            let each = each.replacen(&named, "", 1);
            each.strip_suffix(&format!(", {who}")).unwrap_or(&each).to_owned()
        }
    };
    let apart = if at_once { "" } else { ", one after the other" };
    let does: Option<Vec<String>> =
        below.iter().map(|s| s.text.strip_prefix(&format!("{who} ")).filter(|_| s.below.is_empty()).map(str::to_owned)).collect();
    let does = does.filter(|d| !d.is_empty() && d.len() < 4 && d.iter().all(|t| !t.contains(who) && !t.contains([',', ';'])))?;
    let mut said = Said::new(format!("{each} {}{apart}", list(&does, "and")), at);
    for b in below {
        said = said.citing(&b.cites);
    }
    Some(said)
}
