//! Why a Run could not be made. One line each: what, why, what now. The kind decides the exit code.

use plimsoll_storage::StackError;

/// The kinds, with the exit codes of measurement.md section 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// A flag or its value makes no sense.
    Usage,
    /// An input file makes no sense.
    Input,
    /// There is no such target.
    NoTarget,
    /// A defect of Plimsoll.
    Internal,
    /// Refused for safety.
    Refused,
    /// The system failed to do what it was asked.
    Io,
    /// No space left.
    NoSpace,
    /// A host heard of the common start of a Run after it had passed.
    Late,
}

impl ErrorKind {
    /// The name that crosses the language seam.
    pub const fn name(self) -> &'static str {
        match self {
            ErrorKind::Usage => "usage",
            ErrorKind::Input => "input",
            ErrorKind::NoTarget => "no_target",
            ErrorKind::Internal => "internal",
            ErrorKind::Refused => "refused",
            ErrorKind::Io => "io",
            ErrorKind::NoSpace => "no_space",
            ErrorKind::Late => "late",
        }
    }

    /// The exit code.
    pub const fn exit_code(self) -> i32 {
        match self {
            ErrorKind::Usage => 64,
            ErrorKind::Input => 65,
            ErrorKind::NoTarget => 66,
            ErrorKind::Internal => 70,
            ErrorKind::Refused => 73,
            ErrorKind::Io | ErrorKind::Late => 74,
            ErrorKind::NoSpace => 75,
        }
    }
}

/// An error that a user meets.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct RunError {
    /// Decides the exit code.
    pub kind: ErrorKind,
    /// One line: what, why, what now.
    pub message: String,
    /// Where in a document that was given something is wrong; none where no line is.
    pub place: Option<Box<ErrorPlace>>,
}

/// Where in a document something is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorPlace {
    /// Line, from 1.
    pub line: usize,
    /// The message without the document's name and the line.
    pub why: String,
}

impl RunError {
    /// An error of this kind. Numbers of system errors are cut from the message, since their words are there.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> RunError {
        RunError { kind, message: plimsoll_host::without_numbers(&message.into()), place: None }
    }
    /// A flag or its value makes no sense.
    pub fn usage(message: impl Into<String>) -> RunError {
        RunError::new(ErrorKind::Usage, message)
    }
    /// An input file makes no sense.
    pub fn input(message: impl Into<String>) -> RunError {
        RunError::new(ErrorKind::Input, message)
    }
    /// A described stack that makes no sense, or not with the parameters that were set.
    pub fn stack(error: &StackError) -> RunError {
        let why = || plimsoll_host::without_numbers(&error.why());
        let place = error.place().map(|(_, line)| Box::new(ErrorPlace { line, why: why() }));
        RunError { place, ..RunError::input(error.to_string()) }
    }
    /// What was asked for needs the part that only Linux has, and this build is without it (feature `measure`).
    pub fn needs_linux() -> RunError {
        RunError::usage(
            "Plimsoll measures storage on Linux only; on this system it reads, compares, sizes and simulates. Do this on a \
             Linux host and bring the store here",
        )
    }
    /// A system call failed while `doing`.
    pub fn io(doing: &str, error: &std::io::Error) -> RunError {
        let kind = match error.raw_os_error() {
            Some(28 | 122) => ErrorKind::NoSpace,
            _ => ErrorKind::Io,
        };
        RunError::new(kind, format!("{doing}: {error}"))
    }
}
