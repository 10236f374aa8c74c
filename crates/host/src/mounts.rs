//! Mounts and swap: `/proc/self/mountinfo` and `/proc/swaps`, parsed.
//!
//! Format of mountinfo: proc_pid_mountinfo(5). Names are escaped by the kernel (`\040` is a space). A line that doesn't
//! fit the format is left out: a guard must therefore never take "no mount found" as its only evidence.

use std::path::{Path, PathBuf};

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

impl Mount {
    /// The layers of an overlay, the upper one first (Documentation/filesystems/overlayfs.rst); none of another file
    /// system. A colon or backslash in a path is escaped by a backslash; data-only layers stand behind two colons.
    pub(crate) fn layers(&self) -> Vec<PathBuf> {
        let value =
            |option: &'_ str, keys: &[&str]| keys.iter().find_map(|key| option.strip_prefix(key).map(str::to_owned));
        let mut layers = Vec::new();
        if self.type_name != "overlay" {
            return layers;
        }
        for option in &self.options {
            if let Some(upper) = value(option, &["upperdir="]) {
                layers.insert(0, PathBuf::from(split_at(&upper, None).concat()));
            } else if let Some(one) = value(option, &["lowerdir+=", "datadir+="]) {
                layers.push(PathBuf::from(split_at(&one, None).concat()));
            } else if let Some(all) = value(option, &["lowerdir="]) {
                let named = split_at(&all, Some(':')).into_iter().filter(|layer| !layer.is_empty());
                layers.extend(named.map(PathBuf::from));
            }
        }
        layers
    }

    /// Where the layers of an overlay hold the file that is seen at `path`, or would; layers whose path is relative, and
    /// those of a mount that `path` does not lie in, are left out.
    pub(crate) fn in_layers(&self, path: &Path) -> Vec<PathBuf> {
        let Ok(in_mount) = path.strip_prefix(&self.mount_point) else { return Vec::new() };
        // A bind mount shows a part of the overlay.
        let in_layer = Path::new(self.root.trim_start_matches('/')).join(in_mount);
        self.layers().into_iter().filter(|layer| layer.is_absolute()).map(|layer| layer.join(&in_layer)).collect()
    }
}

/// Splits where an unescaped separator stands, and undoes the escapes of an overlay's options.
fn split_at(text: &str, separator: Option<char>) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        let part = parts.last_mut().expect("begun with one");
        match character {
            '\\' => part.extend(characters.next()),
            _ if Some(character) == separator => parts.push(String::new()),
            _ => part.push(character),
        }
    }
    parts
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_of_an_overlay_are_read_with_their_escapes() {
        let line = r"40 1 0:44 / /m rw - overlay overlay rw,lowerdir=/a\134:b:/c\040d::/data,upperdir=/up,workdir=/w";
        let mounts = parse_mountinfo(line);
        assert_eq!(mounts[0].layers(), ["/up", "/a:b", "/c d", "/data"].map(PathBuf::from));
        let line = r"40 1 0:44 / /m rw - overlay overlay rw,lowerdir+=/a:b,lowerdir+=/c";
        assert_eq!(parse_mountinfo(line)[0].layers(), ["/a:b", "/c"].map(PathBuf::from));
    }

    #[test]
    fn a_file_is_looked_for_in_the_layers_below_the_part_that_a_bind_mount_shows() {
        let line = "40 1 0:44 /part /m rw - overlay overlay rw,lowerdir=/low:relative,upperdir=/up,workdir=/w";
        let mounts = parse_mountinfo(line);
        assert_eq!(mounts[0].in_layers(Path::new("/m/a/b")), ["/up/part/a/b", "/low/part/a/b"].map(PathBuf::from));
        assert!(mounts[0].in_layers(Path::new("/elsewhere/b")).is_empty());
    }
}
