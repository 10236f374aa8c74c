//! On a real file, with every engine that moves bytes: faults made by hand.

use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::fs::FileExt as _;

use plimsoll_base::random::stream;
use plimsoll_base::{Op, OpKind};
use plimsoll_engine::verify::{EBADMSG, Expectation, MismatchKind, Verification};
use rand::RngExt as _;

use crate::common::{Scratch, UNIT, buffers, buffers_for, drive, engine, file_engines, kinds, op, plan};

const UNITS: u64 = 64;

fn block(file: &File, unit: u64) -> Vec<u8> {
    let mut bytes = vec![0; UNIT as usize];
    file.read_exact_at(&mut bytes, unit * u64::from(UNIT)).unwrap();
    bytes
}

fn put(file: &File, unit: u64, bytes: &[u8]) {
    file.write_all_at(bytes, unit * u64::from(UNIT)).unwrap();
}

#[test]
fn faults_made_by_hand_are_each_found_and_named() {
    for name in file_engines() {
        for slots in [1, 8] {
            let (scratch, verification) = (Scratch::new(name), Verification::open(&plan(UNITS, None)).unwrap());
            let file = scratch.make(UNITS);
            let mut engine = engine(name, &file, buffers(&verification, 3, slots), slots);
            let all = |kind| (0..UNITS).map(move |unit| op(kind, unit));
            drive(&mut *engine, slots, all(OpKind::Write));
            let old: Vec<Vec<u8>> = (0..UNITS).map(|unit| block(&file, unit)).collect();
            drive(&mut *engine, slots, all(OpKind::Write));
            let clean = drive(&mut *engine, slots, all(OpKind::Read));
            assert!(clean.iter().all(|(_, result)| *result == Ok(UNIT)), "{name}: {:?}", verification.findings());
            assert_eq!(verification.findings().checked_units, UNITS, "{name}");
            assert_eq!(verification.expectation(0), Expectation::Generation(2));

            let mut flipped = block(&file, 5);
            flipped[700] ^= 0x10;
            put(&file, 5, &flipped);
            let (seven, nine) = (block(&file, 7), block(&file, 9));
            put(&file, 7, &nine);
            put(&file, 9, &seven);
            put(&file, 11, &old[11]);
            put(&file, 13, &[&old[13][..1536], &block(&file, 13)[1536..]].concat());
            put(&file, 15, &[0; UNIT as usize]);
            put(&file, 17, &[0xab; UNIT as usize]);
            let results = drive(&mut *engine, slots, all(OpKind::Read));
            let failed: Vec<u64> =
                results.iter().filter(|(_, r)| *r == Err(EBADMSG)).map(|(op, _)| op.offset / 4096).collect();
            let mut sorted = failed.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, [5, 7, 9, 11, 13, 15, 17], "{name}");

            let findings = verification.findings();
            let named: BTreeMap<u64, _> = findings.first.iter().map(|m| (m.offset, m)).collect();
            for (offset, kind, expected, found) in [
                (
                    5 * 4096 + 512,
                    MismatchKind::Corrupt,
                    "write 2 to byte 20992",
                    "wrong checksum under the header of write 2",
                ),
                (7 * 4096, MismatchKind::Misplaced, "write 2 to byte 28672", "write 2 to byte 36864"),
                (9 * 4096, MismatchKind::Misplaced, "write 2 to byte 36864", "write 2 to byte 28672"),
                (11 * 4096, MismatchKind::LostOrStale, "write 2 to byte 45056", "write 1 to byte 45056"),
                (13 * 4096, MismatchKind::Torn, "write 2 to byte 53248", "writes 1 to 2 in one unit"),
                (15 * 4096, MismatchKind::LostOrStale, "write 2", "zeroes"),
                (17 * 4096, MismatchKind::Corrupt, "write 2", "no header"),
            ] {
                let mismatch = named[&offset];
                assert_eq!((mismatch.kind, mismatch.worker), (kind, 3), "{name}: {mismatch}");
                assert!(mismatch.expected.contains(expected) && mismatch.found.contains(found), "{name}: {mismatch}");
            }
            assert_eq!((findings.first.len(), findings.mismatches.total()), (7, 7), "{name}");
            // What is written anew is right again.
            drive(&mut *engine, slots, all(OpKind::Write));
            assert!(drive(&mut *engine, slots, all(OpKind::Read)).iter().all(|(_, r)| *r == Ok(UNIT)), "{name}");
        }
    }
}

