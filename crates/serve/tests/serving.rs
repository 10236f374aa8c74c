//! Service for a client: its data, in the time of the stack, with the faults of the stack, and true statistics.
#![allow(missing_docs)]

mod support;

use plimsoll_base::Nanos;
use plimsoll_base::clock::{Clock as _, MonotonicClock};
use plimsoll_engine::engines::nbd::wire::*;
use plimsoll_serve::transmission::errors::{EINVAL, EIO, ENOSPC, EOVERFLOW, ESHUTDOWN};
use plimsoll_serve::{ServeError, Server};
use support::{BLOCK, Client, FAST, path, request, serve, start};

#[test]
fn what_was_written_is_read_by_simple_and_by_structured_replies() {
    let running = serve(FAST);
    let mut simple = Client::simple(&running.socket);
    let mut structured = Client::agree(&running.socket, "data", true);
    let data: Vec<u8> = (0..300_000_u32).map(|n| (n % 251) as u8).take(299_520).collect();
    simple.write(512, &data).unwrap();
    for client in [&mut simple, &mut structured] {
        assert_eq!(client.read(512, 299_520).unwrap(), data);
        assert_eq!(client.read(0, 512).unwrap(), [0; 512], "nothing was written there");
        assert_eq!(client.read(64 << 20, 512), Err(EINVAL));
        assert_eq!(client.read(1, 512), Err(EINVAL));
        assert_eq!(client.write(64 << 20, &[0; 512]), Err(ENOSPC));
        assert_eq!(client.ask(CMD_FLUSH, 0, 0, 0), Ok(vec![]));
    }
    let largest = (32 << 20) / 3 * 3 / 512 * 512;
    assert_eq!(structured.read(0, largest).unwrap().len(), largest as usize);
}

#[test]
fn trimmed_and_zeroed_ranges_read_as_zero_and_the_map_says_what_is_held() {
    let running = serve(FAST);
    let mut client = Client::agree(&running.socket, "data", true);
    let page = u64::from(BLOCK);
    client.write(0, &vec![7; 4 * BLOCK as usize]).unwrap();
    client.ask(CMD_TRIM, 0, page, BLOCK).unwrap();
    client.ask(CMD_WRITE_ZEROES, 0, 2 * page, BLOCK).unwrap();
    client.ask(CMD_WRITE_ZEROES, CMD_FLAG_NO_HOLE, 3 * page, BLOCK).unwrap();
    let seen = client.read(0, 4 * BLOCK).unwrap();
    assert!(seen[..BLOCK as usize].iter().all(|b| *b == 7) && seen[BLOCK as usize..].iter().all(|b| *b == 0));
    let extents = client.ask(CMD_BLOCK_STATUS, 0, 0, 1 << 20).unwrap();
    let words: Vec<u32> = extents.chunks(4).map(|w| u32::from_be_bytes(w.try_into().unwrap())).collect();
    let hole = STATE_HOLE | STATE_ZERO;
    assert_eq!(words, [BLOCK, 0, 2 * BLOCK, hole, BLOCK, 0, (1 << 20) - 4 * BLOCK, hole]);
    let one = client.ask(CMD_BLOCK_STATUS, CMD_FLAG_REQ_ONE, page, 1 << 20).unwrap();
    assert_eq!(one.len(), 8);
}

#[test]
fn no_answer_leaves_before_its_time_and_a_later_request_may_be_answered_first() {
    // Where others have the processors, the read may come to the server when the write is over: then a longer one is sent.
    let overtook = [60, 600, 6_000, 60_000].into_iter().any(|write_ms| {
        let stack = format!(
            "[device.disk]\nservers = 2\nread = \"1ms\"\nwrite = \"{write_ms}ms\"\n[volume.data]\nsize = \"1m\"\n\
             path = [\"disk\"]\n"
        );
        let running = serve(&stack);
        let mut client = Client::simple(&running.socket);
        let before = MonotonicClock.now();
        client.send_write(10, 0, &[1; 512]);
        client.send(CMD_READ, 11, 0, 512);
        let first = client.answer(|cookie| if cookie == 11 { 512 } else { 0 });
        let first_after = MonotonicClock.now() - before;
        let second = client.answer(|cookie| if cookie == 11 { 512 } else { 0 });
        let second_after = MonotonicClock.now() - before;
        assert!(first_after >= Nanos::from_millis(1) && second_after >= Nanos::from_millis(write_ms));
        assert_eq!(client.read(0, 512).unwrap(), [1; 512]);
        if (first.cookie, second.cookie) == (10, 11) {
            assert_eq!(second.data, [1; 512], "the write has taken effect");
            return false;
        }
        assert_eq!((first.cookie, second.cookie), (11, 10));
        assert_eq!(first.data, [0; 512], "the write has not taken effect");
        true
    });
    assert!(overtook, "the read is over while the write is under way");
}

