//! Over NBD: what another client changes behind our back is found, and nothing else is.

use plimsoll_base::OpKind;
use plimsoll_engine::EngineOptions;
use plimsoll_engine::verify::{EBADMSG, MismatchKind, Verification};

use crate::common::{UNIT, buffers, drive, op, plan};
use crate::nbd_support::{self, EVERYTHING, connect, connect_with, memory_server};

const UNITS: u64 = 64;

#[test]
fn what_another_client_overwrites_is_found_and_named() {
    // Two connections of ours and one of the other.
    let (uri, _) = memory_server(3, UNITS as usize * UNIT as usize, EVERYTHING);
    let verification = Verification::open(&plan(UNITS, None)).unwrap();
    let mut engine = connect_with(&uri, 2, buffers(&verification, 0, 8), 8, EngineOptions::default()).unwrap();
    // Twice, so that what stood there before the first write is no excuse.
    for kind in [OpKind::Write, OpKind::Write, OpKind::Read] {
        let results = drive(&mut engine, 8, (0..UNITS).map(|unit| op(kind, unit)));
        assert!(results.iter().all(|(_, result)| *result == Ok(UNIT)), "{:?}", verification.findings());
    }
    let mut other = connect(&uri, 1, 1).unwrap();
    assert_eq!(nbd_support::one(&mut other, op(OpKind::Write, 5)), Ok(UNIT));
    for (op, result) in drive(&mut engine, 8, (0..UNITS).map(|unit| op(OpKind::Read, unit))) {
        assert_eq!(result, if op.offset == 5 * 4096 { Err(EBADMSG) } else { Ok(UNIT) }, "{op:?}");
    }
    let findings = verification.findings();
    assert_eq!((findings.first[0].kind, findings.first[0].offset), (MismatchKind::Corrupt, 5 * 4096));
    assert_eq!((findings.mismatches.total(), findings.checked_units), (1, 2 * UNITS));
}
