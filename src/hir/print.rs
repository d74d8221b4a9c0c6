//! The canonical print of resolved rules: what is meant, and nothing of how it was written.
//!
//! One serializer prints every node. Numbers of what is declared are printed as the keys of their names, words that stand
//! for something as `%0`, `%1` in the order in which they are met, places and citations not at all; lists whose order
//! means nothing are sorted. So two texts that mean the same have one print, and the print of one declaration does not
//! change when another is added. Fingerprints, comparisons and tests are made from it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use serde::ser::{self, Serialize};

use super::{
    ColumnId, CountId, DeckId, Id, KindId, LocalId, MeasureId, ProcId, RowId, RuleId, Rules, RulingId, StateId, TableId, TerrainId,
    ThingId, ValueId,
};
use crate::intern::{KeyId, Sym};

/// Fields whose parts have no order among themselves: the struct, the field.
const UNORDERED: &[(&str, &str)] = &[
    ("Value", "rows"),
    ("Chance", "rows"),
    ("Manner", "rows"),
    ("Chance", "naturals"),
    ("Chance", "keep"),
    ("Proc", "needs"),
    ("Proc", "limits"),
    ("Proc", "ways"),
    ("Terms", "needs"),
    ("Terms", "limits"),
    ("Terms", "costs"),
    ("Rule", "brings"),
    ("ListRow", "rules"),
    ("ListRow", "tags"),
    ("Terrain", "costs"),
    ("Call", "answers"),
    ("Attach", "precedence"),
];

/// Structs that say where something stands and what it cites: only the name is meant.
const LINE: &str = "Line";
/// The number of a limit, which stands for nothing: what shares it says so.
const NUMBER: (&str, &str) = ("Limit", "id");
/// What is worked out from other declarations and printed there: which lines switch a rule off.
const ELSEWHERE: (&str, &str) = ("Meeting", "mutes");
/// The place of a node, which is never printed.
const PLACE: &str = "At";

/// Prints a node of these rules.
#[must_use]
pub fn print<T: Serialize + ?Sized>(rules: &Rules, node: &T) -> String {
    let mut locals = Locals::default();
    written(rules, &mut locals, node)
}

/// Prints a part of a declaration: its blanks by their places, words that are `known` as they are called, and all others in
/// the order in which they are met in the part.
#[must_use]
pub fn print_part<T: Serialize + ?Sized>(rules: &Rules, blanks: &[LocalId], known: &Rc<BTreeSet<String>>, node: &T) -> String {
    let met = blanks.iter().enumerate().map(|(n, l)| (l.0, n)).collect();
    written(rules, &mut Locals(met, Some(known.clone())), node)
}

/// What the words are called that a node speaks of.
#[must_use]
pub fn words_of<T: Serialize + ?Sized>(rules: &Rules, node: &T) -> BTreeSet<String> {
    let mut locals = Locals::default();
    let _ = written(rules, &mut locals, node);
    let word = |n: &u32| rules.locals.get(LocalId(*n)).map(|l| rules.names.key_text(rules.names.key_of(l.word)).to_owned());
    locals.0.keys().filter_map(word).collect()
}

/// Words in the order that they were met, and those that are printed as they are called.
#[derive(Clone, Default)]
struct Locals(FxHashMap<u32, usize>, Option<Rc<BTreeSet<String>>>);

fn written<T: Serialize + ?Sized>(rules: &Rules, locals: &mut Locals, node: &T) -> String {
    let mut out = Print { rules, locals, sorted: false, out: String::new() };
    // writing into a string cannot fail, and no node refuses to be written
    let _ = node.serialize(&mut out);
    out.out
}

struct Print<'a> {
    rules: &'a Rules,
    locals: &'a mut Locals,
    /// Whether what is printed is a list without an order.
    sorted: bool,
    out: String,
}

