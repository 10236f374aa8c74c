//! The NBD engine against honest servers: nbdkit over both transports, and a small one of our own that records its
//! requests.
#![allow(missing_docs, clippy::print_stderr)]

mod nbd_support;

use std::collections::BTreeSet;
use std::io::Write as _;
use std::process::Command;

use nbd_support::*;
use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_engine::engines::nbd::protocol::{self, Request};
use plimsoll_engine::engines::nbd::{Nbd, NbdError, NbdUri};
use plimsoll_engine::{Completion, Engine, EngineOptions, Wait};

const EPERM: i32 = 1;
const EIO: i32 = 5;
const EINVAL: i32 = 22;
const ENOTSUP: i32 = 95;
const ECONNRESET: i32 = 104;

/// nbdkit over both transports, where it is installed.
fn everywhere(args: &[&str]) -> impl Iterator<Item = Nbdkit> {
    [Nbdkit::unix(args), Nbdkit::tcp(args)].into_iter().flatten()
}

#[test]
fn every_operation_completes_exactly_once_with_its_length() {
    for server in everywhere(&["memory", "16M"]) {
        for (slots, connections) in [(1, 1), (8, 1), (64, 4), (64, 3)] {
            let mut engine = connect(&server.uri, connections, slots).unwrap();
            assert_eq!(engine.notes(), Vec::<String>::new());
            for round in 0..30_u64 {
                for slot in 0..slots {
                    let kind = OpKind::ALL[(round as usize + slot as usize) % 4];
                    engine.push(slot, op(kind, (round * 7 + u64::from(slot) * 13) % 4096));
                }
                engine.submit().unwrap();
                for (slot, done) in (0..).zip(reap(&mut engine, slots as usize)) {
                    assert_eq!(done.slot, slot, "a slot came back twice");
                    let kind = OpKind::ALL[(round as usize + slot as usize) % 4];
                    assert_eq!(done.result, Ok(if kind == OpKind::Flush { 0 } else { BLOCK }), "{kind:?}");
                }
            }
        }
    }
}

#[test]
fn what_was_written_reads_back_and_another_client_sees_the_same() {
    const BLOCKS: u32 = 64;
    for server in everywhere(&["memory", "256k"]) {
        let memory = buffers(BLOCKS, BLOCK);
        let (base, len) = memory.region();
        let mut engine = connect_with(&server.uri, 2, memory, BLOCKS, EngineOptions::default()).unwrap();
        for kind in [OpKind::Write, OpKind::Read] {
            (0..BLOCKS).for_each(|slot| engine.push(slot, op(kind, u64::from(slot))));
            engine.submit().unwrap();
            assert!(reap(&mut engine, BLOCKS as usize).iter().all(|done| done.result == Ok(BLOCK)));
        }
        let half = (BLOCKS * BLOCK) as usize;
        let (read, written) = halves(&engine, base, len);
        assert!(read[..half] == written[..half], "what was read is not what was written");
        let sectors: BTreeSet<&[u8]> = read[..half].chunks(512).collect();
        assert_eq!(sectors.len(), half / 512, "two sectors are alike");
        if has_tool("nbdcopy") {
            let copy = socket_path();
            let done = Command::new("nbdcopy").arg(server.uri.to_string()).arg(&copy).status().unwrap();
            assert!(done.success());
            assert!(std::fs::read(&copy).unwrap() == read[..half], "nbdcopy reads something else");
            std::fs::remove_file(copy).unwrap();
        }
    }
}

/// The read half and the write half of the region of `engine`, in which nothing is in flight.
#[allow(unsafe_code)]
fn halves(_engine: &Nbd, base: *mut u8, len: usize) -> (&[u8], &[u8]) {
    // SAFETY: the region lives as long as the engine, which is borrowed, and nobody writes to it meanwhile.
    unsafe { std::slice::from_raw_parts(base, len) }.split_at(len / 2)
}

#[test]
fn large_transfers_arrive_whole_and_in_their_place() {
    const LARGE: u32 = 1 << 20;
    for server in everywhere(&["memory", "8M"]) {
        for connections in [1, 2] {
            let memory = buffers(4, LARGE);
            let (base, len) = memory.region();
            let mut engine = connect_with(&server.uri, connections, memory, 4, EngineOptions::default()).unwrap();
            for kind in [OpKind::Write, OpKind::Read] {
                for slot in 0..4 {
                    engine.push(slot, Op { kind, offset: u64::from(slot) << 20, len: LARGE });
                }
                engine.submit().unwrap();
                assert!(reap(&mut engine, 4).iter().all(|done| done.result == Ok(LARGE)));
            }
            let (read, written) = halves(&engine, base, len);
            assert!(read == written, "what was read is not what was written");
        }
    }
}

