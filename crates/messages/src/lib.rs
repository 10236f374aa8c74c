//! Message catalogues: the sentences that people read, in Project Fluent's format, one file a package and language.
//!
//! A message is chosen by its code and filled with figures that are formatted already. Parsing a catalogue of a thousand
//! messages takes about two milliseconds, so that each command can afford its own.

use std::collections::BTreeSet;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey};
use unic_langid::LanguageIdentifier;

/// Why a catalogue cannot be read, or a message cannot be filled.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum Error {
    /// The name of a language that is none.
    #[error("'{0}' is not the name of a language")]
    Language(String),
    /// A line of a file that Fluent does not accept.
    #[error("{file}:{line}: {reason}")]
    Syntax {
        /// The file as the caller named it.
        file: String,
        /// Counted from 1.
        line: usize,
        /// The parser's own words.
        reason: String,
    },
    /// A code that a catalogue has twice.
    #[error("{file}: {reason}")]
    Repeated {
        /// The file as the caller named it.
        file: String,
        /// Which one it is.
        reason: String,
    },
    /// A figure that the message wants and the caller did not give, or a reference to nothing.
    #[error("message '{code}': {reason}")]
    Figures {
        /// The code of the message.
        code: String,
        /// Fluent's own words.
        reason: String,
    },
}

/// What a message is filled with.
#[derive(Debug, Clone, PartialEq)]
pub enum Figure {
    /// Text as it will be read.
    Text(String),
    /// A whole number, which also chooses between the forms of a plural. It is printed without separators.
    Number(i64),
}

/// The messages of one language.
pub struct Catalogue {
    bundle: FluentBundle<FluentResource>,
}

impl Catalogue {
    /// An empty catalogue.
    ///
    /// # Errors
    ///
    /// [`Error::Language`] when the name is no language.
    pub fn new(language: &str) -> Result<Self, Error> {
        let identifier: LanguageIdentifier = language.parse().map_err(|_| Error::Language(language.to_owned()))?;
        let mut bundle = FluentBundle::new_concurrent(vec![identifier]);
        // Terminals and tables show the marks for right-to-left text, which none of our languages needs.
        bundle.set_use_isolating(false);
        Ok(Self { bundle })
    }

    /// Adds the messages of a file; `file` is its name in errors.
    ///
    /// # Errors
    ///
    /// [`Error::Syntax`] for the first line that cannot be read, [`Error::Repeated`] for a code that is there already.
    pub fn add(&mut self, file: &str, text: String) -> Result<(), Error> {
        let resource = FluentResource::try_new(text).map_err(|(resource, errors)| {
            let first = &errors[0];
            Error::Syntax {
                file: file.to_owned(),
                line: line_at(resource.source(), first.pos.start),
                reason: first.kind.to_string(),
            }
        })?;
        self.bundle
            .add_resource(resource)
            .map_err(|errors| Error::Repeated { file: file.to_owned(), reason: errors[0].to_string() })
    }

    /// The text of a message, or `None` when there is none of this code.
    ///
    /// # Errors
    ///
    /// [`Error::Figures`] when a figure is missing.
    pub fn format(&self, code: &str, figures: &[(String, Figure)]) -> Result<Option<String>, Error> {
        let Some(pattern) = self.bundle.get_message(code).and_then(|message| message.value()) else {
            return Ok(None);
        };
        let mut arguments = FluentArgs::with_capacity(figures.len());
        for (name, figure) in figures {
            let value = match figure {
                Figure::Text(text) => FluentValue::from(text.as_str()),
                Figure::Number(number) => FluentValue::from(*number),
            };
            arguments.set(name.as_str(), value);
        }
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(&arguments), &mut errors);
        match errors.first() {
            None => Ok(Some(text.into_owned())),
            Some(error) => Err(Error::Figures { code: code.to_owned(), reason: error.to_string() }),
        }
    }
}

/// A message as it stands in its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Its code.
    pub code: String,
    /// The figures that it wants, in the order of the alphabet.
    pub figures: Vec<String>,
    /// The heading (`## …`) that it stands under, empty before the first.
    pub group: String,
    /// Every way to read it, one for each combination of its variants.
    pub readings: Vec<Reading>,
}

/// One way to read a message.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reading {
    /// The variants that it takes.
    pub variants: Vec<Variant>,
    /// The figures that stand in its text.
    pub figures: BTreeSet<String>,
}

/// A variant of a selection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// The figure that chooses it.
    pub figure: String,
    /// The value or the plural form for which it is chosen.
    pub key: String,
    /// Whether it is also chosen for values that no other variant is for.
    pub is_default: bool,
}

/// The messages of a file, for the checks of the catalogues.
///
/// # Errors
///
/// [`Error::Syntax`] for the first line that cannot be read.
pub fn messages(file: &str, text: &str) -> Result<Vec<Message>, Error> {
    let resource = fluent_syntax::parser::parse(text).map_err(|(_, errors)| Error::Syntax {
        file: file.to_owned(),
        line: line_at(text, errors[0].pos.start),
        reason: errors[0].kind.to_string(),
    })?;
    let mut group = String::new();
    let mut found = Vec::new();
    for entry in &resource.body {
        match entry {
            Entry::GroupComment(comment) => group = comment.content.join(" ").trim().to_owned(),
            Entry::Message(message) => {
                let readings = message.value.as_ref().map_or_else(Vec::new, readings_of_pattern);
                let figures: BTreeSet<&String> = readings
                    .iter()
                    .flat_map(|reading| reading.figures.iter().chain(reading.variants.iter().map(|one| &one.figure)))
                    .collect();
                found.push(Message {
                    code: message.id.name.to_owned(),
                    figures: figures.into_iter().cloned().collect(),
                    group: group.clone(),
                    readings,
                });
            }
            _ => {}
        }
    }
    Ok(found)
}

