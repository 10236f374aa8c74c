//! The lasting identity of a target: it is recognised under another name, after a restart, at the next Run of a
//! campaign.
//!
//! A confirmation is not for a name: `/dev/sdb` is another disk after the next restart, `/dev/loop0` another file after
//! the next `losetup`. A disk is identified by its worldwide name or serial number; a volume by its manager's
//! identifier; a partition by its disk and where it begins; a loop device by the file behind it; a file by its inode,
//! the time of its birth and its file system. Where none of these exists (a virtual disk without a serial number), the
//! kernel's own count of attached disks identifies it until the machine restarts. After that it counts as another one.
//!
//! Of its contents only the signatures enter. A new one belongs to another user, and was not confirmed to be lost. One
//! that is gone was overwritten, as was allowed. The guard examines all of the contents each time.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::Path;

use rustix::fs::{AtFlags, FileType, StatxFlags, fstat, fstatvfs, statx};

use super::contents::signatures_of;
use super::refusal::GuardError;
use super::reopen::handle_of;
use super::signature::{Signature, list_signatures};
use crate::device::SysDevice;
use crate::identity::{DeviceIdentity, FileIdentity, TargetIdentity};
use crate::root::{DeviceNumber, SysRoot, read_line, read_number};
use crate::sys;

/// Devices stand on devices; the bound guards against a damaged tree.
const DEEPEST: usize = 16;

impl TargetIdentity {
    /// Identity of the target that a path leads to.
    pub fn of_path(path: &Path) -> Result<Self, GuardError> {
        let (handle, name) = handle_of(path)?;
        let found = Self::of(&SysRoot::default(), handle.as_fd());
        let found = found.map_err(|error| GuardError::io(&name, "identify", error))?;
        Ok(found.holding(signatures_of(handle.as_fd()).as_deref()))
    }

    /// With what was found on it; none where it could not be read.
    pub(super) fn holding(mut self, found: Option<&[Signature]>) -> Self {
        let names = found.map(|found| {
            // Signatures that random data has by chance would make another target of each Run that wrote it.
            let certain = found.iter().filter(|signature| signature.is_certain());
            certain.map(|signature| signature.name.clone()).collect::<BTreeSet<_>>().into_iter().collect()
        });
        *self.signatures_mut() = names;
        self
    }

    fn signatures(&self) -> Option<&[String]> {
        match self {
            Self::File(file) => file.signatures.as_deref(),
            Self::BlockDevice(device) => device.signatures.as_deref(),
        }
    }

    fn signatures_mut(&mut self) -> &mut Option<Vec<String>> {
        match self {
            Self::File(file) => &mut file.signatures,
            Self::BlockDevice(device) => &mut device.signatures,
        }
    }

    /// Identity of a descriptor's target (an `O_PATH` descriptor will do).
    pub(super) fn of(root: &SysRoot, descriptor: BorrowedFd<'_>) -> io::Result<Self> {
        let stat = fstat(descriptor)?;
        if FileType::from_raw_mode(stat.st_mode) == FileType::BlockDevice {
            let number = DeviceNumber::from_dev(stat.st_rdev);
            let unknown = || io::Error::new(io::ErrorKind::NotFound, format!("/sys knows no block device {number}"));
            let device = SysDevice::by_number(root, number).ok_or_else(unknown)?;
            return Ok(Self::BlockDevice(Box::new(DeviceIdentity::of(root, &device, 0))));
        }
        let mut file = FileIdentity::of(descriptor)?;
        file.size_bytes = u64::try_from(stat.st_size).ok();
        Ok(Self::File(file))
    }

    /// Why `now` isn't what this one was, the first reason that is found; none when it is the same.
    pub fn difference(&self, now: &Self) -> Option<String> {
        let difference = match (self, now) {
            (Self::File(was), Self::File(is)) => was.difference(is, ""),
            (Self::BlockDevice(was), Self::BlockDevice(is)) => was.difference(is),
            (Self::File(_), Self::BlockDevice(_)) => Some("it was a file and is a block device".into()),
            (Self::BlockDevice(_), Self::File(_)) => Some("it was a block device and is a file".into()),
        };
        difference.or_else(|| {
            let (was, is) = (self.signatures()?, now.signatures()?);
            let new: Vec<&str> = is.iter().filter(|name| !was.contains(name)).map(String::as_str).collect();
            (!new.is_empty())
                .then(|| format!("it now holds {}, which it did not when you confirmed it", list_signatures(&new)))
        })
    }
}

