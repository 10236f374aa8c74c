//! Words that are typed: found in a list, or refused with it.

use crate::error::RunError;

/// The value of `name` in a list of known ones, or an error that lists them.
pub(crate) fn parse_choice<T: Copy>(what: &str, typed: &str, all: &[(&'static str, T)]) -> Result<T, RunError> {
    all.iter().find(|(name, _)| *name == typed).map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
        RunError::usage(format!("unknown {what} '{typed}' (known: {})", names.join(", ")))
    })
}
