//! The kind of an engine for users and Runs: [`EngineKind`] and its parts.

use crate::EngineOptions;

/// See [`EngineOptions::one_per_call`].
pub const ONE_PER_CALL: EngineOption =
    EngineOption { name: "one-per-call", takes: Takes::Nothing(|options| options.one_per_call = true) };

/// See [`EngineOptions::plain_pages`].
#[cfg(feature = "measure")]
pub(crate) const PLAIN_PAGES: EngineOption =
    EngineOption { name: "plain-pages", takes: Takes::Nothing(|options| options.plain_pages = true) };

/// Targets of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drives {
    /// Files and block devices.
    Files,
    /// An NBD export.
    Nbd,
    /// Nothing.
    Null,
    /// A described stack.
    Stack,
}

/// An option of an engine.
#[derive(Clone, Copy, Debug)]
pub struct EngineOption {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub takes: Takes,
}

/// The value of an option.
#[derive(Clone, Copy, Debug)]
pub enum Takes {
    /// Nothing: it is given or not.
    Nothing(fn(&mut EngineOptions)),
    /// A whole number between these two.
    Number(u32, u32, fn(&mut EngineOptions, u32)),
}

/// Closed loads for which an engine is the best one on a target that completes nothing without blocking. There io_uring
/// hands every operation to a thread of the kernel, and a call that does the I/O itself beats that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blocking {
    /// None.
    Never,
    /// One operation at a time.
    OneAtATime,
    /// Several at a time, past the page cache of a block device, which takes what it cannot do at once into a queue of its own.
    ManyOnDevices,
}

/// An engine's description for users, and its traits for a Run.
#[derive(Debug)]
pub struct EngineKind {
    /// Its name on the command line and in records.
    pub name: &'static str,
    /// A description in a line.
    pub summary: &'static str,
    /// Whether it can work on this machine, and why not.
    pub available: fn() -> Result<(), String>,
    /// Its targets. Of several engines the first in the list that works here is chosen.
    pub drives: Drives,
    /// Most slots a worker can have.
    pub max_slots: u32,
    /// Queue depth of a closed load that names none.
    pub default_queue_depth: u32,
    /// Whether it moves bytes, and needs memory for them.
    pub moves_bytes: bool,
    /// Whether one is made for a number of slots and serves no other.
    pub exact_slots: bool,
    /// Whether its requests go to the kernel's queue of the disk, where a full one makes a submit call wait.
    pub kernel_queue: bool,
    /// Replace it where it does not work, also when it was named by the user: the first that works and fits.
    pub stand_ins: &'static [&'static EngineKind],
    /// Whether it works through the page cache one operation at a time only: there it is taken when it is named.
    pub direct_only: bool,
    /// Where it is taken although another one is first in the list.
    pub blocking_targets: Blocking,
    /// Options for users.
    pub options: &'static [EngineOption],
}

/// Nothing at all: the target against which a workload is checked on every system, and the generator is measured.
pub static NULL: EngineKind = EngineKind {
    name: "null",
    summary: "every operation succeeds at once; measures the generator itself (target null:)",
    available: || Ok(()),
    drives: Drives::Null,
    max_slots: 32_768,
    default_queue_depth: 32,
    moves_bytes: false,
    exact_slots: false,
    kernel_queue: false,
    stand_ins: &[],
    direct_only: false,
    blocking_targets: Blocking::Never,
    options: &[],
};

/// A described stack; on the virtual clock it is driven by the simulator, on every system.
pub static EMULATED: EngineKind = EngineKind {
    name: "emulated",
    summary: "a described stack in process, on the real clock (target stack:FILE.toml)",
    available: || Ok(()),
    drives: Drives::Stack,
    max_slots: 32_768,
    default_queue_depth: 32,
    moves_bytes: false,
    exact_slots: false,
    kernel_queue: false,
    stand_ins: &[],
    direct_only: false,
    blocking_targets: Blocking::Never,
    options: &[],
};
