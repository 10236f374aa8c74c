//! Reading a stack file: tables and values with the line they stand on, so that an error can name it.
//!
//! Written against the parser's spanned values and not through serde: serde's messages name neither the element nor
//! the unit, and lose the line as soon as a table is flattened or tagged.

use std::collections::BTreeMap;
use std::ops::Range;

use plimsoll_base::units::UnitError;
use plimsoll_base::{Bytes, Nanos};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::error::StackError;

/// The text of a description and its name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    pub(crate) file: &'a str,
    pub(crate) text: &'a str,
    /// Where its lines end.
    pub(crate) ends: &'a [usize],
}

/// Offsets of the line ends of a text. Computed once, since nearly every key needs its line.
pub(crate) fn line_ends(text: &str) -> Vec<usize> {
    text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at).collect()
}

impl Source<'_> {
    /// The line, from 1, on which `span` starts.
    pub(crate) fn line(&self, span: Range<usize>) -> usize {
        1 + self.ends.partition_point(|end| *end < span.start)
    }
}

/// A table of the description, by the name an error calls it.
#[derive(Clone, Debug)]
pub(crate) struct Section<'a> {
    source: Source<'a>,
    /// As in `[device.disk]`.
    pub(crate) name: String,
    /// Line it starts on.
    pub(crate) line: usize,
    table: &'a DeTable<'a>,
}

impl<'a> Section<'a> {
    /// The table `value`, called `name`.
    pub(crate) fn new(source: Source<'a>, name: String, value: &'a Spanned<DeValue<'a>>) -> Result<Self, StackError> {
        let line = source.line(value.span());
        match value.get_ref() {
            DeValue::Table(table) => Ok(Section { source, name, line, table }),
            other => Err(StackError::Value {
                file: source.file.into(),
                line,
                key: name.rsplit('.').next().unwrap_or_default().into(),
                table: "the stack".into(),
                why: format!("is {}, but has to be a table: [{name}]", describe(other)),
            }),
        }
    }

    /// The tables in this one, each with its key.
    pub(crate) fn sections(&self) -> Result<Vec<(&'a str, Section<'a>)>, StackError> {
        let child = |(key, value): (&'a Spanned<_>, &'a Spanned<_>)| {
            let key: &'a std::borrow::Cow<'a, str> = key.get_ref();
            Section::new(self.source, format!("{}.{key}", self.name), value).map(|section| (&**key, section))
        };
        self.table.iter().map(child).collect()
    }

    /// Refuses keys that are not in `known`.
    pub(crate) fn only(&self, known: &[&str]) -> Result<(), StackError> {
        match self.table.keys().find(|key| !known.contains(&&**key.get_ref())) {
            None => Ok(()),
            Some(key) => Err(StackError::UnknownKey {
                file: self.source.file.into(),
                line: self.source.line(key.span()),
                key: key.get_ref().to_string(),
                table: format!("[{}]", self.name),
                known: known.join(", "),
            }),
        }
    }

    /// Whether `key` was written.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// Line of `key`, or of the table when the key was not written.
    pub(crate) fn line_of(&self, key: &str) -> usize {
        self.table.get_key_value(key).map_or(self.line, |(key, _)| self.source.line(key.span()))
    }

    fn get(&self, key: &str) -> Option<&'a DeValue<'a>> {
        self.table.get(key).map(Spanned::get_ref)
    }

    /// The error that `key` is wrong because of `why`.
    pub(crate) fn wrong(&self, key: &str, why: impl Into<String>) -> StackError {
        StackError::Value {
            file: self.source.file.into(),
            line: self.line_of(key),
            key: key.into(),
            table: format!("[{}]", self.name),
            why: why.into(),
        }
    }

    /// The error that `key` is missing; `what` is its meaning.
    pub(crate) fn missing(&self, key: &str, what: &str) -> StackError {
        StackError::Missing {
            file: self.source.file.into(),
            line: self.line,
            key: key.into(),
            table: format!("[{}]", self.name),
            what: what.into(),
        }
    }

    fn unit(&self, key: &str, source: UnitError) -> StackError {
        StackError::Unit {
            file: self.source.file.into(),
            line: self.line_of(key),
            key: key.into(),
            table: format!("[{}]", self.name),
            why: source.to_string(),
        }
    }

