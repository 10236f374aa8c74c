use super::errors::ESHUTDOWN;
use super::*;
use plimsoll_engine::engines::nbd::protocol::{self, Command};
use proptest::prelude::*;

const TERMS: Terms = Terms { size_bytes: 1 << 20, min_block: 512, structured: true, allocation: true };

fn request(command: u16, flags: u16, offset: u64, len: u32) -> Request {
    Request { command, flags, cookie: 7, offset, len }
}

#[test]
fn what_the_client_of_this_project_writes_is_what_is_read() {
    let sent = protocol::Request { command: Command::Write, fua: true, handle: 9, offset: 4096, len: 512 };
    let read = Request::decode(&sent.encode()).unwrap();
    assert_eq!(read, Request { command: CMD_WRITE, flags: CMD_FLAG_FUA, cookie: 9, offset: 4096, len: 512 });
    let head: [u8; REPLY_BYTES] = Head::simple(9, 5).bytes().try_into().unwrap();
    assert_eq!(protocol::Reply::decode(&head), Ok(protocol::Reply { handle: 9, error: 5 }));
}

#[test]
fn a_request_beyond_the_end_is_refused_however_it_is_written() {
    for (offset, len) in [(1 << 20, 512), ((1 << 20) - 512, 1024), (u64::MAX - 511, 512), (u64::MAX, u32::MAX)] {
        let error = |command, flags| check(&request(command, flags, offset, len), &TERMS).unwrap_err();
        if len <= MAX_BLOCK {
            assert_eq!(error(CMD_READ, 0), EINVAL);
            assert_eq!(error(CMD_WRITE, 0), ENOSPC);
        }
        assert_eq!(error(CMD_TRIM, 0), EINVAL);
        assert_eq!(error(CMD_WRITE_ZEROES, 0), ENOSPC);
        assert_eq!(error(CMD_BLOCK_STATUS, 0), EINVAL);
    }
}

#[test]
fn what_is_not_offered_is_invalid_and_what_is_too_long_overflows() {
    let bare = Terms { structured: false, allocation: false, ..TERMS };
    let error = |r: Request, terms: &Terms| check(&r, terms).err();
    assert_eq!(error(request(CMD_READ, CMD_FLAG_DF, 0, 512), &TERMS), None);
    assert_eq!(error(request(CMD_READ, CMD_FLAG_DF, 0, 512), &bare), Some(EINVAL));
    assert_eq!(error(request(CMD_BLOCK_STATUS, 0, 0, 512), &bare), Some(EINVAL));
    assert_eq!(error(request(CMD_READ, CMD_FLAG_NO_HOLE, 0, 512), &TERMS), Some(EINVAL));
    assert_eq!(error(request(99, 0, 0, 512), &TERMS), Some(EINVAL));
    assert_eq!(error(request(CMD_READ, 0, 0, 0), &TERMS), Some(EINVAL));
    assert_eq!(error(request(CMD_READ, 0, 1, 512), &TERMS), Some(EINVAL));
    assert_eq!(error(request(CMD_WRITE, 0, 0, 513), &TERMS), Some(EINVAL));
    assert_eq!(error(request(CMD_FLUSH, 0, 512, 0), &TERMS), Some(EINVAL));
    let large = Terms { size_bytes: 1 << 40, ..TERMS };
    for command in [CMD_READ, CMD_WRITE] {
        assert_eq!(error(request(command, 0, 0, MAX_BLOCK), &large), None);
        assert_eq!(error(request(command, 0, 0, MAX_BLOCK + 512), &large), Some(EOVERFLOW));
    }
    assert_eq!(error(request(CMD_WRITE_ZEROES, 0, 0, 1 << 31), &large), None);
    assert_eq!(error(request(CMD_WRITE_ZEROES, CMD_FLAG_NO_HOLE, 0, 1 << 31), &large), Some(EOVERFLOW));
}

#[test]
fn errors_that_the_protocol_does_not_name_are_sent_as_eio() {
    const EAGAIN: i32 = 11;
    assert_eq!(wire_error(EAGAIN), errors::EIO);
    for named in [EINVAL, ENOSPC, EOVERFLOW, ESHUTDOWN] {
        assert_eq!(wire_error(named as i32), named);
    }
}

