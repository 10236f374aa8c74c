//! Every engine, one file each, and the one list of them.

mod call;
pub mod emulated;
pub mod io_uring;
pub mod libaio;
pub mod nbd;
pub mod null;
pub mod psync;

/// An engine as users see it.
#[derive(Debug)]
pub struct EngineKind {
    /// Its name on the command line and in records.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// Whether it can work on this machine, and why not.
    pub available: fn() -> Result<(), String>,
    /// Most slots a worker can have.
    pub max_slots: u32,
}

/// Every engine, in the order in which they are listed.
pub static ENGINES: &[EngineKind] = &[
    EngineKind {
        name: "io_uring",
        summary: "Linux io_uring: registered file and buffers, batched submission; the default for files and devices",
        available: io_uring::available,
        max_slots: io_uring::MAX_SLOTS,
    },
    EngineKind {
        name: "libaio",
        summary: "Linux AIO: asynchronous for direct I/O only; for comparison, and where io_uring is not allowed",
        available: libaio::available,
        max_slots: libaio::MAX_SLOTS,
    },
    EngineKind {
        name: "psync",
        summary: "pread and pwrite: in the worker at one slot, on a thread per slot above; works everywhere",
        available: || Ok(()),
        max_slots: psync::MAX_SLOTS,
    },
    EngineKind {
        name: "nbd",
        summary: "own pipelined NBD client over one or several connections (target nbd://… or nbd+unix://…)",
        available: || Ok(()),
        max_slots: 32_768,
    },
    EngineKind {
        name: "null",
        summary: "every operation succeeds at once; measures the generator itself (target null:)",
        available: || Ok(()),
        max_slots: 32_768,
    },
    EngineKind {
        name: "emulated",
        summary: "a described stack in process, on the real clock (target stack:FILE.toml)",
        available: || Ok(()),
        max_slots: 32_768,
    },
];

/// The engine called `name`.
pub fn find(name: &str) -> Option<&'static EngineKind> {
    ENGINES.iter().find(|engine| engine.name == name)
}
