//! A volume: what a client sees.

use plimsoll_base::Bytes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::element::BrokenRule;
use crate::error::StackError;
use crate::read::Section;

pub(super) const KEYS: [&str; 4] = ["size", "path", "logical_block_size", "count"];

/// The most volumes under one name.
const MAX_COUNT: u32 = 100_000;

/// What a client sees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VolumeSpec {
    /// Bytes that can be addressed.
    pub size_bytes: Bytes,
    /// Smallest unit of I/O.
    pub logical_block_bytes: u32,
    /// Elements that a request passes, from the client to the data.
    pub path: Vec<String>,
    /// How many there are of it, for each client that has it.
    #[serde(default = "one")]
    pub count: u32,
}

fn one() -> u32 {
    1
}

impl VolumeSpec {
    pub(super) fn read(from: &Section<'_>) -> Result<VolumeSpec, StackError> {
        from.only(&KEYS)?;
        let size =
            from.size("size")?.ok_or_else(|| from.missing("size", "bytes that can be addressed, such as \"1g\""))?;
        let path = from.list("path")?;
        let block = from.size("logical_block_size")?.unwrap_or(Bytes(512)).0;
        let volume = VolumeSpec {
            size_bytes: size,
            logical_block_bytes: u32::try_from(block).unwrap_or(u32::MAX),
            path: path.ok_or_else(|| from.missing("path", "names of elements, from the client to the data"))?,
            count: from.whole("count", u64::from(MAX_COUNT))?.map_or(1, |n| n as u32),
        };
        volume.check().map_err(|(key, why)| from.wrong(key, why))?;
        Ok(volume)
    }

    pub(super) fn check(&self) -> Result<(), BrokenRule> {
        let block = self.logical_block_bytes;
        if !block.is_power_of_two() || !(512..=65536).contains(&block) {
            return Err(("logical_block_size", format!("{block} is not a block size: a power of 2 from 512 to 64k")));
        }
        if self.size_bytes.0 == 0 || self.size_bytes.0 % u64::from(block) != 0 || self.size_bytes.0 > i64::MAX as u64 {
            let why = format!("{} is not a size: a whole number of blocks of {block}, above 0", self.size_bytes);
            return Err(("size", why));
        }
        if self.count == 0 || self.count > MAX_COUNT {
            return Err(("count", format!("{} volumes: write a number from 1 to {MAX_COUNT}", self.count)));
        }
        Ok(())
    }
}
