//! Which cores this process may use, and binding a thread to one of them.

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// Why a thread could not be bound.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)] // The sentence of each says what its figures are.
pub enum AffinityError {
    /// The core doesn't exist, or this process may not use it.
    #[error("can't use core {core}: this process may use {}. Name one of these, or widen its CPU set", list(.allowed))]
    NotAllowed { core: usize, allowed: Vec<usize> },
    /// The kernel refused.
    #[error("can't bind the thread to a core: {0}. Run without binding, or check the limits set on this process")]
    Kernel(std::io::Error),
}

fn list(cores: &[usize]) -> String {
    if cores.is_empty() {
        return "none that it could list".to_owned();
    }
    cores.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

/// The cores that the calling thread may run on, ascending; at most the first 1,024 of a machine.
pub fn allowed_cores() -> Result<Vec<usize>, AffinityError> {
    let set = sched_getaffinity(None).map_err(|errno| AffinityError::Kernel(errno.into()))?;
    Ok((0..CpuSet::MAX_CPU).filter(|&core| set.is_set(core)).collect())
}

/// Binds the calling thread to one core.
pub fn pin_to_core(core: usize) -> Result<(), AffinityError> {
    let allowed = allowed_cores()?;
    if !allowed.contains(&core) {
        return Err(AffinityError::NotAllowed { core, allowed });
    }
    let mut set = CpuSet::new();
    set.set(core);
    sched_setaffinity(None, &set).map_err(|errno| AffinityError::Kernel(errno.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pinned_thread_may_use_that_core_only() {
        let allowed = allowed_cores().expect("cores");
        let last = *allowed.last().expect("at least the core that runs this");
        let after = std::thread::spawn(move || {
            pin_to_core(last).expect("an allowed core");
            allowed_cores().expect("cores")
        });
        assert_eq!(after.join().expect("thread"), [last]);
    }

    #[test]
    fn a_core_that_is_not_there_is_refused_and_the_others_are_listed() {
        let allowed = allowed_cores().expect("cores");
        for core in [CpuSet::MAX_CPU - 1, CpuSet::MAX_CPU, usize::MAX] {
            if allowed.contains(&core) {
                continue;
            }
            let error = pin_to_core(core).expect_err("no such core").to_string();
            assert!(error.contains(&list(&allowed)), "{error}");
        }
    }
}
