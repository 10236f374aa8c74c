//! The journal of generations: one word per unit that says what the target has to hold there, shared by all workers of
//! a session and, when it has a path, kept on disk from session to session.
//!
//! A word holds the generation (how many times the unit was written), whether an operation that changes it is under way
//! (live), and how much is not known (unsure): 0, it holds exactly this generation; 1 or 2, this one or one of so many
//! before; 3, anything. A write raises generation and unsure before it is pushed, and makes unsure 0 when it has been
//! acknowledged; a write that failed, or during which the process was killed, leaves it raised. So the rule "either the
//! old or the new" holds over several failures and kills in a row. A trim leaves 3. A unit that two operations change at
//! once is contended: anything, until all of them have ended and one more write has.
//!
//! On disk it is a mapped file: what was stored into it survives the process, however it ends, as the kernel keeps the
//! pages. It does not survive the machine: after a power failure the journal may be older than the data, which then
//! reads as "newer than the journal knows", and this is no fault of the target. 4 bytes per unit and 4 KiB.
#![allow(unsafe_code)]

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use plimsoll_base::Bytes;
use plimsoll_base::clock::wall_time_ns;
use plimsoll_base::random::split_mix;

use super::error::VerifyError;
use super::plan::{HEADER, JournalPlan, lock};
use super::state::State;

#[derive(Debug)]
pub(super) struct Journal {
    base: NonNull<u8>,
    bytes: usize,
    /// Bytes before the first word.
    header: usize,
    units: u64,
    key: u64,
    /// Contended units: operations that change them, and the last generation.
    contended: Mutex<BTreeMap<u64, (u32, u32)>>,
    /// Keeps the lock on the file.
    _file: Option<File>,
}

// SAFETY: the mapping belongs to this value; its words are reached as atomics only.
unsafe impl Send for Journal {}
// SAFETY: as above.
unsafe impl Sync for Journal {}

impl Journal {
    /// Bytes that the journal of a working set takes, in memory or on disk.
    pub(super) fn required_bytes(working_set_bytes: u64, unit_bytes: u32) -> u64 {
        HEADER as u64 + working_set_bytes.div_ceil(u64::from(unit_bytes.max(1))) * 4
    }