#[test]
fn a_chunk_announces_as_many_bytes_as_follow_it() {
    let announced = |head: &Head| u32::from_be_bytes(head.bytes()[16..20].try_into().unwrap());
    let after = |head: &Head, data: u32| head.bytes().len() as u32 - CHUNK_BYTES as u32 + data;
    for (head, data) in [(Head::data(1, 2, 4096), 4096), (Head::error(1, 5), 0), (Head::block_status(1, 1, 16), 16)] {
        assert_eq!(announced(&head), after(&head, data));
        assert_eq!(head.bytes()[4..6], REPLY_FLAG_DONE.to_be_bytes(), "it is the last one");
    }
}

/// Everything in the stream as (request, its payload), and whether it broke.
fn read(wire: &[u8], cut: usize) -> (Vec<(Request, Vec<u8>)>, bool) {
    let (mut stream, mut seen) = (RequestStream::default(), Vec::new());
    for mut input in wire.chunks(cut) {
        loop {
            match stream.next(&mut input) {
                Ok(Some(Event::Request(request))) => seen.push((request, Vec::new())),
                Ok(Some(Event::Payload(bytes))) => seen.last_mut().unwrap().1.extend_from_slice(bytes),
                Ok(None) => break,
                Err(_) => return (seen, true),
            }
        }
        assert!(input.is_empty(), "what was not consumed would be lost");
    }
    (seen, false)
}

proptest! {
    #[test]
    fn requests_come_out_the_same_wherever_the_stream_is_cut(
        sent in prop::collection::vec((0_u16..9, any::<u64>(), 0_u32..200), 0..12), cut in 1_usize..100,
    ) {
        let mut wire = Vec::new();
        for &(command, cookie, len) in &sent {
            wire.extend(REQUEST_MAGIC.to_be_bytes());
            wire.extend(0_u16.to_be_bytes());
            wire.extend(command.to_be_bytes());
            wire.extend(cookie.to_be_bytes());
            wire.extend(0_u64.to_be_bytes());
            wire.extend(len.to_be_bytes());
            if command == CMD_WRITE {
                wire.extend((0..len).map(|n| n as u8));
            }
        }
        let (seen, broken) = read(&wire, cut);
        prop_assert!(!broken);
        let seen: Vec<_> = seen.into_iter().map(|(r, payload)| (r.command, r.cookie, r.len, payload.len())).collect();
        let expected: Vec<_> = sent.iter().map(|&(command, cookie, len)| {
            (command, cookie, len, if command == CMD_WRITE { len as usize } else { 0 })
        }).collect();
        prop_assert_eq!(seen, expected);
    }

    #[test]
    fn a_good_request_lies_within_the_volume_and_on_its_blocks(
        command in 0_u16..9, flags in 0_u16..16, offset in any::<u64>(), len in any::<u32>(), near in any::<bool>(),
    ) {
        let offset = if near { offset % (1 << 21) / 512 * 512 } else { offset };
        let len = if near { len % (1 << 21) / 512 * 512 } else { len };
        match check(&request(command, flags, offset, len), &TERMS) {
            Ok(ClientCommand::Operation { op, .. }) => {
                prop_assert!(op.offset + u64::from(op.len) <= TERMS.size_bytes);
                prop_assert!(op.offset % 512 == 0 && op.len % 512 == 0);
                prop_assert!((op.kind == OpKind::Flush) == (op.len == 0));
            }
            Ok(ClientCommand::BlockStatus { offset, len, .. }) => prop_assert!(offset + u64::from(len) <= TERMS.size_bytes && len > 0),
            Ok(ClientCommand::Disconnect) => prop_assert_eq!(command, CMD_DISC),
            Err(error) => prop_assert!([EINVAL, ENOSPC, EOVERFLOW].contains(&error)),
        }
    }

    #[test]
    fn arbitrary_bytes_never_panic_and_break_the_same_wherever_they_are_cut(
        bytes in prop::collection::vec(any::<u8>(), 0..300), cut in 1_usize..60,
    ) {
        prop_assert_eq!(read(&bytes, cut), read(&bytes, 1 << 20));
    }
}