#[test]
fn probe_tells_what_nbdinfo_tells() {
    let Some(server) =
        Nbdkit::unix(&["--filter=blocksize-policy", "memory", "10M", "blocksize-minimum=512", "blocksize-maximum=1M"])
    else {
        return;
    };
    let export = probe(&server.uri).unwrap();
    assert_eq!((export.size_bytes, export.min_block, export.max_block), (10 << 20, 512, 1 << 20));
    assert!(export.can_flush() && export.can_fua() && export.can_trim() && export.multi_conn() && !export.read_only());
    if has_tool("nbdinfo") {
        let told = Command::new("nbdinfo").args(["--json", &server.uri.to_string()]).output().unwrap();
        let told = String::from_utf8(told.stdout).unwrap();
        for line in
            ["\"export-size\": 10485760", "\"can_fua\": true", "\"can_multi_conn\": true", "\"is_read_only\": false"]
        {
            assert!(told.contains(line), "{line} is not in {told}");
        }
    }
}

#[test]
fn an_export_that_is_not_there_and_a_server_that_is_not_there_are_told() {
    let Some(server) =
        Nbdkit::unix(&["--filter=exportname", "memory", "1M", "exportname-strict=true", "exportname=disk"])
    else {
        return;
    };
    let named = NbdUri { export: "nothing".into(), ..server.uri.clone() };
    assert!(probe(&NbdUri { export: "disk".into(), ..server.uri.clone() }).is_ok());
    let error = probe(&named).unwrap_err();
    assert!(matches!(error, NbdError::Handshake { .. }), "{error}");
    assert!(error.to_string().contains("nothing"), "{error}");
    let nobody = NbdUri::parse(&format!("nbd+unix:///?socket={}", socket_path().display())).unwrap();
    assert!(matches!(probe(&nobody).unwrap_err(), NbdError::Connect { .. }));
    let refused = NbdUri::parse("nbd://127.0.0.1:1/").unwrap();
    assert!(matches!(probe(&refused).unwrap_err(), NbdError::Connect { .. }));
}

#[test]
fn an_oldstyle_server_is_refused_with_a_word() {
    // nbdkit's oldstyle: -o.
    let Some(path) = has_tool("nbdkit").then(socket_path) else { return };
    let socket = path.to_str().unwrap();
    let mut child =
        Command::new("nbdkit").args(["-f", "--exit-with-parent", "-o", "-U", socket, "memory", "1M"]).spawn().unwrap();
    let uri = NbdUri::parse(&format!("nbd+unix:///?socket={socket}")).unwrap();
    let error = loop {
        match probe(&uri) {
            Err(NbdError::Connect { .. }) => MonotonicClock.sleep_until(MonotonicClock.now() + Nanos::from_millis(10)),
            other => break other.unwrap_err(),
        }
    };
    let _ = (child.kill(), child.wait(), std::fs::remove_file(path));
    assert!(error.to_string().contains("oldstyle"), "{error}");
}

#[test]
fn a_server_without_go_is_used_by_the_name_of_its_export() {
    let Some(server) = Nbdkit::unix(&["--mask-handshake=0", "memory", "1M"]) else { return };
    let mut engine = connect(&server.uri, 1, 1).unwrap();
    assert_eq!(engine.export().size_bytes, 1 << 20);
    assert_eq!(one(&mut engine, op(OpKind::Read, 3)), Ok(BLOCK));
}

#[test]
fn a_read_only_export_refuses_writes_and_trims() {
    for server in everywhere(&["-r", "memory", "1M"]) {
        let mut engine = connect(&server.uri, 1, 1).unwrap();
        assert!(engine.export().read_only());
        assert_eq!(one(&mut engine, op(OpKind::Write, 0)), Err(EPERM));
        assert_eq!(one(&mut engine, op(OpKind::Trim, 0)), Err(EPERM));
        assert_eq!(one(&mut engine, op(OpKind::Read, 0)), Ok(BLOCK));
    }
}

#[test]
fn errors_of_the_server_are_errors_of_operations_and_nothing_else_suffers() {
    for server in everywhere(&["--filter=error", "memory", "1M", "error-pread=EIO", "error-pread-rate=100%"]) {
        let mut engine = connect(&server.uri, 1, 8).unwrap();
        for slot in 0..8 {
            engine.push(slot, op(if slot % 2 == 0 { OpKind::Read } else { OpKind::Write }, u64::from(slot)));
        }
        engine.submit().unwrap();
        for done in reap(&mut engine, 8) {
            assert_eq!(done.result, if done.slot % 2 == 0 { Err(EIO) } else { Ok(BLOCK) });
        }
        assert_eq!(engine.notes(), Vec::<String>::new());
    }
}

