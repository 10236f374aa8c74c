//! Parameters of a stack from outside, in place of values in its file: `multipath.switch_after=1000`,
//! `host.esx.count=8`. They are put into the document before it is read, so that they are checked like the file's own
//! values.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::error::StackError;
use crate::read::Source;

/// The document of a stack file with these parameters in it, each written `NAME.KEY=VALUE`.
///
/// `NAME` is what an element, volume, host or client is called, with its type before it where two are called the same;
/// `VALUE` is TOML, or a text without its quotes. What is set has the place of what it replaces, else of its table.
///
/// # Errors
/// No TOML; a parameter of something that the stack does not have.
pub(crate) fn document<'a>(source: Source<'a>, parameters: &'a [String]) -> Result<Spanned<DeTable<'a>>, StackError> {
    let mut document = DeTable::parse(source.text).map_err(|e| StackError::Syntax {
        file: source.file.into(),
        line: source.line(e.span().unwrap_or(0..0)),
        message: e.message().into(),
    })?;
    let mut places = BTreeSet::new();
    for parameter in parameters {
        set(document.get_mut(), parameter, &mut places).map_err(|why| StackError::Parameter {
            file: source.file.into(),
            parameter: parameter.clone(),
            why,
        })?;
    }
    Ok(document)
}

/// Sets one; `places` are those that were set already.
fn set<'a>(document: &mut DeTable<'a>, parameter: &'a str, places: &mut BTreeSet<String>) -> Result<(), String> {
    let (path, value) = parameter.split_once('=').ok_or("write NAME.KEY=VALUE, such as multipath.switch_after=1000")?;
    let path: Vec<&'a str> = path.split('.').map(str::trim).collect();
    if path.len() < 2 || path.iter().any(|part| part.is_empty()) {
        return Err("write NAME.KEY=VALUE: what it belongs to, a dot, and its key".into());
    }
    let path = match document.contains_key(path[0]) {
        true => path,
        false => [&[owner(document, path[0])?], &path[..]].concat(),
    };
    if !places.insert(path.join(".")) {
        return Err(format!("'{}' is set twice: leave one out", path.join(".")));
    }
    let mut table = document;
    let mut at = 0..0;
    for (depth, part) in path[..path.len() - 1].iter().enumerate() {
        let names = || known_names(table);
        if !table.contains_key(*part) {
            // A part of an element, such as a workload, may be missing; the element may not.
            if depth < 2 {
                return Err(format!("there is no '{}'; the stack has {}", path[..=depth].join("."), names()));
            }
            let empty = DeValue::Table(DeTable::new());
            table.insert(Spanned::new(at.clone(), Cow::from(*part)), Spanned::new(at.clone(), empty));
        }
        let inside = table.get_mut(*part).ok_or("it is not there")?;
        at = inside.span();
        // `disk.service.mean` where a text stood: whether its keys make a whole is seen when it is read.
        if depth >= 2 && !matches!(inside.get_ref(), DeValue::Table(_)) {
            *inside.get_mut() = DeValue::Table(DeTable::new());
        }
        match inside.get_mut() {
            DeValue::Table(inside) => table = inside,
            _ => return Err(format!("'{}' is a value and has no keys", path[..=depth].join("."))),
        }
    }
    let key = path[path.len() - 1];
    if path.len() == 2 && matches!(table.get(key).map(Spanned::get_ref), Some(DeValue::Table(_))) {
        return Err(format!("'{}' is a whole table: name a key of it", path.join(".")));
    }
    let at = table.get_key_value(key).map_or(at, |(key, _)| key.span());
    let value = relocate(parse_value(value.trim()), &at);
    table.insert(Spanned::new(at, Cow::from(key)), value);
    Ok(())
}

/// The type of what is called so.
fn owner<'a>(document: &DeTable<'a>, name: &str) -> Result<&'a str, String> {
    let tables = || {
        document.iter().filter_map(|(kind, inside)| match inside.get_ref() {
            DeValue::Table(inside) => Some((kind.get_ref(), inside)),
            _ => None,
        })
    };
    let found: Vec<&Cow<'a, str>> =
        tables().filter(|(_, inside)| inside.contains_key(name)).map(|(kind, _)| kind).collect();
    match found[..] {
        // The names of types are known ones: anything else is refused when the document is read.
        [kind] => KINDS
            .into_iter()
            .chain(crate::elements::ELEMENTS.iter().map(|kind| kind.name))
            .find(|known| known == kind)
            .ok_or_else(|| format!("'{kind}' is no type of element")),
        [] => {
            let names = tables().flat_map(|(_, inside)| inside.iter());
            let mut names: Vec<String> = names
                .filter(|(_, value)| matches!(value.get_ref(), DeValue::Table(_)))
                .map(|(key, _)| key.get_ref().to_string())
                .collect();
            names.sort();
            Err(format!("nothing in the stack is called '{name}'; it has {}", names.join(", ")))
        }
        _ => {
            let full: Vec<String> = found.iter().map(|kind| format!("{kind}.{name}")).collect();
            Err(format!("'{name}' could be {}: write its type, too", full.join(" or ")))
        }
    }
}

/// The tables of a stack that are no elements.
const KINDS: [&str; 3] = ["volume", "host", "client"];

fn known_names(table: &DeTable<'_>) -> String {
    table.keys().map(|key| key.get_ref().to_string()).collect::<Vec<_>>().join(", ")
}

/// A TOML value, or a text without quotes: `5us`, `round_robin`.
fn parse_value(text: &str) -> Spanned<DeValue<'_>> {
    DeValue::parse(text).unwrap_or_else(|_| Spanned::new(0..text.len(), DeValue::String(Cow::from(text))))
}

/// The value as if it stood at that place.
fn relocate<'a>(value: Spanned<DeValue<'a>>, at: &Range<usize>) -> Spanned<DeValue<'a>> {
    let inside = match value.into_inner() {
        DeValue::Array(items) => DeValue::Array(items.into_iter().map(|item| relocate(item, at)).collect()),
        DeValue::Table(table) => {
            let moved = |(key, value): (Spanned<Cow<'a, str>>, _)| {
                (Spanned::new(at.clone(), key.into_inner()), relocate(value, at))
            };
            DeValue::Table(table.into_iter().map(moved).collect())
        }
        other => other,
    };
    Spanned::new(at.clone(), inside)
}