#[test]
fn a_second_reading_tells_a_lost_write_from_a_stale_read() {
    let (scratch, verification) = (Scratch::new("again"), Verification::open(&plan(UNITS, None)).unwrap());
    let file = scratch.make(UNITS);
    let mut engine = engine("psync", &file, buffers(&verification, 0, 1), 1);
    let all = |kind| (0..UNITS).map(move |unit| op(kind, unit));
    drive(&mut *engine, 1, all(OpKind::Write));
    let old = [block(&file, 3), block(&file, 4), block(&file, 5)];
    drive(&mut *engine, 1, all(OpKind::Write));
    let new = block(&file, 4);
    (3..6).for_each(|unit| put(&file, unit, &old[unit as usize - 3]));
    let mut read = |unit| drive(&mut *engine, 1, [op(OpKind::Read, unit)])[0].1;
    let found = || kinds(&verification.findings());
    assert_eq!([read(3), read(4), read(5)], [Err(EBADMSG); 3]);
    assert_eq!(found(), BTreeMap::from([(MismatchKind::LostOrStale, 3)]));
    put(&file, 4, &new);
    assert_eq!([read(3), read(4)], [Err(EBADMSG), Ok(UNIT)]);
    let each = [(MismatchKind::Lost, 1), (MismatchKind::Stale, 1), (MismatchKind::LostOrStale, 1)];
    assert_eq!(found(), BTreeMap::from(each));
    let told: Vec<_> = verification.findings().first.iter().map(|m| m.kind).collect();
    assert_eq!(told, [MismatchKind::Lost, MismatchKind::Stale, MismatchKind::LostOrStale]);
    assert_eq!(read(3), Err(EBADMSG));
    assert_eq!(found(), BTreeMap::from(each), "the same lost write counts once");
}

#[test]
fn content_of_an_earlier_journal_or_another_target_is_not_taken_for_ours() {
    let scratch = Scratch::new("earlier");
    let file = scratch.make(UNITS);
    let write_all = |plan| {
        let verification = Verification::open(&plan).unwrap();
        let mut engine = engine("psync", &file, buffers(&verification, 0, 1), 1);
        drive(&mut *engine, 1, (0..UNITS).map(|unit| op(OpKind::Write, unit)));
        (verification, engine)
    };
    write_all(plan(UNITS, None));
    let earlier = block(&file, 2);
    let mut other = plan(UNITS, None);
    other.target = "another".into();
    write_all(other);
    let elsewhere = block(&file, 3);
    let (verification, mut engine) = write_all(plan(UNITS, None));
    put(&file, 2, &earlier);
    put(&file, 3, &elsewhere);
    drive(&mut *engine, 1, (0..UNITS).map(|unit| op(OpKind::Read, unit)));
    let first = verification.findings().first;
    assert_eq!(first.len(), 2, "{first:?}");
    assert_eq!(first[0].kind, MismatchKind::LostOrStale);
    assert!(first[0].found.contains("under an earlier journal"), "{}", first[0]);
    assert_eq!(first[1].kind, MismatchKind::Misplaced);
    assert!(first[1].found.contains("another target"), "{}", first[1]);
}

#[test]
fn a_clean_file_gives_no_finding_under_concurrency() {
    // 4 workers with 8 slots each, operations of 4 to 16 KiB in 96 places: 16 writes cover 40 of them, so that nearly
    // every operation meets another and most find a place of their own.
    const WORKERS: u32 = 4;
    const UNITS: u64 = 96;
    for name in file_engines() {
        let (scratch, verification) = (Scratch::new(name), Verification::open(&plan(UNITS, None)).unwrap());
        let file = scratch.make(UNITS);
        std::thread::scope(|scope| {
            for worker in 0..WORKERS {
                let (file, verification) = (&file, &verification);
                scope.spawn(move || {
                    let buffers = buffers_for(verification, worker, 8, 4 * UNIT);
                    let mut engine = engine(name, file, buffers, 8);
                    let mut random = stream(5, "test", u64::from(worker));
                    let ops = (0..4000).map(|_| {
                        let blocks: u32 = random.random_range(1..=4);
                        let unit = random.random_range(0..=UNITS - u64::from(blocks));
                        let kind = [OpKind::Read, OpKind::Write][random.random_range(0..2)];
                        Op { len: blocks * UNIT, ..op(kind, unit) }
                    });
                    for (op, result) in drive(&mut *engine, 8, ops) {
                        assert_eq!(result, Ok(op.len), "{name}: {:?}", verification.findings());
                    }
                });
            }
        });
        let findings = verification.findings();
        assert_eq!(findings.mismatches.total(), 0, "{name}");
        assert!(findings.checked_units > 1000, "{name}: {findings:?}");
    }
}
