//! What an NBD client may send before it agrees: whatever the bytes, the server's half of the handshake goes on or ends,
//! what it wants to say stays bounded, an agreement is about a volume that there is, and cutting the stream elsewhere
//! changes nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plimsoll_serve::handshake::{HandshakeEnd, Export, Handshake, HandshakeError, MAX_ANSWER_BYTES};

fn run(exports: &[Export], data: &[u8], cut: usize) -> (Result<Option<HandshakeEnd>, HandshakeError>, Vec<u8>) {
    let (mut handshake, mut answer) = (Handshake::default(), Vec::new());
    for mut input in data.chunks(cut.max(1)) {
        match handshake.receive(exports, &mut input, &mut answer) {
            Ok(None) if answer.len() < MAX_ANSWER_BYTES => assert!(input.is_empty(), "what was not consumed would be lost"),
            Ok(None) => break,
            end => return (end, answer),
        }
    }
    (Ok(None), answer)
}

fuzz_target!(|data: &[u8]| {
    let Some((how, rest)) = data.split_first() else { return };
    let export = |name: &str| Export { name: name.into(), size_bytes: 1 << 30, min_block: 512, flags: 1 };
    let exports = [export("one"), export("two")];
    let exports = &exports[..1 + usize::from(how % 2)];
    // Half of the inputs start where the options do, so that the fuzzer need not find the flags first.
    let data = if how & 2 == 0 { rest.to_vec() } else { [&[0, 0, 0, 3], rest].concat() };
    let (end, answer) = run(exports, &data, usize::MAX);
    // One more answer after the bound: a list of two volumes.
    assert!(answer.len() < MAX_ANSWER_BYTES + 4096);
    if let Ok(Some(HandshakeEnd::Transmission { export, .. })) = end {
        assert!(export < exports.len());
    }
    assert_eq!((end, answer), run(exports, &data, 1 + usize::from(how / 4)));
});
