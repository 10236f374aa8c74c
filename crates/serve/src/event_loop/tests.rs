//! Remains of clients that go away before their operations end: turn by turn, in this thread, without waiting.

use std::io::{Read as _, Write as _};
use std::os::unix::net::UnixStream;

use plimsoll_engine::content::Store as _;
use plimsoll_engine::engines::nbd::wire::*;
use plimsoll_storage::StackSpec;

use super::*;
use crate::request::ServeRequest;
use crate::statistics::CutKind;

const BYTES: u32 = 64 << 10;

const HANGS: &str = r#"
[fault.bad]
outage_for = "1h"
outage = "hang"
[device.flash]
servers = 8
service = "1ns"
[volume.bad]
size = "1m"
path = ["bad", "flash"]
[volume.good]
size = "1m"
path = ["flash"]
"#;

struct Bench {
    event_loop: EventLoop,
    socket: std::path::PathBuf,
}

impl Bench {
    fn new(name: &str, stack: &str, connections_max: u32) -> Bench {
        let socket = std::env::temp_dir().join(format!("plimsoll-turns-{}-{name}", std::process::id()));
        let request = ServeRequest {
            unix: vec![socket.display().to_string()],
            connections_max: Some(connections_max),
            memory: Some("16m".into()),
            ..ServeRequest::default()
        };
        let settings = request.resolve().unwrap();
        let spec = StackSpec::from_toml(stack, "test.toml").unwrap();
        let model = Model::new(&spec, 1);
        let (content, budget) = crate::content::open(&settings.content, model.exports(), false).unwrap();
        let listeners = vec![Listener::unix(&socket).unwrap()];
        let shared = Arc::new(ServerSignals::new().unwrap());
        let event_loop = EventLoop::new(shared, listeners, settings, model, content, budget).unwrap();
        Bench { event_loop, socket }
    }

    /// Takes turns until something is so. The caller has sent the cause: no turn waits for time to pass.
    fn until(&mut self, so: impl Fn(&EventLoop) -> bool) {
        while !so(&self.event_loop) {
            self.event_loop.take_turn();
        }
    }

    /// A client that has sent everything, of which nothing has been read yet.
    fn client(&self, volume: &str, requests: &[u8]) -> UnixStream {
        let mut stream = UnixStream::connect(&self.socket).unwrap();
        let go = [&(volume.len() as u32).to_be_bytes()[..], volume.as_bytes(), &[0, 0]].concat();
        let mut said = 3_u32.to_be_bytes().to_vec();
        said.extend(NEWSTYLE_MAGIC.to_be_bytes());
        said.extend(OPT_GO.to_be_bytes());
        said.extend((go.len() as u32).to_be_bytes());
        said.extend(go);
        said.extend(requests);
        stream.write_all(&said).unwrap();
        stream
    }

    fn payload_bytes(&mut self) -> usize {
        self.event_loop.flights.iter_mut().map(|flight| flight.payload.len()).sum()
    }

    fn in_model(&self) -> u32 {
        self.event_loop.figures.volumes.iter().map(|volume| volume.in_flight).sum()
    }
}

fn request(command: u16, offset: u64, len: u32) -> Vec<u8> {
    let mut bytes = REQUEST_MAGIC.to_be_bytes().to_vec();
    bytes.extend([0; 2]);
    bytes.extend(command.to_be_bytes());
    bytes.extend(7_u64.to_be_bytes());
    bytes.extend(offset.to_be_bytes());
    bytes.extend(len.to_be_bytes());
    bytes
}

fn write(byte: u8) -> Vec<u8> {
    [request(CMD_WRITE, 0, BYTES), vec![byte; BYTES as usize]].concat()
}

#[test]
fn who_connects_hangs_and_goes_a_thousand_times_leaves_the_place_and_the_room_to_others() {
    let mut bench = Bench::new("room", HANGS, 3);
    // Room for two such writes and no more.
    bench.event_loop.room = Room::new(0, u64::from(BYTES), 2 * u64::from(BYTES));
    for n in 1..=1000 {
        let client = bench.client("bad", &write(1));
        let asks = |client: &Client| client.socket.is_some() && client.in_flight == 1;
        bench.until(|l| l.counts.clients == n && l.clients.iter().flatten().any(|client| asks(client)));
        drop(client);
        bench.until(|l| l.clients.iter().flatten().all(|client| client.socket.is_none()));
        assert!(bench.payload_bytes() <= 2 * BYTES as usize);
        assert!(bench.event_loop.clients.len() <= 3);
        assert!(bench.in_model() <= 3, "what hangs and nobody waits for ends when its place is needed");
    }
    let served = bench.client("good", &write(2));
    bench.until(|l| l.figures.operations() == 1);
    assert_eq!(bench.event_loop.counts.refused, 0);
    assert!(bench.event_loop.buffers.spare_bytes() <= 3 * BYTES as usize, "what was held is used again");
    drop(served);
}

