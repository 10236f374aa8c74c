//! A server in a thread, and a client that sends exactly the bytes of a test.
#![allow(dead_code, missing_docs, unreachable_pub)]

use std::io::{Read as _, Write as _};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use plimsoll_engine::engines::nbd::wire::*;
use plimsoll_serve::{ServeRequest, Server, Statistics};

pub const BLOCK: u32 = 4096;
/// Only a defect waits so long.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// One volume, `data`, of 64 MiB on a device that takes no time worth the name.
pub const FAST: &str = r#"
[device.flash]
servers = 1024
service = "1ns"
[volume.data]
size = "64m"
path = ["flash"]
"#;

pub fn path(name: &str) -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    // Not in the build's folder: its path may be longer than a socket's can be.
    std::env::temp_dir().join(format!("plimsoll-serve-{}-{number}-{name}", std::process::id()))
}

pub struct Running {
    pub server: Arc<Server>,
    pub socket: PathBuf,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub fn stop(&mut self) -> Statistics {
        self.server.stop();
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server panicked");
        }
        self.server.statistics()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.thread.is_some() && !std::thread::panicking() {
            self.stop();
        }
    }
}

pub fn request(stack: &str, socket: &Path) -> ServeRequest {
    ServeRequest {
        stack_toml: stack.into(),
        stack_name: "test.toml".into(),
        unix: vec![socket.display().to_string()],
        // Clients of tests agree at once, but the machine may let them wait.
        handshake_limit: Some("10m".into()),
        ..ServeRequest::default()
    }
}

pub fn start(request: &ServeRequest) -> Running {
    let server = Arc::new(Server::open(request).unwrap());
    let serving = Arc::clone(&server);
    let thread = std::thread::spawn(move || serving.run());
    Running { server, socket: request.unix[0].clone().into(), thread: Some(thread) }
}

pub fn serve(stack: &str) -> Running {
    start(&request(stack, &path("socket")))
}

pub struct Client {
    pub stream: UnixStream,
    structured: bool,
}

/// A reply: cookie, error, data.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    pub cookie: u64,
    pub error: u32,
    pub data: Vec<u8>,
}

pub fn option(option: u32, data: &[u8]) -> Vec<u8> {
    [&NEWSTYLE_MAGIC.to_be_bytes()[..], &option.to_be_bytes(), &(data.len() as u32).to_be_bytes(), data].concat()
}

pub fn name_field(name: &str, rest: &[u8]) -> Vec<u8> {
    [&(name.len() as u32).to_be_bytes()[..], name.as_bytes(), rest].concat()
}

pub fn encode(command: u16, flags: u16, cookie: u64, offset: u64, len: u32) -> Vec<u8> {
    let mut bytes = REQUEST_MAGIC.to_be_bytes().to_vec();
    bytes.extend(flags.to_be_bytes());
    bytes.extend(command.to_be_bytes());
    bytes.extend(cookie.to_be_bytes());
    bytes.extend(offset.to_be_bytes());
    bytes.extend(len.to_be_bytes());
    bytes
}

pub fn connect(socket: &Path) -> UnixStream {
    let stream = UnixStream::connect(socket).unwrap();
    // A limit for a test that would hang; no test waits for it.
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_write_timeout(Some(PATIENCE)).unwrap();
    stream
}

impl Client {
    /// Agreed on simple replies from `data`.
    pub fn simple(socket: &Path) -> Client {
        Client::agree(socket, "data", false)
    }

    pub fn agree(socket: &Path, volume: &str, structured: bool) -> Client {
        Client::try_to_agree(socket, volume, structured).unwrap()
    }

    /// An error where the server closes before terms are agreed.
    pub fn try_to_agree(socket: &Path, volume: &str, structured: bool) -> std::io::Result<Client> {
        let mut stream = connect(socket);
        let mut said = 3_u32.to_be_bytes().to_vec();
        if structured {
            said.extend(option(OPT_STRUCTURED_REPLY, &[]));
            let query = [&1_u32.to_be_bytes()[..], &name_field("base:allocation", &[])].concat();
            said.extend(option(OPT_SET_META_CONTEXT, &name_field(volume, &query)));
        }
        said.extend(option(OPT_GO, &name_field(volume, &[0, 0])));
        stream.write_all(&said)?;
        stream.read_exact(&mut [0; 18])?;
        let mut client = Client { stream, structured };
        // The last answer is the acknowledgement of GO.
        loop {
            let head = client.try_to_take(20)?;
            let word = |at: usize| u32::from_be_bytes(head[at..at + 4].try_into().unwrap());
            client.try_to_take(word(16) as usize)?;
            assert!(word(12) & REP_ERROR == 0, "refused: {:#x}", word(12));
            if (word(8), word(12)) == (OPT_GO, REP_ACK) {
                return Ok(client);
            }
        }
    }

