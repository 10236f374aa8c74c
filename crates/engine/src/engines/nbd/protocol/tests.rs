use proptest::prelude::*;

use super::*;

/// Feeds `chunks` to a stream; the payload of handle h has `payload(h)` bytes.
fn events(chunks: &[&[u8]], payload: impl Fn(u64) -> u32) -> Result<Vec<(u64, u32, Vec<u8>)>, ReplyError> {
    let mut stream = ReplyStream::default();
    let mut finished = Vec::new();
    let mut data: Vec<u8> = Vec::new();
    for chunk in chunks {
        let mut input = *chunk;
        while let Some(event) =
            stream.next(&mut input, |reply| Ok(if reply.error == 0 { payload(reply.handle) } else { 0 }))?
        {
            match event {
                Event::Data { at, bytes, .. } => {
                    assert_eq!(at as usize, data.len(), "a part is not where the one before it ended");
                    data.extend(bytes);
                }
                Event::Finished(reply) => finished.push((reply.handle, reply.error, std::mem::take(&mut data))),
            }
        }
        assert!(input.is_empty(), "bytes were left over though more is needed");
    }
    Ok(finished)
}

fn request() -> impl Strategy<Value = Request> {
    (0_usize..5, any::<bool>(), any::<u64>(), any::<u64>(), any::<u32>()).prop_map(
        |(command, fua, handle, offset, len)| Request { command: Command::ALL[command], fua, handle, offset, len },
    )
}

#[test]
fn a_request_has_the_bytes_of_the_specification() {
    let request =
        Request { command: Command::Write, fua: true, handle: 0x0102_0304_0506_0708, offset: 0x1000, len: 512 };
    let wire = [0x25, 0x60, 0x95, 0x13, 0, 1, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 2, 0];
    assert_eq!(request.encode(), wire);
}

#[test]
fn errors_of_the_wire_become_the_errno_of_linux_and_strange_ones_eio() {
    for known in [1, 5, 12, 22, 28, 75, 95, 108] {
        assert_eq!(errno(known), known as i32);
    }
    for strange in [2, 110, 9999, u32::MAX] {
        assert_eq!(errno(strange), 5);
    }
}

#[test]
fn a_structured_reply_and_garbage_are_told_apart() {
    let mut structured = Reply { handle: 1, error: 0 }.encode();
    structured[..4].copy_from_slice(&STRUCTURED_REPLY_MAGIC.to_be_bytes());
    assert_eq!(events(&[&structured], |_| 0), Err(ReplyError::Structured));
    assert_eq!(events(&[&[0xff; 16]], |_| 0), Err(ReplyError::Magic { magic: 0xffff_ffff }));
}

#[test]
fn an_unknown_handle_ends_the_stream() {
    let wire = Reply { handle: 7, error: 0 }.encode();
    let answer = ReplyStream::default().next(&mut &wire[..], |r| Err(ReplyError::Handle { handle: r.handle }));
    assert_eq!(answer, Err(ReplyError::Handle { handle: 7 }));
}

proptest! {
    #[test]
    fn a_request_reads_back(request in request()) {
        prop_assert_eq!(Request::decode(&request.encode()), Some(request));
    }

    #[test]
    fn arbitrary_bytes_are_a_request_only_if_they_encode_as_the_same(bytes in any::<[u8; 28]>(), magic in any::<bool>()) {
        let mut bytes = bytes;
        if magic {
            bytes[..4].copy_from_slice(&REQUEST_MAGIC.to_be_bytes());
            bytes[4] = 0;
            bytes[6] = 0;
        }
        if let Some(request) = Request::decode(&bytes) {
            prop_assert_eq!(request.encode(), bytes);
        }
    }

    /// However the stream is cut, the same replies with the same payloads come out, and nothing is left.
    #[test]
    fn replies_come_out_the_same_wherever_the_stream_is_cut(
        replies in prop::collection::vec((any::<u64>(), prop::option::of(1_u32..), prop::collection::vec(any::<u8>(), 0..50)), 0..8),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..10),
    ) {
        let mut wire = Vec::new();
        let mut expected = Vec::new();
        for (number, (handle, error, payload)) in replies.into_iter().enumerate() {
            // The length of a payload is known from its handle: kept in its low byte.
            let handle = (handle & !0xffff) | (number as u64) << 8 | payload.len() as u64;
            wire.extend(Reply { handle, error: error.unwrap_or(0) }.encode());
            let payload = if error.is_none() { payload } else { Vec::new() };
            wire.extend(&payload);
            expected.push((handle, error.unwrap_or(0), payload));
        }
        let mut at: Vec<usize> = cuts.iter().map(|cut| cut.index(wire.len() + 1)).collect();
        at.sort_unstable();
        at.push(wire.len());
        let mut from = 0;
        let chunks: Vec<&[u8]> = at.iter().map(|&to| &wire[std::mem::replace(&mut from, to)..to]).collect();
        prop_assert_eq!(events(&chunks, |handle| (handle & 0xff) as u32), Ok(expected));
    }

    #[test]
    fn arbitrary_bytes_never_panic_and_are_consumed_to_the_end(
        pieces in prop::collection::vec(prop_oneof![
            prop::collection::vec(any::<u8>(), 0..40),
            (any::<u64>(), 0_u32..2).prop_map(|(handle, error)| Reply { handle, error }.encode().to_vec()),
        ], 0..10),
        bytes in any::<u16>(),
    ) {
        let chunks: Vec<&[u8]> = pieces.iter().map(Vec::as_slice).collect();
        let _ = events(&chunks, |_| u32::from(bytes));
    }
}
