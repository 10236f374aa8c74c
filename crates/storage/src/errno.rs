//! Error numbers of Linux that requests end with.

/// The data, or every way to them, is lost or has failed.
pub(crate) const EIO: i32 = 5;
/// A limit rejects the request, as dmclock's "reject" does, or more requests are under way than an element can track.
pub(crate) const EAGAIN: i32 = 11;
/// The queue is full.
pub(crate) const EBUSY: i32 = 16;
/// The operation lies beyond the end of the volume.
pub(crate) const EINVAL: i32 = 22;
