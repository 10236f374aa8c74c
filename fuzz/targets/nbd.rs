//! What an NBD server may send: the handshake and the replies, cut anywhere. Whatever the bytes, the client's state machines
//! give an error or go on; they never take more than what a read asked for, and cutting the stream elsewhere changes nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plimsoll_engine::engines::nbd::NbdUri;
use plimsoll_engine::engines::nbd::handshake::Handshake;
use plimsoll_engine::engines::nbd::protocol::{Event, ReplyStream};

/// Bytes that each read of the fuzzed stream asked for.
const ASKED: u32 = 512;

/// (handle, error, bytes) of every reply, or where it broke.
fn replies(data: &[u8], cut: usize) -> Vec<(u64, u32)> {
    let mut stream = ReplyStream::default();
    let mut seen = Vec::new();
    for mut input in data.chunks(cut.max(1)) {
        loop {
            let asked = |reply: plimsoll_engine::engines::nbd::protocol::Reply| Ok(if reply.handle % 2 == 0 { ASKED } else { 0 });
            match stream.next(&mut input, asked) {
                Ok(Some(Event::Data { at, bytes, .. })) => assert!(at as usize + bytes.len() <= ASKED as usize),
                Ok(Some(Event::Finished(reply))) => seen.push((reply.handle, reply.error)),
                Ok(None) => break,
                Err(_) => return seen,
            }
        }
        assert!(input.is_empty(), "what was not consumed would be lost");
    }
    seen
}

fuzz_target!(|data: &[u8]| {
    let Some((which, rest)) = data.split_first() else { return };
    match which % 3 {
        0 => {
            let whole = replies(rest, usize::MAX);
            assert_eq!(whole, replies(rest, 1 + usize::from(*which)));
        }
        1 => {
            let mut handshake = Handshake::new("export");
            let mut answer = Vec::new();
            for mut input in rest.chunks(1 + usize::from(*which)) {
                if !matches!(handshake.receive(&mut input, &mut answer), Ok(None)) {
                    break;
                }
                assert!(answer.len() < 1 << 16, "a server makes us answer without end");
            }
        }
        _ => {
            if let Ok(uri) = std::str::from_utf8(rest).map_err(drop).and_then(|text| NbdUri::parse(text).map_err(drop)) {
                let printed = uri.to_string();
                assert_eq!(NbdUri::parse(&printed).map(|again| again.to_string()).ok(), Some(printed));
            }
        }
    }
});