    pub(super) fn open(plan: &JournalPlan) -> Result<Journal, VerifyError> {
        plan.check()?;
        let units = plan.working_set_bytes / u64::from(plan.unit_bytes);
        let bytes = Journal::required_bytes(plan.working_set_bytes, plan.unit_bytes) as usize;
        let new_key = split_mix(split_mix(plan.seed) ^ wall_time_ns() ^ u64::from(std::process::id()).rotate_left(40));
        let Some(path) = &plan.path else {
            let base =
                map(bytes, None).map_err(|source| VerifyError::NoMemory { bytes: Bytes(bytes as u64), source })?;
            return Ok(Journal {
                base,
                bytes,
                header: HEADER,
                units,
                key: new_key,
                contended: Mutex::default(),
                _file: None,
            });
        };
        let io = |doing: &'static str| move |source| VerifyError::Io { path: path.clone(), doing, source };
        let created = OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(path);
        let (file, key) = match created {
            Ok(file) => {
                lock(&file, path)?;
                if let Err(error) = plan.create(&file, path, bytes as u64, new_key) {
                    // Nothing is left of a journal that could not be made; it was ours from the start.
                    let _ = std::fs::remove_file(path);
                    return Err(error);
                }
                (file, new_key)
            }
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
                let file = OpenOptions::new().read(true).write(true).open(path).map_err(io("open"))?;
                lock(&file, path)?;
                let key = plan.compare(&file, path, bytes as u64)?;
                (file, key)
            }
            Err(e) => return Err(io("create")(e)),
        };
        let base = map(bytes, Some(&file)).map_err(io("map"))?;
        let journal =
            Journal { base, bytes, header: HEADER, units, key, contended: Mutex::default(), _file: Some(file) };
        for unit in 0..units {
            let word = journal.word(unit);
            let found = State(word.load(Ordering::Relaxed));
            if found.after_crash() != found {
                word.store(found.after_crash().0, Ordering::Relaxed);
            }
        }
        Ok(journal)
    }

    pub(super) fn units(&self) -> u64 {
        self.units
    }
    /// The key that separates this journal's sessions from others that wrote to the same target.
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn word(&self, unit: u64) -> &AtomicU32 {
        assert!(unit < self.units, "unit {unit} of {}", self.units);
        // SAFETY: the mapping has `units` words behind its header, aligned to 4 as it starts on a page and the header
        // is one, and lives as long as self. All access is atomic.
        unsafe { &*self.base.as_ptr().add(self.header + unit as usize * 4).cast::<AtomicU32>() }
    }

    #[inline]
    pub(super) fn state(&self, unit: u64) -> State {
        State(self.word(unit).load(Ordering::SeqCst))
    }

    /// Begins a change of `unit`: gives the state before, or none when another change is under way.
    #[inline]
    pub(super) fn begin(&self, unit: u64, known_after: bool) -> Option<State> {
        let begun = |state: State| {
            let free = state != State::CONTENDED && !state.live() && state.generation() < State::MAX_GENERATION;
            let unsure = if known_after { state.unsure() + 1 } else { State::ANYTHING };
            free.then(|| State::new(state.generation() + 1, true, unsure).0)
        };
        let change = self.word(unit).fetch_update(Ordering::SeqCst, Ordering::SeqCst, |bits| begun(State(bits)));
        change.ok().map(State)
    }

    /// Takes back a change that was begun and never pushed.
    pub(super) fn withdraw(&self, unit: u64, before: State) {
        let back = |bits| (State(bits) != State::CONTENDED).then_some(before.0);
        if self.word(unit).fetch_update(Ordering::SeqCst, Ordering::SeqCst, back).is_err() {
            self.end_contention(unit);
        }
    }

    /// The change of `unit` has ended; `stored`: it was acknowledged, and what is there now is known.
    #[inline]
    pub(super) fn end(&self, unit: u64, stored: bool) {
        let ended = |state: State| {
            let unsure = if stored { 0 } else { state.unsure() };
            (state != State::CONTENDED).then(|| State::new(state.generation(), false, unsure).0)
        };
        if self.word(unit).fetch_update(Ordering::SeqCst, Ordering::SeqCst, |bits| ended(State(bits))).is_err() {
            self.end_contention(unit);
        }
    }

    /// Begins a change of `unit` whatever else is under way there; gives a state of the generation before.
    #[cold]
    pub(super) fn contend(&self, unit: u64) -> State {
        let mut contended = self.contended.lock().unwrap_or_else(PoisonError::into_inner);
        let before = State(self.word(unit).swap(State::CONTENDED.0, Ordering::SeqCst));
        let (count, generation) = contended.entry(unit).or_insert((u32::from(before.live()), before.generation()));
        *count += 1;
        *generation = (*generation + 1).min(State::MAX_GENERATION);
        State::new(*generation - 1, false, State::ANYTHING)
    }

    #[cold]
    fn end_contention(&self, unit: u64) {
        let mut contended = self.contended.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((count, generation)) = contended.get_mut(&unit) else { return };
        *count -= 1;
        let (count, generation) = (*count, *generation);
        // When the generations are used up the unit stays as it is, without a check.
        if count == 0 && generation < State::MAX_GENERATION {
            contended.remove(&unit);
            self.word(unit).store(State::new(generation, false, State::ANYTHING).0, Ordering::SeqCst);
        }
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        // SAFETY: the mapping was made by `open` with this length, and no word is borrowed any more.
        unsafe {
            if self._file.is_some() {
                // Best effort: an orderly end also survives the machine's.
                libc::msync(self.base.as_ptr().cast(), self.bytes, libc::MS_SYNC);
            }
            libc::munmap(self.base.as_ptr().cast(), self.bytes);
        }
    }
}