#[test]
fn a_limit_holds_for_the_volume_however_many_connections_it_has() {
    let stack = r#"
        [limit.cap]
        ops_per_s = 200
        [device.disk]
        servers = 64
        service = "1us"
        [volume.data]
        size = "1m"
        path = ["cap", "disk"]
    "#;
    let running = serve(stack);
    let mut clients: Vec<Client> = (0..4).map(|_| Client::simple(&running.socket)).collect();
    let before = MonotonicClock.now();
    for client in &mut clients {
        (0..10).for_each(|n| client.send(CMD_READ, n, 0, 512));
    }
    for client in &mut clients {
        (0..10).for_each(|_| assert_eq!(client.answer(|_| 512).error, 0));
    }
    // 40 at 200/s, the first at once: the last passes after 39 / 200 s. By connection it would be 9 / 200 s.
    assert!(MonotonicClock.now() - before >= Nanos::from_millis(195));
}

#[test]
fn faults_of_the_stack_reach_the_client_and_its_data() {
    let stack = |fault: &str| {
        format!(
            "[fault.bad]\n{fault}\n[device.disk]\nservice = \"1us\"\n[volume.data]\nsize = \"1m\"\npath = [\"bad\", \"disk\"]"
        )
    };
    let lost = serve(&stack("lost = 100"));
    let mut client = Client::simple(&lost.socket);
    client.write(0, &[1; 512]).unwrap();
    assert_eq!(client.read(0, 512).unwrap(), [0; 512], "acknowledged and not stored");
    let torn = serve(&stack("torn = 100"));
    let mut client = Client::simple(&torn.socket);
    client.write(0, &[1; 1024]).unwrap();
    assert_eq!(client.read(0, 1024).unwrap(), [[1; 512], [0; 512]].concat());
    let stale = serve(&stack("stale = 100"));
    for content in ["memory", "file"] {
        let file = path("stale.img");
        let mut request = request(&stack("stale = 100"), &path("socket"));
        request.content = Some(if content == "file" { file.display().to_string() } else { content.into() });
        let running = start(&request);
        let mut client = Client::simple(&running.socket);
        client.write(0, &[1; 512]).unwrap();
        client.write(0, &[2; 512]).unwrap();
        assert_eq!(client.read(0, 512).unwrap(), [1; 512], "{content}: what was there before the last write");
        let _ = std::fs::remove_file(file);
    }
    drop(stale);
    let failing = serve(&stack("read_errors = 100"));
    let mut client = Client::simple(&failing.socket);
    assert_eq!(client.read(0, 512), Err(EIO));
}

#[test]
fn a_fault_is_switched_on_and_off_while_it_serves() {
    let stack =
        "[fault.bad]\n[device.disk]\nservice = \"1us\"\n[volume.data]\nsize = \"1m\"\npath = [\"bad\", \"disk\"]";
    let running = serve(stack);
    let mut client = Client::simple(&running.socket);
    assert_eq!(client.read(0, 512), Ok(vec![0; 512]));
    running.server.switch("bad", "read_errors", "100").unwrap();
    assert_eq!(client.read(0, 512), Err(EIO));
    running.server.switch("bad", "read_errors", "0").unwrap();
    assert_eq!(client.read(0, 512), Ok(vec![0; 512]));
    let unknown = running.server.switch("worse", "read_errors", "1").unwrap_err();
    assert!(unknown.contains("known: bad, disk"), "{unknown}");
}

