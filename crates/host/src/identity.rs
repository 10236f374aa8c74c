//! What a target is known by at another time, as a request has it. How it is found and compared: `guard/identity.rs`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a target is known by, whatever its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum TargetIdentity {
    /// A regular file.
    File(FileIdentity),
    /// A block device.
    BlockDevice(Box<DeviceIdentity>),
}

/// A regular file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileIdentity {
    /// Its inode.
    pub inode: u64,
    /// When the inode was born, ns since 1970; null where the file system doesn't keep it.
    pub born_ns: Option<i64>,
    /// The file system's own identifier (statvfs(3), `f_fsid`), in hexadecimal; null where it has none.
    pub file_system: Option<String>,
    /// Bytes; null for one behind a loop device, whose own size counts.
    pub size_bytes: Option<u64>,
    /// Names of the signatures that it holds, sorted; absent where nobody looked, as with one behind a loop device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signatures: Option<Vec<String>>,
}

/// A block device. What it doesn't tell is null.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeviceIdentity {
    /// Bytes.
    pub size_bytes: Option<u64>,
    /// Worldwide name: NAA, EUI-64, UUID, or what the driver calls so.
    pub wwn: Option<String>,
    /// Serial number.
    pub serial: Option<String>,
    /// Identifier of a volume: device-mapper's, md's.
    pub uuid: Option<String>,
    /// Where a partition, or what is behind a loop device, begins, bytes.
    pub start_bytes: Option<u64>,
    /// The file behind a loop device.
    pub file: Option<FileIdentity>,
    /// The disk of a partition; what a volume without an identifier, or a loop device, stands on.
    pub beneath: Vec<DeviceIdentity>,
    /// The restart of the machine since which the next one counts.
    pub boot: Option<String>,
    /// The kernel's count of attached disks (`diskseq`); its number where the kernel doesn't count.
    pub attached: Option<String>,
    /// Names of the signatures that it holds, sorted; absent where nobody looked, as with one beneath another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signatures: Option<Vec<String>>,
}
