//! The most that a load may ask for.

/// In-flight cap of an open load, operations.
pub(crate) const MAX_OUTSTANDING: u32 = 4096;

/// In-flight cap of an open load, bytes of buffers.
pub(crate) const MAX_BUFFER_BYTES: u64 = 1 << 30;

pub(crate) const MAX_WORKERS: u32 = 1024;

/// Most workers of the model: they are no threads there.
pub(crate) const MAX_MODEL_WORKERS: u32 = 4 << 20;

/// Slots that a worker of the model has at least in an open load, so that many of them are not starved by a common cap.
pub(super) const MIN_MODEL_SLOTS: u32 = 64;
