//! The second witness: `blkid -p`, if it is installed. It has marks that Plimsoll lacks.
//!
//! It gets the open device as its standard input and examines `/dev/stdin`, so it reads the device that the guard
//! reads, wherever the name leads by now.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};

use super::signature::{Signature, Witness};

const PLACES: [&str; 3] = ["/usr/sbin/blkid", "/sbin/blkid", "/usr/bin/blkid"];

/// Signatures that `blkid` finds on the open device; empty when it finds none or isn't there.
pub(super) fn ask(device: &File) -> Vec<Signature> {
    let Some(program) = PLACES.iter().find(|place| Path::new(place).exists()) else { return Vec::new() };
    let Ok(input) = device.try_clone() else { return Vec::new() };
    let output = Command::new(program)
        .args(["-p", "-o", "export", "/dev/stdin"])
        .env_clear()
        .stdin(Stdio::from(input))
        .stderr(Stdio::null())
        .output();
    let Ok(output) = output else { return Vec::new() };
    // blkid(8): 8 = ambivalent, several marks contradict each other.
    if output.status.code() == Some(8) {
        return vec![blkid_signature("several contradicting signatures")];
    }
    parse(&String::from_utf8_lossy(&output.stdout))
}

/// `TYPE` and `PTTYPE` of its export format.
fn parse(text: &str) -> Vec<Signature> {
    text.lines()
        .filter_map(|line| line.strip_prefix("TYPE=").or_else(|| line.strip_prefix("PTTYPE=")))
        .filter(|name| !name.is_empty())
        .map(blkid_signature)
        .collect()
}

fn blkid_signature(name: &str) -> Signature {
    Signature { name: name.to_owned(), offset: None, witness: Witness::Blkid }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_system_and_partition_table_are_both_seen() {
        let names: Vec<String> =
            parse("DEVNAME=/dev/stdin\nUUID=1\nTYPE=ext4\nPTTYPE=dos\nPART_ENTRY_TYPE=0x83\nTYPE=\n")
                .into_iter()
                .map(|signature| signature.name)
                .collect();
        assert_eq!(names, ["ext4", "dos"]);
    }
}
