//! Written data has the requested properties, measured as a target would: with real compressors, and by comparing
//! blocks.
#![allow(missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;

use plimsoll_base::random::stream;
use plimsoll_workload::payload::{DUPLICATE_POOL, Payload, PayloadKind, PayloadSpec, STAMP_SPACING};
use proptest::prelude::*;

fn spec(compressible_percent: f64, duplicate_percent: f64) -> PayloadSpec {
    PayloadSpec { kind: PayloadKind::Random, compressible_percent, duplicate_percent }
}

/// The data that a session writes: `writes` of `block` bytes, from four buffers in turn, one after the other.
fn written_bytes(spec: &PayloadSpec, block: usize, writes: usize, session: u64) -> Vec<u8> {
    let mut random = stream(session, "payload", 0);
    let mut buffers = vec![vec![0; block]; 4];
    buffers.iter_mut().for_each(|buffer| spec.fill(buffer, &mut random));
    let mut payload = Payload::new(spec, block, &mut random);
    let mut all = Vec::new();
    for write in 0..writes {
        let buffer = &mut buffers[write % 4];
        payload.next(buffer);
        all.extend_from_slice(buffer);
    }
    all
}

fn lz4(bytes: &[u8]) -> usize {
    lz4_flex::block::compress(bytes).len()
}

fn deflate(bytes: &[u8]) -> usize {
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::new(6));
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap().len()
}

/// Percent saved, compressing chunk by chunk.
fn saved_percent(bytes: &[u8], chunk: usize, compress: fn(&[u8]) -> usize) -> f64 {
    // A target stores what does not become smaller as it is.
    let stored: usize = bytes.chunks(chunk).map(|c| compress(c).min(c.len())).sum();
    100.0 * (1.0 - stored as f64 / bytes.len() as f64)
}

#[test]
fn a_compressor_saves_what_was_asked_within_three_points() {
    for percent in [0.0, 10.0, 25.0, 50.0, 75.0, 90.0, 100.0] {
        for (block, units) in [(4096, &[4096][..]), (131_072, &[4096, 16_384, 131_072])] {
            let bytes = written_bytes(&spec(percent, 0.0), block, (1 << 20) / block, 1);
            for (name, compress) in [("lz4", lz4 as fn(&[u8]) -> usize), ("deflate", deflate)] {
                for &unit in units {
                    let saved = saved_percent(&bytes, unit, compress);
                    let what = format!("{name}, units of {unit} in writes of {block}");
                    // Of 100 % the stamps remain, 8 of 512 bytes (1.6 %), and what a compressor needs to say that a run
                    // of zeroes follows, about 7 (1.4 %).
                    let tolerance = if percent == 100.0 { 3.5 } else { 3.0 };
                    assert!((saved - percent).abs() <= tolerance, "{what}: {saved:.2} %, asked {percent} %");
                }
            }
        }
    }
}

#[test]
fn the_share_asked_for_is_a_copy_of_sixteen_blocks_and_the_rest_is_unique() {
    for percent in [0.0, 25.0, 50.0, 75.0, 100.0] {
        for compressible in [0.0, 50.0] {
            let bytes = written_bytes(&spec(compressible, percent), 16_384, 2_000, 2);
            let mut seen: BTreeMap<&[u8], u64> = BTreeMap::new();
            bytes.chunks(4096).for_each(|b| *seen.entry(b).or_default() += 1);
            let blocks = (bytes.len() / 4096) as f64;
            let copies: u64 = seen.values().filter(|n| **n > 1).sum();
            let pool = seen.values().filter(|n| **n > 1).count();
            // Binomial: five standard deviations; exact at both ends.
            let share = percent / 100.0;
            let tolerance = 5.0 * (blocks * share * (1.0 - share)).sqrt();
            assert!((copies as f64 - blocks * share).abs() <= tolerance, "{copies} of {blocks}, asked {percent} %");
            assert_eq!(pool, if percent > 0.0 { DUPLICATE_POOL } else { 0 });
            // What is unique is so in every sector, also beside and after a copy.
            let mut sectors = BTreeSet::new();
            for unique in bytes.chunks(4096).filter(|b| seen[b] == 1) {
                assert!(unique.chunks(STAMP_SPACING).all(|sector| sectors.insert(sector)), "a unique block repeats");
            }
        }
    }
}