#[test]
fn a_read_beyond_the_end_is_an_error_and_the_connection_lives() {
    let Some(server) = Nbdkit::unix(&["memory", "1M"]) else { return };
    let mut engine = connect(&server.uri, 1, 1).unwrap();
    assert_eq!(one(&mut engine, op(OpKind::Read, 256)), Err(EINVAL));
    assert_eq!(one(&mut engine, op(OpKind::Read, 255)), Ok(BLOCK));
}

#[test]
fn a_server_killed_in_mid_flight_gives_every_operation_back() {
    for mut server in everywhere(&["--filter=delay", "memory", "1M", "delay-read=600"]) {
        let mut engine = connect(&server.uri, 2, 16).unwrap();
        (0..16).for_each(|slot| engine.push(slot, op(OpKind::Read, u64::from(slot))));
        engine.submit().unwrap();
        let mut found = Vec::new();
        engine.reap(&mut found, Wait::No).unwrap();
        assert!(found.is_empty());
        server.kill();
        assert!(reap(&mut engine, 16).iter().all(|done| done.result == Err(ECONNRESET)));
        // Later ones too, at once.
        assert_eq!(one(&mut engine, op(OpKind::Read, 0)), Err(ECONNRESET));
        assert_eq!(engine.notes().len(), 2, "{:?}", engine.notes());
    }
}

#[test]
fn reap_ends_at_its_deadline_while_operations_are_outstanding() {
    for server in everywhere(&["--filter=delay", "memory", "1M", "delay-read=600"]) {
        let mut engine = connect(&server.uri, 2, 4).unwrap();
        (0..4).for_each(|slot| engine.push(slot, op(OpKind::Read, 0)));
        engine.submit().unwrap();
        let (now, mut found) = (MonotonicClock.now(), Vec::new());
        let calls = engine.system_calls();
        engine.reap(&mut found, Wait::Until { at: now + Nanos::from_millis(50), now }).unwrap();
        let took = MonotonicClock.now() - now;
        // Upper bound: far below the server's ten minutes, far above any scheduler's delay.
        assert!(took >= Nanos::from_millis(50) && took < PATIENCE, "{took}");
        assert!(found.is_empty());
        assert!(engine.system_calls() - calls <= 3, "it spins: {} system calls", engine.system_calls() - calls);
        // The farewell to a server that hangs is bounded, too.
        let now = MonotonicClock.now();
        drop(engine);
        assert!(MonotonicClock.now() - now < PATIENCE);
    }
}

#[test]
fn several_connections_are_made_only_where_the_server_says_so() {
    let (uri, _) = memory_server(1, 1 << 20, EVERYTHING & !(1 << 8));
    let engine = connect(&uri, 4, 16).unwrap();
    assert!(engine.notes()[0].contains("1 of 4 connections"), "{:?}", engine.notes());
    let (uri, told) = memory_server(4, 1 << 20, EVERYTHING);
    let mut engine = connect(&uri, 4, 16).unwrap();
    (0..16).for_each(|slot| engine.push(slot, op(OpKind::Read, u64::from(slot))));
    engine.submit().unwrap();
    reap(&mut engine, 16);
    assert_eq!(engine.notes(), Vec::<String>::new());
    assert_eq!(told.lock().unwrap().len(), 16);
}

#[test]
fn what_the_server_is_asked_is_what_was_pushed() {
    for (durable_writes, connections) in [(false, 1), (true, 1), (true, 2)] {
        let (uri, told) = memory_server(connections, 1 << 20, EVERYTHING);
        let options = EngineOptions { durable_writes, ..Default::default() };
        let mut engine = connect_with(&uri, connections as u32, buffers(4, BLOCK), 4, options).unwrap();
        for slot in 0..4 {
            engine.push(slot, op(OpKind::ALL[slot as usize], u64::from(slot)));
        }
        engine.submit().unwrap();
        reap(&mut engine, 4);
        let mut told = told.lock().unwrap().clone();
        told.sort_by_key(|request: &Request| request.handle as u32);
        use protocol::Command::{Flush, Read, Trim, Write};
        let asked: Vec<_> = told.iter().map(|r| (r.command, r.offset, r.len, r.fua)).collect();
        let kib = 1024;
        let expected = [
            (Read, 0, 4096, false),
            (Write, 4 * kib, 4096, durable_writes),
            (Trim, 8 * kib, 4096, false),
            (Flush, 0, 0, false),
        ];
        assert_eq!(asked, expected);
    }
}

