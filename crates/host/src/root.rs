//! Where the machine's own descriptions of itself are found: `/proc`, `/sys` and `/dev`, or a captured tree.
//!
//! Every reader in this crate goes through a [`SysRoot`], so that a test can hand it a tree of another machine. Nothing
//! here interprets what it reads.
#![cfg_attr(
    not(feature = "measure"),
    allow(dead_code, unused_imports, reason = "nothing is read where nothing is measured")
)]

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The three trees that the kernel shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SysRoot {
    /// Normally `/proc`.
    pub proc: PathBuf,
    /// Normally `/sys`.
    pub sys: PathBuf,
    /// Normally `/dev`.
    pub dev: PathBuf,
    /// Whether these trees were captured on another machine: then no path outside them may be asked, since it would be a
    /// path of this one.
    pub captured: bool,
}

impl Default for SysRoot {
    fn default() -> Self {
        Self { proc: "/proc".into(), sys: "/sys".into(), dev: "/dev".into(), captured: false }
    }
}

impl SysRoot {
    /// The trees `proc`, `sys` and `dev` under one directory; files are this machine's.
    pub fn under(directory: &Path) -> Self {
        let at = |name: &str| directory.join(name);
        Self { proc: at("proc"), sys: at("sys"), dev: at("dev"), captured: false }
    }

    /// The trees `proc`, `sys` and `dev` under one directory, captured on another machine: its files are not here.
    pub fn capture_at(directory: &Path) -> Self {
        Self { captured: true, ..Self::under(directory) }
    }

    /// A path as the machine of this root would open it: what begins with `/dev/` lies in this root's `dev`.
    pub(crate) fn locate(&self, path: &str) -> PathBuf {
        match path.strip_prefix("/dev/") {
            Some(rest) => self.dev.join(rest),
            None => PathBuf::from(path),
        }
    }
}

/// A small text file without its trailing white space; `None` when it can't be read. A pipe in a foreign tree would
/// block for ever: only files are opened.
pub(crate) fn read_line(path: &Path) -> Option<String> {
    if !fs::metadata(path).ok()?.is_file() {
        return None;
    }
    fs::read_to_string(path).ok().map(|text| text.trim_end().to_owned())
}

/// A small text file that holds one number.
pub(crate) fn read_number<T: FromStr>(path: &Path) -> Option<T> {
    read_line(path)?.trim().parse().ok()
}

/// The names in a directory, sorted; empty when it can't be read.
pub(crate) fn names_in(directory: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(directory)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    names.sort();
    names
}

/// Major and minor number of a block device: its identity while the machine is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DeviceNumber {
    /// Which driver.
    pub major: u32,
    /// Which of its devices.
    pub minor: u32,
}

impl DeviceNumber {
    /// From the `dev_t` that `stat` gives.
    #[cfg(feature = "measure")]
    pub(crate) fn from_dev(dev: u64) -> Self {
        Self { major: rustix::fs::major(dev), minor: rustix::fs::minor(dev) }
    }
}

impl fmt::Display for DeviceNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.major, self.minor)
    }
}

/// The text is not `MAJOR:MINOR`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a device number: it is written MAJOR:MINOR, such as 8:0")]
pub struct NotADeviceNumber;

impl FromStr for DeviceNumber {
    type Err = NotADeviceNumber;

    fn from_str(text: &str) -> Result<Self, NotADeviceNumber> {
        let (major, minor) = text.trim().split_once(':').ok_or(NotADeviceNumber)?;
        Ok(Self {
            major: major.parse().map_err(|_| NotADeviceNumber)?,
            minor: minor.parse().map_err(|_| NotADeviceNumber)?,
        })
    }
}