#[test]
fn what_hangs_is_forgotten_when_its_client_has_gone_and_the_volume_takes_the_next() {
    let mut bench = Bench::new("full", HANGS, 10);
    bench.event_loop.most_left = 100;
    let reads = request(CMD_READ, 0, 512).repeat(100);
    for n in 1..=5 {
        let client = bench.client("bad", &reads);
        bench.until(|l| l.counts.clients == n && l.figures.volumes[0].in_flight == 100);
        drop(client);
        bench.until(|l| l.clients.iter().flatten().all(|client| client.socket.is_none()));
        assert_eq!((bench.in_model(), bench.event_loop.figures.volumes[0].left), (100, 100));
    }
    assert!(bench.event_loop.abandon(Nanos::ZERO));
    bench.until(|l| l.figures.volumes[0].in_flight == 0);
    let volume = &bench.event_loop.figures.volumes[0];
    assert_eq!((volume.left, volume.abandoned, bench.event_loop.counts.turned_away), (0, 0, 0));
}

#[test]
fn hundreds_that_connect_ask_and_go_leave_no_more_than_a_volume_takes() {
    // It ends, but not soon, and is not ended sooner.
    let slow = HANGS.replace("outage_for = \"1h\"\noutage = \"hang\"", "slow_by = \"1h\"");
    let mut bench = Bench::new("slow", &slow, 10);
    bench.event_loop.most_left = 250;
    let reads = request(CMD_READ, 0, 512).repeat(100);
    for n in 1..=300_u64 {
        let before = bench.in_model();
        let client = bench.client("bad", &reads);
        bench.until(|l| {
            l.counts.clients == n && (l.counts.turned_away > 0 || l.figures.volumes[0].in_flight == before + 100)
        });
        drop(client);
        bench.until(|l| l.clients.iter().flatten().all(|client| client.socket.is_none()));
        assert!(bench.in_model() <= 300);
    }
    assert_eq!((bench.in_model(), bench.event_loop.counts.turned_away), (300, 297));
    let why = bench.event_loop.counts.latest_cut.clone().unwrap();
    let volume = Some("bad".into());
    assert_eq!(why, Cut { kind: CutKind::OperationsLeft, value: Some(300), volume });
    let statistics = bench.event_loop.statistics();
    assert_eq!((statistics.turned_away, statistics.volumes[0].left), (297, 300));
    let _good = bench.client("good", &request(CMD_READ, 0, 512));
    bench.until(|l| l.figures.operations() == 1);
}

#[test]
fn a_connected_client_gets_an_error_when_what_hangs_is_let_go() {
    let mut bench = Bench::new("go", HANGS, 10);
    let _client = bench.client("bad", &request(CMD_READ, 0, 512));
    bench.until(|l| l.figures.volumes[0].in_flight == 1);
    let now = bench.event_loop.clock();
    bench.event_loop.model.switch(now, "bad", "hung", "error").unwrap();
    bench.until(|l| l.figures.operations() == 1);
    assert_eq!(bench.event_loop.statistics().volumes[0].read.errors, 1);
}

#[test]
fn what_a_closed_client_asked_for_takes_effect_until_it_is_given_up() {
    let stack = HANGS.replace("outage_for = \"1h\"\noutage = \"hang\"\n", "");
    for given_up in [false, true] {
        let mut bench = Bench::new(if given_up { "lost" } else { "kept" }, &stack, 10);
        let begin = bench.event_loop.clock();
        bench.event_loop.model.switch(begin, "bad", "stall", "on").unwrap();
        let client = bench.client("bad", &write(9));
        bench.until(|l| l.figures.volumes[0].in_flight == 1);
        drop(client);
        bench.until(|l| l.clients.iter().flatten().all(|client| client.socket.is_none()));
        if given_up {
            assert!(bench.event_loop.abandon(Nanos::ZERO));
        }
        let now = bench.event_loop.clock();
        bench.event_loop.model.switch(now, "bad", "stall", "off").unwrap();
        bench.until(|l| l.figures.volumes[0].in_flight == 0);
        let mut seen = [0; 512];
        bench.event_loop.content[0].read(0, &mut seen).unwrap();
        assert_eq!(seen, [if given_up { 0 } else { 9 }; 512]);
        assert_eq!((bench.event_loop.connected, bench.event_loop.figures.volumes[0].abandoned), (0, 0));
    }
}

#[test]
fn who_says_that_it_goes_and_waits_for_what_never_ends_is_closed_in_the_end() {
    let mut bench = Bench::new("half", HANGS, 10);
    let mut client = bench.client("bad", &request(CMD_READ, 0, 512));
    bench.until(|l| l.figures.volumes[0].in_flight == 1);
    client.shutdown(std::net::Shutdown::Write).unwrap();
    bench.until(|l| !l.lingering.is_empty());
    assert!(!bench.event_loop.abandon(Nanos::ZERO), "before its time it may still be answered");
    assert!(bench.event_loop.abandon(Nanos::MAX));
    assert_eq!((bench.event_loop.connected, bench.event_loop.lingering.len()), (0, 0));
    client.read_to_end(&mut Vec::new()).unwrap();
}

#[test]
fn a_wait_is_not_rounded_to_milliseconds() {
    let mut bench = Bench::new("punctual", &HANGS.replace("1ns", "100us"), 10);
    let mut client = bench.client("good", &[]);
    for n in 1..=50 {
        client.write_all(&request(CMD_READ, 0, 512)).unwrap();
        bench.until(|l| l.figures.operations() == n);
    }
    // Rounded up, a wait of 100 us takes 1 ms, and no answer of them all could be less than 900 us late.
    let punctual = bench.event_loop.figures.lateness().histogram.iter().any(|&(to, count)| to <= 600_000 && count > 0);
    assert!(punctual, "{:?}", bench.event_loop.figures.lateness().histogram);
}
