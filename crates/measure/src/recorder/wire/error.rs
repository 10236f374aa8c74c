//! Why bytes that came from another host are refused.

/// Why bytes are no part.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum WireError {
    /// The bytes are from another version.
    #[error("a part of version {0} cannot be read: the hosts have different versions of Plimsoll")]
    Version(u8),
    /// The bytes are cut short, or something else.
    #[error("these bytes are no part of a Run: {0}")]
    Damaged(&'static str),
}