impl FileIdentity {
    fn of(descriptor: impl AsFd) -> io::Result<Self> {
        let wanted = StatxFlags::BASIC_STATS | StatxFlags::BTIME;
        let facts = statx(descriptor.as_fd(), c"", AtFlags::EMPTY_PATH, wanted)?;
        let has_birth = StatxFlags::from_bits_retain(facts.stx_mask).contains(StatxFlags::BTIME);
        let birth = facts.stx_btime;
        let born = birth.tv_sec.checked_mul(1_000_000_000).and_then(|ns| ns.checked_add(i64::from(birth.tv_nsec)));
        Ok(Self {
            inode: facts.stx_ino,
            born_ns: born.filter(|_| has_birth),
            file_system: fstatvfs(descriptor)
                .ok()
                .filter(|facts| facts.f_fsid != 0)
                .map(|facts| format!("{:016x}", facts.f_fsid)),
            size_bytes: None,
            signatures: None,
        })
    }

    fn difference(&self, now: &Self, of: &str) -> Option<String> {
        if self.size_bytes != now.size_bytes {
            return Some(format!("its size{of} {}", was_and_is(self.size_bytes.as_ref(), now.size_bytes.as_ref())));
        }
        let another = self.inode != now.inode || self.born_ns != now.born_ns || self.file_system != now.file_system;
        another.then(|| match of {
            "" => "another file has its name now".to_owned(),
            _ => "another file lies behind it now".to_owned(),
        })
    }
}

impl DeviceIdentity {
    fn of(root: &SysRoot, device: &SysDevice, depth: usize) -> Self {
        let line = |name: &str| read_line(&device.directory.join(name)).map(|text| text.trim().to_owned());
        let first_text = |names: &[&str]| names.iter().find_map(|name| line(name).filter(|text| !text.is_empty()));
        let mut lower: Vec<SysDevice> = device.parent_disk().into_iter().collect();
        let uuid = first_text(&["dm/uuid", "md/uuid"]);
        if uuid.is_none() {
            lower.extend(device.slaves(root));
        }
        let sectors = |name: &str| read_number::<u64>(&device.directory.join(name));
        let mut start_bytes =
            sectors("start").filter(|_| device.is_partition()).and_then(|start| start.checked_mul(512));
        let mut file = None;
        if let Some(path) = device.backing_file() {
            start_bytes = read_number(&device.directory.join("loop/offset"));
            match behind_loop(root, device, &path) {
                Some(Behind::Device(beneath)) => lower.push(beneath),
                Some(Behind::File(behind)) => file = Some(behind),
                None => {}
            }
        }
        let attached = first_text(&["diskseq"]).or_else(|| Some(format!("number {}", device.number)));
        Self {
            size_bytes: device.size_bytes(),
            wwn: first_text(&["wwid", "device/wwid"]).filter(|text| {
                // All zero stands for none.
                let value = text.split_once('.').map_or(text.as_str(), |(_, value)| value);
                value.bytes().any(|byte| byte != b'0' && byte != b'-')
            }),
            serial: first_text(&["serial", "device/serial", "device/cid"]).or_else(|| vpd_serial(device)),
            uuid,
            start_bytes,
            file,
            beneath: match depth {
                0..DEEPEST => lower.iter().map(|one| Self::of(root, one, depth + 1)).collect(),
                _ => Vec::new(),
            },
            boot: read_line(&root.proc.join("sys/kernel/random/boot_id")),
            attached: attached.filter(|_| !device.is_partition()),
            signatures: None,
        }
    }

    /// Whether more than the kernel's count identifies it.
    fn lasts(&self) -> bool {
        let own = self.wwn.is_some() || self.serial.is_some() || self.uuid.is_some() || self.file.is_some();
        own || (!self.beneath.is_empty() && self.beneath.iter().all(Self::lasts))
    }