#[test]
fn volumes_of_one_stack_are_apart_in_name_size_and_content() {
    let stack = r#"
        [device.disk]
        servers = 8
        service = "1us"
        [volume.large]
        size = "64m"
        path = ["disk"]
        [volume.small]
        size = "1m"
        logical_block_size = "4k"
        path = ["disk"]
    "#;
    let running = serve(stack);
    let mut large = Client::agree(&running.socket, "large", true);
    let mut small = Client::agree(&running.socket, "small", true);
    large.write(0, &[1; 4096]).unwrap();
    small.write(0, &[2; 4096]).unwrap();
    assert_eq!((large.read(0, 4096).unwrap(), small.read(0, 4096).unwrap()), (vec![1; 4096], vec![2; 4096]));
    assert_eq!((large.read(2 << 20, 512).unwrap().len(), small.read(1 << 20, 4096)), (512, Err(EINVAL)));
    assert_eq!(small.read(0, 512), Err(EINVAL), "its blocks have 4 KiB");
    let seen = running.server.statistics();
    let names: Vec<_> = seen.volumes.iter().map(|v| (v.name.as_str(), v.read.count, v.clients)).collect();
    assert_eq!(names, [("large", 2, 1), ("small", 1, 1)]);
}

#[test]
fn content_that_finds_no_room_is_refused_and_trimming_makes_room() {
    let mut request = request(FAST, &path("socket"));
    request.memory = Some("64k".into());
    let running = start(&request);
    let mut client = Client::simple(&running.socket);
    let page = [3; BLOCK as usize];
    let mut stored = 0_u64;
    while client.write(stored * 4096, &page) == Ok(()) {
        stored += 1;
        assert!(stored < 16, "64 KiB hold less than 16 pages and what finds them");
    }
    assert!(stored > 0);
    assert_eq!(client.write(stored * 4096, &page), Err(ENOSPC));
    client.ask(CMD_TRIM, 0, 0, 4096).unwrap();
    assert_eq!(client.write(stored * 4096, &page), Ok(()));
    assert!(running.server.statistics().content_bytes.is_some_and(|held| held <= 64 << 10));
}

