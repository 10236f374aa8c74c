//! Mounts and swap: `/proc/self/mountinfo` and `/proc/swaps`, parsed.
//!
//! Format of mountinfo: proc_pid_mountinfo(5). Names are escaped by the kernel (`\040` is a space). A line that doesn't
//! fit the format is left out: a guard must therefore never take "no mount found" as its only evidence.

use std::path::Path;

use crate::root::DeviceNumber;

/// One line of mountinfo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mount {
    /// Number of the mount, as `statx` gives it.
    pub id: u64,
    /// Device of the file system; major 0 when it's anonymous (btrfs, overlay, tmpfs, nfs).
    pub device: DeviceNumber,
    /// The mounted part of its file system: `/`, or the directory of a bind mount.
    pub root: String,
    /// Where it is mounted.
    pub mount_point: String,
    /// Options of the mount and of the file system, in that order, each once.
    pub options: Vec<String>,
    /// Type of the file system.
    pub type_name: String,
    /// The source by the file system's own words: mostly a device's path.
    pub source: String,
}

/// All mounts in the text of mountinfo; lines that don't fit are left out.
pub fn parse_mountinfo(text: &str) -> Vec<Mount> {
    text.lines().filter_map(parse_mount).collect()
}

fn parse_mount(line: &str) -> Option<Mount> {
    let mut fields = line.split(' ');
    let id = fields.next()?.parse().ok()?;
    let device = fields.nth(1)?.parse().ok()?;
    let root = unescape(fields.next()?);
    let mount_point = unescape(fields.next()?);
    let mount_options = fields.next()?;
    // Zero or more optional fields, then a lone hyphen.
    fields.by_ref().find(|field| *field == "-")?;
    let type_name = fields.next()?.to_owned();
    let source = unescape(fields.next()?);
    let super_options = fields.next().unwrap_or("");
    let mut options: Vec<String> = Vec::new();
    for option in mount_options.split(',').chain(super_options.split(',')) {
        let option = unescape(option);
        if !option.is_empty() && !options.contains(&option) {
            options.push(option);
        }
    }
    Some(Mount { id, device, root, mount_point, options, type_name, source })
}

/// Undoes the kernel's octal escapes (`\040`, `\011`, `\012`, `\134`, …).
fn unescape(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let code = (byte == b'\\').then(|| bytes.get(at + 1..at + 4)).flatten().and_then(octal);
        out.push(code.unwrap_or(byte));
        at += if code.is_some() { 4 } else { 1 };
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn octal(digits: &[u8]) -> Option<u8> {
    digits.iter().try_fold(0u8, |value, digit| match digit {
        b'0'..=b'7' => value.checked_mul(8)?.checked_add(digit - b'0'),
        _ => None,
    })
}

/// The mount that holds `path`: the one with `mount_id` if that is known and listed, else the one with the longest
/// mount point above the path; of several at one place the last, which hides the others.
pub(crate) fn mount_of<'a>(mounts: &'a [Mount], mount_id: Option<u64>, path: &Path) -> Option<&'a Mount> {
    if let Some(found) = mount_id.and_then(|id| mounts.iter().find(|mount| mount.id == id)) {
        return Some(found);
    }
    mounts.iter().filter(|mount| path.starts_with(&mount.mount_point)).max_by_key(|mount| mount.mount_point.len())
}

/// One line of `/proc/swaps`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swap {
    /// The device or file.
    pub path: String,
    /// `partition` (any block device) or `file`.
    pub type_name: String,
}

/// All swaps in the text of `/proc/swaps`; its heading and lines that don't fit are left out.
pub fn parse_swaps(text: &str) -> Vec<Swap> {
    text.lines()
        .skip(1)
        .filter_map(|line| {
            let mut fields = line.split_whitespace();
            let path = unescape(fields.next()?);
            let type_name = fields.next()?.to_owned();
            Some(Swap { path, type_name })
        })
        .collect()
}