impl Print<'_> {
    fn put(&mut self, what: impl std::fmt::Display) {
        let _ = write!(self.out, "{what}");
    }

    fn key(&self, sym: Option<Sym>) -> String {
        let names = &self.rules.names;
        sym.map_or_else(|| "?".to_owned(), |s| names.key_text(names.key_of(s)).to_owned())
    }

    /// What a number stands for; none if the type is no id.
    fn id(&mut self, of: &str, n: u32) -> Option<String> {
        let r = self.rules;
        let i = n as usize;
        let sym = match of {
            "Sym" => Some(Sym(n)),
            "KeyId" => return Some(r.names.key_text(KeyId(n)).to_owned()),
            "LocalId" => {
                if let Some(known) = self.locals.1.as_ref().filter(|_| !self.locals.0.contains_key(&n)) {
                    let word = self.key(r.locals.get(LocalId(n)).map(|l| l.word));
                    if known.contains(&word) {
                        return Some(format!("%{word}"));
                    }
                }
                let next = self.locals.0.len();
                return Some(format!("%{}", self.locals.0.entry(n).or_insert(next)));
            }
            "KindId" => KindId::new(i).and_then(|i| r.kinds.get(i)).map(|k| k.word),
            "MeasureId" => MeasureId::new(i).and_then(|i| r.measures.get(i)).copied(),
            "StateId" => StateId::new(i).and_then(|i| r.states.get(i)).map(|s| s.name),
            "CountId" => CountId::new(i).and_then(|i| r.counts.get(i)).map(|c| c.name),
            "ValueId" => return Some(self.overloaded(n)),
            "ProcId" => ProcId::new(i).and_then(|i| r.procs.get(i)).map(|p| p.head.name),
            "TableId" => TableId::new(i).and_then(|i| r.tables.get(i)).map(|t| t.head.name),
            "RuleId" => RuleId::new(i).and_then(|i| r.rules.get(i)).map(|r| r.name),
            "RowId" => RowId::new(i).and_then(|i| r.rows.get(i)).map(|r| r.name),
            "ColumnId" => ColumnId::new(i).and_then(|i| r.columns.get(i)).map(|c| c.name),
            "RulingId" => RulingId::new(i).and_then(|i| r.rulings.get(i)).map(|r| r.name),
            "TerrainId" => TerrainId::new(i).and_then(|i| r.terrains.get(i)).map(|t| t.name),
            "ThingId" => ThingId::new(i).and_then(|i| r.things.get(i)).map(|t| t.name),
            "DeckId" => DeckId::new(i).and_then(|i| r.decks.get(i)).map(|d| d.name),
            "LastingId" | "AttachId" => return Some(self.nested(of, n)),
            _ => return None,
        };
        Some(self.key(sym))
    }

    /// A value with the kind of its first blank, since values of one name are told apart by that.
    fn overloaded(&mut self, n: u32) -> String {
        let r = self.rules;
        let Some(head) = r.values.get(ValueId(n)).map(|v| &v.head) else { return "?".to_owned() };
        let of = head.roles.first().and_then(|role| r.locals.get(role.local)).map(|l| written(r, &mut Locals::default(), &l.ty));
        format!("{}/{}", self.key(Some(head.name)), of.unwrap_or_default())
    }

    /// An effect or line that is part of what is printed: printed where it is spoken of.
    fn nested(&mut self, of: &str, n: u32) -> String {
        let r = self.rules;
        if of == "AttachId" {
            return r.attaches.get(super::AttachId(n)).map_or_else(|| "?".to_owned(), |a| written(r, self.locals, a));
        }
        let id = super::LastingId(n);
        let Some(lasting) = r.lasting.get(id) else { return "?".to_owned() };
        let mut lines: Vec<String> = r
            .attaches
            .iter()
            .filter(|(_, a)| a.lasting == Some(id))
            .map(|(_, a)| written(r, &mut self.locals.clone(), &a.apart()))
            .collect();
        let forbidden = r.forbids.iter().filter(|f| f.lasting == Some(id));
        lines.extend(forbidden.map(|f| written(r, &mut self.locals.clone(), &f.apart())));
        lines.sort();
        format!("{} [{}]", written(r, self.locals, lasting), lines.join(", "))
    }
}

/// Nothing is ever refused; serde wants an error type.
#[derive(Debug)]
pub struct Never;

impl std::fmt::Display for Never {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("cannot be printed")
    }
}

impl std::error::Error for Never {}

impl ser::Error for Never {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Self
    }
}

/// Parts of a node while it is printed.
struct Parts<'p, 'a> {
    to: &'p mut Print<'a>,
    /// The struct, where it is one.
    of: &'static str,
    inner: Vec<String>,
    ends: (&'static str, &'static str),
}

impl<'p, 'a> Parts<'p, 'a> {
    fn new(to: &'p mut Print<'a>, of: &'static str, ends: (&'static str, &'static str)) -> Self {
        Self { to, of, inner: Vec::new(), ends }
    }

    fn add<T: Serialize + ?Sized>(&mut self, label: &str, part: &T) {
        // parts without an order are printed each for itself, so that its words do not hang on its neighbours
        let text = if self.to.sorted {
            written(self.to.rules, &mut self.to.locals.clone(), part)
        } else {
            written(self.to.rules, self.to.locals, part)
        };
        if !text.is_empty() {
            self.inner.push(if label.is_empty() { text } else { format!("{label}: {text}") });
        }
    }

    fn field<T: Serialize + ?Sized>(&mut self, label: &'static str, part: &T) {
        if self.of == LINE && label != "name" || matches!(label, "at" | "cites") || [NUMBER, ELSEWHERE].contains(&(self.of, label)) {
            return;
        }
        if !UNORDERED.contains(&(self.of, label)) {
            return self.add(label, part);
        }
        let mut list = Print { rules: self.to.rules, locals: &mut *self.to.locals, sorted: true, out: String::new() };
        let _ = part.serialize(&mut list);
        self.inner.push(format!("{label}: {}", list.out));
    }

