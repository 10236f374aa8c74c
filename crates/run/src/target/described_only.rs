//! Stands in for `opening` where nothing is measured: a described stack has nothing to open.

use plimsoll_workload::{Access, Workload};

use super::stack_of;
use crate::error::RunError;
use crate::request::SessionRequest;
use crate::spec::Target;

/// A described stack.
#[derive(Debug)]
pub(crate) struct OpenTarget;

impl OpenTarget {
    pub(crate) fn open(
        request: &SessionRequest,
        name: &str,
        _: Access,
        _: bool,
        _: &mut Vec<String>,
    ) -> Result<(OpenTarget, Target), RunError> {
        Ok((OpenTarget, stack_of(name, &request.stack_parameters)?))
    }

    pub(crate) fn kernel_queue(&self) -> Option<u32> {
        None
    }

    pub(crate) fn identity(&self) -> Option<(u64, u64)> {
        None
    }

    pub(crate) fn seal(&self) {}

    pub(crate) fn allows(&self, _: &Workload) -> Result<(), RunError> {
        Ok(())
    }

    pub(crate) fn one_connection(&self) -> bool {
        false
    }

    pub(crate) fn waits_for_completion(&self, _: &Workload, _: Access) -> bool {
        false
    }
}
