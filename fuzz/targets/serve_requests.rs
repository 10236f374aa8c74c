//! What an NBD client may send after the handshake: whatever the bytes, they are requests that are good or refused, or end
//! the connection. What is good lies within the volume; a payload is never longer than announced; cutting the stream
//! elsewhere changes nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plimsoll_serve::transmission::{Event, RequestStream, Terms, ClientCommand, check};

/// What each request wants or is refused with, the bytes that came with it, and whether the stream broke.
fn run(data: &[u8], cut: usize, terms: &Terms) -> (Vec<(Result<ClientCommand, u32>, u32)>, bool) {
    let (mut stream, mut seen) = (RequestStream::default(), Vec::new());
    let mut announced = 0;
    for mut input in data.chunks(cut.max(1)) {
        loop {
            match stream.next(&mut input) {
                Ok(Some(Event::Request(request))) => {
                    announced = request.payload_bytes();
                    seen.push((check(&request, terms), 0));
                }
                Ok(Some(Event::Payload(bytes))) => {
                    let came = seen.last_mut().map(|(_, came)| came).expect("a payload follows its request");
                    *came += bytes.len() as u32;
                    assert!(!bytes.is_empty() && *came <= announced);
                }
                Ok(None) => break,
                Err(_) => return (seen, true),
            }
        }
        assert!(input.is_empty(), "what was not consumed would be lost");
    }
    (seen, false)
}

fuzz_target!(|data: &[u8]| {
    let Some((how, data)) = data.split_first() else { return };
    let terms = Terms {
        size_bytes: 1 << (20 + how % 32),
        min_block: if how & 32 == 0 { 512 } else { 4096 },
        structured: how & 64 != 0,
        allocation: how & 128 != 0,
    };
    let (seen, broken) = run(data, usize::MAX, &terms);
    for (wanted, _) in &seen {
        if let Ok(ClientCommand::Operation { op, .. }) = wanted {
            assert!(op.offset.checked_add(u64::from(op.len)).is_some_and(|end| end <= terms.size_bytes));
            assert!((op.offset | u64::from(op.len)) % u64::from(terms.min_block) == 0);
        }
    }
    assert_eq!((seen, broken), run(data, 1 + usize::from(*how), &terms));
});
