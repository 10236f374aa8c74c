use proptest::prelude::*;

use super::*;

fn greeting(flags: u16) -> Vec<u8> {
    [&NBD_MAGIC.to_be_bytes()[..], &NEWSTYLE_MAGIC.to_be_bytes(), &flags.to_be_bytes()].concat()
}

fn reply(kind: u32, content: &[u8]) -> Vec<u8> {
    let head = [OPT_GO.to_be_bytes(), kind.to_be_bytes(), (content.len() as u32).to_be_bytes()].concat();
    [&OPTION_REPLY_MAGIC.to_be_bytes()[..], &head, content].concat()
}

fn export_reply(size: u64, flags: u16) -> Vec<u8> {
    reply(REP_INFO, &[&INFO_EXPORT.to_be_bytes()[..], &size.to_be_bytes(), &flags.to_be_bytes()].concat())
}

fn blocks(min: u32, preferred: u32, max: u32) -> Vec<u8> {
    let sizes = [min.to_be_bytes(), preferred.to_be_bytes(), max.to_be_bytes()].concat();
    reply(REP_INFO, &[&INFO_BLOCK_SIZE.to_be_bytes()[..], &sizes].concat())
}

/// Feeds `wire` in pieces of `piece` bytes: terms, what we sent, and what was not taken.
fn feed(wire: &[u8], piece: usize) -> Result<(Option<Export>, Vec<u8>, usize), HandshakeError> {
    let mut handshake = Handshake::new("disk");
    let mut answer = Vec::new();
    let mut taken = 0;
    for chunk in wire.chunks(piece) {
        let mut input = chunk;
        let terms = handshake.receive(&mut input, &mut answer)?;
        taken += chunk.len() - input.len();
        if terms.is_some() {
            return Ok((terms, answer, wire.len() - taken));
        }
        assert!(input.is_empty(), "bytes were left though the terms are not complete");
    }
    Ok((None, answer, 0))
}

const FLAGS: u16 = FLAG_HAS_FLAGS | FLAG_SEND_FLUSH | FLAG_CAN_MULTI_CONN;

#[test]
fn terms_are_found_wherever_the_bytes_are_cut_and_unknown_infos_are_skipped() {
    let unknown = [reply(REP_INFO, &[0, 9, 1, 2, 3]), reply(77, b"what is this")].concat();
    let wire =
        [greeting(3), unknown, export_reply(1 << 30, FLAGS), blocks(512, 4096, 1 << 20), reply(REP_ACK, &[])].concat();
    for piece in 1..=wire.len() {
        let (export, answer, left) = feed(&[&wire[..], b"rest"].concat(), piece).unwrap();
        let export = export.unwrap();
        assert_eq!(
            (export.size_bytes, export.min_block, export.preferred_block, export.max_block),
            (1 << 30, 512, 4096, 1 << 20)
        );
        assert!(
            export.can_flush() && export.multi_conn() && !export.read_only() && !export.can_trim() && !export.can_fua()
        );
        assert_eq!(left, 4, "bytes after the terms were taken");
        // Flags of the client, then NBD_OPT_GO for "disk" with one information asked for.
        let go = [&b"IHAVEOPT"[..], &[0, 0, 0, 7, 0, 0, 0, 12, 0, 0, 0, 4], b"disk", &[0, 1, 0, 3]].concat();
        assert_eq!(answer, [&[0, 0, 0, 3][..], &go].concat());
    }
}

#[test]
fn a_server_without_go_is_asked_by_name() {
    for (flags, zeroes) in [(3, 0), (1, 124)] {
        let size = [&(5_u64 << 20).to_be_bytes()[..], &FLAGS.to_be_bytes(), &vec![0; zeroes]].concat();
        let wire = [greeting(flags), reply(REP_ERR_UNSUP, b"no"), size].concat();
        let (export, answer, left) = feed(&wire, 7).unwrap();
        assert_eq!((export.unwrap().size_bytes, left), (5 << 20, 0));
        assert!(answer.ends_with(b"IHAVEOPT\0\0\0\x01\0\0\0\x04disk"));
    }
}