#[test]
fn what_the_export_cannot_do_is_refused_and_not_sent() {
    let (uri, told) = memory_server(2, 1 << 20, 1);
    let mut engine = connect(&uri, 1, 1).unwrap();
    assert_eq!(one(&mut engine, op(OpKind::Flush, 0)), Err(ENOTSUP));
    assert_eq!(one(&mut engine, op(OpKind::Trim, 0)), Err(ENOTSUP));
    assert_eq!(told.lock().unwrap().len(), 0);
    let options = EngineOptions { durable_writes: true, ..Default::default() };
    let error = connect_with(&uri, 1, buffers(1, BLOCK), 1, options).unwrap_err();
    assert!(matches!(error, NbdError::NoFua { .. }), "{error}");
}

#[test]
fn a_wait_gathers_as_many_as_it_was_told_or_all_there_are() {
    for connections in [1, 2] {
        let (uri, _) = memory_server(connections, 1 << 20, EVERYTHING);
        let mut engine = connect(&uri, connections as u32, 6).unwrap();
        engine.gather(4);
        (0..6).for_each(|slot| engine.push(slot, op(OpKind::Read, u64::from(slot))));
        engine.submit().unwrap();
        let mut found = Vec::new();
        let until = || Wait::Until { at: MonotonicClock.now() + PATIENCE, now: MonotonicClock.now() };
        engine.reap(&mut found, until()).unwrap();
        assert!(found.len() >= 4, "{found:?}");
        if found.len() < 6 {
            engine.reap(&mut found, until()).unwrap();
        }
        assert_eq!(found.len(), 6);
    }
}

#[test]
fn one_system_call_sends_a_whole_batch() {
    let (uri, _) = memory_server(1, 1 << 20, EVERYTHING);
    let mut engine = connect(&uri, 1, 32).unwrap();
    for slot in 0..32 {
        engine.push(slot, op(if slot % 3 == 0 { OpKind::Write } else { OpKind::Read }, u64::from(slot)));
    }
    assert_eq!(engine.system_calls(), 0, "push costs no system call");
    engine.submit().unwrap();
    assert_eq!(engine.system_calls(), 1);
    reap(&mut engine, 32);
}

#[test]
fn a_large_read_costs_one_system_call_for_each_part_that_comes() {
    const LARGE: u32 = 128 << 10;
    // Each part fits into the socket (208 KiB by default), so that none trickles. The last is shorter than a read that
    // counts as large.
    const PARTS: [usize; 2] = [100 << 10, (28 << 10) + protocol::REPLY_BYTES];
    let (written, part_written) = std::sync::mpsc::channel();
    let (go_on, told) = std::sync::mpsc::channel();
    let told = std::sync::Mutex::new(told);
    let uri = server(1, move |mut stream| {
        agree(&mut stream, 1 << 20, EVERYTHING).unwrap();
        let asked = next_request(&mut stream).unwrap();
        let head = protocol::Reply { handle: asked.handle, error: 0 }.encode();
        let wire = [&head[..], &[7; LARGE as usize]].concat();
        let (first, second) = wire.split_at(PARTS[0]);
        for part in [first, second] {
            stream.write_all(part).unwrap();
            written.send(()).unwrap();
            told.lock().unwrap().recv().unwrap();
        }
    });
    let mut engine = connect_with(&uri, 1, buffers(1, LARGE), 1, EngineOptions::default()).unwrap();
    engine.push(0, Op { kind: OpKind::Read, offset: 0, len: LARGE });
    engine.submit().unwrap();
    let mut found = Vec::new();
    for part in PARTS {
        part_written.recv().unwrap();
        engine.reap(&mut found, Wait::No).unwrap();
        assert!(found.is_empty() || part == PARTS[1]);
        go_on.send(()).unwrap();
    }
    assert_eq!(found, [Completion { slot: 0, result: Ok(LARGE) }]);
    // Sent; the head; the rest of the first part; the second part.
    assert_eq!(engine.system_calls(), 4);
}

#[test]
fn a_deep_open_loop_of_writes_is_sent_in_parts_and_all_come_back() {
    // 32 MiB: far more than any socket holds, so that sending must go on while replies come.
    for server in everywhere(&["memory", "32M"]) {
        let slots = 8192;
        let mut engine = connect(&server.uri, 1, slots).unwrap();
        for kind in [OpKind::Write, OpKind::Read] {
            (0..slots).for_each(|slot| engine.push(slot, op(kind, u64::from(slot))));
            engine.submit().unwrap();
            let found = reap(&mut engine, slots as usize);
            assert!(found.iter().all(|done| done.result == Ok(BLOCK)));
            assert!((0..).zip(&found).all(|(slot, done)| done.slot == slot));
        }
    }
}
