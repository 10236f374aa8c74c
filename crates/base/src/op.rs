//! An operation on a target.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The kinds of operation. The order is that of the record (`read`, `write`, `trim`, `flush`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum OpKind {
    /// Data from the target.
    Read = 0,
    /// Data to the target.
    Write = 1,
    /// Discard of a range.
    Trim = 2,
    /// Everything acknowledged so far made durable.
    Flush = 3,
}

impl OpKind {
    /// Every kind, in the order of the record.
    pub const ALL: [OpKind; 4] = [OpKind::Read, OpKind::Write, OpKind::Trim, OpKind::Flush];

    /// The name used in records, help and errors.
    pub const fn name(self) -> &'static str {
        match self {
            OpKind::Read => "read",
            OpKind::Write => "write",
            OpKind::Trim => "trim",
            OpKind::Flush => "flush",
        }
    }

    /// Whether it is an operation of data, which is what IOPS counts. Flushes have a rate of their own.
    pub const fn is_data(self) -> bool {
        !matches!(self, OpKind::Flush)
    }

    /// Position in tables indexed by kind.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// One operation: kind, first byte, length in bytes. 16 bytes, copied freely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Op {
    /// First byte addressed, from the start of the target.
    pub offset: u64,
    /// Bytes addressed; 0 for a flush.
    pub len: u32,
    /// What is done with them.
    pub kind: OpKind,
}
