//! Reads the layers of storage and their uses from `/sys` and `/proc` into the model of `layers`.
//!
//! Every block device is read, whatever the target is: users of the target's bytes are found from the other end.
//! Unreadable and unknown ones are entered as such, never left out: an unknown kind of virtual device, a loop device
//! whose file cannot be examined, a holder without a device.

mod devices;
mod file_nodes;
mod files;
mod mount_nodes;
mod tables;

use std::io;

pub use files::FileTarget;

use self::files::Files;
use self::tables::Tables;
use super::in_use::InUse;
use super::layers::{Layers, Thing};
use crate::root::{DeviceNumber, SysRoot};

/// A machine as it is at one moment.
#[derive(Debug)]
pub(super) struct Survey<'r> {
    root: &'r SysRoot,
    tables: Tables,
    layers: Layers,
    files: Files,
    /// Uses under names that are not visible from here, one clause each.
    out_of_sight: Vec<String>,
}

impl InUse {
    /// Surveys a block device. An error when the kernel's tables can't be read or lack the device: then it never counts
    /// as free.
    pub fn of_device(root: &SysRoot, number: DeviceNumber) -> io::Result<Self> {
        let mut survey = Survey::take(root)?;
        let unknown = || io::Error::new(io::ErrorKind::NotFound, format!("/sys knows no block device {number}"));
        let target = survey.layers.find(&Thing::Device(number)).ok_or_else(unknown)?;
        Ok(survey.in_use(target))
    }

    /// Surveys a regular file. An error when the kernel's tables can't be read.
    pub fn of_file(root: &SysRoot, file: &FileTarget) -> io::Result<Self> {
        let mut survey = Survey::take(root)?;
        let target = survey.add_target(file);
        let mut in_use = survey.in_use(target);
        in_use.out_of_sight = survey.out_of_sight;
        Ok(in_use)
    }
}

impl<'r> Survey<'r> {
    fn take(root: &'r SysRoot) -> io::Result<Self> {
        let tables = Tables::read(root)?;
        let mut survey =
            Self { root, tables, layers: Layers::default(), files: Files::default(), out_of_sight: Vec::new() };
        survey.add_devices();
        survey.add_mounts();
        survey.add_swaps();
        Ok(survey)
    }

    /// First from what is known, then from what can't be ruled out: readers must see which.
    fn in_use(&mut self, target: usize) -> InUse {
        let known = self.layers.in_use(target);
        let guesses = self.join_files_that_may_be_one();
        let mut in_use = self.layers.in_use(target);
        if known.is_free() && !in_use.is_free() {
            let on_the_way = self.layers.beneath(target);
            let why = guesses.iter().find(|guess| on_the_way.contains(&guess.one) && on_the_way.contains(&guess.other));
            in_use.not_ruled_out = why.map(|guess| in_use.by_guess(guess.why));
        }
        in_use
    }
}