fn line_at(text: &str, position: usize) -> usize {
    text.as_bytes().iter().take(position).filter(|byte| **byte == b'\n').count() + 1
}

fn readings_of_pattern(pattern: &Pattern<&str>) -> Vec<Reading> {
    let mut readings = vec![Reading::default()];
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            let parts = readings_of_expression(expression);
            readings = readings.iter().flat_map(|before| parts.iter().map(|part| before.followed_by(part))).collect();
        }
    }
    readings
}

fn readings_of_expression(expression: &Expression<&str>) -> Vec<Reading> {
    match expression {
        Expression::Inline(InlineExpression::VariableReference { id }) => {
            vec![Reading { variants: Vec::new(), figures: BTreeSet::from([id.name.to_owned()]) }]
        }
        Expression::Inline(InlineExpression::Placeable { expression }) => readings_of_expression(expression),
        Expression::Inline(_) => vec![Reading::default()],
        Expression::Select { selector, variants } => {
            let InlineExpression::VariableReference { id } = selector else {
                return variants.iter().flat_map(|variant| readings_of_pattern(&variant.value)).collect();
            };
            let mut readings = Vec::new();
            for variant in variants {
                let (VariantKey::Identifier { name: key } | VariantKey::NumberLiteral { value: key }) = variant.key;
                let choice = Variant { figure: id.name.to_owned(), key: key.to_owned(), is_default: variant.default };
                let chosen = Reading { variants: vec![choice], figures: BTreeSet::new() };
                readings.extend(readings_of_pattern(&variant.value).iter().map(|rest| chosen.followed_by(rest)));
            }
            readings
        }
    }
}

impl Reading {
    fn followed_by(&self, other: &Self) -> Self {
        Self {
            variants: [&self.variants[..], &other.variants[..]].concat(),
            figures: self.figures.union(&other.figures).cloned().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: &str = "\
## Answers
carries = { $disk } carries { $rate } IOPS.
runs = { $runs ->
    [one] { $runs } Run
   *[other] { $runs } Runs
}
## English only
indented = {\"  \"}two spaces
";

    fn fill(code: &str, figures: &[(&str, Figure)]) -> Result<Option<String>, Error> {
        let mut catalogue = Catalogue::new("en").unwrap();
        catalogue.add("en.ftl", ENGLISH.to_owned()).unwrap();
        let figures: Vec<_> = figures.iter().map(|(name, figure)| ((*name).to_owned(), figure.clone())).collect();
        catalogue.format(code, &figures)
    }

    #[test]
    fn a_message_is_filled_with_text_as_it_is() {
        let figures = [("disk", Figure::Text("İstanbul {x}".into())), ("rate", Figure::Text("52,700".into()))];
        assert_eq!(fill("carries", &figures), Ok(Some("İstanbul {x} carries 52,700 IOPS.".into())));
    }

    #[test]
    fn a_number_chooses_the_plural() {
        assert_eq!(fill("runs", &[("runs", Figure::Number(1))]), Ok(Some("1 Run".into())));
        assert_eq!(fill("runs", &[("runs", Figure::Number(1_000_000))]), Ok(Some("1000000 Runs".into())));
    }

    #[test]
    fn a_missing_figure_is_an_error_and_an_unknown_code_is_none() {
        assert!(matches!(fill("carries", &[]), Err(Error::Figures { .. })));
        assert_eq!(fill("nothing", &[]), Ok(None));
    }

    #[test]
    fn spaces_at_the_start_stay() {
        assert_eq!(fill("indented", &[]), Ok(Some("  two spaces".into())));
    }

    #[test]
    fn an_error_names_its_line() {
        let mut catalogue = Catalogue::new("en").unwrap();
        let error = catalogue.add("en.ftl", "good = yes\n\nbad = { $\n".to_owned()).unwrap_err();
        assert!(matches!(error, Error::Syntax { line: 3, .. }), "{error}");
        assert!(matches!(catalogue.add("two.ftl", "same = 1\nsame = 2\n".to_owned()), Err(Error::Repeated { .. })));
        assert!(matches!(Catalogue::new("no language"), Err(Error::Language(_))));
    }

    #[test]
    fn the_list_of_messages_has_their_figures_and_groups() {
        let list = messages("en.ftl", ENGLISH).unwrap();
        assert_eq!(list.len(), 3);
        assert_eq!((list[0].code.as_str(), list[0].group.as_str()), ("carries", "Answers"));
        assert_eq!(list[0].figures, ["disk", "rate"]);
        assert_eq!(list[1].figures, ["runs"]);
        assert_eq!(list[2].group, "English only");
    }

    #[test]
    fn a_reading_has_the_variants_that_it_takes_and_the_figures_of_its_text() {
        let text = "held = { $n ->\n    [one] once\n   *[other] { $n } times\n} in { $time }\n";
        let list = messages("en.ftl", text).unwrap();
        let readings: Vec<_> = list[0]
            .readings
            .iter()
            .map(|reading| (reading.variants[0].key.as_str(), reading.figures.iter().cloned().collect::<Vec<_>>()))
            .collect();
        assert_eq!(readings, [("one", vec!["time".to_owned()]), ("other", vec!["n".to_owned(), "time".to_owned()])]);
        assert_eq!(list[0].figures, ["n", "time"]);
    }
}
