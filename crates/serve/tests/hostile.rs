//! Attacks of one client on the others: crash the server, stall it, or read outside of a volume.
#![allow(missing_docs)]

mod support;

use std::io::{Read as _, Write as _};
use std::os::unix::net::UnixStream;

use plimsoll_base::random::{split_mix, stream, unit};
use plimsoll_engine::engines::nbd::wire::*;
use support::{Client, FAST, assert_serves, connect, encode, option, path, request, serve, start};

#[test]
fn garbage_instead_of_a_handshake_ends_its_connection_only() {
    let mut running = serve(FAST);
    let mut random = stream(7, "garbage", 0);
    for n in 1..100 {
        let mut client = connect(&running.socket);
        let garbage: Vec<u8> = (0..n * 7).map(|_| (unit(&mut random) * 256.0) as u8).collect();
        // The server may close while we write, and before all of it was read.
        let _ = client.write_all(&garbage);
        let _ = client.read_to_end(&mut Vec::new());
    }
    assert_serves(&running.socket);
    assert_eq!(running.stop().cut, 99);
}

#[test]
fn garbage_instead_of_a_request_ends_its_connection_only() {
    let mut running = serve(FAST);
    let mut clients: Vec<Client> = (0..20).map(|_| Client::simple(&running.socket)).collect();
    for client in &mut clients {
        client.stream.write_all(&[0xaa; 100]).unwrap();
        assert!(client.is_closed());
    }
    assert_serves(&running.socket);
    assert_eq!(running.stop().cut, 20);
}

/// Requests of every kind and flag, near and beyond the end, long and empty: each is answered once, with the data of the
/// volume or an error, and never with more.
#[test]
fn any_request_is_answered_once_and_within_the_volume() {
    let running = serve(FAST);
    let size = 64_u64 << 20;
    for structured in [false, true] {
        let mut client = Client::agree(&running.socket, "data", structured);
        for n in 0..3000_u64 {
            let draw = |of: u64| split_mix(n * 4 + of);
            let command = (draw(0) % 9) as u16;
            let flags = if draw(0) >> 32 & 3 == 0 { (draw(0) >> 40) as u16 & 31 } else { 0 };
            let offset = match draw(1) % 4 {
                0 => draw(2),
                1 => size - draw(2) % 3 * 512,
                _ => draw(2) % (size / 512) * 512,
            };
            let len = match draw(3) % 5 {
                0 => (draw(3) >> 32) as u32 % 2000,
                1 if command != CMD_WRITE => (draw(3) >> 32) as u32,
                _ => (draw(3) >> 32) as u32 % 100 * 512,
            };
            if command == CMD_DISC {
                continue;
            }
            client.stream.write_all(&encode(command, flags, n, offset, len)).unwrap();
            if command == CMD_WRITE {
                client.stream.write_all(&vec![1; len as usize]).unwrap();
            }
            let answer = client.answer(|_| if command == CMD_READ { len as usize } else { 0 });
            assert_eq!(answer.cookie, n);
            if answer.error == 0 && command != CMD_FLUSH {
                assert!(offset.checked_add(u64::from(len)).is_some_and(|end| end <= size), "{command} {offset} {len}");
                assert!(offset % 512 == 0 && len % 512 == 0 && len > 0);
            }
        }
    }
    assert_serves(&running.socket);
}

#[test]
fn who_asks_for_gigabytes_and_reads_nothing_stalls_only_itself_and_makes_us_hold_nothing() {
    let running = serve(FAST);
    let resident = || {
        let text = std::fs::read_to_string("/proc/self/statm").unwrap();
        text.split(' ').nth(1).unwrap().parse::<u64>().unwrap() * 4096
    };
    assert_serves(&running.socket);
    let before = resident();
    let mut slow: Vec<Client> = (0..8).map(|_| Client::simple(&running.socket)).collect();
    for client in &mut slow {
        client.stream.set_nonblocking(true).unwrap();
        // 32 MiB each: 100 GiB were asked for when the socket takes no more.
        for n in 0..400 {
            if client.stream.write(&encode(CMD_READ, 0, n, 0, 32 << 20)).is_err() {
                break;
            }
        }
    }
    assert_serves(&running.socket);
    let grown = resident().saturating_sub(before);
    assert!(grown < 64 << 20, "{grown} bytes are held for replies that nobody reads");
    // One of them reads at last, and gets what it asked for.
    slow[0].stream.set_nonblocking(false).unwrap();
    let answer = slow[0].answer(|_| 32 << 20);
    assert_eq!((answer.cookie, answer.error), (0, 0));
}

#[test]
fn who_sends_more_requests_than_it_may_have_open_gets_every_answer_when_it_reads() {
    let running = serve(FAST);
    let mut client = Client::simple(&running.socket);
    const MANY: u64 = 20_000;
    let mut writer = client.stream.try_clone().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            for n in 0..MANY {
                writer.write_all(&encode(CMD_READ, 0, n, n % 1000 * 512, 512)).unwrap();
            }
        });
        assert_serves(&running.socket);
        let mut seen: Vec<u64> = (0..MANY).map(|_| client.answer(|_| 512).cookie).collect();
        seen.sort_unstable();
        assert!(seen.iter().copied().eq(0..MANY), "each is answered once");
    });
}

