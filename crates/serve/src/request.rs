//! What was typed, as a document: every value still text or absent. Resolved exactly once, here.

use std::path::PathBuf;

use plimsoll_base::{Bytes, Nanos};
use plimsoll_host::{AvailableMemory, SysRoot};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::content::ContentKind;
use crate::error::ServeError;

/// Opens a server: a stack, where its clients come in, and what holds the content.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ServeRequest {
    /// Text of the stack file.
    pub stack_toml: String,
    /// Its name, for errors.
    pub stack_name: String,
    /// Parameters in the place of those in the file, each as `NAME.KEY=VALUE`.
    pub stack_parameters: Vec<String>,
    /// `host:port` to listen on; port 0 is one that is free.
    pub listen: Vec<String>,
    /// Paths of unix sockets to listen on.
    pub unix: Vec<String>,
    /// An empty folder in which the volumes are offered as files too (FUSE).
    pub fuse: Option<String>,
    /// `memory`, `none` (what is read is zero), or a path: the file of the only volume, or a folder with one for each.
    /// Default memory.
    pub content: Option<String>,
    /// Bytes that content in memory may hold over all volumes, such as `1g`. Default: half of what is available.
    pub memory: Option<String>,
    /// With content in a file: a flush waits for the disk. Default false.
    pub durable: bool,
    /// The values of `--i-will-lose-the-data-on`.
    pub confirmations: Vec<String>,
    /// Seed of the stack. Default 1.
    pub seed: Option<u64>,
    /// Most clients at once. Default 1024, or what the limit of open files leaves.
    pub connections_max: Option<u32>,
    /// The last part of a wait is spun, not slept, for punctuality at the cost of processor time. Default 0s.
    pub spin: Option<String>,
    /// How long a client may take to agree on terms. Default 10s.
    pub handshake_limit: Option<String>,
    /// What a stop gives to operations that are in flight. Default 1s.
    pub stop_limit: Option<String>,
}

/// A request with every default filled in.
#[derive(Clone, Debug)]
pub(crate) struct ServeSpec {
    pub(crate) content: ContentKind,
    pub(crate) seed: u64,
    pub(crate) connections_max: u32,
    pub(crate) spin: Nanos,
    pub(crate) handshake_limit: Nanos,
    pub(crate) stop_limit: Nanos,
}

/// Longest spin that makes sense: a sleep is punctual to about a tenth of it.
const LONGEST_SPIN: Nanos = Nanos::from_millis(1);
/// Open files that the rest of the process may need.
const OTHER_FILES: u64 = 64;

impl ServeRequest {
    pub(crate) fn resolve(&self) -> Result<ServeSpec, ServeError> {
        if self.listen.is_empty() && self.unix.is_empty() && self.fuse.is_none() {
            return Err(ServeError::Usage(
                "nowhere to listen: name --listen host:port (127.0.0.1:10809 is the usual one) or --unix PATH".into(),
            ));
        }
        let time = |what: &str, text: &Option<String>, default: Nanos| match text {
            None => Ok(default),
            Some(text) => text.parse::<Nanos>().map_err(|e| ServeError::Usage(format!("{what}: {e}"))),
        };
        let spin = time("spin", &self.spin, Nanos::ZERO)?;
        if spin > LONGEST_SPIN {
            return Err(ServeError::Usage(format!("spin: {spin} would only burn a processor; write up to 1ms")));
        }
        let usual = self.content.as_deref().unwrap_or("memory");
        if usual != "memory" && self.memory.is_some() {
            return Err(ServeError::Usage("memory: has no effect without --content memory; leave it out".into()));
        }
        if self.durable && matches!(usual, "memory" | "none") {
            return Err(ServeError::Usage("durable: has no effect without content in a file; leave it out".into()));
        }
        let content = match usual {
            "" => return Err(ServeError::Usage("content: is empty; write memory, none or a path".into())),
            "none" => ContentKind::None,
            "memory" => ContentKind::Memory { most_bytes: self.most_bytes()? },
            path => ContentKind::File {
                path: PathBuf::from(path),
                durable: self.durable,
                // The confirmation of this path; another one goes to the guard, whose refusal names the difference.
                confirmed: self.confirmations.iter().find(|c| *c == path).or(self.confirmations.first()).cloned(),
            },
        };
        let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current.unwrap_or(1 << 20);
        let room = files.saturating_sub(OTHER_FILES).clamp(1, 1 << 20) as u32;
        let connections_max = match self.connections_max {
            None => room.min(1024),
            Some(0) => return Err(ServeError::Usage("connections_max: 0 lets nobody in; write 1 or more".into())),
            Some(n) if n > room => {
                let why = format!("connections_max: {n} is more than the limit of {files} open files leaves ({room})");
                return Err(ServeError::Usage(format!("{why}; raise it with ulimit -n, or write less")));
            }
            Some(n) => n,
        };
        Ok(ServeSpec {
            content,
            seed: self.seed.unwrap_or(1),
            connections_max,
            spin,
            handshake_limit: time("handshake_limit", &self.handshake_limit, Nanos::from_secs(10))?,
            stop_limit: time("stop_limit", &self.stop_limit, Nanos::from_secs(1))?,
        })
    }

    fn most_bytes(&self) -> Result<u64, ServeError> {
        match &self.memory {
            Some(text) => text.parse::<Bytes>().map(|b| b.0).map_err(|e| ServeError::Usage(format!("memory: {e}"))),
            None => Ok(AvailableMemory::of_this_process(&SysRoot::default()).map_or(1 << 30, |left| left.bytes / 2)),
        }
    }
}
