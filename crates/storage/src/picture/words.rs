//! The words of a picture: elements as they were written, rates as people read them.

use std::collections::BTreeMap;

use toml::de::DeValue;

use crate::read::Source;
use crate::spec::parameters::document;

/// How the elements of a stack file were written: by name, key and value in the order of the keys.
///
/// Empty for a description that does not come from a file (a record's); the picture then shows types alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ElementTexts(BTreeMap<String, Vec<String>>);

/// Keys that the picture shows by its lines.
const DRAWN: [&str; 4] = ["scope", "members", "each", "seed"];

impl ElementTexts {
    /// From the text of a stack file and the parameters that are set in it; what cannot be read gives nothing, as reading the
    /// stack has said why already.
    pub fn of(text: &str, parameters: &[String]) -> ElementTexts {
        let mut found = BTreeMap::new();
        let Ok(document) = document(Source { file: "", text, ends: &[] }, parameters) else {
            return ElementTexts::default();
        };
        for (kind, elements) in document.get_ref() {
            let (false, DeValue::Table(elements)) =
                (matches!(&**kind.get_ref(), "volume" | "host" | "client"), elements.get_ref())
            else {
                continue;
            };
            for (name, keys) in elements {
                let DeValue::Table(keys) = keys.get_ref() else { continue };
                let mut texts: Vec<(usize, String)> = keys
                    .iter()
                    .filter(|(key, _)| !DRAWN.contains(&&**key.get_ref()))
                    .map(|(key, value)| {
                        (key.span().start, format!("{} {}", key.get_ref(), value_text(value.get_ref())))
                    })
                    .collect();
                texts.sort();
                found.insert(name.get_ref().to_string(), texts.into_iter().map(|(_, text)| text).collect());
            }
        }
        ElementTexts(found)
    }

    /// "depth 32" and so on for each key; empty when nothing is known.
    pub(crate) fn element(&self, name: &str) -> &[String] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }
}

/// A value without quotes and brackets where it is clear without.
fn value_text(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(n) => n.to_string(),
        DeValue::Float(x) => x.to_string(),
        DeValue::Boolean(b) => b.to_string(),
        DeValue::Datetime(at) => at.to_string(),
        DeValue::Array(items) => {
            format!("[{}]", items.iter().map(|item| value_text(item.get_ref())).collect::<Vec<_>>().join(", "))
        }
        DeValue::Table(table) => {
            let mut keys: Vec<_> = table.iter().collect();
            keys.sort_by_key(|(key, _)| key.span().start);
            let word = |(key, value): (&toml::Spanned<std::borrow::Cow<'_, str>>, &toml::Spanned<DeValue<'_>>)| {
                // The name of a distribution needs no key.
                let key = if key.get_ref() == "distribution" { String::new() } else { format!("{} ", key.get_ref()) };
                format!("{key}{}", value_text(value.get_ref()))
            };
            keys.into_iter().map(word).collect::<Vec<_>>().join(" ")
        }
    }
}

/// Columns that a text takes, on the safe side: two for what is not of a narrow script.
pub(crate) fn width(text: &str) -> usize {
    text.chars().map(|c| if u32::from(c) < 0x1100 || matches!(c, '\u{2000}'..='\u{2bff}') { 1 } else { 2 }).sum()
}

/// Control characters of a quoted name would break a line or a document.
pub(crate) fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '·' } else { c }).collect()
}

/// `text` in lines of at most `columns`, broken at blanks, and within words that are longer than a line.
pub(crate) fn wrap_text(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(2);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let fits = lines.last().is_some_and(|line| width(line) + 1 + width(word) <= columns);
        match lines.last_mut() {
            Some(line) if fits => {
                line.push(' ');
                line.push_str(word);
            }
            _ => {
                lines.push(String::new());
                for c in word.chars() {
                    let full =
                        lines.last().is_some_and(|line| width(line) + width(c.encode_utf8(&mut [0; 4])) > columns);
                    if full {
                        lines.push(String::new());
                    }
                    if let Some(line) = lines.last_mut() {
                        line.push(c);
                    }
                }
            }
        }
    }
    lines
}

/// `text` in at most `columns`, its end cut with an ellipsis.
pub(crate) fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.into();
    }
    let mut out = String::new();
    for c in text.chars() {
        if width(&out) + width(c.encode_utf8(&mut [0; 4])) + 1 > columns {
            break;
        }
        out.push(c);
    }
    out + "…"
}
