use super::*;
use plimsoll_engine::engines::nbd::handshake::{Handshake as Client, HandshakeError as ClientError};
use plimsoll_engine::engines::nbd::wire::{FLAG_HAS_FLAGS, FLAG_SEND_DF};
use proptest::prelude::*;

fn exports() -> Vec<Export> {
    let export =
        |name: &str, size_bytes| Export { name: name.into(), size_bytes, min_block: 512, flags: FLAG_HAS_FLAGS };
    vec![export("one", 1 << 20), export("two", 2 << 20)]
}

fn option(option: u32, data: &[u8]) -> Vec<u8> {
    [&NEWSTYLE_MAGIC.to_be_bytes()[..], &option.to_be_bytes(), &(data.len() as u32).to_be_bytes(), data].concat()
}

fn go(name: &str) -> Vec<u8> {
    [&(name.len() as u32).to_be_bytes()[..], name.as_bytes(), &[0, 0]].concat()
}

fn contexts(name: &str, queries: &[&str]) -> Vec<u8> {
    let mut data = [&(name.len() as u32).to_be_bytes()[..], name.as_bytes()].concat();
    data.extend((queries.len() as u32).to_be_bytes());
    for query in queries {
        data.extend((query.len() as u32).to_be_bytes());
        data.extend(query.as_bytes());
    }
    data
}

/// Option, kind and data of a reply.
type OptionReply = (u32, u32, Vec<u8>);

/// Sends the flags of a client that takes all offers, then these options.
fn run(exports: &[Export], options: &[Vec<u8>]) -> (Result<Option<HandshakeEnd>, HandshakeError>, Vec<OptionReply>) {
    let wire = [3_u32.to_be_bytes().to_vec(), options.concat()].concat();
    let mut answer = Vec::new();
    let agreed = Handshake::default().receive(exports, &mut &wire[..], &mut answer);
    (agreed, replies(&answer))
}

/// (option, kind, data) of each reply.
fn replies(mut answer: &[u8]) -> Vec<OptionReply> {
    let mut seen = Vec::new();
    while answer.len() >= 20 {
        let word = |at: usize| u32::from_be_bytes(answer[at..at + 4].try_into().unwrap());
        assert_eq!(answer[..8], OPTION_REPLY_MAGIC.to_be_bytes());
        let len = word(16) as usize;
        seen.push((word(8), word(12), answer[20..20 + len].to_vec()));
        answer = &answer[20 + len..];
    }
    assert!(answer.is_empty());
    seen
}

#[test]
fn the_client_of_this_project_and_this_server_agree_on_the_volume() {
    let exports = exports();
    let (mut client, mut server) = (Client::new("two"), Handshake::default());
    let (mut to_client, mut to_server) = (Vec::new(), Vec::new());
    greeting(&mut to_client);
    let told = client.receive(&mut &to_client[..], &mut to_server).unwrap();
    assert!(told.is_none());
    to_client.clear();
    let agreed = server.receive(&exports, &mut &to_server[..], &mut to_client).unwrap();
    assert_eq!(agreed, Some(HandshakeEnd::Transmission { export: 1, structured: false, allocation: false }));
    let export = client.receive(&mut &to_client[..], &mut Vec::new()).unwrap().unwrap();
    assert_eq!((export.size_bytes, export.min_block, export.max_block), (2 << 20, 512, MAX_BLOCK));
}

#[test]
fn a_volume_that_is_not_there_is_refused_with_the_names_of_those_that_are() {
    let (agreed, replies) = run(&exports(), &[option(OPT_GO, &go("three"))]);
    assert_eq!(agreed, Ok(None));
    assert_eq!((replies[0].0, replies[0].1), (OPT_GO, REP_ERR_UNKNOWN));
    assert!(String::from_utf8(replies[0].2.clone()).unwrap().contains("one, two"));
    let (agreed, _) = run(&exports(), &[option(OPT_EXPORT_NAME, b"three")]);
    assert_eq!(agreed, Err(HandshakeError::NoExport));
    let mut client = Client::new("x");
    let mut ignored = Vec::new();
    let refusal = {
        let mut bytes = Vec::new();
        greeting(&mut bytes);
        refuse(&mut bytes, OPT_GO, REP_ERR_UNKNOWN, "no such volume");
        client.receive(&mut &bytes[..], &mut ignored).unwrap_err()
    };
    assert!(matches!(refusal, ClientError::Refused { .. }));
}

