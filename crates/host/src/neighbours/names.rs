//! Which processes are load generators, by their names.

use std::fs;
use std::path::Path;

use super::snapshot::{Process, printable, read_small};
use crate::root::SysRoot;

/// Programs that make load on storage for its own sake. The kernel cuts a name after 15 bytes.
const GENERATORS: &[&str] = &[
    "bonnie",
    "bonnie++",
    "dbench",
    "diskspd",
    "elbencho",
    "filebench",
    "fio",
    "fs_mark",
    "ior",
    "iometer",
    "dynamo",
    "ioping",
    "iozone",
    "mdtest",
    "ndisk",
    "ndisk64",
    "postmark",
    "smallfile",
    "stress",
    "stress-ng",
    "sysbench",
    "tiotest",
    "vdbench",
];

/// Servers of block storage: where the target is an export, such a one on this machine is the target.
const SERVERS: &[&str] = &["nbd-server", "nbdkit", "qemu-nbd", "qemu-storage-da", "tcmu-runner", "tgtd"];

/// Interpreters, whose own name does not describe their program.
const INTERPRETERS: &[&str] = &["java", "python"];

/// How the names of Ray's workers begin: they run what generates as one of several hosts.
const RAY_WORKER: &str = "ray::";

/// Prefix of the names of Plimsoll's worker threads: they live as long as it has a target open
/// (`crates/run/src/real.rs`).
const WORKER_THREAD: &[u8] = b"plimsoll-";

/// Bytes of a name that the kernel keeps (`TASK_COMM_LEN` without its end).
const KERNEL_NAME_BYTES: usize = 15;

/// Bytes of a command line that are looked at.
const COMMAND_LINE_BYTES: usize = 4096;

/// Threads of a process that are looked at.
const MAX_THREADS: usize = 512;

/// The role of a process in a measurement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A Plimsoll that has a target open: its name with the verb.
    Plimsoll(String),
    /// A Plimsoll that generates as one of several hosts.
    Host,
    /// Another generator, by its name.
    Generator(String),
    /// A server of block storage.
    Server,
    /// Anything else.
    Other,
}

/// The role of a process, by its name, its command line and the names of its threads.
pub(super) fn role_of(root: &SysRoot, pid: u32, process: &Process) -> Role {
    let name = process.name.as_str();
    if name.starts_with(RAY_WORKER) {
        return if has_workers(root, pid) { Role::Host } else { Role::Other };
    }
    let generator = GENERATORS.iter().find(|known| is_called(name, known));
    let interpreted = INTERPRETERS.iter().any(|known| name.starts_with(known));
    if generator.is_none() && !interpreted && !name.starts_with("plimsoll") {
        return if SERVERS.contains(&name) { Role::Server } else { Role::Other };
    }
    let words = command_line(&root.proc.join(pid.to_string()));
    if (is_plimsoll(&words) || words.is_empty() || generator.is_some()) && has_workers(root, pid) {
        return Role::Plimsoll(format!("plimsoll {}", verb(&words).unwrap_or_default()).trim_end().to_owned());
    }
    if is_plimsoll(&words) {
        return if verb(&words).as_deref() == Some("serve") { Role::Server } else { Role::Other };
    }
    if let Some(known) = generator {
        return Role::Generator((*known).to_owned());
    }
    let vdbench = name == "java" && words.iter().any(|word| word.to_ascii_lowercase().contains("vdbench"));
    if vdbench { Role::Generator("vdbench".to_owned()) } else { Role::Other }
}

/// `stress-ng` names its workers after what they do: `stress-ng-hdd`.
fn is_called(name: &str, known: &str) -> bool {
    name == known || name.strip_prefix(known).is_some_and(|rest| rest.starts_with('-') && known == "stress-ng")
}

fn command_line(directory: &Path) -> Vec<String> {
    let mut buffer = vec![0; COMMAND_LINE_BYTES];
    let text = read_small(&directory.join("cmdline"), &mut buffer).unwrap_or_default();
    text.split(|byte| *byte == 0).filter(|word| !word.is_empty()).map(printable).collect()
}

/// The name of a process as a person knows it: the kernel keeps 15 bytes, the first word of the command line has the rest.
/// Some programs write all that they were called with into that word: what follows a space stays out, too.
pub(super) fn full_name(root: &SysRoot, pid: u32, name: &str) -> String {
    let program = || command_line(&root.proc.join(pid.to_string())).into_iter().next();
    let cut = (name.len() == KERNEL_NAME_BYTES).then(program).flatten();
    let full = cut.as_deref().and_then(|word| word.split_whitespace().next()).map(base_name);
    full.filter(|full| full.starts_with(name)).unwrap_or(name).to_owned()
}

fn base_name(word: &str) -> &str {
    word.rsplit('/').next().unwrap_or(word)
}

/// The word of a command line that is Plimsoll: its script, its module, or the module by which one Plimsoll starts another.
fn place_of_plimsoll(words: &[String]) -> Option<usize> {
    words.iter().position(|word| matches!(base_name(word), "plimsoll" | "plimsoll.__main__"))
}

fn is_plimsoll(words: &[String]) -> bool {
    place_of_plimsoll(words).is_some() || words.iter().any(|word| word.starts_with("plimsoll."))
}

/// The activity of a process: its verb, or the generator in whose name it runs (a link to it named `fio` runs fio's job
/// files). The rest of its command line stays out: it may hold secrets.
fn verb(words: &[String]) -> Option<String> {
    let plain =
        |word: &&str| word.len() <= 16 && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    let behind = place_of_plimsoll(words).and_then(|at| words.get(at + 1)).map(String::as_str);
    let link = words.iter().take(2).map(|word| base_name(word)).find(|word| GENERATORS.contains(word));
    behind.or(link).filter(plain).map(str::to_owned)
}

fn has_workers(root: &SysRoot, pid: u32) -> bool {
    let tasks = fs::read_dir(root.proc.join(format!("{pid}/task"))).into_iter().flatten().flatten();
    let mut buffer = [0; 64];
    tasks.take(MAX_THREADS).any(|task| {
        let name = read_small(&task.path().join("comm"), &mut buffer).unwrap_or_default();
        name.strip_prefix(WORKER_THREAD).and_then(<[u8]>::first).is_some_and(u8::is_ascii_digit)
    })
}
