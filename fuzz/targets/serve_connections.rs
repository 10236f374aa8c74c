//! A whole server beneath several clients at once, over real sockets: each says whatever it likes, in turns, and hangs up or
//! not. Afterwards a client that has been there all the time is answered, with the bytes of its own volume.
//!
//! The bytes of the input are orders: which client, and raw bytes, an option or a request with fields drawn from the next
//! bytes. So the fuzzer comes past the handshake, and clients meet in the event loop, the queue and the answers.
#![no_main]

use std::io::{Read as _, Write as _};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use plimsoll_serve::{ServeRequest, Server};

const STACK: &str = r#"
[device.flash]
servers = 1024
service = "1ns"
[volume.free]
size = "1m"
path = ["flash"]
[volume.kept]
size = "1m"
path = ["flash"]
"#;
const CLIENTS: usize = 3;
/// Bytes of answers that a client takes before it hangs up.
const TAKES: usize = 1 << 16;

struct Running {
    socket: PathBuf,
    /// Who behaves, on the volume that the others never name, and its next cookie.
    kept: Mutex<(UnixStream, u64)>,
    _server: Arc<Server>,
}

fn running() -> &'static Running {
    static RUNNING: OnceLock<Running> = OnceLock::new();
    RUNNING.get_or_init(|| {
        let socket = std::env::temp_dir().join(format!("plimsoll-fuzz-{}", std::process::id()));
        let request = ServeRequest {
            stack_toml: STACK.into(),
            stack_name: "fuzz.toml".into(),
            unix: vec![socket.display().to_string()],
            ..ServeRequest::default()
        };
        let server = Arc::new(Server::open(&request).expect("served"));
        let serving = Arc::clone(&server);
        std::thread::spawn(move || serving.run());
        let mut kept = connect(&socket);
        agree(&mut kept, "kept");
        Running { socket, kept: Mutex::new((kept, 0)), _server: server }
    })
}

fn connect(socket: &std::path::Path) -> UnixStream {
    let stream = UnixStream::connect(socket).expect("the server is there");
    stream.set_read_timeout(Some(Duration::from_secs(10))).expect("a limit");
    stream.set_write_timeout(Some(Duration::from_secs(10))).expect("a limit");
    stream
}

fn option(number: u32, data: &[u8]) -> Vec<u8> {
    [&0x4948_4156_454f_5054_u64.to_be_bytes()[..], &number.to_be_bytes(), &(data.len() as u32).to_be_bytes(), data].concat()
}

fn go(name: &str) -> Vec<u8> {
    option(7, &[&(name.len() as u32).to_be_bytes()[..], name.as_bytes(), &[0, 0]].concat())
}

fn request(command: u16, flags: u16, cookie: u64, offset: u64, len: u32) -> Vec<u8> {
    let mut bytes = 0x2560_9513_u32.to_be_bytes().to_vec();
    bytes.extend([flags.to_be_bytes(), command.to_be_bytes()].concat());
    bytes.extend([cookie.to_be_bytes(), offset.to_be_bytes()].concat());
    bytes.extend(len.to_be_bytes());
    bytes
}

/// An honest handshake to its end.
fn agree(stream: &mut UnixStream, name: &str) {
    let mut greeting = [0; 18];
    stream.read_exact(&mut greeting).expect("greeted");
    stream.write_all(&[&3_u32.to_be_bytes()[..], &go(name)].concat()).expect("taken");
    loop {
        let mut head = [0; 20];
        stream.read_exact(&mut head).expect("answered");
        let mut data = vec![0; u32::from_be_bytes(head[16..].try_into().expect("four")) as usize];
        stream.read_exact(&mut data).expect("answered");
        if head[12..16] == [0, 0, 0, 1] {
            return;
        }
    }
}

/// The message that the next bytes describe; `None` at their end.
fn next_message(input: &mut &[u8], cookie: u64) -> Option<Vec<u8>> {
    let (&[kind, a, b, c], rest) = input.split_first_chunk()?;
    *input = rest;
    let many = u32::from(c) << (b % 24);
    Some(match kind % 6 {
        0 => {
            let (raw, rest) = input.split_at(usize::from(a).min(input.len()));
            *input = rest;
            raw.to_vec()
        }
        1 => option(u32::from(a % 13), &vec![b; usize::from(c)]),
        2 => option(10, &[&[0, 0, 0, 4][..], b"free", &[0, 0, 0, 1, 0, 0, 0, 15], b"base:allocation"].concat()),
        3 => go("free"),
        // Mostly good ones: a request whose place and length fit, with its payload.
        4 => {
            let (command, len) = (u16::from(a % 8), 512 * (1 + u32::from(c % 8)));
            let payload = if command == 1 { vec![b; len as usize] } else { Vec::new() };
            [request(command, 0, cookie, 512 * u64::from(b), len), payload].concat()
        }
        _ => request(u16::from(a % 10), u16::from(a >> 4), cookie, u64::from(c) << (b % 64), many),
    })
}

fuzz_target!(|data: &[u8]| {
    let Some((&how, mut input)) = data.split_first() else { return };
    let running = running();
    let mut clients: Vec<Option<UnixStream>> = (0..CLIENTS).map(|_| Some(connect(&running.socket))).collect();
    for (n, client) in clients.iter_mut().flatten().enumerate() {
        if how >> n & 1 == 0 {
            agree(client, "free");
        }
    }
    let mut cookie = 0;
    while let Some((&to, rest)) = input.split_first() {
        input = rest;
        cookie += 1;
        let Some(bytes) = next_message(&mut input, cookie) else { break };
        let place = &mut clients[usize::from(to) % CLIENTS];
        // Whoever is hung up on, or hangs up, is gone; a server that waits for us to read may let us wait a little.
        let left = place.as_mut().is_none_or(|client| client.write_all(&bytes).is_err());
        if left || to & 0x80 != 0 && to & 0x40 != 0 {
            *place = None;
        }
    }
    for client in clients.iter_mut().flatten() {
        let _ = client.shutdown(std::net::Shutdown::Write);
        let mut taken = Vec::new();
        let _ = client.take(TAKES as u64).read_to_end(&mut taken);
    }
    drop(clients);
    // Who behaves: writes, reads back, and finds its own bytes.
    let mut kept = running.kept.lock().expect("nobody panicked with it");
    let (stream, cookie) = &mut *kept;
    *cookie += 2;
    let block = [*cookie as u8; 512];
    stream.write_all(&[&request(1, 0, *cookie, 0, 512)[..], &block, &request(0, 0, *cookie + 1, 0, 512)].concat()).expect("taken");
    let mut answers = [0; 16 + 16 + 512];
    stream.read_exact(&mut answers).expect("who behaves is answered");
    assert_eq!(answers[4..8], [0; 4], "the write was refused");
    assert_eq!(answers[8..16], cookie.to_be_bytes(), "an answer to another request");
    assert_eq!(answers[32..], block, "not the bytes that were written");
});
