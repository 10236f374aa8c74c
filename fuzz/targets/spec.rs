//! Everything that a user writes: workload and stack files, patterns, mixes, objectives, times, sizes, traces. Whatever the
//! text, the answer is a value or an error in words; a value prints as text that reads as the same value.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plimsoll_base::{Bytes, Nanos};
use plimsoll_measure::objective::Objective;
use plimsoll_measure::steady::SteadyTest;
use plimsoll_storage::StackSpec;
use plimsoll_workload::Pattern;

fn round_trip<T: std::str::FromStr + std::fmt::Display + PartialEq + std::fmt::Debug>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        let printed = value.to_string();
        assert_eq!(printed.parse::<T>().ok().as_ref(), Some(&value), "'{text}' prints as '{printed}'");
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((which, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    match which % 8 {
        0 => drop(plimsoll_run::workload_file(text, "fuzz.toml")),
        1 => drop(StackSpec::from_toml(text, "fuzz.toml")),
        2 => round_trip::<Pattern>(text),
        3 => drop(plimsoll_workload::parse_mix(text)),
        4 => drop(text.parse::<Objective>()),
        5 => {
            round_trip::<Nanos>(text);
            round_trip::<Bytes>(text);
        }
        6 => drop(plimsoll_workload::trace::read(text.as_bytes())),
        _ => drop(text.parse::<SteadyTest>()),
    }
});
