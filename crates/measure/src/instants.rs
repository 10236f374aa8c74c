//! The four instants of an operation.

use plimsoll_base::Nanos;

/// The instants of one completed operation (measurement.md, section 1).
#[derive(Clone, Copy, Debug)]
pub struct Instants {
    /// When the schedule wanted it, or when its slot came free.
    pub intended: Nanos,
    /// Intended, or the moment a slot under the in-flight cap came free, whichever is later.
    pub ready: Nanos,
    /// Just before the call that carried it.
    pub submitted: Nanos,
    /// Just after that call; none when the call went on to wait for completions, so that its share is not known.
    pub submit_returned: Option<Nanos>,
    /// At the reap that found it.
    pub completed: Nanos,
    /// Our own lateness had a part in it: it was submitted late, or found late, or while what we had submitted late was
    /// still on its way.
    pub disturbed: bool,
    /// Bound of the delay that our lateness caused to a disturbed operation, at a target that serves first come, first
    /// served.
    pub later_by_at_most: Nanos,
}