    fn close(mut self) {
        if self.to.sorted {
            self.inner.sort();
        }
        let text = format!("{}{}{}", self.ends.0, self.inner.join(", "), self.ends.1);
        self.to.out.push_str(&text);
    }
}

macro_rules! plain {
    ($($name:ident: $ty:ty),*) => { $(
        fn $name(self, v: $ty) -> Result<(), Never> {
            self.put(v);
            Ok(())
        }
    )* };
}

impl<'p, 'a> ser::Serializer for &'p mut Print<'a> {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Parts<'p, 'a>;
    type SerializeTuple = Parts<'p, 'a>;
    type SerializeTupleStruct = Parts<'p, 'a>;
    type SerializeTupleVariant = Parts<'p, 'a>;
    type SerializeMap = Parts<'p, 'a>;
    type SerializeStruct = Parts<'p, 'a>;
    type SerializeStructVariant = Parts<'p, 'a>;

    plain!(
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_u8: u8,
        serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_f32: f32, serialize_f64: f64, serialize_char: char
    );

    fn serialize_str(self, v: &str) -> Result<(), Never> {
        self.put(format_args!("{v:?}"));
        Ok(())
    }

    fn serialize_bytes(self, v: &[u8]) -> Result<(), Never> {
        self.put(format_args!("{v:?}"));
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Never> {
        self.put("-");
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, v: &T) -> Result<(), Never> {
        v.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Never> {
        Ok(())
    }

    fn serialize_unit_struct(self, name: &'static str) -> Result<(), Never> {
        self.put(name);
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Never> {
        self.put(variant);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, v: &T) -> Result<(), Never> {
        if name == PLACE {
            return Ok(());
        }
        let number = written(self.rules, self.locals, v);
        match number.parse().ok().and_then(|n| self.id(name, n)) {
            Some(text) => self.put(text),
            None => self.put(format_args!("{name}({number})")),
        }
        Ok(())
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(self, _: &'static str, _: u32, variant: &'static str, v: &T) -> Result<(), Never> {
        let inner = written(self.rules, self.locals, v);
        self.put(format_args!("{variant}({inner})"));
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'p, 'a>, Never> {
        Ok(Parts::new(self, "", ("[", "]")))
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'p, 'a>, Never> {
        Ok(Parts::new(self, "", ("(", ")")))
    }

    fn serialize_tuple_struct(self, name: &'static str, _: usize) -> Result<Parts<'p, 'a>, Never> {
        self.put(name);
        Ok(Parts::new(self, name, ("(", ")")))
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Parts<'p, 'a>, Never> {
        self.put(variant);
        Ok(Parts::new(self, "", ("(", ")")))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'p, 'a>, Never> {
        Ok(Parts::new(self, "", ("{", "}")))
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Parts<'p, 'a>, Never> {
        if name != "Expr" && name != "Stmt" {
            self.put(name);
        }
        Ok(Parts::new(self, name, ("{", "}")))
    }

    fn serialize_struct_variant(self, name: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Parts<'p, 'a>, Never> {
        self.put(variant);
        Ok(Parts::new(self, name, ("{", "}")))
    }
}

macro_rules! parts {
    ($($trait:ident $method:ident),*) => { $(
        impl ser::$trait for Parts<'_, '_> {
            type Ok = ();
            type Error = Never;

            fn $method<T: Serialize + ?Sized>(&mut self, v: &T) -> Result<(), Never> {
                self.add("", v);
                Ok(())
            }

            fn end(self) -> Result<(), Never> {
                self.close();
                Ok(())
            }
        }
    )* };
}

parts!(SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field, SerializeTupleVariant serialize_field);

impl ser::SerializeMap for Parts<'_, '_> {
    type Ok = ();
    type Error = Never;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Never> {
        self.add("", key);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        self.add("", value);
        Ok(())
    }

    fn end(self) -> Result<(), Never> {
        self.close();
        Ok(())
    }
}

impl ser::SerializeStruct for Parts<'_, '_> {
    type Ok = ();
    type Error = Never;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, v: &T) -> Result<(), Never> {
        self.field(key, v);
        Ok(())
    }

    fn end(self) -> Result<(), Never> {
        self.close();
        Ok(())
    }
}

impl ser::SerializeStructVariant for Parts<'_, '_> {
    type Ok = ();
    type Error = Never;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, v: &T) -> Result<(), Never> {
        self.field(key, v);
        Ok(())
    }

    fn end(self) -> Result<(), Never> {
        self.close();
        Ok(())
    }
}
