//! The journal: what it refuses, what it keeps, and where it lets writes go.

use std::collections::BTreeSet;
use std::fs;

use plimsoll_base::{Op, OpKind};
use plimsoll_engine::buffers::{BufferPlan, Buffers};
use plimsoll_engine::verify::{Expectation, JournalPlan, Verification, VerifyError};
use plimsoll_workload::payload::PayloadSpec;

use crate::common::{Scratch, UNIT, buffers, drive, engine, op, plan};

fn open_error(plan: &JournalPlan) -> VerifyError {
    Verification::open(plan).map(|_| ()).unwrap_err()
}

#[test]
fn a_journal_on_disk_is_known_again_and_checks_what_a_later_session_reads() {
    let (target, journal) = (Scratch::new("target"), Scratch::new("journal"));
    let file = target.make(64);
    for session in 1..=3 {
        let verification = Verification::open(&plan(64, Some(journal.path()))).unwrap();
        let mut engine = engine("psync", &file, buffers(&verification, 0, 4), 4);
        drive(&mut *engine, 4, (0..64).map(|unit| op(OpKind::Read, unit)));
        let findings = verification.findings();
        let known = if session == 1 { 0 } else { 64 };
        assert_eq!((findings.checked_units, findings.mismatches.total()), (known, 0), "session {session}");
        drive(&mut *engine, 4, (0..64).map(|unit| op(OpKind::Write, unit)));
        assert_eq!(verification.expectation(0), Expectation::Generation(session));
    }
    assert_eq!(fs::metadata(journal.path()).unwrap().len(), Verification::journal_bytes(64 * u64::from(UNIT), UNIT));
    assert_eq!(Verification::journal_bytes(1 << 40, 4096), 4096 + (1 << 30));
}

#[test]
fn a_journal_of_something_else_is_refused_and_says_what_differs() {
    let journal = Scratch::new("journal");
    let path = Some(journal.path());
    drop(Verification::open(&plan(64, path)).unwrap());
    let here = plan(64, path);
    for (other, says) in [
        (JournalPlan { target: "other".into(), ..here.clone() }, &["target: test target there, other here"][..]),
        (JournalPlan { target_bytes: 1 << 20, ..here.clone() }, &["bytes of the target: 262144 there, 1048576 here"]),
        (JournalPlan { unit_bytes: 512, ..here.clone() }, &["bytes of a unit: 4096 there, 512 here"]),
        (
            JournalPlan { first_byte: 4096, working_set_bytes: 32 * 4096, ..here.clone() },
            &[
                "first byte of the working set: 0 there, 4096 here",
                "bytes of the working set: 262144 there, 131072 here",
            ],
        ),
    ] {
        let error = open_error(&other);
        assert!(matches!(error, VerifyError::Differs { .. }), "{error}");
        says.iter().for_each(|says| assert!(error.to_string().contains(says), "{error}"));
        assert!(!error.to_string().contains("seed"), "the seed may change");
    }
    let seed = JournalPlan { seed: 99, ..here };
    let open = Verification::open(&seed).unwrap();
    assert!(matches!(open_error(&seed), VerifyError::InUse { .. }));
    drop(open);
    Verification::open(&seed).unwrap();
}

#[test]
fn a_file_that_is_no_journal_is_left_as_it_is() {
    let scratch = Scratch::new("precious");
    let plan = plan(64, Some(scratch.path()));
    let mut journal = Vec::new();
    for content in [b"".to_vec(), b"thesis".to_vec(), vec![7; 10_000]] {
        fs::write(scratch.path(), &content).unwrap();
        let error = open_error(&plan);
        assert!(matches!(error, VerifyError::NotAJournal { .. }), "{error}");
        assert_eq!(fs::read(scratch.path()).unwrap(), content);
        fs::remove_file(scratch.path()).unwrap();
        drop(Verification::open(&plan).unwrap());
        journal = fs::read(scratch.path()).unwrap();
        fs::remove_file(scratch.path()).unwrap();
    }
    // Cut short, and damaged in every byte of the header that says something.
    fs::write(scratch.path(), &journal[..journal.len() - 1]).unwrap();
    assert!(matches!(open_error(&plan), VerifyError::NotAJournal { .. }));
    for at in (0..100).chain([4095]) {
        let mut damaged = journal.clone();
        damaged[at] ^= 1;
        fs::write(scratch.path(), &damaged).unwrap();
        let error = open_error(&plan);
        assert!(matches!(error, VerifyError::NotAJournal { .. }), "byte {at}: {error}");
    }
}