#[test]
fn no_name_means_the_only_volume_and_nothing_among_several() {
    let (agreed, _) = run(&exports()[..1], &[option(OPT_GO, &go(""))]);
    assert!(matches!(agreed, Ok(Some(HandshakeEnd::Transmission { export: 0, .. }))));
    let (agreed, replies) = run(&exports(), &[option(OPT_GO, &go(""))]);
    assert_eq!((agreed, replies[0].1), (Ok(None), REP_ERR_UNKNOWN));
}

#[test]
fn the_list_names_every_volume_and_what_is_not_offered_is_unsupported() {
    const EXTENDED_HEADERS: u32 = 11;
    let options = [OPT_LIST, OPT_STARTTLS, EXTENDED_HEADERS, 999].map(|o| option(o, &[]));
    let (agreed, replies) = run(&exports(), &options);
    assert_eq!(agreed, Ok(None));
    let kinds: Vec<_> = replies.iter().map(|r| (r.0, r.1)).collect();
    let expected = [
        (OPT_LIST, REP_SERVER),
        (OPT_LIST, REP_SERVER),
        (OPT_LIST, REP_ACK),
        (OPT_STARTTLS, REP_ERR_UNSUP),
        (EXTENDED_HEADERS, REP_ERR_UNSUP),
        (999, REP_ERR_UNSUP),
    ];
    assert_eq!(kinds, expected);
    assert_eq!(replies[1].2, b"\0\0\0\x03two");
}

#[test]
fn information_tells_sizes_and_only_go_ends_the_handshake() {
    let wants_name = [&go("one")[..7], &[0, 1, 0, 1]].concat();
    let (agreed, replies) = run(&exports(), &[option(OPT_INFO, &wants_name)]);
    assert_eq!(agreed, Ok(None));
    let infos: Vec<_> =
        replies.iter().filter(|r| r.1 == REP_INFO).map(|r| u16::from_be_bytes([r.2[0], r.2[1]])).collect();
    assert_eq!(infos, [INFO_EXPORT, INFO_BLOCK_SIZE, INFO_NAME]);
    let (agreed, _) = run(&exports(), &[option(OPT_INFO, &go("one")), option(OPT_GO, &go("one"))]);
    assert!(matches!(agreed, Ok(Some(HandshakeEnd::Transmission { export: 0, .. }))));
}

#[test]
fn allocation_can_be_asked_of_the_volume_for_which_it_was_set_and_with_structured_replies_only() {
    let structured = option(OPT_STRUCTURED_REPLY, &[]);
    let set = |name| option(OPT_SET_META_CONTEXT, &contexts(name, &["base:allocation", "other:thing"]));
    let end = |agreed| match agreed {
        Ok(Some(HandshakeEnd::Transmission { structured, allocation, .. })) => (structured, allocation),
        other => panic!("{other:?}"),
    };
    let (agreed, replies) = run(&exports(), &[structured.clone(), set("one"), option(OPT_GO, &go("one"))]);
    assert_eq!(end(agreed), (true, true));
    assert!(replies.iter().any(|r| r.1 == REP_META_CONTEXT && r.2 == b"\0\0\0\x01base:allocation"));
    let flags = replies.iter().find(|r| r.1 == REP_INFO).map(|r| u16::from_be_bytes([r.2[10], r.2[11]]));
    assert_eq!(flags, Some(FLAG_HAS_FLAGS | FLAG_SEND_DF));
    let (agreed, _) = run(&exports(), &[structured.clone(), set("two"), option(OPT_GO, &go("one"))]);
    assert_eq!(end(agreed), (true, false));
    let void = option(OPT_SET_META_CONTEXT, &contexts("one", &[]));
    let (agreed, _) = run(&exports(), &[structured, set("one"), void, option(OPT_GO, &go("one"))]);
    assert_eq!(end(agreed), (true, false));
    let (agreed, replies) = run(&exports(), &[set("one"), option(OPT_GO, &go("one"))]);
    assert_eq!((end(agreed), replies[0].1), ((false, false), REP_ERR_INVALID));
}

