//! The NBD engine against servers that lie, stall or die: never a panic, never a hang, never a wrong completion.
#![allow(missing_docs)]

mod nbd_support;

use std::io::Write as _;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Barrier, Mutex};

use nbd_support::*;
use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_base::{Nanos, OpKind};
use plimsoll_engine::engines::nbd::protocol::{Reply, Request};
use plimsoll_engine::engines::nbd::{Limits, NbdError, probe_within};
use plimsoll_engine::verify::{JournalPlan, Verification};
use plimsoll_engine::{Completion, Engine, EngineOptions, Wait};
use proptest::prelude::*;

const EIO: i32 = 5;
const EPROTO: i32 = 71;
const ECONNRESET: i32 = 104;
const SIZE: u64 = 1 << 20;

/// Keeps the connection open until the client leaves.
fn wait_for_client(mut stream: UnixStream) {
    let _ = std::io::copy(&mut stream, &mut std::io::sink());
}

/// The error of probing a server that runs `script`.
fn probe_error(script: impl Fn(&mut UnixStream) -> std::io::Result<()> + Send + Sync + 'static) -> String {
    refused_within(PATIENT, &Arc::new(script))
}

fn refused_within<S>(limits: Limits, script: &Arc<S>) -> String
where
    S: Fn(&mut UnixStream) -> std::io::Result<()> + Send + Sync + 'static,
{
    let script = Arc::clone(script);
    let uri = server(1, move |mut stream| {
        if script(&mut stream).is_ok() {
            wait_for_client(stream);
        }
    });
    let error = probe_within(&uri, limits).unwrap_err().to_string();
    assert!(error.contains(&uri.to_string()), "the address is missing: {error}");
    error
}

/// A server that does `script` is given up in this step. What it does before takes it no time, but the machine may let it
/// wait for any: a step that was not reached in time is tried again with more.
fn given_up(step: &str, script: impl Fn(&mut UnixStream) -> std::io::Result<()> + Send + Sync + 'static) {
    let script = Arc::new(script);
    let mut error = String::new();
    for limit in [Nanos::from_millis(200), Nanos::from_secs(2), Nanos::from_secs(20)] {
        let start = MonotonicClock.now();
        error = refused_within(Limits { step: limit, ..PATIENT }, &script);
        // All steps together have three times the limit.
        assert!(MonotonicClock.now() - start < limit + limit + limit + PATIENCE, "{error}");
        if error.contains(&format!("{step} within")) {
            return;
        }
    }
    panic!("it was not given up in its {step}: {error}");
}

#[test]
fn a_server_that_says_nothing_is_given_up_in_time() {
    given_up("greeting", |_| Ok(()));
    given_up("greeting", |s| s.write_all(b"NBDMAGIC"));
    given_up("answer about the export", greet);
}

#[test]
fn a_server_that_drips_is_given_up_in_time() {
    let drip = |stream: &mut UnixStream| {
        greet(stream)?;
        loop {
            // Unknown information, one byte at a time: each step ends in time, all of them together do not.
            for byte in option_reply(3, &[0, 77]) {
                stream.write_all(&[byte])?;
                MonotonicClock.sleep_until(MonotonicClock.now() + Nanos::from_millis(2));
            }
        }
    };
    given_up("answer about the export", drip);
}

#[test]
fn a_server_that_closes_is_told_as_such() {
    let closes = |bytes: &'static [u8]| {
        let uri = server(1, move |mut stream| drop(stream.write_all(bytes)));
        probe(&uri).unwrap_err().to_string()
    };
    for bytes in [&b""[..], b"NBDM", b"NBDMAGICIHAVEOPT\0\x03"] {
        let error = closes(bytes);
        assert!(error.contains("closed the connection during its"), "{error}");
    }
}