    fn mismatch(&self, key: &str, found: &DeValue<'_>, expected: &str) -> StackError {
        self.wrong(key, format!("is {}, but has to be {expected}", describe(found)))
    }

    pub(crate) fn text(&self, key: &str, expected: &str) -> Result<Option<&'a str>, StackError> {
        match self.get(key) {
            None => Ok(None),
            Some(DeValue::String(text)) => Ok(Some(text)),
            Some(other) => Err(self.mismatch(key, other, expected)),
        }
    }

    /// A time with its unit.
    pub(crate) fn time(&self, key: &str) -> Result<Option<Nanos>, StackError> {
        let text = self.text(key, "a time with its unit in quotes, such as \"200us\" or \"1ms\"")?;
        text.map(|text| text.parse().map_err(|e| self.unit(key, e))).transpose()
    }

    /// A size: text with a unit, or a whole number of bytes.
    pub(crate) fn size(&self, key: &str) -> Result<Option<Bytes>, StackError> {
        if let Some(DeValue::Integer(_)) = self.get(key) {
            return Ok(self.whole(key, u64::MAX)?.map(Bytes));
        }
        let text = self.text(key, "a size, such as \"4k\", \"1g\" or a whole number of bytes")?;
        text.map(|text| text.parse().map_err(|e| self.unit(key, e))).transpose()
    }

    pub(crate) fn number(&self, key: &str) -> Result<Option<f64>, StackError> {
        let text = match self.get(key) {
            None => return Ok(None),
            Some(DeValue::Integer(n)) if n.radix() == 10 => n.as_str(),
            Some(DeValue::Float(x)) => x.as_str(),
            Some(other) => return Err(self.mismatch(key, other, "a number")),
        };
        match text.parse::<f64>() {
            Ok(x) if x.is_finite() => Ok(Some(x)),
            _ => Err(self.wrong(key, format!("{text} is not a number that can be used: write a finite one"))),
        }
    }

    /// A whole number from 0 to `max`.
    pub(crate) fn whole(&self, key: &str, max: u64) -> Result<Option<u64>, StackError> {
        let integer = match self.get(key) {
            None => return Ok(None),
            Some(DeValue::Integer(integer)) => integer,
            Some(other) => return Err(self.mismatch(key, other, "a whole number")),
        };
        match u64::from_str_radix(integer.as_str(), integer.radix()) {
            Ok(n) if n <= max => Ok(Some(n)),
            _ => Err(self.wrong(key, format!("{integer} is out of range: write a whole number from 0 to {max}"))),
        }
    }

    /// Whether `key` holds a whole number.
    pub(crate) fn is_whole(&self, key: &str) -> bool {
        matches!(self.get(key), Some(DeValue::Integer(_)))
    }

    /// One of `words`.
    pub(crate) fn choice<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Result<Option<T>, StackError> {
        let known = || words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ");
        let Some(text) = self.text(key, "a word")? else { return Ok(None) };
        match words.iter().find(|(word, _)| *word == text) {
            Some((_, value)) => Ok(Some(*value)),
            None => Err(self.wrong(key, format!("unknown '{text}'; known: {}", known()))),
        }
    }

    pub(crate) fn list(&self, key: &str) -> Result<Option<Vec<String>>, StackError> {
        let expected = "a list of names in quotes, such as [\"policy\", \"disk\"]";
        let array = match self.get(key) {
            None => return Ok(None),
            Some(DeValue::Array(array)) => array,
            Some(other) => return Err(self.mismatch(key, other, expected)),
        };
        let names = array.iter().map(|item| match item.get_ref() {
            DeValue::String(text) => Ok(text.to_string()),
            other => Err(self.wrong(key, format!("holds {}, but has to be {expected}", describe(other)))),
        });
        names.collect::<Result<Vec<_>, _>>().map(Some)
    }

    /// A list of whole numbers.
    pub(crate) fn wholes(&self, key: &str, max: u64) -> Result<Option<Vec<u64>>, StackError> {
        let expected = "a list of whole numbers, such as [1, 2]";
        let array = match self.get(key) {
            None => return Ok(None),
            Some(DeValue::Array(array)) => array,
            Some(other) => return Err(self.mismatch(key, other, expected)),
        };
        let numbers = array.iter().map(|item| match item.get_ref() {
            DeValue::Integer(n) => match u64::from_str_radix(n.as_str(), n.radix()) {
                Ok(n) if n <= max => Ok(n),
                _ => Err(self.wrong(key, format!("{n} is out of range: write whole numbers from 0 to {max}"))),
            },
            other => Err(self.wrong(key, format!("holds {}, but has to be {expected}", describe(other)))),
        });
        numbers.collect::<Result<Vec<_>, _>>().map(Some)
    }

    /// A list of routes: each a name, or a list of names.
    pub(crate) fn routes(&self, key: &str) -> Result<Option<Vec<Vec<String>>>, StackError> {
        let expected = "a list of routes, each a name or a list of names, such as [\"a\", [\"b\", \"c\"]]";
        let array = match self.get(key) {
            None => return Ok(None),
            Some(DeValue::Array(array)) => array,
            Some(other) => return Err(self.mismatch(key, other, expected)),
        };
        let name = |value: &DeValue<'_>| match value {
            DeValue::String(text) => Ok(text.to_string()),
            other => Err(self.wrong(key, format!("holds {}, but has to be {expected}", describe(other)))),
        };
        let routes = array.iter().map(|item| match item.get_ref() {
            DeValue::Array(names) => names.iter().map(|item| name(item.get_ref())).collect(),
            other => name(other).map(|name| vec![name]),
        });
        routes.collect::<Result<Vec<_>, _>>().map(Some)
    }

    pub(crate) fn numbers(&self, key: &str) -> Result<Option<Vec<f64>>, StackError> {
        let expected = "a list of numbers, such as [1, 2.5]";
        let array = match self.get(key) {
            None => return Ok(None),
            Some(DeValue::Array(array)) => array,
            Some(other) => return Err(self.mismatch(key, other, expected)),
        };
        let number = |value: &DeValue<'_>| match value {
            DeValue::Integer(n) if n.radix() == 10 => n.as_str().parse().ok(),
            DeValue::Float(x) => x.as_str().parse().ok(),
            _ => None,
        };
        let numbers = array.iter().map(|item| match number(item.get_ref()).filter(|x: &f64| x.is_finite()) {
            Some(x) => Ok(x),
            None => Err(self.wrong(key, format!("holds {}, but has to be {expected}", describe(item.get_ref())))),
        });
        numbers.collect::<Result<Vec<_>, _>>().map(Some)
    }

    pub(crate) fn tables(&self, key: &str) -> Result<Vec<Section<'a>>, StackError> {
        let expected = "a list of tables, such as [{ … }, { … }]";
        let array = match self.get(key) {
            None => return Ok(Vec::new()),
            Some(DeValue::Array(array)) => array,
            Some(other) => return Err(self.mismatch(key, other, expected)),
        };
        let table = |item: &'a Spanned<DeValue<'a>>| match item.get_ref() {
            DeValue::Table(_) => Section::new(self.source, format!("{}.{key}", self.name), item),
            other => Err(self.wrong(key, format!("holds {}, but has to be {expected}", describe(other)))),
        };
        array.iter().map(table).collect()
    }

    /// A boolean.
    pub(crate) fn truth(&self, key: &str) -> Result<Option<bool>, StackError> {
        match self.get(key) {
            None => Ok(None),
            Some(DeValue::Boolean(b)) => Ok(Some(*b)),
            Some(other) => Err(self.mismatch(key, other, "true or false")),
        }
    }

    /// The table under `key` as it is, for a reader with a list of keys of its own, with the line it starts on.
    pub(crate) fn document(&self, key: &str) -> Result<Option<BTreeMap<String, serde_json::Value>>, StackError> {
        match self.get(key) {
            None => Ok(None),
            Some(DeValue::Table(table)) => {
                let pair = |(key, value): (&Spanned<std::borrow::Cow<'a, str>>, &Spanned<DeValue<'a>>)| {
                    (key.get_ref().to_string(), json(value.get_ref()))
                };
                Ok(Some(table.iter().map(pair).collect()))
            }
            Some(other) => Err(self.mismatch(key, other, "a table of its own")),
        }
    }

    /// Lines of these tables and of their keys: "load", "load.rate".
    pub(crate) fn lines_of(&self, tables: &[&str]) -> BTreeMap<String, usize> {
        let mut lines = BTreeMap::new();
        for name in tables.iter().filter(|name| self.has(name)) {
            lines.insert((*name).to_string(), self.line_of(name));
            if let Some(table) = self.section(name) {
                lines.extend(table.keys().into_iter().map(|key| (format!("{name}.{key}"), table.line_of(key))));
            }
        }
        lines
    }

    /// Whether `key` holds a table.
    pub(crate) fn is_table(&self, key: &str) -> bool {
        matches!(self.get(key), Some(DeValue::Table(_)))
    }

    /// The keys that were written.
    pub(crate) fn keys(&self) -> Vec<&'a str> {
        self.table.keys().map(|key| &**key.get_ref()).collect()
    }

    /// A list of pairs of a size and a number.
    pub(crate) fn pairs(&self, key: &str) -> Result<Option<Vec<(Bytes, f64)>>, StackError> {
        let expected = "a list of sizes with a number each, such as [[\"4k\", 1], [\"32k\", 5]]";
        let array = match self.get(key) {
            None => return Ok(None),
            Some(DeValue::Array(array)) => array,
            Some(other) => return Err(self.mismatch(key, other, expected)),
        };
        let pairs = array.iter().map(|item| {
            let wrong = || self.wrong(key, format!("holds {}, but has to be {expected}", describe(item.get_ref())));
            let DeValue::Array(pair) = item.get_ref() else { return Err(wrong()) };
            let mut values = pair.iter().map(Spanned::get_ref);
            let (Some(size), Some(number), None) = (values.next(), values.next(), values.next()) else {
                return Err(wrong());
            };
            let size = match size {
                DeValue::String(text) => text.parse().map_err(|e| self.unit(key, e))?,
                DeValue::Integer(n) => Bytes(u64::from_str_radix(n.as_str(), n.radix()).map_err(|_| wrong())?),
                _ => return Err(wrong()),
            };
            let number = match number {
                DeValue::Integer(n) if n.radix() == 10 => n.as_str(),
                DeValue::Float(x) => x.as_str(),
                _ => return Err(wrong()),
            };
            Ok((size, number.parse().map_err(|_| wrong())?))
        });
        pairs.collect::<Result<Vec<_>, _>>().map(Some)
    }

    /// A value that is a table of its own, when it is one.
    pub(crate) fn section(&self, key: &str) -> Option<Section<'a>> {
        let value = self.table.get(key)?;
        Section::new(self.source, format!("{}.{key}", self.name), value).ok()
    }
}

