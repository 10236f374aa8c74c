//! On a stack whose fault element does exactly what is looked for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use plimsoll_base::random::stream;
use plimsoll_base::{Op, OpKind};
use plimsoll_engine::engines::emulated::{Emulated, Emulation};
use plimsoll_engine::verify::{Findings, MismatchKind, Verification};
use plimsoll_storage::StackSpec;
use rand::RngExt as _;

use crate::common::{UNIT, buffers, drive, kinds, op, plan};

const UNITS: u64 = 512;

fn stack(units: u64, fault: &str) -> StackSpec {
    let (path, fault) = match fault {
        "" => ("[\"d\"]", String::new()),
        keys => ("[\"f\", \"d\"]", format!("[fault.f]\n{keys}\n")),
    };
    let device = "[device.d]\nservers = 8\nservice = { distribution = \"exponential\", mean = \"2us\" }\n";
    let text = format!("{fault}{device}[volume.v]\nsize = {}\npath = {path}\n", units * u64::from(UNIT));
    StackSpec::from_toml(&text, "test").unwrap_or_else(|e| panic!("{e}"))
}

/// One worker, eight slots: every unit is written, then written at random, then read three times. The order of the
/// operations is fixed and so is the seed: the same ones are hit every time.
fn found_on(fault: &str) -> Findings {
    let verification = Verification::open(&plan(UNITS, None)).unwrap();
    let emulation = Emulation::new(&stack(UNITS, fault), 9, 1);
    let mut engine = Emulated::new(emulation, 0, 8, Some(buffers(&verification, 0, 8)));
    let mut random = stream(2, "test", 0);
    let first = (0..UNITS).map(|unit| op(OpKind::Write, unit));
    let again: Vec<Op> = (0..4 * UNITS).map(|_| op(OpKind::Write, random.random_range(0..UNITS))).collect();
    let reads = (0..3).flat_map(|_| (0..UNITS).map(|unit| op(OpKind::Read, unit)));
    drive(&mut engine, 8, first.chain(again));
    let results = drive(&mut engine, 8, reads);
    let findings = verification.findings();
    let wrong = results.iter().filter(|(_, result)| result.is_err()).count() as u64;
    // A read may be wrong and tell nothing new.
    assert!(wrong >= findings.mismatches.total(), "{wrong} wrong reads: {findings:?}");
    assert_eq!(wrong == 0, findings.mismatches.total() == 0);
    findings
}

#[test]
fn each_fault_of_the_stack_is_found_and_called_what_it_is() {
    for (fault, must, may) in [
        ("lost = 1", &[MismatchKind::Lost][..], &[][..]),
        ("torn = 1", &[MismatchKind::Torn], &[]),
        // Where it was meant to go it is missing; where it went it is seen.
        ("misplaced = 1", &[MismatchKind::Misplaced, MismatchKind::Lost], &[]),
        // What was stale in the last reading has not been read again.
        ("stale = 1", &[MismatchKind::Stale], &[MismatchKind::LostOrStale]),
    ] {
        let findings = found_on(fault);
        let found: BTreeSet<MismatchKind> = kinds(&findings).into_keys().collect();
        let (must, may): (BTreeSet<_>, BTreeSet<_>) = (must.iter().copied().collect(), may.iter().copied().collect());
        assert!(found.is_superset(&must), "{fault}: {findings:?}");
        assert!(found.is_subset(&must.union(&may).copied().collect()), "{fault}: {findings:?}");
    }
}

#[test]
fn all_faults_together_are_found_and_none_is_found_without_them() {
    let all = kinds(&found_on("lost = 1\ntorn = 1\nmisplaced = 1\nstale = 1"));
    for kind in [MismatchKind::Lost, MismatchKind::Torn, MismatchKind::Misplaced, MismatchKind::Stale] {
        assert!(all.contains_key(&kind), "{kind:?} is not in {all:?}");
    }
    let clean = found_on("");
    assert_eq!(kinds(&clean), BTreeMap::new());
    assert_eq!((clean.checked_units, clean.unknown_units), (3 * UNITS, 0));
    // Errors and stalls are no data faults: what failed had no effect, and nothing is said that is not so.
    assert_eq!(found_on("stall_at = \"1ms\"\nstall_for = \"2ms\"").mismatches.total(), 0);
}

#[test]
fn failed_writes_are_no_findings() {
    let verification = Verification::open(&plan(UNITS, None)).unwrap();
    let emulation = Emulation::new(&stack(UNITS, "write_errors = 30"), 9, 1);
    let mut engine = Emulated::new(emulation, 0, 8, Some(buffers(&verification, 0, 8)));
    let mut random = stream(3, "test", 0);
    let ops: Vec<Op> = (0..20_000)
        .map(|_| op([OpKind::Read, OpKind::Write][random.random_range(0..2)], random.random_range(0..UNITS)))
        .collect();
    let results = drive(&mut engine, 8, ops);
    assert!(results.iter().all(|(op, result)| match op.kind {
        OpKind::Write => matches!(result, Ok(_) | Err(5)),
        _ => result.is_ok(),
    }));
    let findings = verification.findings();
    assert_eq!(findings.mismatches.total(), 0, "{findings:?}");
    assert!(findings.checked_units > 3000, "{findings:?}");
}

#[test]
fn a_clean_stack_gives_no_finding_under_concurrency() {
    // 4 workers with 8 slots on 40 units, reads, writes and trims: nearly every operation meets another.
    let verification = Verification::open(&plan(40, None)).unwrap();
    let emulation = Emulation::new(&stack(40, ""), 4, 4);
    std::thread::scope(|scope| {
        for worker in 0..4 {
            let (verification, emulation) = (&verification, Arc::clone(&emulation));
            scope.spawn(move || {
                let mut engine = Emulated::new(emulation, worker, 8, Some(buffers(verification, worker, 8)));
                let mut random = stream(6, "test", u64::from(worker));
                let ops: Vec<Op> = (0..5000)
                    .map(|_| {
                        let kind = match random.random_range(0..100) {
                            0..50 => OpKind::Read,
                            50..98 => OpKind::Write,
                            _ => OpKind::Trim,
                        };
                        op(kind, random.random_range(0..40))
                    })
                    .collect();
                for (_, result) in drive(&mut engine, 8, ops) {
                    assert_eq!(result, Ok(UNIT), "{:?}", verification.findings());
                }
            });
        }
    });
    let findings = verification.findings();
    assert_eq!(findings.mismatches.total(), 0, "{findings:?}");
    assert!(findings.checked_units > 1000, "{findings:?}");
}