#[test]
fn a_journal_that_finds_no_room_leaves_nothing_behind() {
    let scratch = Scratch::new("huge");
    let huge = JournalPlan {
        target_bytes: 1 << 60,
        working_set_bytes: 1 << 60,
        unit_bytes: 512,
        ..plan(1, Some(scratch.path()))
    };
    // 2^53 bytes: more than any disk.
    let error = open_error(&huge);
    assert!(matches!(error, VerifyError::NoSpace { .. }), "{error}");
    assert!(!scratch.path().exists());
    let nowhere = scratch.path().join("no/such/place");
    assert!(matches!(open_error(&plan(1, Some(&nowhere))), VerifyError::Io { doing: "create", .. }));
    assert!(matches!(open_error(&JournalPlan { path: None, ..huge }), VerifyError::NoMemory { .. }));
}

#[test]
fn plans_that_cannot_be_verified_are_refused() {
    let fine = plan(64, None);
    for plan in [
        JournalPlan { unit_bytes: 0, ..fine.clone() },
        JournalPlan { unit_bytes: 1000, ..fine.clone() },
        JournalPlan { working_set_bytes: 0, ..fine.clone() },
        JournalPlan { working_set_bytes: 4097, ..fine.clone() },
        JournalPlan { first_byte: 4096, ..fine.clone() },
        JournalPlan { first_byte: u64::MAX, ..fine.clone() },
    ] {
        assert!(matches!(open_error(&plan), VerifyError::Plan { .. }), "{plan:?}");
    }
    let verifier = Some(Verification::open(&fine).unwrap().verifier(0));
    let payload = &PayloadSpec { duplicate_percent: 10.0, ..PayloadSpec::default() };
    let plan = BufferPlan { slots: 1, block: UNIT, reads: true, writes: true, payload, verifier, plain_pages: false };
    let error = Buffers::new(plan, &mut plimsoll_base::random::stream(1, "payload", 0)).unwrap_err();
    assert!(error.to_string().contains("duplicates cannot be verified"), "{error}");
}

#[test]
fn writes_that_meet_go_to_places_of_their_own() {
    let verification = Verification::open(&plan(64, None)).unwrap();
    let mut buffers = buffers(&verification, 0, 8);
    let write = |offset| Op { kind: OpKind::Write, offset, len: UNIT };
    let places: BTreeSet<u64> = (0..8).map(|slot| buffers.begin(slot, write(62 * 4096)).offset).collect();
    assert_eq!(places, [0, 1, 2, 3, 4, 5, 62, 63].map(|unit| unit * 4096).into());
    // A read is where it was asked to be, and the places are free again when the writes have ended.
    assert_eq!(buffers.begin(7, Op { kind: OpKind::Read, ..write(4096) }).offset, 4096);
    (0..7).for_each(|slot| assert_eq!(buffers.check(slot, Ok(UNIT)), Ok(UNIT)));
    assert_eq!(buffers.begin(0, write(62 * 4096)).offset, 62 * 4096);
}

#[test]
fn a_working_set_smaller_than_the_queue_is_not_checked_where_writes_overlap() {
    let verification = Verification::open(&plan(2, None)).unwrap();
    let mut buffers = buffers(&verification, 0, 3);
    for slot in 0..3 {
        let op = buffers.begin(slot, op(OpKind::Write, 0));
        buffers.write_buffer(slot, &op);
    }
    (0..3).for_each(|slot| assert_eq!(buffers.check(slot, Ok(UNIT)), Ok(UNIT)));
    assert_eq!(verification.expectation(0), Expectation::Anything);
    assert_eq!(verification.expectation(4096), Expectation::Generation(1));
    buffers.begin(0, op(OpKind::Read, 0));
    assert_eq!(buffers.check(0, Ok(UNIT)), Ok(UNIT), "whatever is there");
    assert_eq!(verification.findings().unknown_units, 1);
    // Both have ended, and a third that meets nobody makes it known again.
    assert_eq!(buffers.begin(0, op(OpKind::Write, 0)).offset, 0);
    assert_eq!(buffers.check(0, Ok(UNIT)), Ok(UNIT));
    assert_eq!(verification.expectation(0), Expectation::Generation(3));
}

#[test]
fn what_was_trimmed_may_hold_anything_until_it_is_written_again() {
    let verification = Verification::open(&plan(4, None)).unwrap();
    let mut buffers = buffers(&verification, 0, 1);
    for (kind, expected) in [
        (OpKind::Write, Expectation::Generation(1)),
        (OpKind::Trim, Expectation::Anything),
        (OpKind::Write, Expectation::Generation(3)),
    ] {
        let op = buffers.begin(0, op(kind, 2));
        buffers.check(0, Ok(op.len)).unwrap();
        assert_eq!(verification.expectation(2 * 4096), expected);
    }
    let op = buffers.begin(0, op(OpKind::Write, 2));
    buffers.check(0, Err(5)).unwrap_err();
    assert_eq!(verification.expectation(op.offset), Expectation::Between { oldest: 3, newest: 4 });
}
