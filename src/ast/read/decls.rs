//! Declarations.

use super::Reader;
use super::families::Family;
use super::kids::{Below, Kids};
use crate::ast::{
    Amend, AmendHead, Base, Chance, ChanceSort, Columns, Condition, DeckSort, Decl, DeclKind, Force, Item, ItemKind, Kind, Many, Named,
    Pack, Parent, Prep, Process, ProcessSort, Remove, RoleHead, Situation, Table, TagRule, Tags, Test, Titled, Value, ValueOption,
    ValueOptionKind,
};
use crate::diag::Code;
use crate::source::At;
use crate::syntax::{Node, Rule, TreeLine};

/// The lines below a head, until its declaration reads them.
pub(super) struct Lines<'n>(pub(super) &'n [TreeLine]);

impl Reader<'_> {
    /// A declaration with all its lines. Nothing if its head could not be read.
    pub fn declaration(&mut self, line: &TreeLine) -> Option<Decl> {
        let node = line.node.as_ref()?;
        let mut lines = Lines(&line.below);
        let cites = self.line_cites(node);
        let told = self.found.len();
        let kind = self.read(node, |r, k| {
            let head = k.take(Rule::head)?;
            k.mark(Rule::cites);
            r.read(head, |r, k| k.next().and_then(|form| r.head(form, &mut lines)))
        });
        let kind = Box::new(kind?);
        let unread = self.found.len() > told || line.below.iter().any(TreeLine::unread);
        Some(Decl {
            kind,
            cites,
            unread,
            inside: None,
            head: At(line.span),
            at: At(line.span.to(line.below.last().map_or(line.span, last))),
        })
    }

    /// What a head declares.
    fn head(&mut self, node: &Node, lines: &mut Lines<'_>) -> Option<DeclKind> {
        self.read(node, |r, k| match node.rule {
            Rule::pack_d => r.pack(k, lines),
            Rule::kind_d => r.kind(k, lines),
            Rule::tag_d => r.tags(k, lines),
            Rule::count_d | Rule::record_d => r.count(k, lines),
            Rule::many_d => r.many(k, lines),
            Rule::table_d => r.table(k, lines),
            Rule::value_d => r.value(k, lines),
            Rule::condition_d => r.condition(k, lines),
            Rule::chance_d => r.chance(k, lines),
            Rule::manner_d => r.manner(k, lines),
            Rule::ruling_d => r.ruling(k, lines.0),
            Rule::test_d => r.test(k, lines),
            Rule::situation_d => r.situation(k, lines),
            Rule::named_d => r.named(k, lines),
            Rule::amend_d => r.amend(k, lines),
            Rule::remove_d => r.remove(k, lines),
            Rule::use_d => {
                let says = r.use_reading(k)?;
                let below = r.items(lines.0);
                r.only(Family::Remove, below);
                Some(DeclKind::Use(says))
            }
            Rule::replace_d => {
                k.mark(Rule::k_replace);
                k.next().and_then(|inner| r.head(inner, lines)).map(|kind| DeclKind::Replace(Box::new(kind)))
            }
            _ => None,
        })
    }

    /// The items on the head line, then those below it.
    fn all_items(&mut self, k: &mut Kids<'_>, lines: &Lines<'_>) -> Option<Vec<Item>> {
        let mut items = self.head_items(k)?;
        items.extend(self.items(lines.0));
        Some(items)
    }

    /// The items on the head line.
    pub(super) fn head_items(&mut self, k: &mut Kids<'_>) -> Option<Vec<Item>> {
        match k.take(Rule::head_items) {
            Some(node) => self.read(node, |r, k| Some(r.items_next(k, &[], &mut Below::none()))),
            None => Some(Vec::new()),
        }
    }

    /// The same, of a declaration that takes only some items and amends nothing.
    pub(super) fn own_items(&mut self, k: &mut Kids<'_>, lines: &Lines<'_>, family: Family) -> Option<Vec<Item>> {
        let items = self.all_items(k, lines)?;
        let items = self.unamended(items);
        Some(self.only(family, items))
    }

    fn pack(&mut self, k: &mut Kids<'_>, lines: &Lines<'_>) -> Option<DeclKind> {
        k.mark(Rule::k_pack);
        let name = self.name_next(k)?;
        let version = self.version_next(k)?;
        let mut extends = Vec::new();
        if k.mark(Rule::k_extends) {
            while let Some(name) = k.take(Rule::name) {
                let name = self.name(name);
                extends.push(Parent { name, version: self.version_next(k)? });
            }
        }
        // the customs of a variant amend those of its parents
        let items = self.all_items(k, lines)?;
        let items = if extends.is_empty() { self.unamended(items) } else { items };
        Some(DeclKind::Pack(Pack { name, version, extends, items: self.only(Family::Pack, items) }))
    }

    fn version_next(&mut self, k: &mut Kids<'_>) -> Option<Option<crate::ast::Version>> {
        match k.take(Rule::version) {
            Some(version) => self.version(version).map(Some),
            None => Some(None),
        }
    }

    fn kind(&mut self, k: &mut Kids<'_>, lines: &Lines<'_>) -> Option<DeclKind> {
        k.mark(Rule::k_kind);
        let word = k.take(Rule::word).map(|w| self.word(w))?;
        let base = if k.mark(Rule::k_is) { Some(k.take(Rule::base_kind).and_then(|b| base_of(self.text(b)))?) } else { None };
        let of = match k.take(Rule::kind_of) {
            Some(node) => self.read(node, |r, k| {
                k.mark(Rule::k_of);
                let mut words = Vec::new();
                while let Some(word) = k.take(Rule::word) {
                    words.push(r.word(word));
                    k.mark(Rule::k_or);
                }
                Some(words)
            })?,
            None => Vec::new(),
        };
        // what is nothing else is a sort of rule
        let items = self.own_items(k, lines, Family::Kind(base.unwrap_or(Base::Rule)))?;
        Some(DeclKind::Kind(Kind { word, base, of, items }))
    }

    fn tags(&mut self, k: &mut Kids<'_>, lines: &Lines<'_>) -> Option<DeclKind> {
        k.either(&[Rule::k_tag, Rule::k_tags])?;
        let names = self.names_next(k);
        k.mark(Rule::k_of);
        let of = k.take(Rule::word).map(|w| self.word(w))?;
        let rules = k.all(Rule::tag_rule).into_iter().map(|n| self.tag_rule(n)).collect::<Option<_>>()?;
        Some(DeclKind::Tags(Tags { names, of, rules, items: self.own_items(k, lines, Family::Tag)? }))
    }

    fn tag_rule(&mut self, node: &Node) -> Option<TagRule> {
        self.read(node, |r, k| {
            if k.mark(Rule::k_exclusive) {
                return Some(TagRule::Exclusive);
            }
            let majority = k.either(&[Rule::k_majority, Rule::k_any])? == Rule::k_majority;
            k.mark(Rule::k_for);
            let word = k.take(Rule::word).map(|w| r.word(w))?;
            Some(if majority { TagRule::Majority(word) } else { TagRule::Any(word) })
        })
    }

    fn many(&mut self, k: &mut Kids<'_>, lines: &Lines<'_>) -> Option<DeclKind> {
        k.mark(Rule::k_many);
        let kind = k.take(Rule::word).map(|w| self.word(w))?;
        let columns = match k.take(Rule::cells) {
            Some(cells) => self.read(cells, |r, k| Some(k.all(Rule::cell_text).into_iter().map(|c| r.cell(c)).collect()))?,
            None => Vec::new(),
        };
        Some(DeclKind::Many(Many { kind, columns, items: self.own_items(k, lines, Family::Many)? }))
    }

    fn table(&mut self, k: &mut Kids<'_>, lines: &Lines<'_>) -> Option<DeclKind> {
        k.mark(Rule::k_table);
        let name = self.name_next(k)?;
        let (keys, roles) = self.table_keys(k)?;
        let gives = if k.mark(Rule::k_gives) { Some(k.take_any(&[Rule::name, Rule::word]).map(|n| self.name_or_word(n))?) } else { None };
        let pairs = k.all(Rule::table_pair).into_iter().map(|p| self.pair(p)).collect::<Option<_>>()?;
        Some(DeclKind::Table(Table { name, keys, roles, gives, pairs, items: self.own_items(k, lines, Family::Table)? }))
    }

    fn value(&mut self, k: &mut Kids<'_>, lines: &Lines<'_>) -> Option<DeclKind> {
        k.mark(Rule::k_value);
        let title = self.title_next(k)??;
        let roles = self.role_heads(k)?;
        let measure = k.take_any(&[Rule::value_in, Rule::a_thing]).map(|o| self.value_option(o));
        let base = if k.sign("=") { Some(k.take(Rule::choice).and_then(|c| self.expr(c))?) } else { None };
        let limits = k.all(Rule::value_opt).into_iter().map(|o| self.value_option(o));
        let options = measure.into_iter().chain(limits).collect::<Option<_>>()?;
        Some(DeclKind::Value(Value { title, roles, options, base, items: self.own_items(k, lines, Family::Value)? }))
    }

    fn value_option(&mut self, node: &Node) -> Option<ValueOption> {
        let at = At(node.span);
        let kind = self.read(node, |r, k| {
            Some(match k.next()?.rule {
                Rule::k_rounded => {
                    let way = k.take(Rule::way).and_then(|w| r.way(w))?;
                    ValueOptionKind::Rounded(crate::ast::Rounded { way, brackets: false, at })
                }
                Rule::k_in if k.mark(Rule::k_inches) => ValueOptionKind::Inches,
                Rule::k_in if k.mark(Rule::k_score) => ValueOptionKind::Need,
                Rule::k_in => {
                    let what = k.take_any(&[Rule::name, Rule::word])?;
                    r.no_number(what, "value ...");
                    ValueOptionKind::In(r.name_or_word(what))
                }
                Rule::k_a | Rule::k_an => ValueOptionKind::In(k.take(Rule::word).map(|w| r.name_or_word(w))?),
                Rule::k_at => {
                    let least = k.either(&[Rule::k_least, Rule::k_most])? == Rule::k_least;
                    let bound = k.take(Rule::sum_expr).and_then(|e| r.expr(e))?;
                    if least { ValueOptionKind::AtLeast(bound) } else { ValueOptionKind::AtMost(bound) }
                }
                _ => return None,
            })
        })?;
        Some(ValueOption { kind, at })
    }

    fn condition(&mut self, k: &mut Kids<'_>, lines: &Lines<'_>) -> Option<DeclKind> {
        k.mark(Rule::k_condition);
        let subject = match k.take(Rule::subject) {
            Some(node) => Some(self.subject(node)?),
            None => None,
        };
        k.mark(Rule::k_is);
        let title = self.title_next(k)??;
        let mut roles = self.role_heads(k)?;
        if subject.is_none()
            && let Some(first) = roles.first()
        {
            let (name, who) = (self.files.slice(title.at.span()).trim(), self.files.slice(first.at.span()).trim());
            let who = who.split_once(' ').map_or(who, |(_, noun)| noun.trim());
            let help = format!("write `condition {who} is {name}`");
            self.fault(Code::FirstEdition, title.at, "a condition says first of whom it is asked", help);
        }
        roles.splice(0..0, subject);
        let base = if k.sign("=") { Some(k.take(Rule::expr).and_then(|e| self.expr(e))?) } else { None };
        Some(DeclKind::Condition(Condition { title, roles, base, items: self.own_items(k, lines, Family::Condition)? }))
    }

    /// Of whom a condition is asked: its first blank.
    fn subject(&mut self, node: &Node) -> Option<RoleHead> {
        self.read(node, |r, k| {
            let at = At(node.span);
            Some(RoleHead { prep: Prep::Of, who: r.described(k, at)?, at })
        })
    }

    fn chance(&mut self, k: &mut Kids<'_>, lines: &Lines<'_>) -> Option<DeclKind> {
        let sort = match self.text(k.take(Rule::chance_word)?) {
            "roll" => ChanceSort::Roll,
            "pool" => ChanceSort::Pool,
            "check" => ChanceSort::Check,
            "opposed" => ChanceSort::Opposed,
            _ => return None,
        };
        let title = self.title_next(k)??;
        let roles = self.role_heads(k)?;
        let base = match k.take(Rule::chance_body) {
            Some(body) => Some(self.chance_body(body)?),
            None => None,
        };
        Some(DeclKind::Chance(Chance { sort, title, roles, base, items: self.own_items(k, lines, Family::Chance(sort))? }))
    }

    fn test(&mut self, k: &mut Kids<'_>, lines: &Lines<'_>) -> Option<DeclKind> {
        k.mark(Rule::k_test);
        let name = k.take(Rule::quoted).map(|q| self.quoted(q))?;
        let situation = if k.mark(Rule::k_in) { Some(self.name_next(k)?) } else { None };
        Some(DeclKind::Test(Test { name, situation, items: self.own_items(k, lines, Family::Test)? }))
    }

    fn situation(&mut self, k: &mut Kids<'_>, lines: &Lines<'_>) -> Option<DeclKind> {
        k.mark(Rule::k_situation);
        let name = self.name_next(k)?;
        let extends = if k.mark(Rule::k_extends) { Some(self.name_next(k)?) } else { None };
        let scenario = match k.take(Rule::scenario_of) {
            Some(node) => Some(self.read(node, |r, k| {
                k.mark(Rule::k_of);
                r.name_next(k)
            })?),
            None => None,
        };
        Some(DeclKind::Situation(Situation { name, extends, scenario, items: self.own_items(k, lines, Family::Situation)? }))
    }

    /// What begins with any other word.
    fn named(&mut self, k: &mut Kids<'_>, lines: &Lines<'_>) -> Option<DeclKind> {
        let secret = match k.take(Rule::secret_d) {
            Some(node) => self.read(node, |_, k| Some(k.mark(Rule::k_secret).then_some(At(node.span))))?,
            None => None,
        };
        let node = k.take(Rule::decl_word)?;
        let word = self.word(node);
        if let Some(at) = secret.filter(|_| self.text(node) != "marker") {
            let help = match self.text(node) {
                "deck" | "hand" | "tray" => "nobody sees into a `deck`, its side into a `hand`, everybody into a `tray`",
                _ => "leave `secret` out; what a player picks unseen is chosen `in secret`",
            };
            self.fault(Code::Place, at, "only counts and markers are secret", help);
        }
        let list = |k: &mut Kids<'_>| k.mark(Rule::any_part);
        Some(match self.text(node) {
            "columns" => DeclKind::Columns(Columns { roles: self.role_heads(k)?, items: self.columns(k, lines)? }),
            "marker" => DeclKind::Marker(Titled { secret: secret.is_some(), ..self.titled(k, lines, Family::Marker)? }),
            "formation" => DeclKind::Formation(self.titled(k, lines, Family::Formation)?),
            "terrain" => DeclKind::Terrain(self.titled(k, lines, Family::Terrain)?),
            "deck" => DeclKind::Deck(self.deck(k, lines, DeckSort::Deck)?),
            "hand" => DeclKind::Deck(self.deck(k, lines, DeckSort::Hand)?),
            "tray" => DeclKind::Deck(self.deck(k, lines, DeckSort::Tray)?),
            "scenario" => DeclKind::Scenario(self.titled(k, lines, Family::Scenario)?),
            "options" => DeclKind::Options(self.titled(k, lines, Family::Options)?),
            "turn" => DeclKind::Process(self.process(k, lines, ProcessSort::Turn)?),
            "phase" => DeclKind::Process(self.process(k, lines, ProcessSort::Phase)?),
            "procedure" => DeclKind::Process(self.process(k, lines, ProcessSort::Procedure)?),
            "force" => {
                let list = list(k);
                DeclKind::Force(Force { list, title: self.title_next(k)?, items: self.own_items(k, lines, Family::Force)? })
            }
            _ => {
                let list = list(k);
                let title = self.title_next(k)?;
                let price = match k.take(Rule::kind_price) {
                    // what is wrong with it was told, and the lines below are read all the same
                    Some(price) => self.kind_price(price),
                    None => None,
                };
                let roles = self.role_heads(k)?;
                self.not_each(k);
                let does = k.take(Rule::does);
                let names = self.names_next(k);
                let items = match does {
                    Some(node) => self.does(node, lines.0).into_iter().collect(),
                    None => {
                        let mut items = self.head_items(k)?;
                        items.extend(self.deeds(lines.0));
                        items
                    }
                };
                // what is amended, and is not told of what sort, may speak of its parent
                let amends = matches!(self.names.text(word.sym), "amend" | "replace" | "remove");
                let items = if amends { items } else { self.unamended(items) };
                DeclKind::Named(Named { word, list, title, price, roles, names, items })
            }
        })
    }

    fn titled(&mut self, k: &mut Kids<'_>, lines: &Lines<'_>, family: Family) -> Option<Titled> {
        let title = self.title_next(k)?;
        let roles = self.role_heads(k)?;
        self.not_each(k);
        Some(Titled { secret: false, holds: None, title, roles, items: self.own_items(k, lines, family)? })
    }

    fn process(&mut self, k: &mut Kids<'_>, lines: &Lines<'_>, sort: ProcessSort) -> Option<Process> {
        let title = self.title_next(k)?;
        let roles = self.role_heads(k)?;
        self.not_each(k);
        Some(Process { sort, title, roles, items: self.own_items(k, lines, Family::Process(sort))? })
    }

    /// A way of moving that has a name.
    fn manner(&mut self, k: &mut Kids<'_>, lines: &Lines<'_>) -> Option<DeclKind> {
        k.mark(Rule::k_manner);
        let title = self.title_next(k)?;
        let roles = self.role_heads(k)?;
        let said = k.all(Rule::move_opt);
        let at = said.first().zip(said.last()).map(|(a, b)| At(a.span.to(b.span)));
        let options = said.into_iter().map(|o| self.move_option(o)).collect::<Option<_>>()?;
        let mut items = self.own_items(k, lines, Family::Process(ProcessSort::Manner))?;
        if let Some(at) = at {
            items.insert(0, Item { kind: ItemKind::Manner(options), was: None, cites: Vec::new(), at });
        }
        Some(DeclKind::Process(Process { sort: ProcessSort::Manner, title, roles, items }))
    }

    /// Columns: a line of them reads like something that is done, and is none.
    fn columns(&mut self, k: &mut Kids<'_>, lines: &Lines<'_>) -> Option<Vec<Item>> {
        let mut items = self.head_items(k)?;
        items.extend(self.column_lines(lines.0));
        let items = self.unamended(items);
        Some(self.only(Family::Columns, items))
    }

    fn amend(&mut self, k: &mut Kids<'_>, lines: &Lines<'_>) -> Option<DeclKind> {
        k.mark(Rule::k_amend);
        let target = k.take(Rule::target).and_then(|t| self.target(t))?;
        let head = self.amend_head(k)?;
        let mut items = self.head_items(k)?;
        items.extend(match self.names.text(target.word.sym) {
            "columns" => self.column_lines(lines.0),
            "deck" | "hand" | "tray" => self.listed_lines(lines.0),
            _ => self.items(lines.0),
        });
        Some(DeclKind::Amend(Amend { target, head, items }))
    }

    /// What changes on the head line itself. None only if it could not be read.
    fn amend_head(&mut self, k: &mut Kids<'_>) -> Option<Option<AmendHead>> {
        if let Some(price) = k.take(Rule::price) {
            let price = self.price(price)?;
            let was = k.take(Rule::was).map(|w| self.was_of_price(w));
            return Some(Some(AmendHead::Price { price, was: was.transpose_or_told()? }));
        }
        if let Some(base) = k.take(Rule::chance_base) {
            let base = self.read(base, |r, k| k.take(Rule::chance_body).and_then(|b| r.chance_body(b)))?;
            let was = k.take(Rule::was).map(|w| self.was_of_base(w));
            return Some(Some(AmendHead::Base { base, was: was.transpose_or_told()? }));
        }
        if k.is(Rule::table_pair) {
            let first = k.peek().map_or("", |p| self.files.slice(p.span)).trim();
            if let Some(number) = first.strip_suffix(" points").filter(|n| n.bytes().all(|b| b.is_ascii_digit())) {
                let (at, help) = (k.peek().map(|p| At(p.span))?, format!("write `{number} pts`"));
                self.fault(Code::Syntax, at, "points are written `pts`", help);
                return None;
            }
            let pairs = k.all(Rule::table_pair).into_iter().map(|p| self.pair(p)).collect::<Option<_>>()?;
            let was = k.take(Rule::was).map(|w| self.was_of_pair(w));
            return Some(Some(AmendHead::Pairs { pairs, was: was.transpose_or_told()? }));
        }
        Some(None)
    }

    fn remove(&mut self, k: &mut Kids<'_>, lines: &Lines<'_>) -> Option<DeclKind> {
        k.mark(Rule::k_remove);
        let target = k.take(Rule::target).and_then(|t| self.target(t))?;
        let others = self.names_next(k);
        let items = self.items(lines.0);
        Some(DeclKind::Remove(Remove { target, others, items: self.only(Family::Remove, items) }))
    }
}

/// What may be there and, if it is, must be read.
trait Told<T> {
    /// The same, none only if it could not be read.
    fn transpose_or_told(self) -> Option<Option<T>>;
}

impl<T> Told<T> for Option<Option<T>> {
    fn transpose_or_told(self) -> Option<Option<T>> {
        match self {
            Some(None) => None,
            Some(read) => Some(read),
            None => Some(None),
        }
    }
}

fn base_of(word: &str) -> Option<Base> {
    Some(match word {
        "group" => Base::Group,
        "piece" => Base::Piece,
        "feature" => Base::Feature,
        "card" => Base::Card,
        "item" => Base::Row,
        "rule" => Base::Rule,
        "action" => Base::Action,
        "side" => Base::Side,
        _ => return None,
    })
}

/// Where the last of a line's own lines ends.
fn last(line: &TreeLine) -> crate::source::Span {
    line.below.last().map_or(line.span, last)
}
