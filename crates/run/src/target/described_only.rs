//! Stands in for `opening` where nothing is measured: a described stack and the null target have nothing to open.

use plimsoll_workload::{Access, Workload};

use super::{kind_of, null, stack_of};
use crate::error::RunError;
use crate::request::SessionRequest;
use crate::spec::{Target, TargetKind};

/// A described stack, or nothing.
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
        let target = match kind_of(name)? {
            TargetKind::Null => null(name),
            _ => stack_of(name, &request.stack_parameters)?,
        };
        Ok((OpenTarget, target))
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