fn map(bytes: usize, file: Option<&File>) -> io::Result<NonNull<u8>> {
    let (flags, fd) = match file {
        None => (libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, -1),
        Some(file) => (libc::MAP_SHARED, file.as_raw_fd()),
    };
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: a new mapping at an address of the kernel's choice touches nothing that exists; the file is as long.
    let base = unsafe { libc::mmap(std::ptr::null_mut(), bytes, protection, flags | libc::MAP_POPULATE, fd, 0) };
    if base == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    NonNull::new(base.cast::<u8>()).ok_or_else(io::Error::last_os_error)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use proptest::prelude::*;

    #[derive(Clone, Copy, Debug)]
    enum Step {
        /// A write: stored or not, acknowledged or failed.
        Write {
            stored: bool,
            acknowledged: bool,
        },
        /// A write during which the process is killed.
        Killed {
            stored: bool,
        },
        /// Three writes at once, of which the one with this number is stored last.
        Overlap {
            last: u32,
        },
        Trim,
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            (any::<bool>(), any::<bool>())
                .prop_map(|(stored, ack)| Step::Write { stored: stored || ack, acknowledged: ack }),
            any::<bool>().prop_map(|stored| Step::Killed { stored }),
            (0..3_u32).prop_map(|last| Step::Overlap { last }),
            Just(Step::Trim),
        ]
    }

    fn plan(path: &Path) -> JournalPlan {
        JournalPlan {
            path: Some(path.to_owned()),
            target: "t".into(),
            target_bytes: 512,
            unit_bytes: 512,
            first_byte: 0,
            working_set_bytes: 512,
            seed: 1,
        }
    }

    /// Against a unit that holds the generation it was last written with, none when trimmed.
    fn follow(steps: &[Step], path: &Path) -> Result<(), TestCaseError> {
        let mut journal = Journal::open(&plan(path)).unwrap();
        let mut held = None;
        for step in steps {
            let mut certain = false;
            match *step {
                Step::Write { stored, acknowledged } => {
                    let before = journal.begin(0, true).expect("nothing is under way");
                    held = if stored { Some(before.generation() + 1) } else { held };
                    journal.end(0, acknowledged);
                    certain = acknowledged;
                }
                Step::Killed { stored } => {
                    let before = journal.begin(0, true).expect("nothing is under way");
                    held = if stored { Some(before.generation() + 1) } else { held };
                    drop(journal);
                    journal = Journal::open(&plan(path)).unwrap();
                }
                Step::Overlap { last } => {
                    let first = journal.begin(0, true).expect("nothing is under way").generation() + 1;
                    prop_assert_eq!(journal.begin(0, true), None);
                    let later = [journal.contend(0).generation() + 1, journal.contend(0).generation() + 1];
                    prop_assert_eq!(later, [first + 1, first + 2]);
                    (0..3).for_each(|_| journal.end(0, true));
                    held = Some(first + last);
                }
                Step::Trim => {
                    journal.begin(0, false).expect("nothing is under way");
                    journal.end(0, false);
                    held = None;
                }
            }
            let state = journal.state(0);
            prop_assert!(!state.live(), "{:?}", step);
            if let Some(oldest) = state.oldest() {
                let held = held.expect("a unit that may hold anything is not held to a generation");
                prop_assert!((oldest..=state.generation()).contains(&held), "{held} not in {oldest}.., {state:?}");
            }
            if certain {
                prop_assert_eq!(
                    (state.oldest(), Some(state.generation())),
                    (held, held),
                    "after an acknowledged write"
                );
            }
        }
        Ok(())
    }

    proptest! {
        // Each opening is a sync to disk.
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn what_the_unit_holds_is_always_among_what_the_journal_allows(steps in prop::collection::vec(step(), 1..40)) {
            let path = std::env::temp_dir().join(format!("plimsoll-journal-{}", std::process::id()));
            let outcome = follow(&steps, &path);
            let _ = std::fs::remove_file(path);
            outcome?;
        }
    }

    #[test]
    fn a_unit_whose_generations_are_used_up_takes_no_more_and_starts_again_with_the_next_session() {
        let path = std::env::temp_dir().join(format!("plimsoll-journal-used-up-{}", std::process::id()));
        let journal = Journal::open(&plan(&path)).unwrap();
        journal.word(0).store(State::new(State::MAX_GENERATION - 1, false, 0).0, Ordering::SeqCst);
        assert!(journal.begin(0, true).is_some());
        journal.end(0, true);
        assert_eq!(journal.begin(0, true), None);
        journal.contend(0);
        journal.end(0, true);
        assert_eq!((journal.begin(0, true), journal.state(0).oldest()), (None, None));
        drop(journal);
        let journal = Journal::open(&plan(&path)).unwrap();
        assert!(journal.begin(0, true).is_some());
        drop(journal);
        std::fs::remove_file(path).unwrap();
    }
}