#[test]
fn a_server_that_is_not_fixed_gets_no_option_but_the_name() {
    let size = [&(5_u64 << 20).to_be_bytes()[..], &FLAGS.to_be_bytes(), &[0; 124]].concat();
    let (export, answer, _) = feed(&[greeting(0), size].concat(), 1000).unwrap();
    assert_eq!(export.unwrap().size_bytes, 5 << 20);
    assert_eq!(answer, b"\0\0\0\0IHAVEOPT\0\0\0\x01\0\0\0\x04disk");
}

#[test]
fn what_no_server_may_say_is_refused_with_the_rule() {
    let after = |bytes: Vec<u8>| [greeting(3), bytes].concat();
    let mut long = reply(REP_INFO, &[]);
    long[16..20].copy_from_slice(&u32::MAX.to_be_bytes());
    let mut other = reply(REP_ACK, &[]);
    other[11] = 6;
    let many: Vec<u8> = (0..=MAX_REPLIES).flat_map(|_| reply(REP_INFO, &[0, 9])).collect();
    for (wire, why) in [
        (b"SSH-2.0-OpenSSH_9.2".to_vec(), "SSH-2.0-OpenSSH"),
        ([NBD_MAGIC.to_be_bytes(), OLDSTYLE_MAGIC.to_be_bytes()].concat(), "oldstyle"),
        (after(vec![0xff; 20]), "magic"),
        (after(long), "64 KiB"),
        (after(other), "not asked"),
        (after(many), "64 times"),
        (after(reply(REP_ACK, &[])), "without a size"),
        (after(reply(REP_INFO, &[0])), "no type"),
        (after(reply(REP_INFO, &[0, 0, 1])), "12 bytes"),
        (after(reply(REP_INFO, &[0, 3, 1])), "14 bytes"),
        (after(blocks(0, 0, 0)), "contradict"),
        (after(blocks(4096, 512, 1 << 20)), "contradict"),
        (after([export_reply(u64::MAX, FLAGS), reply(REP_ACK, &[])].concat()), "2^63"),
        (after([export_reply(1, 0), reply(REP_ACK, &[])].concat()), "flags"),
        (after(reply(REP_ERROR | 6, b"no \x1b[31msuch")), "none of this name"),
        (after(reply(REP_ERROR | 5, &[])), "TLS"),
        (after(reply(REP_ERROR | 99, &[])), "does not name"),
    ] {
        let error = feed(&wire, 5).unwrap_err().to_string();
        assert!(error.contains(why), "{why}: {error}");
        assert!(!error.contains('\x1b'), "control characters of a server reach the terminal: {error:?}");
    }
}

proptest! {
    /// Any bytes, also such that get far into the handshake: an answer or an error, and nothing is left over unless
    /// the terms are complete (asserted in `feed`). Memory is bounded by the unit.
    #[test]
    fn arbitrary_bytes_never_panic(
        start in prop_oneof![Just(greeting(3)), Just(greeting(0)), Just(Vec::new())],
        pieces in prop::collection::vec(prop_oneof![
            prop::collection::vec(any::<u8>(), 0..200),
            (prop_oneof![0_u32..10, Just(REP_ERR_UNSUP), any::<u32>()], prop::collection::vec(any::<u8>(), 0..20)).prop_map(|(k, c)| reply(k, &c)),
            (any::<u64>(), any::<u16>()).prop_map(|(s, f)| export_reply(s, f)),
            (any::<u32>(), any::<u32>(), any::<u32>()).prop_map(|(a, b, c)| blocks(a, b, c)),
        ], 0..8),
        piece in 1_usize..100,
    ) {
        let wire = [start, pieces.concat()].concat();
        let whole = feed(&wire, wire.len().max(1));
        prop_assert_eq!(feed(&wire, piece), whole);
    }
}