#[test]
fn lies_of_the_handshake_are_refused() {
    assert!(
        probe_error(|s| s.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n"))
            .contains("no NBD server (it starts with \"HTTP/1.1")
    );
    let huge = |stream: &mut UnixStream| {
        greet(stream)?;
        let mut reply = option_reply(3, &[]);
        reply[16..].copy_from_slice(&u32::MAX.to_be_bytes());
        stream.write_all(&reply)?;
        // As much of the 4 GiB as the client takes.
        while stream.write_all(&[0; 4096]).is_ok() {}
        Ok(())
    };
    assert!(probe_error(huge).contains("64 KiB"));
    let endless = |stream: &mut UnixStream| {
        greet(stream)?;
        while stream.write_all(&option_reply(3, &[0, 77])).is_ok() {}
        Ok(())
    };
    assert!(probe_error(endless).contains("64 times"));
    assert!(
        probe_error(|stream| {
            greet(stream)?;
            let export = [&[0, 0][..], &SIZE.to_be_bytes(), &1_u16.to_be_bytes()].concat();
            stream.write_all(&[option_reply(3, &export), option_reply(1, &[]), vec![0; 16]].concat())
        })
        .contains("before it is asked")
    );
}

#[test]
fn connections_that_are_told_different_things_are_refused() {
    let size = AtomicU64::new(SIZE);
    let uri = server(2, move |mut stream| {
        let size = size.fetch_add(4096, Ordering::Relaxed);
        if agree(&mut stream, size, EVERYTHING).is_ok() {
            wait_for_client(stream);
        }
    });
    let error = connect(&uri, 2, 2).unwrap_err();
    assert!(matches!(error, NbdError::Disagrees { connection: 1, .. }), "{error}");
}

/// Four reads against a server that reads their requests and then does `script`; how they end, by slot.
fn four_reads(
    script: impl Fn(&mut UnixStream, &[Request]) -> std::io::Result<()> + Send + Sync + 'static,
) -> (Vec<Result<u32, i32>>, String) {
    let uri = server(1, move |mut stream| {
        if agree(&mut stream, SIZE, EVERYTHING).is_err() {
            return;
        }
        let asked: Vec<Request> = (0..4).filter_map(|_| next_request(&mut stream)).collect();
        if script(&mut stream, &asked).is_ok() {
            wait_for_client(stream);
        }
    });
    let mut engine = connect(&uri, 1, 4).unwrap();
    (0..4).for_each(|slot| engine.push(slot, op(OpKind::Read, u64::from(slot))));
    engine.submit().unwrap();
    let found = reap(&mut engine, 4).iter().map(|done| done.result).collect();
    let note = engine.notes().concat();
    // Whatever was wrong, later operations fail at once, and in the same way.
    let again = one(&mut engine, op(OpKind::Read, 0));
    assert!(matches!(again, Err(EPROTO | ECONNRESET)), "{again:?}");
    (found, note)
}

fn answer(request: &Request) -> Vec<u8> {
    [&Reply { handle: request.handle, error: 0 }.encode()[..], &[7; BLOCK as usize]].concat()
}

#[test]
fn a_lie_among_replies_fails_what_is_outstanding_and_keeps_what_was_answered() {
    type Lie = fn(&[Request]) -> Vec<u8>;
    let lies: [(Lie, &str); 7] = [
        (|_| vec![0xff; 16], "0xffffffff"),
        (|asked| Reply { handle: asked[2].handle, error: 0 }.encode().to_vec(), "not outstanding"),
        (|asked| Reply { handle: asked[1].handle ^ 1 << 32, error: 0 }.encode().to_vec(), "not outstanding"),
        (|_| Reply { handle: 4, error: 0 }.encode().to_vec(), "not outstanding"),
        (|_| Reply { handle: u64::MAX, error: 5 }.encode().to_vec(), "not outstanding"),
        (|_| [&0x668e_33ef_u32.to_be_bytes()[..], &[0; 28]].concat(), "structured"),
        // A payload after an error, which has none: its first bytes are no reply.
        (
            |asked| [&Reply { handle: asked[0].handle, error: 5 }.encode()[..], &[7; BLOCK as usize]].concat(),
            "0x07070707",
        ),
    ];
    for (lie, word) in lies {
        let (found, note) =
            four_reads(move |stream, asked| stream.write_all(&[answer(&asked[2]), lie(asked)].concat()));
        let first = if word == "0x07070707" { Err(EIO) } else { Err(EPROTO) };
        assert_eq!(found, [first, Err(EPROTO), Ok(BLOCK), Err(EPROTO)], "{word}");
        assert!(note.contains(word), "{note} does not say {word}");
    }
}

#[test]
fn a_server_that_stops_in_the_middle_gives_every_operation_back() {
    // Cut in the first head, between head and payload, in the payload, in the second head.
    for bytes in [0, 7, 16, 100, 16 + BLOCK as usize + 3] {
        let (found, _) = four_reads(move |stream, asked| {
            let wire = [answer(&asked[3]), answer(&asked[1])].concat();
            stream.write_all(&wire[..bytes])?;
            Err(std::io::ErrorKind::Other.into())
        });
        let reset = Err(ECONNRESET);
        let last = if bytes > 16 + BLOCK as usize { Ok(BLOCK) } else { reset };
        assert_eq!(found, [reset, reset, reset, last], "cut after {bytes} bytes");
    }
}

#[test]
fn replies_in_any_order_and_cut_anywhere_complete_their_own_operation() {
    let (found, _) = four_reads(|stream, asked| {
        let failed = Reply { handle: asked[1].handle, error: 9999 }.encode().to_vec();
        let wire = [answer(&asked[3]), failed, answer(&asked[0]), answer(&asked[2])].concat();
        for part in wire.chunks(999) {
            stream.write_all(part)?;
        }
        Err(std::io::ErrorKind::Other.into())
    });
    assert_eq!(found, [Ok(BLOCK), Err(EIO), Ok(BLOCK), Ok(BLOCK)]);
}

#[test]
fn a_reply_to_a_write_that_has_not_gone_out_is_a_lie() {
    let (go_on, told) = std::sync::mpsc::channel::<()>();
    let told = Mutex::new(told);
    let uri = server(1, move |mut stream| {
        if agree(&mut stream, SIZE, EVERYTHING).is_err() {
            return;
        }
        // The heads are read from the stream as it comes; nothing more is taken, so that the last writes cannot leave.
        let Some(first) = next_request(&mut stream) else { return };
        let last = first.handle + ((1023 << 32) | 1023);
        let _ = stream.write_all(&Reply { handle: last, error: 0 }.encode());
        // Until the client has seen it, or has failed.
        let _ = told.lock().unwrap().recv();
    });
    let mut engine = connect(&uri, 1, 1024).unwrap();
    (0..1024).for_each(|slot| engine.push(slot, op(OpKind::Write, u64::from(slot % 256))));
    engine.submit().unwrap();
    assert!(reap(&mut engine, 1024).iter().all(|done| done.result == Err(EPROTO)));
    go_on.send(()).unwrap();
}

#[test]
fn a_reply_on_another_connection_than_its_request_is_a_lie() {
    let (handles, both) = (Mutex::new([0; 2]), Barrier::new(2));
    let (go_on, told) = std::sync::mpsc::channel::<()>();
    let told = Mutex::new(told);
    let uri = server(2, move |mut stream| {
        if agree(&mut stream, SIZE, EVERYTHING).is_err() {
            return;
        }
        let Some(asked) = next_request(&mut stream) else { return };
        let slot = asked.handle as u32 as usize;
        handles.lock().unwrap()[slot] = asked.handle;
        both.wait();
        // Both connections answer the read of slot 0, its own only when the other's answer was dealt with.
        if slot == 0 {
            let _ = told.lock().unwrap().recv();
        }
        let first = handles.lock().unwrap()[0];
        let _ = stream.write_all(&answer(&Request { handle: first, ..asked }));
        wait_for_client(stream);
    });
    let mut engine = connect(&uri, 2, 2).unwrap();
    (0..2).for_each(|slot| engine.push(slot, op(OpKind::Read, 0)));
    engine.submit().unwrap();
    assert_eq!(reap(&mut engine, 1), [Completion { slot: 1, result: Err(EPROTO) }]);
    go_on.send(()).unwrap();
    assert_eq!(reap(&mut engine, 1), [Completion { slot: 0, result: Ok(BLOCK) }]);
    assert!(engine.notes().concat().contains("connection 1 was given up"), "{:?}", engine.notes());
}

#[test]
fn data_that_someone_else_overwrote_is_found_when_the_workload_verifies() {
    const EBADMSG: i32 = 74;
    const BLOCKS: u32 = 4;
    let (uri, _) = memory_server(2, SIZE as usize, EVERYTHING);
    let plan = JournalPlan {
        path: None,
        target: uri.to_string(),
        target_bytes: SIZE,
        unit_bytes: BLOCK,
        first_byte: 0,
        working_set_bytes: SIZE,
        seed: 1,
    };
    let verification = Verification::open(&plan).unwrap();
    let memory = verifying_buffers(BLOCKS, BLOCK, Some(verification.verifier(0)));
    let mut engine = connect_with(&uri, 1, memory, BLOCKS, EngineOptions::default()).unwrap();
    let mut all = |kind| -> Vec<_> {
        (0..BLOCKS).for_each(|slot| engine.push(slot, op(kind, u64::from(slot))));
        engine.submit().unwrap();
        reap(&mut engine, BLOCKS as usize).into_iter().map(|done| engine.check(done)).collect()
    };
    assert_eq!(all(OpKind::Write), [Ok(BLOCK); 4]);
    assert_eq!(all(OpKind::Read), [Ok(BLOCK); 4]);
    assert_eq!(one(&mut connect(&uri, 1, 1).unwrap(), op(OpKind::Write, 2)), Ok(BLOCK));
    assert_eq!(all(OpKind::Read), [Ok(BLOCK), Ok(BLOCK), Err(EBADMSG), Ok(BLOCK)]);
}

#[test]
fn a_large_read_that_is_overfilled_does_not_leave_its_buffer() {
    const LARGE: u32 = 256 << 10;
    let uri = server(1, |mut stream| {
        if agree(&mut stream, SIZE, EVERYTHING).is_err() {
            return;
        }
        let Some(asked) = next_request(&mut stream) else { return };
        let _ = stream.write_all(&Reply { handle: asked.handle, error: 0 }.encode());
        let _ = stream.write_all(&vec![7; 4 * LARGE as usize]);
        wait_for_client(stream);
    });
    let memory = buffers(2, LARGE);
    let (base, bytes) = memory.region();
    let mut engine = connect_with(&uri, 1, memory, 2, EngineOptions::default()).unwrap();
    let read = plimsoll_base::Op { kind: OpKind::Read, offset: 0, len: LARGE };
    assert_eq!(one(&mut engine, read), Ok(LARGE));
    assert_eq!(one(&mut engine, read), Err(EPROTO), "what came too much is no reply");
    #[allow(unsafe_code)]
    // SAFETY: the region lives as long as the engine, and nothing is in flight.
    let memory = unsafe { std::slice::from_raw_parts(base, bytes) };
    assert!(memory[..LARGE as usize].iter().all(|&byte| byte == 7));
    assert!(memory[LARGE as usize..2 * LARGE as usize].iter().all(|&byte| byte == 0), "the next slot was written to");
}

#[test]
fn a_server_that_never_answers_costs_reap_its_deadline_and_no_more() {
    let uri = server(1, |mut stream| {
        if agree(&mut stream, SIZE, EVERYTHING).is_ok() {
            wait_for_client(stream);
        }
    });
    let mut engine = connect(&uri, 1, 4).unwrap();
    (0..4).for_each(|slot| engine.push(slot, op(OpKind::Read, 0)));
    engine.submit().unwrap();
    let (now, mut found) = (MonotonicClock.now(), Vec::new());
    for round in 1..=3 {
        let at = now + Nanos::from_millis(30 * round);
        engine.reap(&mut found, Wait::Until { at, now: MonotonicClock.now() }).unwrap();
        assert!(MonotonicClock.now() >= at && found.is_empty());
    }
    engine.reap(&mut found, Wait::No).unwrap();
    assert!(found.is_empty() && MonotonicClock.now() - now < PATIENCE);
    // One for each wait and the receive of `Wait::No`; no spinning.
    assert!(engine.system_calls() <= 1 + 3 + 1, "{} system calls", engine.system_calls());
}

#[test]
fn a_server_that_does_not_read_blocks_neither_push_nor_submit() {
    let (go_on, told) = std::sync::mpsc::channel::<()>();
    let told = Mutex::new(told);
    let uri = server(1, move |mut stream| {
        if agree(&mut stream, SIZE, EVERYTHING).is_ok() {
            // Reads nothing and stays until it is told to go; a client that waits for it fails below.
            let _ = told.lock().unwrap().recv_timeout(std::time::Duration::from_nanos(2 * PATIENCE.0));
        }
    });
    let mut engine = connect(&uri, 1, 4096).unwrap();
    let start = MonotonicClock.now();
    (0..4096).for_each(|slot| engine.push(slot, op(OpKind::Write, 0)));
    engine.submit().unwrap();
    let (now, mut found) = (MonotonicClock.now(), Vec::new());
    engine.reap(&mut found, Wait::Until { at: now + Nanos::from_millis(20), now }).unwrap();
    assert!(found.is_empty(), "16 MiB went into a socket that nobody reads");
    assert!(engine.system_calls() < 20, "it spins: {} system calls", engine.system_calls());
    assert!(MonotonicClock.now() - start < PATIENCE, "it waited for the server");
    go_on.send(()).unwrap();
    assert!(reap(&mut engine, 4096).iter().all(|done| done.result == Err(ECONNRESET)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever follows an honest handshake: four operations come back, each once, none of them as done unless its
    /// own reply was there.
    #[test]
    fn garbage_after_the_handshake_completes_nothing(garbage in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assume!(!garbage.starts_with(&[0x67]));
        let expected = if garbage.len() < 16 { ECONNRESET } else { EPROTO };
        let (found, _) = four_reads(move |stream, _| {
            stream.write_all(&garbage)?;
            Err(std::io::ErrorKind::Other.into())
        });
        prop_assert_eq!(found, [Err(expected); 4]);
    }
}
