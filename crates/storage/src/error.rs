//! Why a stack description was refused: which file and line, which key, what would be understood.

/// A stack description that can't be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)] // The sentence of each says what its figures are.
pub enum StackError {
    /// The text is not TOML.
    #[error("{file}:{line}: not TOML: {message}")]
    Syntax { file: String, line: usize, message: String },
    /// A top-level table that is neither an element type nor one of the stack's own tables.
    #[error("{file}:{line}: unknown element type '{key}'; known element types: {known}; other tables: volume, client")]
    UnknownElement { file: String, line: usize, key: String, known: String },
    /// A key that its table doesn't have.
    #[error("{file}:{line}: unknown key '{key}' in {table}; known: {known}")]
    UnknownKey { file: String, line: usize, key: String, table: String, known: String },
    /// A key that must be there.
    #[error("{file}:{line}: {table} needs '{key}': {what}")]
    Missing { file: String, line: usize, key: String, table: String, what: String },
    /// A size or time that can't be read.
    #[error("{file}:{line}: {table}, '{key}': {why}")]
    Unit { file: String, line: usize, key: String, table: String, why: String },
    /// A value of the wrong type or out of range, or one that contradicts another.
    #[error("{file}:{line}: {table}, '{key}': {why}")]
    Value { file: String, line: usize, key: String, table: String, why: String },
    /// Elements and volumes that don't fit together.
    #[error("{file}:{line}: {why}")]
    Wiring { file: String, line: usize, key: String, why: String },
    /// A parameter that was to be set from outside, of something that isn't there.
    #[error("{file}: cannot set {parameter}: {why}")]
    Parameter { file: String, parameter: String, why: String },
    /// A description that is right as it is written, and wrong with the parameters that were set from outside.
    #[error("{error} (with {parameters})")]
    With { parameters: String, error: Box<StackError> },
    /// A resolved description (a record's, not a file's) that breaks a rule.
    #[error("stack '{stack}': {subject}: {why}")]
    Record { stack: String, subject: String, why: String },
}

impl StackError {
    /// Name of the description and its line, from 1; none for a resolved description, which has no lines.
    pub fn place(&self) -> Option<(&str, usize)> {
        match self {
            StackError::Syntax { file, line, .. }
            | StackError::UnknownElement { file, line, .. }
            | StackError::UnknownKey { file, line, .. }
            | StackError::Missing { file, line, .. }
            | StackError::Unit { file, line, .. }
            | StackError::Value { file, line, .. }
            | StackError::Wiring { file, line, .. } => Some((file, *line)),
            StackError::With { error, .. } => error.place(),
            StackError::Parameter { .. } | StackError::Record { .. } => None,
        }
    }

    /// The message without the place.
    pub fn why(&self) -> String {
        let whole = self.to_string();
        let place = self.place().map(|(file, line)| format!("{file}:{line}: "));
        place.and_then(|place| whole.strip_prefix(&place).map(str::to_owned)).unwrap_or(whole)
    }

    /// Line of the description, from 1; none for a resolved description, which has no lines.
    pub fn line(&self) -> Option<usize> {
        self.place().map(|(_, line)| line)
    }
}