#[test]
fn who_announces_much_and_sends_little_takes_no_room_from_the_others() {
    let mut asked = request(&FAST.replace("64m", "1g"), &path("socket"));
    asked.content = Some("memory".into());
    let running = start(&asked);
    // 64 times 32 MiB are more than the pool of 768 MiB.
    let mut greedy: Vec<Client> = (0..64).map(|_| Client::simple(&running.socket)).collect();
    for client in &mut greedy {
        client.stream.write_all(&encode(CMD_WRITE, 0, 1, 0, 32 << 20)).unwrap();
        client.stream.write_all(&[1; 1000]).unwrap();
    }
    assert_serves(&running.socket);
    // One who finishes is served, though others wait for room.
    greedy[0].stream.write_all(&vec![1; (32 << 20) - 1000]).unwrap();
    assert_eq!(greedy[0].answer(|_| 0).error, 0);
    // Room that is given back by those who leave goes to those who wait.
    let mut last = greedy.pop().unwrap();
    drop(greedy);
    last.stream.write_all(&vec![1; (32 << 20) - 1000]).unwrap();
    assert_eq!(last.answer(|_| 0).error, 0);
}

#[test]
fn connections_cut_anywhere_leave_nothing_behind() {
    let mut running = serve(FAST);
    let whole = {
        let mut bytes = 3_u32.to_be_bytes().to_vec();
        bytes.extend(option(OPT_GO, &support::name_field("data", &[0, 0])));
        bytes.extend(encode(CMD_WRITE, 0, 1, 0, 512));
        bytes.extend([1; 512]);
        bytes.extend(encode(CMD_READ, 0, 2, 0, 1 << 20));
        bytes
    };
    for cut in 0..whole.len() {
        let mut client = connect(&running.socket);
        client.write_all(&whole[..cut]).unwrap();
    }
    assert_serves(&running.socket);
    // Those that were cut are seen by the server when it comes to them.
    while running.server.statistics().clients > 0 {
        std::thread::yield_now();
    }
    let end = running.stop();
    assert_eq!((end.clients, end.volumes[0].clients, end.volumes[0].in_flight), (0, 0, 0));
}

#[test]
fn who_does_not_agree_on_terms_in_time_is_shown_out_and_who_has_agreed_may_take_its_time() {
    // A client that agrees at once may be late all the same, where others have the processors: then the limit is a larger
    // one.
    let agreed_within = |limit: &str| {
        let mut asked = request(FAST, &path("socket"));
        asked.handshake_limit = Some(limit.into());
        let running = start(&asked);
        let client = Client::try_to_agree(&running.socket, "data", false).ok()?;
        Some((running, client))
    };
    let limits = ["20ms", "200ms", "2s", "20s"];
    let (mut running, mut idle) = limits.into_iter().find_map(agreed_within).expect("a client that agreed in time");
    let mut half_open = connect(&running.socket);
    // It may be shown out before it could say anything, or before the server has read it.
    let _ = half_open.write_all(&3_u32.to_be_bytes());
    let mut said = Vec::new();
    let ended = half_open.read_to_end(&mut said).map_err(|error| error.kind());
    assert!(matches!(ended, Ok(_) | Err(std::io::ErrorKind::ConnectionReset)), "{ended:?}");
    assert!([0, 18].contains(&said.len()), "a greeting and then nothing: {said:?}");
    assert_eq!(idle.read(0, 512).unwrap(), [0; 512]);
    assert_eq!(running.stop().cut, 1);
}

#[test]
fn ten_thousand_connections_do_not_keep_a_client_from_being_served() {
    let mut asked = request(FAST, &path("socket"));
    asked.connections_max = Some(100);
    let mut running = start(&asked);
    let mut client = Client::simple(&running.socket);
    // As many as this process may have open, itself and the server.
    let files = std::fs::read_to_string("/proc/self/limits").unwrap();
    let files = files.lines().find(|line| line.starts_with("Max open files")).unwrap();
    let files: usize = files.split_whitespace().nth(3).unwrap().parse().unwrap_or(1 << 20);
    let many = 10_000.min(files.saturating_sub(500) / 2);
    let crowd: Vec<UnixStream> = (0..many).map(|_| UnixStream::connect(&running.socket).unwrap()).collect();
    for n in 0..100 {
        client.write(n * 512, &[n as u8; 512]).unwrap();
        assert_eq!(client.read(n * 512, 512).unwrap(), [n as u8; 512]);
    }
    drop(crowd);
    while running.server.statistics().clients > 1 {
        std::thread::yield_now();
    }
    assert_serves(&running.socket);
    let end = running.stop();
    assert_eq!(end.clients_total + end.refused, many as u64 + 2);
    assert!(end.refused >= many as u64 - 100);
}
