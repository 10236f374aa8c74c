//! Serves a stack file until its standard input ends, then prints what it has done:
//! `serve STACK.toml unix:PATH|HOST:PORT [memory|none|FILE] [SPIN]`
#![allow(clippy::print_stdout, missing_docs)]

use std::io::Read as _;

use plimsoll_serve::{ServeRequest, Server};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let stack_name = arguments.next().ok_or("usage: serve STACK.toml unix:PATH|HOST:PORT [memory|none|FILE] [SPIN]")?;
    let address = arguments.next().unwrap_or_else(|| "127.0.0.1:0".into());
    let mut request = ServeRequest {
        stack_toml: std::fs::read_to_string(&stack_name)?,
        stack_name,
        content: arguments.next(),
        spin: arguments.next(),
        ..ServeRequest::default()
    };
    match address.strip_prefix("unix:") {
        Some(path) => request.unix.push(path.into()),
        None => request.listen.push(address),
    }
    let server = Server::open(&request)?;
    server.uris().iter().for_each(|uri| println!("{uri}"));
    std::thread::scope(|scope| {
        scope.spawn(|| server.run());
        let ended = std::io::stdin().read_to_end(&mut Vec::new());
        server.stop();
        ended
    })?;
    println!("{}", serde_json::to_string_pretty(&server.statistics())?);
    Ok(())
}