#[test]
fn sessions_share_the_copies_and_nothing_else() {
    let blocks = |session| -> BTreeSet<Vec<u8>> {
        written_bytes(&spec(0.0, 50.0), 4096, 1000, session).chunks(4096).map(<[u8]>::to_vec).collect()
    };
    assert_eq!(blocks(1).intersection(&blocks(2)).count(), DUPLICATE_POOL);
}

#[test]
fn writes_smaller_than_4_kib_are_blocks_of_their_own() {
    let bytes = written_bytes(&spec(0.0, 50.0), 1024, 4000, 3);
    let mut seen: BTreeMap<&[u8], u64> = BTreeMap::new();
    bytes.chunks(1024).for_each(|b| *seen.entry(b).or_default() += 1);
    let copies: u64 = seen.values().filter(|n| **n > 1).sum();
    // Binomial: standard deviation sqrt(4000 * 0.25) = 32; five of them.
    assert!((copies as f64 - 2000.0).abs() < 5.0 * 32.0, "{copies} of 4000");
    assert_eq!(seen.values().filter(|n| **n > 1).count(), DUPLICATE_POOL);
}

#[test]
fn zeroes_are_zeroes() {
    let zero = PayloadSpec { kind: PayloadKind::Zero, ..PayloadSpec::default() };
    assert!(written_bytes(&zero, 8192, 100, 1).iter().all(|&b| b == 0));
}

#[test]
fn no_two_sectors_written_are_alike() {
    for compressible in [0.0, 50.0, 100.0] {
        let bytes = written_bytes(&spec(compressible, 0.0), 8192, 1000, 1);
        let mut seen = BTreeSet::new();
        assert!(bytes.chunks(STAMP_SPACING).all(|sector| seen.insert(sector)), "a sector repeats");
    }
}

#[test]
fn random_bytes_use_every_value_evenly() {
    let mut buffer = vec![0; 1 << 20];
    PayloadSpec::default().fill(&mut buffer, &mut stream(2, "payload", 0));
    let mut counts = [0_f64; 256];
    buffer.iter().for_each(|&b| counts[b as usize] += 1.0);
    // Chi-square with 255 degrees of freedom: standard deviation sqrt(510) = 22.6; five of them.
    let chi2: f64 = counts.iter().map(|c| (c - 4096.0).powi(2) / 4096.0).sum();
    assert!((chi2 - 255.0).abs() < 5.0 * 22.6, "chi-square {chi2}");
}

#[test]
fn what_contradicts_itself_is_refused() {
    let zero = |c, d| PayloadSpec { kind: PayloadKind::Zero, ..spec(c, d) };
    for (spec, says) in [
        (spec(101.0, 0.0), "compressible: 101"),
        (spec(0.0, -1.0), "duplicate: -1"),
        (spec(f64::NAN, 0.0), "compressible: NaN"),
        (zero(50.0, 0.0), "zeroes"),
        (zero(0.0, 50.0), "zeroes"),
    ] {
        let why = spec.check().unwrap_err();
        assert!(why.contains(says), "{why}");
    }
    for spec in [spec(0.0, 0.0), spec(100.0, 100.0), zero(0.0, 0.0)] {
        assert_eq!(spec.check(), Ok(()));
    }
}

proptest! {
    #[test]
    fn no_length_makes_it_panic(len in 0_usize..20_000, compressible in 0.0..=100.0, duplicate in 0.0..=100.0) {
        let spec = spec(compressible, duplicate);
        let mut random = stream(1, "payload", 0);
        let mut buffer = vec![0; len];
        spec.fill(&mut buffer, &mut random);
        let mut payload = Payload::new(&spec, len, &mut random);
        let half = len / 2;
        payload.next(&mut buffer);
        payload.next(&mut buffer[..half]);
    }
}
