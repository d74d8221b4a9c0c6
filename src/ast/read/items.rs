//! Lines below a declaration, and what each says.

use super::Reader;
use super::cards::says;
use super::kids::{Below, Kids};
use crate::ast::{
    Band, BandKind, Cite, Comparison, Contrib, ContribKind, Cost, DieSays, EachDie, FaceCounts, Gains, Item, ItemKind, Needs, Op, Paid,
    Removal, RemovalKind, Step, StepPlace, UnitsOf, Until, UntilKind, UseReading,
};
use crate::diag::Code;
use crate::source::{At, Span};
use crate::syntax::{Node, Rule, TreeLine, ban, is_reserved, line_meant, strip_cites, without_subject};

impl Reader<'_> {
    /// All items of some lines.
    pub fn items(&mut self, lines: &[TreeLine]) -> Vec<Item> {
        let (mut out, mut hollow) = (Vec::new(), false);
        for line in lines {
            // what should be deeper than a line that opens a block is told there
            let stranded = hollow && (says(line) || changes(line));
            hollow = self.is_hollow(line) || stranded;
            if !stranded {
                out.extend(self.item_line(line));
            }
        }
        out
    }

    /// Whether a line opens a block, and nothing is deeper.
    pub fn is_hollow(&self, line: &TreeLine) -> bool {
        line.below.is_empty() && strip_cites(self.files.slice(line.span)).ends_with(':')
    }

    /// The items of a line; the lines below belong to the last of them.
    pub fn item_line(&mut self, line: &TreeLine) -> Vec<Item> {
        let Some(node) = &line.node else { return Vec::new() };
        let mut below = Below::new(&line.below);
        let cites = self.line_cites(node);
        let items = match node.rule {
            Rule::row_line => self.row_line(node, &cites),
            Rule::item_line => self.read(node, |r, k| {
                let items = r.items_next(k, &cites, &mut below);
                k.mark(Rule::cites);
                Some(items)
            }),
            _ => {
                // a sentence where only items stand: told once, with all that is below it
                below.take();
                self.no_item(node);
                None
            }
        };
        self.nothing_below(&mut below);
        items.unwrap_or_default()
    }

    /// The items that come next; the lines below belong to the last of them.
    pub fn items_next(&mut self, k: &mut Kids<'_>, cites: &[Cite], below: &mut Below<'_>) -> Vec<Item> {
        let all = k.all(Rule::item);
        let last = all.len().saturating_sub(1);
        let mut out = Vec::new();
        for (i, node) in all.into_iter().enumerate() {
            out.extend(if i == last { self.item(node, cites, below) } else { self.item(node, cites, &mut Below::none()) });
        }
        out
    }

    fn no_item(&mut self, node: &Node) {
        let help = "put what happens in a `step`, or behind `before`, `after` or `instead of`; in a test begin with `do`";
        let mut words = self.files.slice(node.span).split_whitespace();
        let (first, second) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        if let Some((many, now)) = line_meant(first, second) {
            let said = if many == 1 { first.to_owned() } else { format!("{first} {second}") };
            let at = At(Span::new(node.span.start as usize, node.span.start as usize + said.len()));
            return self.fault(Code::ItemWord, at, format!("no line begins with `{said}`"), format!("write `{now}`"));
        }
        if let Some(ban) = ban(self.files.slice(node.span)) {
            let from = node.span.start as usize + ban.at;
            return self.fault(Code::Syntax, At(Span::new(from, from + ban.said.len())), ban.message(), ban.help());
        }
        if let Some(head) = self.nouns_around(node).filter(|_| is_name(self.files.slice(node.span))) {
            let name = self.files.slice(node.span);
            let message = format!("`{name}` is no line of a `{head}`");
            if head == "force" {
                return self.fault(Code::Place, At(node.span), message, format!("write `units {name}`"));
            }
            let help = "write above it the line that it belongs to, such as `columns of ...` for a number of profiles";
            return self.fault(Code::Place, At(node.span), message, help);
        }
        let text = self.files.slice(node.span);
        let listed = ["units", "rules", "carries", "has", "allies"].contains(&first) && second.starts_with(char::is_uppercase);
        if let Some(sign) = text.find(';').filter(|_| listed) {
            let from = node.span.start as usize + sign;
            return self.fault(Code::Syntax, At(Span::new(from, from + 1)), "the names of a list are parted by commas", "write `,`");
        }
        if is_name(text) && self.is_entry(node) {
            let message = format!("this does not say what `{text}` is here");
            let help = format!("write `rules {text}` if it is a rule, `carries {text}` if it is something carried");
            return self.fault(Code::ItemWord, At(node.span), message, help);
        }
        if let ("remove", "row" | "line" | "condition" | "value") = (first, second) {
            let what = words.collect::<Vec<_>>().join(" ");
            let message = format!("a line that a parent has is taken away by its name, without `{second}`");
            return self.fault(Code::ItemWord, At(node.span), message, format!("write `remove {what}`"));
        }
        // it is told with the entry that it has no place there
        if !is_reserved(first) && second.starts_with(char::is_uppercase) && self.is_entry(node) {
            return;
        }
        if self.head_around(node).is_some_and(|head| head.starts_with("test ")) {
            let message = "a test says with `do` what happens, and with `expect` what must be so";
            let line = text.lines().next().unwrap_or("").to_owned();
            return self.fault(Code::Place, At(node.span), message, format!("write `do {line}`"));
        }
        match without_subject(text) {
            Some((message, help)) => self.fault(Code::Place, At(node.span), message, help),
            None => self.fault(Code::Place, At(node.span), "this happens nowhere: it is a sentence of its own", help),
        }
    }

    /// The head of the declaration around a line.
    fn head_around(&self, node: &Node) -> Option<&str> {
        let file = self.files.whole(self.files.file_of(node.span)?);
        let before = self.files.slice(Span::new(file.start as usize, node.span.start as usize));
        before.lines().rev().find(|line| line.starts_with(char::is_alphabetic))
    }

    /// Whether a line stands in an entry, which begins with a word of the pack's own and has a price, or amends one.
    fn is_entry(&self, node: &Node) -> bool {
        let Some(head) = self.head_around(node) else { return false };
        let own = |word: &str| !is_reserved(word);
        match head.strip_prefix("amend ") {
            Some(rest) => rest.split(' ').next().is_some_and(own),
            None => head.contains(" pts") && head.split(' ').next().is_some_and(own),
        }
    }

    /// The word of the declaration around a line, if nothing ever happens in such.
    fn nouns_around(&self, node: &Node) -> Option<&'static str> {
        const NOUNS: &[&str] = &["kind", "marker", "count", "tag", "tags", "terrain", "formation", "force"];
        let head = self.head_around(node)?;
        let word = head.split(' ').find(|w| !matches!(*w, "amend" | "replace"))?;
        NOUNS.iter().copied().find(|noun| *noun == word)
    }

    fn item(&mut self, node: &Node, cites: &[Cite], below: &mut Below<'_>) -> Option<Item> {
        self.read(node, |r, k| {
            let form = k.next()?;
            let kind = r.item_kind(form, below)?;
            let was = match k.take(Rule::was) {
                Some(was) => Some(r.was_of_item(was, form, &kind)?),
                None => None,
            };
            Some(Item { kind, was, cites: cites.to_vec(), at: At(form.span) })
        })
    }

    /// What an item says.
    pub fn item_kind(&mut self, node: &Node, below: &mut Below<'_>) -> Option<ItemKind> {
        match node.rule {
            Rule::attach | Rule::counts_item | Rule::ban | Rule::comes => return self.rule_item(node, below).map(|item| item.kind),
            Rule::limit => return self.limit(node).map(ItemKind::Limit),
            Rule::natural => return self.natural(node).map(ItemKind::Natural),
            _ => {}
        }
        self.read(node, |r, k| match node.rule {
            Rule::step => r.step(k, below),
            Rule::edit => r.edit(k, below),
            Rule::remove_item => r.removals(k),
            Rule::cost => r.cost(k),
            Rule::needs => r.needs(k),
            Rule::band => r.band(k, below),
            Rule::each_die => r.each_die(k),
            Rule::dice_item if k.mark(Rule::k_dice) => k.take(Rule::sum_expr).and_then(|e| r.expr(e)).map(ItemKind::Dice),
            Rule::pass_item if k.marks(&[Rule::k_passes, Rule::k_with]) => {
                let number = k.take(Rule::sum_term).and_then(|e| r.expr(e))?;
                k.mark(Rule::k_or);
                Some(ItemKind::PassesWith { number, or: k.take(Rule::way_more).and_then(|w| r.or_way(w))? })
            }
            Rule::keep_item => k.take(Rule::keep).and_then(|n| r.keep(n)).map(ItemKind::Keep),
            Rule::named_row => {
                let name = r.name_next(k)?;
                let contrib = r.row_says(k)?;
                Some(ItemKind::Named { name, contrib: Box::new(contrib) })
            }
            Rule::row_contrib => r.row_says(k).map(|c| ItemKind::Contrib(Box::new(c))),
            Rule::setup if k.mark(Rule::k_setup) => k.take(Rule::stmts).and_then(|s| r.stmts(s, below)).map(ItemKind::Setup),
            Rule::do_item => r.do_item(k, below),
            Rule::expect => r.expect(k, At(node.span), below),
            _ => r.noun_item(node, k),
        })
    }

    /// What a row changes: `never if a`, or an amount.
    fn row_says(&mut self, k: &mut Kids<'_>) -> Option<Contrib> {
        if let Some(never) = k.take(Rule::never_row) {
            let at = At(never.span);
            return self.read(never, |r, k| {
                let core = At(k.take(Rule::k_never)?.span);
                Some(Contrib { kind: ContribKind::No, guard: r.guard_next(k)?, at, core })
            });
        }
        if let Some(base) = k.take(Rule::base_row) {
            let at = At(base.span);
            return self.read(base, |r, k| {
                k.sign("=");
                let kind = ContribKind::Base(k.take(Rule::choice).and_then(|c| r.expr(c))?);
                Some(Contrib { kind, guard: None, at, core: at })
            });
        }
        k.take(Rule::contrib).and_then(|c| self.contrib(c))
    }

    /// Items of nouns, musters and scenes.
    fn noun_item(&mut self, node: &Node, k: &mut Kids<'_>) -> Option<ItemKind> {
        Some(match node.rule {
            Rule::carries_item if k.mark(Rule::k_carries) => ItemKind::Carries(crate::ast::Carries { what: self.names_next(k) }),
            Rule::has_item => self.has(k)?,
            Rule::rules_item if k.mark(Rule::k_rules) => ItemKind::Rules(self.refs_next(k)?),
            Rule::option => self.option(k)?,
            Rule::options_of if k.mark(Rule::k_options) => ItemKind::Options(self.options_of(k)?),
            Rule::plays | Rule::or_reading | Rule::asks_item => {
                let help = "write it below `ruling` and its name; a variant writes `use`, the ruling, `=` and the reading in column one";
                self.fault(Code::Place, At(node.span), "this stands below a ruling alone", help);
                while k.next().is_some() {}
                return None;
            }
            Rule::use_item => ItemKind::Use(self.use_reading(k)?),
            Rule::gains_rule if k.mark(Rule::k_gains) => ItemKind::Gains(Gains { rules: self.refs_next(k)?, guard: self.guard_next(k)? }),
            Rule::shown if k.marks(&[Rule::k_shown, Rule::k_as]) => ItemKind::Shown(k.take(Rule::quoted).map(|q| self.quoted(q))?),
            Rule::way_item if k.marks(&[Rule::k_can, Rule::k_be]) => {
                let mut ways = Vec::new();
                while let Some(way) = k.take(Rule::word) {
                    ways.push(self.word(way));
                    k.mark(Rule::k_or);
                }
                ItemKind::Ways(ways)
            }
            Rule::mood_item if k.mark(Rule::k_may) => ItemKind::May,
            Rule::starts if k.mark(Rule::k_starts) => ItemKind::Starts(k.take(Rule::choice).and_then(|c| self.expr(c))?),
            Rule::until_item if k.mark(Rule::k_until) => ItemKind::Until(k.take(Rule::until_what).and_then(|u| self.until(u))?),
            Rule::given => self.given(k)?,
            Rule::answers => self.answers_item(k)?,
            Rule::board => self.board(k)?,
            Rule::turns if k.mark(Rule::k_turns) => ItemKind::Turns(self.integer(k)?),
            Rule::side_item => self.side(k)?,
            Rule::allies if k.mark(Rule::k_allies) => ItemKind::Allies(self.names_next(k)),
            Rule::one_of_each if k.mark(Rule::k_units) => {
                let section = k.take(Rule::name).map(|n| self.name(n));
                let entries = k.all(Rule::entry_ref).into_iter().map(|e| self.entry_ref(e)).collect::<Option<_>>()?;
                ItemKind::Units(UnitsOf { section, entries })
            }
            Rule::legal => ItemKind::Legal(self.legal(k)?),
            Rule::shape if k.mark(Rule::k_shape) => ItemKind::Shape(self.shape(k)?),
            Rule::path_cost => ItemKind::Ground(self.ground(k)?),
            Rule::simul_item if k.marks(&[Rule::k_simultaneous, Rule::k_in, Rule::k_order, Rule::k_chosen, Rule::k_by]) => {
                ItemKind::Simultaneous(self.reference(k)?)
            }
            Rule::kind_item => ItemKind::Custom(self.custom(k, At(node.span))?),
            Rule::short_column => ItemKind::Column(self.short_column(k)?),
            _ => return None,
        })
    }

    /// `use Ruling = Reading`
    pub fn use_reading(&mut self, k: &mut Kids<'_>) -> Option<UseReading> {
        k.mark(Rule::k_use);
        let ruling = self.name_next(k)?;
        k.sign("=");
        let reading = match k.take(Rule::use_text) {
            // no reading is called so: that is told where the readings are known
            Some(text) => self.name(text),
            None => self.name_next(k)?,
        };
        Some(UseReading { ruling, reading })
    }

    fn step(&mut self, k: &mut Kids<'_>, below: &mut Below<'_>) -> Option<ItemKind> {
        k.mark(Rule::k_step);
        let word = k.take(Rule::word).map(|w| self.word(w))?;
        let place = match k.take(Rule::step_place) {
            Some(node) => Some(self.read(node, |r, k| {
                let after = k.either(&[Rule::k_before, Rule::k_after])? == Rule::k_after;
                Some(StepPlace { after, step: k.take(Rule::word).map(|w| r.word(w))?, at: At(node.span) })
            })?),
            None => None,
        };
        let value = if k.sign("=") { Some(k.take(Rule::choice).and_then(|c| self.expr(c))?) } else { None };
        let guard = self.guard_next(k)?;
        let block = k.take(Rule::block);
        let or_else = k.take(Rule::or_else);
        // the lines below are what happens last on the line
        let block = match block {
            Some(block) if or_else.is_some() => Some(self.block(block, &mut Below::none())?),
            Some(block) => Some(self.block(block, below)?),
            None => None,
        };
        let or_else = match or_else {
            Some(or) => Some(self.or_else(or, below)?),
            None => None,
        };
        Some(ItemKind::Step(Box::new(Step { word, place, value, guard, block, or_else })))
    }

    fn removals(&mut self, k: &mut Kids<'_>) -> Option<ItemKind> {
        k.mark(Rule::k_remove);
        k.all(Rule::removal).into_iter().map(|n| self.removal(n)).collect::<Option<_>>().map(ItemKind::Remove)
    }

    fn removal(&mut self, node: &Node) -> Option<Removal> {
        let kind = self.read(node, |r, k| {
            if k.mark(Rule::k_step) {
                return k.take(Rule::word).map(|w| RemovalKind::Step(r.word(w)));
            }
            let what = k.next()?;
            match what.rule {
                Rule::name => Some(RemovalKind::Name(r.name(what))),
                Rule::item_word => Some(RemovalKind::Item(r.word(what))),
                Rule::at_place => {
                    let place = r.at_place(what)?;
                    let patterns = k.all(Rule::pattern).into_iter().map(|p| r.pattern(p)).collect::<Option<_>>()?;
                    Some(RemovalKind::Place { place, patterns })
                }
                _ => None,
            }
        })?;
        Some(Removal { kind, at: At(node.span) })
    }

    fn cost(&mut self, k: &mut Kids<'_>) -> Option<ItemKind> {
        k.mark(Rule::k_cost);
        let named = match k.take(Rule::name_ref) {
            Some(name) => Some(self.name_ref(name)?),
            None => None,
        };
        let mut paid = Vec::new();
        while let Some(thing) = k.take(Rule::thing) {
            let thing = self.thing(thing)?;
            let of = if k.mark(Rule::k_of) { Some(self.reference(k)?) } else { None };
            paid.push(Paid { thing, of });
        }
        Some(ItemKind::Cost(Cost { named, paid }))
    }

    fn needs(&mut self, k: &mut Kids<'_>) -> Option<ItemKind> {
        k.mark(Rule::k_needs);
        let name = k.take(Rule::name).map(|n| self.name(n));
        Some(ItemKind::Needs(Needs { name, expr: k.take(Rule::expr).and_then(|e| self.expr(e))? }))
    }

    fn band(&mut self, k: &mut Kids<'_>, below: &mut Below<'_>) -> Option<ItemKind> {
        let (what, what_at) = self.result(k)?;
        let block = k.take(Rule::block).and_then(|b| self.block(b, below))?;
        Some(ItemKind::Band(Band { what, what_at, block }))
    }

    /// `failed by 1 to 2`: a result, and where it is named.
    pub fn result(&mut self, k: &mut Kids<'_>) -> Option<(BandKind, At)> {
        let node = k.take_any(&[Rule::passed, Rule::failed, Rule::failed_by, Rule::margin, Rule::score])?;
        let what = self.read(node, |r, k| {
            let range = |r: &mut Self, k: &mut Kids<'_>| k.take(Rule::range).and_then(|n| r.range(n));
            Some(match node.rule {
                Rule::passed if k.mark(Rule::k_passed) => BandKind::Passed,
                Rule::failed if k.mark(Rule::k_failed) => BandKind::Failed,
                Rule::failed_by if k.marks(&[Rule::k_failed, Rule::k_by]) => BandKind::FailedBy(range(r, k)?),
                Rule::margin if k.mark(Rule::k_difference) => BandKind::Difference(range(r, k)?),
                Rule::score => BandKind::Score(range(r, k)?),
                _ => return None,
            })
        })?;
        Some((what, At(node.span)))
    }

    fn each_die(&mut self, k: &mut Kids<'_>) -> Option<ItemKind> {
        k.mark(Rule::k_each);
        let dice = k.take(Rule::dice).and_then(|d| self.dice(d))?;
        let says = match k.take_any(&[Rule::comparison, Rule::counts_map]) {
            Some(node) if node.rule == Rule::comparison => Some(DieSays::Compared(self.comparison(node)?)),
            Some(node) => Some(self.read(node, |r, k| {
                let rows = k.all(Rule::count_row).into_iter().map(|c| r.face_counts(c)).collect::<Option<_>>()?;
                Some(DieSays::Counts(rows))
            })?),
            None => None,
        };
        Some(ItemKind::EachDie(EachDie { dice, says }))
    }

    /// `hits on 4 or more`, which is what is meant without an end too
    pub fn comparison(&mut self, node: &Node) -> Option<Comparison> {
        self.read(node, |r, k| {
            k.marks(&[Rule::k_hits, Rule::k_on]);
            let with = k.take(Rule::sum_expr).and_then(|e| r.expr(e))?;
            let low = k.mark(Rule::k_or) && r.text(k.take(Rule::way_more)?) == "less";
            Some(Comparison { op: if low { Op::AtMost } else { Op::AtLeast }, with, at: At(node.span) })
        })
    }

    fn face_counts(&mut self, node: &Node) -> Option<FaceCounts> {
        self.read(node, |r, k| {
            let from = r.integer(k)?;
            let to = if k.mark(Rule::k_to) { Some(r.integer(k)?) } else { None };
            k.mark(Rule::k_counts);
            Some(FaceCounts { from, to, counts: r.integer(k)?, at: At(node.span) })
        })
    }

    /// `end of next Advance`, `removed`
    pub fn until(&mut self, node: &Node) -> Option<Until> {
        let at = At(node.span);
        let kind = self.read(node, |r, k| {
            if k.mark(Rule::k_removed) {
                return Some(UntilKind::Removed);
            }
            if !k.mark(Rule::k_end) {
                let help = format!("write `until end of {}`", r.text(node));
                r.fault(Code::Syntax, at, "it ends with something", help);
                return None;
            }
            k.mark(Rule::k_of);
            let next = k.mark(Rule::k_next);
            let inner = k.next()?;
            if inner.rule != Rule::kw_this_name {
                return Some(UntilKind::End { next, this: false, of: r.period(inner) });
            }
            r.read(inner, |r, k| {
                k.mark(Rule::k_this);
                k.next().map(|n| UntilKind::End { next, this: true, of: r.period(n) })
            })
        })?;
        Some(Until { kind, at })
    }
}

/// Whether a line is a change alone, such as `+ 1`: below a row it stands behind the colon.
fn changes(line: &TreeLine) -> bool {
    let items = line.node.as_ref().and_then(|n| n.find(Rule::item));
    items.and_then(Node::first).is_some_and(|n| n.rule == Rule::row_contrib)
}

/// Whether a text is a name and no more.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.split_whitespace().all(|w| w.starts_with(char::is_uppercase) && !w.ends_with(['!', ':']))
}
