//! A process that is killed while it writes: the file has to hold the contents of the journal.

use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use plimsoll_base::OpKind;
use plimsoll_base::random::stream;
use plimsoll_engine::verify::{EBADMSG, MismatchKind, Verification};
use rand::RngExt as _;

use crate::common::{Scratch, UNIT, buffers, drive, engine, file_engines, op, plan};

const UNITS: u64 = 256;
const TARGET: &str = "PLIMSOLL_TEST_TARGET";
const ENGINE: &str = "PLIMSOLL_TEST_ENGINE";

/// The process that is killed: writes for ever, and announces when it has begun.
#[test]
#[ignore = "is run by the test below, which kills it"]
fn writes_until_it_is_killed() {
    let Ok(target) = std::env::var(TARGET) else { return };
    let file = std::fs::OpenOptions::new().read(true).write(true).open(&target).unwrap();
    let journal = format!("{target}.journal");
    let verification = Verification::open(&plan(UNITS, Some(Path::new(&journal)))).unwrap();
    let mut engine = engine(&std::env::var(ENGINE).unwrap(), &file, buffers(&verification, 0, 8), 8);
    let mut random = stream(u64::from(std::process::id()), "test", 0);
    for round in 0_u64.. {
        drive(&mut *engine, 8, (0..1000).map(|_| op(OpKind::Write, random.random_range(0..UNITS))));
        if round == 2 {
            println!("\nwriting");
        }
    }
}

#[test]
fn what_was_acknowledged_before_a_kill_is_verified_after_it() {
    for name in file_engines() {
        let target = Scratch::new(name);
        let file = target.make(UNITS);
        let journal = target.path().with_file_name(format!("{}.journal", target.path().file_name().unwrap().display()));
        // Killed three times: what a kill leaves open must not become a finding after the next.
        for life in 0..3 {
            let mut writer = Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "crash::writes_until_it_is_killed", "--ignored", "--nocapture"])
                .env(TARGET, target.path())
                .env(ENGINE, name)
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let mut lines = BufReader::new(writer.stdout.take().unwrap()).lines();
            let wrote = lines.by_ref().map_while(Result::ok).any(|line| line == "writing");
            // SIGKILL, in the middle of its writes: it never stops by itself.
            writer.kill().unwrap();
            writer.wait().unwrap();
            assert!(wrote, "{name}: the writer ended before it was killed");

            let verification = Verification::open(&plan(UNITS, Some(&journal))).unwrap();
            let mut engine = engine(name, &file, buffers(&verification, 0, 8), 8);
            drive(&mut *engine, 8, (0..UNITS).map(|unit| op(OpKind::Read, unit)));
            let findings = verification.findings();
            assert_eq!(findings.mismatches.total(), 0, "{name}, life {life}: {findings:?}");
            // 3000 writes to 256 units reach every one (but for e^-11), and 8 are under way at most.
            assert!(findings.checked_units >= UNITS - 8, "{name}, life {life}: {findings:?}");
        }
        // The check works: a change while no process runs is found.
        let mut byte = [0];
        file.read_exact_at(&mut byte, 100 * u64::from(UNIT) + 1000).unwrap();
        file.write_all_at(&[byte[0] ^ 1], 100 * u64::from(UNIT) + 1000).unwrap();
        let verification = Verification::open(&plan(UNITS, Some(&journal))).unwrap();
        let mut engine = engine(name, &file, buffers(&verification, 0, 1), 1);
        assert_eq!(drive(&mut *engine, 1, [op(OpKind::Read, 100)])[0].1, Err(EBADMSG));
        assert_eq!(verification.findings().first[0].kind, MismatchKind::Corrupt);
        drop((engine, verification));
        std::fs::remove_file(journal).unwrap();
    }
}
