//! Servers for the tests of the NBD engine: nbdkit where it is installed, and servers of our own in threads, honest or
//! not.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::print_stderr)]

use std::io::{Read as _, Write as _};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_base::random::stream;
use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_engine::buffers::{BufferPlan, Buffers};
use plimsoll_engine::engines::nbd::protocol::{self, REQUEST_BYTES, Reply, Request};
use plimsoll_engine::engines::nbd::{Export, Limits, Nbd, NbdError, NbdUri, probe_within};
use plimsoll_engine::verify::Verifier;
use plimsoll_engine::{Completion, Engine, EngineOptions, Wait};
use plimsoll_workload::payload::PayloadSpec;

pub const BLOCK: u32 = 4096;
/// Only a defect waits so long. Whatever else runs on this machine, no step of an honest test takes as much.
pub const PATIENCE: Nanos = Nanos::from_secs(120);
/// Limits of the handshake for tests in which they must not pass.
pub const PATIENT: Limits = Limits { connect: PATIENCE, step: PATIENCE };
/// Has flags, flush, FUA, trim, several connections.
pub const EVERYTHING: u16 = 1 | 1 << 2 | 1 << 3 | 1 << 5 | 1 << 8;

pub fn buffers(slots: u32, block: u32) -> Buffers {
    verifying_buffers(slots, block, None)
}

pub fn verifying_buffers(slots: u32, block: u32, verifier: Option<Verifier>) -> Buffers {
    let payload = &PayloadSpec::default();
    let plan = BufferPlan { slots, block, reads: true, writes: true, payload, verifier, plain_pages: false };
    Buffers::new(plan, &mut stream(1, "payload", 0)).unwrap()
}

pub fn connect(uri: &NbdUri, connections: u32, slots: u32) -> Result<Nbd, NbdError> {
    connect_with(uri, connections, buffers(slots, BLOCK), slots, EngineOptions::default())
}

pub fn connect_with(
    uri: &NbdUri,
    connections: u32,
    memory: Buffers,
    slots: u32,
    options: EngineOptions,
) -> Result<Nbd, NbdError> {
    Nbd::connect_within(uri, connections, memory, slots, options, PATIENT)
}

pub fn probe(uri: &NbdUri) -> Result<Export, NbdError> {
    probe_within(uri, PATIENT)
}

pub fn op(kind: OpKind, block: u64) -> Op {
    Op { kind, offset: block * u64::from(BLOCK), len: if kind == OpKind::Flush { 0 } else { BLOCK } }
}

/// Reaps until `count` operations came back, by slot.
pub fn reap(engine: &mut Nbd, count: usize) -> Vec<Completion> {
    let (mut found, start) = (Vec::new(), MonotonicClock.now());
    while found.len() < count {
        let now = MonotonicClock.now();
        assert!(now < start + PATIENCE, "{} of {count} operations came back: {:?}", found.len(), engine.notes());
        engine.reap(&mut found, Wait::Until { at: now + Nanos::from_millis(20), now }).unwrap();
    }
    assert_eq!(found.len(), count, "more came back than was asked");
    found.sort_by_key(|done| done.slot);
    found
}

/// One operation on slot 0, to its end.
pub fn one(engine: &mut Nbd, op: Op) -> Result<u32, i32> {
    engine.push(0, op);
    engine.submit().unwrap();
    reap(engine, 1)[0].result
}

pub fn socket_path() -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    // Not in the build's folder: its path may be longer than a socket's can be.
    std::env::temp_dir().join(format!("plimsoll-nbd-{}-{number}", std::process::id()))
}

pub fn has_tool(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    if !found {
        eprintln!("skipped: {tool} is not installed");
    }
    found
}

/// nbdkit, which ends with this value.
pub struct Nbdkit {
    child: Child,
    pub uri: NbdUri,
    socket: Option<PathBuf>,
}

impl Nbdkit {
    /// On a unix socket; `None`, with a word, where it is not installed.
    pub fn unix(args: &[&str]) -> Option<Nbdkit> {
        if !has_tool("nbdkit") {
            return None;
        }
        let path = socket_path();
        let uri = format!("nbd+unix:///?socket={}", path.display());
        let started = Self::start(&["-U", path.to_str().unwrap()], args, &uri, Some(path.clone()));
        Some(started.expect("nbdkit starts"))
    }

    /// On a free port of this host.
    pub fn tcp(args: &[&str]) -> Option<Nbdkit> {
        if !has_tool("nbdkit") {
            return None;
        }
        // Another program may take the port before nbdkit does, which then ends: the next one is found free, too.
        std::iter::repeat_with(|| {
            let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
            Self::start(&["-i", "127.0.0.1", "-p", &port], args, &format!("nbd://127.0.0.1:{port}/"), None)
        })
        .take(20)
        .find_map(|started| started)
        .map_or_else(|| panic!("nbdkit does not start"), Some)
    }

