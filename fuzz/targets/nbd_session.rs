//! A whole NBD client, over real sockets, beneath a server that lies: on one or two connections it answers requests in any
//! order, twice, with errors, with payloads of the wrong length, with handles of the other connection, with structured
//! replies that nobody asked for, or with noise, and hangs up. Every operation comes back exactly once.
#![no_main]

#[path = "../../crates/engine/tests/nbd_support/mod.rs"]
mod support;

use std::io::{Read as _, Write as _};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex};

use libfuzzer_sys::fuzz_target;
use plimsoll_base::clock::{Clock as _, MonotonicClock};
use plimsoll_base::{Nanos, OpKind};
use plimsoll_engine::engines::nbd::protocol::{Command, Reply, Request};
use plimsoll_engine::{Engine as _, Wait};
use support::{BLOCK, EVERYTHING, agree, connect, greet, next_request, op, server};

const SLOTS: u32 = 6;
const SIZE: u64 = 1 << 20;

/// Says what the bytes order, about the requests that came; `others` are those of all connections.
fn lie(stream: &mut UnixStream, mut orders: &[u8], others: &Mutex<Vec<Request>>) -> std::io::Result<()> {
    stream.set_read_timeout(Some(std::time::Duration::from_millis(20)))?;
    let mut asked: Vec<Request> = Vec::new();
    while let Some((&[order, a, b], rest)) = orders.split_first_chunk() {
        orders = rest;
        if asked.is_empty() || order & 0x80 != 0 {
            // One that does not come is not waited for: who still waits for an answer is hung up on at the end.
            let Some(request) = next_request(stream) else {
                if asked.is_empty() {
                    return Ok(());
                }
                continue;
            };
            if request.command == Command::Write {
                stream.read_exact(&mut vec![0; request.len as usize])?;
            }
            asked.push(request);
            others.lock().expect("whole").push(request);
        }
        let own = asked[usize::from(a) % asked.len()];
        let payload = |request: &Request| if request.command == Command::Read { vec![b; request.len as usize] } else { Vec::new() };
        let bytes = match order % 8 {
            // Honest, and so more than once.
            0..=2 => [&Reply { handle: own.handle, error: 0 }.encode()[..], &payload(&own)].concat(),
            3 => Reply { handle: own.handle, error: u32::from(b) }.encode().to_vec(),
            4 => {
                let any = others.lock().expect("whole");
                let other = any[usize::from(b) % any.len()];
                [&Reply { handle: other.handle, error: 0 }.encode()[..], &payload(&other)].concat()
            }
            5 => [&Reply { handle: own.handle, error: 0 }.encode()[..], &vec![b; usize::from(b) * 33]].concat(),
            6 => [&0x668e_33ef_u32.to_be_bytes()[..], &[0, 1, 0, 1], &own.handle.to_be_bytes(), &u32::from(b).to_be_bytes(), &vec![a; usize::from(b)]].concat(),
            _ => {
                let (raw, rest) = orders.split_at(usize::from(b).min(orders.len()));
                orders = rest;
                raw.to_vec()
            }
        };
        stream.write_all(&bytes)?;
    }
    Ok(())
}

fuzz_target!(|data: &[u8]| {
    let Some((&[how, split], rest)) = data.split_first_chunk() else { return };
    let connections = 1 + u32::from(how & 1);
    let (first, second) = rest.split_at(usize::from(split).min(rest.len()));
    let orders = [first.to_vec(), second.to_vec()];
    let (turn, others) = (Mutex::new(0_usize), Arc::new(Mutex::new(Vec::new())));
    let uri = server(connections as usize, move |mut stream| {
        let mine = {
            let mut turn = turn.lock().expect("whole");
            *turn += 1;
            *turn - 1
        };
        let greeted = if how & 2 == 0 {
            agree(&mut stream, SIZE, EVERYTHING)
        } else {
            // The terms themselves are made up.
            greet(&mut stream).and_then(|()| stream.write_all(&orders[mine]))
        };
        if greeted.is_ok() && how & 2 == 0 {
            let _ = lie(&mut stream, &orders[mine], &others);
        }
    });
    // A server that agrees on nothing, or says different things on its connections, is refused.
    let Ok(mut engine) = connect(&uri, connections, SLOTS) else {
        // Whoever waits for a second connection that never comes is let go.
        if let Some((_, path)) = uri.to_string().split_once("socket=") {
            let _ = UnixStream::connect(path);
        }
        return;
    };
    let kinds = [OpKind::Read, OpKind::Write, OpKind::Read, OpKind::Flush, OpKind::Trim, OpKind::Read];
    for (slot, kind) in kinds.into_iter().enumerate() {
        engine.push(slot as u32, op(kind, slot as u64));
    }
    engine.submit().expect("submitted");
    let (mut done, end) = (Vec::new(), MonotonicClock.now() + Nanos::from_secs(5));
    while done.len() < kinds.len() {
        let now = MonotonicClock.now();
        assert!(now < end, "{} of {} came back: {:?}", done.len(), kinds.len(), engine.notes());
        engine.reap(&mut done, Wait::Until { at: now + Nanos::from_millis(20), now }).expect("reaped");
    }
    done.sort_by_key(|one: &plimsoll_engine::Completion| one.slot);
    assert!(done.iter().map(|one| one.slot).eq(0..SLOTS), "an operation came back twice: {done:?}");
    for one in &done {
        assert!(one.result.is_ok_and(|bytes| bytes <= BLOCK) || one.result.is_err());
    }
});