#[test]
fn a_file_keeps_its_content_and_no_strangers_file_is_touched() {
    let file = path("content.img");
    let mut asked = request(FAST, &path("socket"));
    asked.content = Some(file.display().to_string());
    {
        let running = start(&asked);
        let mut client = Client::simple(&running.socket);
        client.write(8192, &[9; 4096]).unwrap();
        client.ask(CMD_TRIM, 0, 1 << 20, 1 << 20).unwrap();
    }
    let running = start(&asked);
    assert_eq!(Client::agree(&running.socket, "data", true).read(8192, 4096).unwrap(), [9; 4096]);
    drop(running);
    let other = FAST.replace("64m", "32m");
    let mut smaller = asked.clone();
    smaller.stack_toml = other;
    assert!(matches!(Server::open(&smaller), Err(ServeError::OtherSize { .. })));
    std::fs::remove_file(&file).unwrap();
    std::fs::write(&file, vec![5; 64 << 20]).unwrap();
    let refused = Server::open(&asked).unwrap_err().to_string();
    assert!(refused.contains("did not make"), "{refused}");
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn without_content_what_is_written_is_dropped_and_every_size_works() {
    let mut asked = request(FAST, &path("socket"));
    asked.content = Some("none".into());
    let running = start(&asked);
    let mut client = Client::simple(&running.socket);
    client.write(0, &vec![1; 1 << 20]).unwrap();
    for len in [512, 4096, 5120, 1 << 20, 32 << 20] {
        assert_eq!(client.read(0, len).unwrap(), vec![0; len as usize]);
    }
}

#[test]
fn a_stop_answers_what_is_in_flight_and_removes_its_socket() {
    let stack = FAST.replace("1ns", "1h");
    let mut asked = request(&stack, &path("socket"));
    asked.stop_limit = Some("1ms".into());
    let mut running = start(&asked);
    let mut client = Client::simple(&running.socket);
    client.send(CMD_READ, 5, 0, 512);
    while running.server.statistics().volumes[0].in_flight == 0 {
        std::thread::yield_now();
    }
    running.stop();
    assert_eq!(client.answer(|_| 512).error, ESHUTDOWN);
    assert!(client.is_closed());
    assert!(!running.socket.exists());
}

#[test]
fn statistics_count_what_clients_did() {
    let mut running = serve(FAST);
    let mut client = Client::simple(&running.socket);
    (0..30).for_each(|n| client.write(n * 4096, &[1; 4096]).unwrap());
    (0..50).for_each(|_| drop(client.read(0, 8192).unwrap()));
    client.ask(CMD_FLUSH, 0, 0, 0).unwrap();
    client.ask(CMD_TRIM, 0, 0, 4096).unwrap();
    assert_eq!(client.read(1, 1), Err(EINVAL));
    let seen = running.server.statistics();
    let volume = &seen.volumes[0];
    assert_eq!((seen.clients, volume.clients, volume.in_flight), (1, 1, 0));
    let counts = [&volume.read, &volume.write, &volume.trim, &volume.flush].map(|kind| kind.count);
    assert_eq!(counts, [50, 30, 1, 1]);
    assert_eq!((volume.read.bytes, volume.write.bytes), (50 * 8192, 30 * 4096));
    assert_eq!(seen.elements[0].departures, 82);
    assert_eq!(seen.lateness.count, 82);
    assert_eq!(seen.lateness.histogram.iter().map(|(_, count)| count).sum::<u64>(), 82);
    assert!(seen.lateness.late_share.is_some() && seen.lateness.max_ns > Some(0), "nobody is punctual to a nanosecond");
    drop(client);
    assert_eq!(running.stop().volumes[0].read.count, 50, "what was counted is there after the end");
}

#[test]
fn a_dead_socket_is_taken_over_and_everything_else_is_left_alone() {
    let socket = path("socket");
    drop(std::os::unix::net::UnixListener::bind(&socket).unwrap());
    let running = start(&request(FAST, &socket));
    let second = Server::open(&request(FAST, &socket)).unwrap_err().to_string();
    assert!(second.contains("somebody listens"), "{second}");
    support::assert_serves(&socket);
    drop(running);
    std::fs::write(&socket, "a file").unwrap();
    let file = Server::open(&request(FAST, &socket)).unwrap_err().to_string();
    assert!(file.contains("something else than a socket"), "{file}");
    assert_eq!(std::fs::read_to_string(&socket).unwrap(), "a file");
    std::fs::remove_file(&socket).unwrap();
}

#[test]
fn a_free_port_is_found_and_told() {
    let mut asked = request(FAST, &path("socket"));
    asked.listen = vec!["127.0.0.1:0".into()];
    let running = start(&asked);
    let uri = running.server.uris().iter().find(|uri| uri.starts_with("nbd://127.0.0.1:")).unwrap().clone();
    let address = uri.trim_start_matches("nbd://").trim_end_matches("/data").to_owned();
    assert!(!address.ends_with(":0"));
    std::net::TcpStream::connect(&address).unwrap();
}

#[test]
fn requests_that_make_no_sense_are_refused_with_the_reason() {
    let refused = |change: fn(&mut plimsoll_serve::ServeRequest)| {
        let mut asked = request(FAST, &path("socket"));
        change(&mut asked);
        Server::open(&asked).unwrap_err().to_string()
    };
    for (change, reason) in [
        ((|r| r.unix.clear()) as fn(&mut plimsoll_serve::ServeRequest), "nowhere to listen"),
        (|r| r.listen = vec!["somewhere".into()], "host:port"),
        (|r| r.connections_max = Some(0), "lets nobody in"),
        (|r| r.spin = Some("1s".into()), "burn a processor"),
        (|r| r.durable = true, "no effect"),
        (|r| r.stack_toml = "[volume.x]".into(), "test.toml:1"),
    ] {
        let error = refused(change);
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn a_request_that_is_too_long_overflows_and_the_next_one_is_served() {
    let running = serve(FAST);
    let mut client = Client::simple(&running.socket);
    let long = (32 << 20) + 512;
    assert_eq!(client.read(0, long), Err(EOVERFLOW));
    assert_eq!(client.write(0, &vec![1; long as usize]), Err(EOVERFLOW));
    assert_eq!(client.read(0, 512).unwrap(), [0; 512]);
}