/// A TOML value as JSON; a number that JSON has no form for becomes its text, which no reader takes for a number.
fn json(value: &DeValue<'_>) -> serde_json::Value {
    use serde_json::Value;
    match value {
        DeValue::String(text) => Value::from(text.to_string()),
        DeValue::Integer(n) => {
            i64::from_str_radix(n.as_str(), n.radix()).map_or_else(|_| Value::from(n.to_string()), Value::from)
        }
        DeValue::Float(x) => {
            let number = x.as_str().parse().ok().and_then(serde_json::Number::from_f64);
            number.map_or_else(|| Value::from(x.to_string()), Value::Number)
        }
        DeValue::Boolean(b) => Value::from(*b),
        DeValue::Datetime(at) => Value::from(at.to_string()),
        DeValue::Array(items) => items.iter().map(|item| json(item.get_ref())).collect(),
        DeValue::Table(table) => {
            table.iter().map(|(key, value)| (key.get_ref().to_string(), json(value.get_ref()))).collect()
        }
    }
}

fn describe(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("the text \"{text}\""),
        DeValue::Integer(n) => format!("the number {n}"),
        DeValue::Float(x) => format!("the number {x}"),
        DeValue::Boolean(b) => format!("{b}"),
        DeValue::Datetime(at) => format!("the date {at}"),
        DeValue::Array(_) => "a list".into(),
        DeValue::Table(_) => "a table".into(),
    }
}
