//! Every engine: one file each, with its [`EngineKind`], and the one list of them.
//!
//! What a Run must know of an engine stands in its kind. Nothing asks for one by name; who has to build one matches on its
//! [`EngineId`] without a default arm, so that the compiler names whoever forgot a new one.

mod call;
pub mod emulated;
pub mod io_uring;
mod kind;
pub mod libaio;
pub mod nbd;
pub mod null;
pub mod psync;

pub use kind::{Drives, EngineId, EngineKind, EngineOption, ONE_PER_CALL, PLAIN_PAGES, Takes};

/// Every engine, in the order in which they are listed.
pub static ENGINES: &[&EngineKind] =
    &[&io_uring::KIND, &libaio::KIND, &psync::KIND, &nbd::KIND, &null::KIND, &emulated::KIND];

/// The engine called `name`.
pub fn find(name: &str) -> Option<&'static EngineKind> {
    ENGINES.iter().find(|engine| engine.name == name).copied()
}
