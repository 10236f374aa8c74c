//! Why a stack description was refused: which file and line, which key, what would be understood.

/// A stack description that can't be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StackError {
    /// The text is not TOML.
    #[error("{file}:{line}: not TOML: {message}")]
    Syntax {
        /// Name of the description.
        file: String,
        /// Line, from 1.
        line: usize,
        /// What the parser says.
        message: String,
    },
    /// A top-level table that is neither an element type nor one of the stack's own tables.
    #[error("{file}:{line}: unknown element type '{key}'; known element types: {known}; other tables: volume, client")]
    UnknownElement {
        /// Name of the description.
        file: String,
        /// Line, from 1.
        line: usize,
        /// What was written.
        key: String,
        /// The element types there are.
        known: String,
    },
    /// A key that its table doesn't have.
    #[error("{file}:{line}: unknown key '{key}' in {table}; known: {known}")]
    UnknownKey {
        /// Name of the description.
        file: String,
        /// Line, from 1.
        line: usize,
        /// What was written.
        key: String,
        /// Table it was written in.
        table: String,
        /// Keys there are.
        known: String,
    },
    /// A key that must be there.
    #[error("{file}:{line}: {table} needs '{key}': {what}")]
    Missing {
        /// Name of the description.
        file: String,
        /// Line of the table, from 1.
        line: usize,
        /// The key.
        key: String,
        /// Table it is missing in.
        table: String,
        /// What it would say.
        what: String,
    },
    /// A size or time that can't be read.
    #[error("{file}:{line}: {table}, '{key}': {why}")]
    Unit {
        /// Name of the description.
        file: String,
        /// Line, from 1.
        line: usize,
        /// The key.
        key: String,
        /// Table it is in.
        table: String,
        /// What is wrong with it and how it is written.
        why: String,
    },
    /// A value of the wrong type or out of range, or one that contradicts another.
    #[error("{file}:{line}: {table}, '{key}': {why}")]
    Value {
        /// Name of the description.
        file: String,
        /// Line, from 1.
        line: usize,
        /// The key.
        key: String,
        /// Table it is in.
        table: String,
        /// What is wrong and what would be right.
        why: String,
    },
    /// Elements and volumes that don't fit together.
    #[error("{file}:{line}: {why}")]
    Wiring {
        /// Name of the description.
        file: String,
        /// Line, from 1.
        line: usize,
        /// The element or volume.
        key: String,
        /// What doesn't fit and what would.
        why: String,
    },
    /// A parameter that was to be set from outside, of something that isn't there.
    #[error("{file}: cannot set {parameter}: {why}")]
    Parameter {
        /// Name of the description.
        file: String,
        /// As it was typed.
        parameter: String,
        /// What is wrong and what there is.
        why: String,
    },
    /// A description that is right as it is written, and wrong with the parameters that were set from outside.
    #[error("{error} (with {parameters})")]
    With {
        /// As they were typed.
        parameters: String,
        /// What is wrong then.
        error: Box<StackError>,
    },
    /// A resolved description (a record's, not a file's) that breaks a rule.
    #[error("stack '{stack}': {subject}: {why}")]
    Record {
        /// Name of the stack.
        stack: String,
        /// Element or volume, and key.
        subject: String,
        /// What is wrong and what would be right.
        why: String,
    },
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

    /// What is wrong, without the place.
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