#[test]
fn what_is_malformed_is_refused_and_what_is_out_of_step_ends_the_connection() {
    for (which, data) in [
        (OPT_LIST, &b"x"[..]),
        (OPT_STRUCTURED_REPLY, b"x"),
        (OPT_GO, b""),
        (OPT_GO, b"\0\0\0\x03on"),
        (OPT_GO, b"\0\0\0\x03one\0\x01"),
        (OPT_GO, b"\0\0\0\x03one\0\0tail"),
        (OPT_GO, b"\xff\xff\xff\xffone\0\0"),
        (OPT_LIST_META_CONTEXT, b"\0\0\0\x03one\xff\xff\xff\xff"),
    ] {
        let (agreed, replies) = run(&exports(), &[option(which, data)]);
        assert_eq!((agreed, replies[0].1), (Ok(None), REP_ERR_INVALID), "{which} {data:?}");
    }
    let mut answer = Vec::new();
    let flags = Handshake::default().receive(&exports(), &mut &8_u32.to_be_bytes()[..], &mut answer);
    assert_eq!(flags, Err(HandshakeError::Flags { flags: 8 }));
    let (agreed, _) = run(&exports(), &[vec![0; 16]]);
    assert_eq!(agreed, Err(HandshakeError::Magic { magic: 0 }));
    let (agreed, _) = run(&exports(), &vec![option(999, &[]); MAX_OPTIONS as usize + 1]);
    assert_eq!(agreed, Err(HandshakeError::TooMany));
}

#[test]
fn an_option_that_is_too_long_is_passed_over_and_the_next_one_is_understood() {
    let long = option(OPT_LIST, &vec![1; MAX_OPTION_BYTES as usize + 1]);
    let (agreed, replies) = run(&exports(), &[long, option(OPT_GO, &go("one"))]);
    assert!(matches!(agreed, Ok(Some(_))));
    assert_eq!((replies[0].0, replies[0].1), (OPT_LIST, REP_ERR_TOO_BIG));
}

#[test]
fn answers_that_nobody_takes_do_not_pile_up() {
    let many: Vec<Export> = (0..4000).map(|n| Export { name: format!("volume-{n}"), ..exports()[0].clone() }).collect();
    let wire = [3_u32.to_be_bytes().to_vec(), option(OPT_LIST, &[]).repeat(100)].concat();
    let mut answer = Vec::new();
    let mut input = &wire[..];
    Handshake::default().receive(&many, &mut input, &mut answer).unwrap();
    let one_list = 4000 * (20 + 4 + 11) + 20;
    assert!(answer.len() < MAX_ANSWER_BYTES + one_list, "{}", answer.len());
    assert!(!input.is_empty(), "the rest waits");
}

proptest! {
    #[test]
    fn terms_are_the_same_wherever_the_bytes_are_cut(
        cuts in prop::collection::vec(1_usize..40, 1..60), name in prop::sample::select(vec!["one", "two", "none", ""]),
    ) {
        let options = [
            option(OPT_STRUCTURED_REPLY, &[]),
            option(OPT_SET_META_CONTEXT, &contexts(name, &["base:allocation"])),
            option(OPT_LIST, &vec![0; MAX_OPTION_BYTES as usize + 3]),
            option(OPT_GO, &go(name)),
        ];
        let wire = [3_u32.to_be_bytes().to_vec(), options.concat()].concat();
        let (whole, replies_whole) = run(&exports(), &options);
        let (mut handshake, mut answer, mut agreed) = (Handshake::default(), Vec::new(), None);
        let (mut rest, mut cuts) = (&wire[..], cuts.iter().cycle());
        while !rest.is_empty() {
            let (mut part, after) = rest.split_at(rest.len().min(*cuts.next().unwrap() * 97));
            agreed = handshake.receive(&exports(), &mut part, &mut answer).unwrap().or(agreed);
            rest = after;
        }
        prop_assert_eq!(Ok(agreed), whole);
        prop_assert_eq!(replies(&answer), replies_whole);
    }

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400), magic in any::<bool>()) {
        let prefix: &[u8] = if magic { b"\0\0\0\x03IHAVEOPT" } else { b"" };
        let wire = [prefix, &bytes].concat();
        let mut answer = Vec::new();
        let _ = Handshake::default().receive(&exports(), &mut &wire[..], &mut answer);
    }
}