    fn difference(&self, now: &Self) -> Option<String> {
        let texts = [
            ("worldwide name", &self.wwn, &now.wwn),
            ("serial number", &self.serial, &now.serial),
            ("volume identifier", &self.uuid, &now.uuid),
        ];
        for (what, was, is) in texts {
            if was != is {
                return Some(format!("its {what} {}", was_and_is(was.as_ref(), is.as_ref())));
            }
        }
        let difference = match (&self.file, &now.file) {
            (Some(was), Some(is)) => was.difference(is, " behind it"),
            (None, None) => None,
            _ => Some("what lies behind it is another kind of thing".into()),
        };
        if difference.is_some() {
            return difference;
        }
        if self.size_bytes != now.size_bytes {
            return Some(format!("its size {}", was_and_is(self.size_bytes.as_ref(), now.size_bytes.as_ref())));
        }
        if self.start_bytes != now.start_bytes {
            return Some(format!(
                "where it begins {}",
                was_and_is(self.start_bytes.as_ref(), now.start_bytes.as_ref())
            ));
        }
        if self.beneath.len() != now.beneath.len() {
            return Some("it stands on other devices".into());
        }
        let beneath = self.beneath.iter().zip(&now.beneath).find_map(|(was, is)| was.difference(is));
        if let Some(beneath) = beneath {
            return Some(format!("of what it stands on, {beneath}"));
        }
        // A partition has no count of its own; the count is its disk's.
        let counted = self.boot == now.boot && self.attached == now.attached;
        (!self.lasts() && !counted).then(|| {
            "it tells neither serial number nor worldwide name, and since then the machine was restarted or it was attached anew"
                .to_owned()
        })
    }
}

enum Behind {
    Device(SysDevice),
    File(FileIdentity),
}

/// The storage behind a loop device. The kernel's answer counts, and a path only while it leads there.
fn behind_loop(root: &SysRoot, device: &SysDevice, path: &str) -> Option<Behind> {
    let asked = File::open(root.dev.join(&device.name)).and_then(|node| sys::loop_backing(&node)).ok();
    if let Some(number) =
        asked.filter(|backing| backing.rdevice != 0).map(|backing| DeviceNumber::from_dev(backing.rdevice))
    {
        return SysDevice::by_number(root, number).map(Behind::Device);
    }
    if asked.is_none() {
        if let Some(lower) = SysDevice::by_path(root, path) {
            return Some(Behind::Device(lower));
        }
    }
    let found = fs::File::open(root.locate(path)).ok().and_then(|file| FileIdentity::of(&file).ok());
    match (asked, found) {
        (Some(backing), Some(found)) if backing.inode == found.inode => Some(Behind::File(found)),
        (Some(backing), _) => Some(Behind::File(FileIdentity {
            inode: backing.inode,
            born_ns: None,
            file_system: None,
            size_bytes: None,
            signatures: None,
        })),
        (None, found) => found.map(Behind::File),
    }
}

/// The unit serial number of a SCSI disk: page 0x80 of its vital product data (SPC-4, 7.8.18).
fn vpd_serial(device: &SysDevice) -> Option<String> {
    let page = fs::read(device.directory.join("device/vpd_pg80")).ok()?;
    let length = usize::from(*page.get(3)?);
    let text = String::from_utf8_lossy(page.get(4..4 + length)?).trim().to_owned();
    (!text.is_empty()).then_some(text)
}

fn was_and_is<T: ToString>(was: Option<&T>, is: Option<&T>) -> String {
    let text = |value: Option<&T>| value.map_or_else(|| "not told".to_owned(), ToString::to_string);
    format!("was {} and is {}", text(was), text(is))
}

#[cfg(test)]
mod tests {
    use super::super::signature::Witness;
    use super::*;

    fn disk() -> DeviceIdentity {
        DeviceIdentity {
            size_bytes: Some(1 << 30),
            wwn: Some("naa.5000".into()),
            serial: Some("S1".into()),
            uuid: None,
            start_bytes: None,
            file: None,
            beneath: Vec::new(),
            boot: Some("one".into()),
            attached: Some("7".into()),
            signatures: None,
        }
    }

