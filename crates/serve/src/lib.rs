//! A described stack behind NBD on the real clock: any client that speaks NBD drives it, with the model of the simulator.
//!
//! **One thread** owns the stack, the content and every connection. So a limit holds for the volume, whoever and however
//! many its clients are; there is no lock on the way of a request; and what is done for a thousand of them costs a
//! system call each way. Other threads only ask ([`Server::statistics`], [`Server::switch`], [`Server::stop`]).
//!
//! **Time.** A request arrives when the thread has received it. From that instant on the model computes when it is over;
//! when the thread wakes has no influence, so that lateness never adds up. The answer leaves at that instant or a little
//! later, and how much later is kept in a histogram: an emulator that does not keep up says so.
//!
//! **A turn** of the loop ([`event_loop`]): receive what has come and submit it, let the stack advance to the present,
//! carry out what has finished, send all answers of a connection with one call, wait for the next instant or the next
//! byte. Waits are in nanoseconds (`epoll_pwait2`, timer slack of 1 ns); the last of them may be spun.
//!
//! **Clients are not trusted.** What a client can make us hold is bounded: requests per connection, payload per connection
//! and for all of them, bytes of the handshake and its time. A reply is a few words until the socket takes it: its data
//! is read from the content then, so a slow reader costs nothing and stalls only itself. Operations of a client that went
//! away end as they would have; those that do not (an outage that hangs) give their place and their payload back after a
//! minute, or as soon as somebody needs either, and from then on have no effect.
//!
//! ```text
//!  bytes ─▶ handshake ─▶ transmission ─▶ model ─▶ content ─▶ outbox ─▶ bytes
//!          (sans-I/O)     (sans-I/O)    (storage)
//! ```
//!
//! With a folder named, the volumes are also files there (FUSE), each one more client of the same loop.
//!
//! Not done: TLS (end it in front of us), extended headers (64-bit lengths), commands CACHE and RESIZE. A FUA write costs
//! the model a write, no flush behind it. Content in a file is read and written by the same thread, through the page
//! cache: a disk that makes it wait makes every client wait, and the lateness shows it.

mod client;
mod content;
mod error;
mod event_loop;
mod flights;
mod fuse;
pub mod handshake;
mod listen;
mod mailbox;
mod model;
mod outbox;
mod request;
mod server;
mod statistics;
pub mod transmission;

pub use content::ContentKind;
pub use error::{ServeError, ServeErrorKind};
pub use listen::UnixSocket;
pub use mailbox::Settings;
pub use request::ServeRequest;
pub use server::Server;
pub use statistics::Statistics;