    pub fn take(&mut self, len: usize) -> Vec<u8> {
        self.try_to_take(len).unwrap()
    }

    fn try_to_take(&mut self, len: usize) -> std::io::Result<Vec<u8>> {
        let mut bytes = vec![0; len];
        self.stream.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    pub fn send(&mut self, command: u16, cookie: u64, offset: u64, len: u32) {
        self.stream.write_all(&encode(command, 0, cookie, offset, len)).unwrap();
    }

    pub fn send_write(&mut self, cookie: u64, offset: u64, data: &[u8]) {
        let head = encode(CMD_WRITE, 0, cookie, offset, data.len() as u32);
        self.stream.write_all(&[&head[..], data].concat()).unwrap();
    }

    /// The next reply. `len`: what a simple reply without error brings.
    pub fn answer(&mut self, len: impl FnOnce(u64) -> usize) -> Answer {
        let head = self.take(16);
        let word = |at: usize| u32::from_be_bytes(head[at..at + 4].try_into().unwrap());
        let cookie = u64::from_be_bytes(head[8..16].try_into().unwrap());
        if word(0) == SIMPLE_REPLY_MAGIC {
            let error = word(4);
            let data = if error == 0 { self.take(len(cookie)) } else { Vec::new() };
            return Answer { cookie, error, data };
        }
        assert_eq!(word(0), STRUCTURED_REPLY_MAGIC);
        assert!(self.structured, "nobody asked for structured replies");
        let (flags, kind) = ((word(4) >> 16) as u16, word(4) as u16);
        assert_eq!(flags, REPLY_FLAG_DONE);
        let announced = u32::from_be_bytes(self.take(4).try_into().unwrap());
        let data = self.take(announced as usize);
        match kind {
            REPLY_TYPE_OFFSET_DATA => Answer { cookie, error: 0, data: data[8..].to_vec() },
            REPLY_TYPE_BLOCK_STATUS => Answer { cookie, error: 0, data: data[4..].to_vec() },
            REPLY_TYPE_ERROR => {
                Answer { cookie, error: u32::from_be_bytes(data[..4].try_into().unwrap()), data: Vec::new() }
            }
            other => panic!("chunk of type {other}"),
        }
    }

    pub fn read(&mut self, offset: u64, len: u32) -> Result<Vec<u8>, u32> {
        self.send(CMD_READ, 1, offset, len);
        let answer = self.answer(|_| len as usize);
        if answer.error == 0 { Ok(answer.data) } else { Err(answer.error) }
    }

    pub fn write(&mut self, offset: u64, data: &[u8]) -> Result<(), u32> {
        self.send_write(2, offset, data);
        match self.answer(|_| 0).error {
            0 => Ok(()),
            error => Err(error),
        }
    }

    /// A request without payload and data.
    pub fn ask(&mut self, command: u16, flags: u16, offset: u64, len: u32) -> Result<Vec<u8>, u32> {
        self.stream.write_all(&encode(command, flags, 3, offset, len)).unwrap();
        let answer = self.answer(|_| 0);
        if answer.error == 0 { Ok(answer.data) } else { Err(answer.error) }
    }

    /// Nothing more comes: the server has closed.
    pub fn is_closed(&mut self) -> bool {
        matches!(self.stream.read(&mut [0; 1]), Ok(0))
            || matches!(self.stream.read(&mut [0; 1]), Err(e) if e.kind() == std::io::ErrorKind::ConnectionReset)
    }
}

/// Checks that a client is served as if it were alone.
pub fn assert_serves(socket: &Path) {
    let mut client = Client::simple(socket);
    for n in 0..20_u8 {
        let at = (1 << 20) + u64::from(n) * u64::from(BLOCK);
        client.write(at, &[n; BLOCK as usize]).unwrap();
        assert_eq!(client.read(at, BLOCK).unwrap(), [n; BLOCK as usize]);
    }
}
