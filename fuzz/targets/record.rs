//! What is read back: the record of a Run, and the histograms beside it, which a damaged store may hold in any shape.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plimsoll_measure::histogram::{decode, summarise};
use plimsoll_run::record::RunRecord;

fuzz_target!(|data: &[u8]| {
    let Some((which, rest)) = data.split_first() else { return };
    if which % 2 == 0 {
        if let Ok(record) = serde_json::from_slice::<RunRecord>(rest) {
            let printed = serde_json::to_string(&record).expect("a record can be written");
            let again: RunRecord = serde_json::from_str(&printed).expect("and read again");
            assert_eq!(serde_json::to_string(&again).ok(), Some(printed));
        }
    } else if let Ok(spans) = decode(rest) {
        drop(summarise(&spans, None));
    }
});
