use plimsoll_messages::Figure;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// What Python fills a message with: a whole number that chooses a plural, or text.
#[derive(FromPyObject)]
enum FigureArgument {
    Number(i64),
    Text(String),
}

/// The messages of one language (`base/messages`).
#[pyclass(module = "plimsoll._native", frozen)]
pub struct Catalogue(plimsoll_messages::Catalogue);

fn value_error(error: &plimsoll_messages::Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}

#[pymethods]
impl Catalogue {
    /// The messages of files, each given by the name that errors use and its text.
    #[new]
    fn new(language: &str, files: Vec<(String, String)>) -> PyResult<Self> {
        let mut catalogue = plimsoll_messages::Catalogue::new(language).map_err(|e| value_error(&e))?;
        for (name, text) in files {
            catalogue.add(&name, text).map_err(|e| value_error(&e))?;
        }
        Ok(Self(catalogue))
    }

    /// The text of a message; none when there is no message of this code.
    fn format(&self, code: &str, figures: Vec<(String, FigureArgument)>) -> PyResult<Option<String>> {
        let figures: Vec<(String, Figure)> = figures
            .into_iter()
            .map(|(name, given)| match given {
                FigureArgument::Number(number) => (name, Figure::Number(number)),
                FigureArgument::Text(text) => (name, Figure::Text(text)),
            })
            .collect();
        self.0.format(code, &figures).map_err(|e| value_error(&e))
    }
}

/// A way to read a message: the variants that it takes (figure, key, whether it is the default), and the figures that
/// stand in its text.
type Reading = (Vec<(String, String, bool)>, Vec<String>);

/// Its code, the figures that it wants, the heading that it stands under, every way to read it.
type Message = (String, Vec<String>, String, Vec<Reading>);

/// The messages of a file.
#[pyfunction]
pub(crate) fn messages(file: &str, text: &str) -> PyResult<Vec<Message>> {
    let found = plimsoll_messages::messages(file, text).map_err(|e| value_error(&e))?;
    Ok(found
        .into_iter()
        .map(|message| {
            let readings = message
                .readings
                .into_iter()
                .map(|reading| {
                    let variants = reading.variants.into_iter().map(|one| (one.figure, one.key, one.is_default));
                    (variants.collect(), reading.figures.into_iter().collect())
                })
                .collect();
            (message.code, message.figures, message.group, readings)
        })
        .collect())
}
