//! Who works in a session where nothing is measured: nobody.

/// No workers.
#[derive(Debug, Default)]
pub(super) struct Crew;

/// No journal.
#[derive(Debug)]
pub(super) enum Verification {}
