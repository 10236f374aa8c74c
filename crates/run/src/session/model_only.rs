//! Stands in for `machine`, `measuring` and the crew where nothing is measured: [`check_build`](crate::target::check_build)
//! has refused whatever would need them.

use std::sync::Arc;

use plimsoll_workload::Workload;
use plimsoll_workload::trace::RecordedArrivals;

use super::nobody::{Crew, Verification};
use super::{ProbeResult, Session};
use crate::error::RunError;
use crate::spec::{RunSpec, Target};

impl Session {
    pub(super) fn most_workers(&self) -> Option<u32> {
        None
    }

    pub(super) fn afford(&self, _: &RunSpec) -> Result<(), RunError> {
        Ok(())
    }

    pub(super) fn journal_bytes(&self, _: &RunSpec) -> u64 {
        0
    }

    pub(super) fn probe_real(
        &self,
        _: &RunSpec,
        _: Option<&RecordedArrivals>,
        _: &mut Crew,
    ) -> Result<ProbeResult, RunError> {
        Err(RunError::needs_linux())
    }
}

pub(super) fn verify(_: &Target, _: &Workload, _: Option<&str>) -> Result<Vec<Arc<Verification>>, RunError> {
    Err(RunError::needs_linux())
}