    /// Once it takes connections; `None` where it ends instead.
    fn start(listen: &[&str], args: &[&str], uri: &str, socket: Option<PathBuf>) -> Option<Nbdkit> {
        let child = Command::new("nbdkit")
            .args(["-f", "--exit-with-parent"])
            .args(listen)
            .args(args)
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut server = Nbdkit { child, uri: NbdUri::parse(uri).unwrap(), socket };
        let end = MonotonicClock.now() + PATIENCE;
        while let Err(error @ NbdError::Connect { .. }) = probe(&server.uri) {
            if server.child.try_wait().unwrap().is_some() {
                return None;
            }
            assert!(MonotonicClock.now() < end, "nbdkit does not come up: {error}");
            MonotonicClock.sleep_until(MonotonicClock.now() + Nanos::from_millis(10));
        }
        Some(server)
    }

    /// Ends it without a farewell (SIGKILL).
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Nbdkit {
    fn drop(&mut self) {
        self.kill();
        if let Some(socket) = &self.socket {
            let _ = std::fs::remove_file(socket);
        }
    }
}

/// A server that runs `script` on each connection it accepts, `connections` of them, one after the other and each on
/// its own thread.
pub fn server(connections: usize, script: impl Fn(UnixStream) + Send + Sync + 'static) -> NbdUri {
    let path = socket_path();
    let listener = UnixListener::bind(&path).unwrap();
    let uri = NbdUri::parse(&format!("nbd+unix:///?socket={}", path.display())).unwrap();
    let script = Arc::new(script);
    std::thread::spawn(move || {
        let mut threads: Vec<JoinHandle<()>> = Vec::new();
        for _ in 0..connections {
            let Ok((stream, _)) = listener.accept() else { break };
            let script = script.clone();
            threads.push(std::thread::spawn(move || script(stream)));
        }
        let _ = std::fs::remove_file(path);
        threads.into_iter().for_each(|thread| drop(thread.join()));
    });
    uri
}

pub fn option_reply(kind: u32, content: &[u8]) -> Vec<u8> {
    let magic = 0x0003_e889_0455_65a9_u64.to_be_bytes();
    [&magic[..], &7_u32.to_be_bytes(), &kind.to_be_bytes(), &(content.len() as u32).to_be_bytes(), content].concat()
}

/// Greets, reads the flags of the client and its NBD_OPT_GO.
pub fn greet(stream: &mut UnixStream) -> std::io::Result<()> {
    stream.write_all(b"NBDMAGICIHAVEOPT\0\x03")?;
    let mut head = [0; 20];
    stream.read_exact(&mut head)?;
    let len = u32::from_be_bytes([head[16], head[17], head[18], head[19]]);
    let mut content = vec![0; len as usize];
    stream.read_exact(&mut content)
}

/// An honest handshake to its end.
pub fn agree(stream: &mut UnixStream, size: u64, flags: u16) -> std::io::Result<()> {
    greet(stream)?;
    let export = [&[0, 0][..], &size.to_be_bytes(), &flags.to_be_bytes()].concat();
    stream.write_all(&[option_reply(3, &export), option_reply(1, &[])].concat())
}

pub fn next_request(stream: &mut UnixStream) -> Option<Request> {
    let mut bytes = [0; REQUEST_BYTES];
    stream.read_exact(&mut bytes).ok()?;
    Request::decode(&bytes)
}

/// An honest server with `size` bytes, and a list of the requests that it got.
pub fn memory_server(connections: usize, size: usize, flags: u16) -> (NbdUri, Arc<Mutex<Vec<Request>>>) {
    let (told, data) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(vec![0_u8; size])));
    let log = told.clone();
    let uri = server(connections, move |mut stream| {
        if agree(&mut stream, size as u64, flags).is_err() {
            return;
        }
        while let Some(request) = next_request(&mut stream) {
            told.lock().unwrap().push(request);
            let range = request.offset as usize..request.offset as usize + request.len as usize;
            let mut answer = Reply { handle: request.handle, error: 0 }.encode().to_vec();
            match request.command {
                protocol::Command::Read => answer.extend(&data.lock().unwrap()[range]),
                protocol::Command::Write => {
                    let mut payload = vec![0; request.len as usize];
                    if stream.read_exact(&mut payload).is_err() {
                        return;
                    }
                    data.lock().unwrap()[range].copy_from_slice(&payload);
                }
                protocol::Command::Trim => data.lock().unwrap()[range].fill(0),
                protocol::Command::Flush => {}
                protocol::Command::Disconnect => return,
            }
            if stream.write_all(&answer).is_err() {
                return;
            }
        }
    });
    (uri, log)
}