    fn difference(was: &DeviceIdentity, is: DeviceIdentity) -> Option<String> {
        let of = |device: &DeviceIdentity| TargetIdentity::BlockDevice(Box::new(device.clone()));
        of(was).difference(&of(&is))
    }

    #[test]
    fn a_disk_with_a_serial_number_is_the_same_after_a_restart_and_another_one_is_not() {
        let was = disk();
        let restarted = DeviceIdentity { boot: Some("two".into()), attached: Some("3".into()), ..disk() };
        assert_eq!(difference(&was, restarted), None);
        let changes: [fn(&mut DeviceIdentity); 5] = [
            |is| is.serial = Some("S2".into()),
            |is| is.serial = None,
            |is| is.wwn = Some("naa.5001".into()),
            |is| is.size_bytes = Some(1 << 31),
            |is| is.start_bytes = Some(4096),
        ];
        for change in changes {
            let mut is = disk();
            change(&mut is);
            assert!(difference(&was, is.clone()).is_some(), "{is:?}");
        }
    }

    #[test]
    fn what_tells_nothing_is_the_same_until_the_restart_or_the_next_attachment() {
        let mut was = disk();
        (was.wwn, was.serial) = (None, None);
        assert_eq!(difference(&was, was.clone()), None);
        assert!(difference(&was, DeviceIdentity { attached: Some("8".into()), ..was.clone() }).is_some());
        assert!(difference(&was, DeviceIdentity { boot: Some("two".into()), ..was.clone() }).is_some());
    }

    #[test]
    fn a_partition_is_told_by_its_disk_and_its_place() {
        let on = |beneath: DeviceIdentity| DeviceIdentity {
            wwn: None,
            serial: None,
            start_bytes: Some(1 << 20),
            beneath: vec![beneath],
            attached: None,
            ..disk()
        };
        let restarted = DeviceIdentity { boot: Some("two".into()), ..on(disk()) };
        assert_eq!(difference(&on(disk()), restarted), None, "its disk is known by its serial number");
        let other = DeviceIdentity { serial: Some("S2".into()), ..disk() };
        let words = difference(&on(disk()), on(other)).expect("another disk");
        assert_eq!(words, "of what it stands on, its serial number was S1 and is S2");
    }

    #[test]
    fn a_signature_that_came_since_is_another_and_one_that_went_is_not() {
        let file = FileIdentity { inode: 7, born_ns: None, file_system: None, size_bytes: Some(1), signatures: None };
        let whats = [TargetIdentity::File(file), TargetIdentity::BlockDevice(Box::new(disk()))];
        let signature = |name: &str| Signature { name: name.into(), offset: Some(0), witness: Witness::Plimsoll };
        for what in whats {
            let with = |names: &[&str]| {
                what.clone().holding(Some(&names.iter().map(|name| signature(name)).collect::<Vec<_>>()))
            };
            assert_eq!(
                with(&["gpt"]).difference(&with(&["gpt", "ext4", "ext4"])).as_deref(),
                Some("it now holds an ext4 file system, which it did not when you confirmed it")
            );
            assert_eq!(
                with(&[]).difference(&with(&["gpt", "LVM2_member"])).as_deref(),
                Some("it now holds LVM2_member and a partition table (gpt), which it did not when you confirmed it")
            );
            for (was, is) in [(with(&["ext4"]), with(&[])), (with(&["ext4"]), with(&["ext4"]))] {
                assert_eq!(was.difference(&is), None, "it was written over, or is as it was");
            }
            // Signatures of random data; signatures that were not searched for; a document of an earlier version.
            assert_eq!(with(&[]).difference(&with(&["boot code"])), None);
            let text = serde_json::to_string(&what).expect("JSON");
            assert!(!text.contains("signatures"));
            let earlier: TargetIdentity = serde_json::from_str(&text).expect("read");
            assert_eq!((earlier.difference(&with(&["ext4"])), with(&[]).difference(&earlier)), (None, None));
            let text = serde_json::to_string(&with(&["xfs", "ext4"])).expect("JSON");
            assert!(text.contains(r#""signatures":["ext4","xfs"]"#), "{text}");
            assert_eq!(serde_json::from_str::<TargetIdentity>(&text).expect("read"), with(&["ext4", "xfs"]));
        }
    }
}
