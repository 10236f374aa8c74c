//! Reads from `/sys` and `/proc` what stands on what, and who uses it, into the model of `layers`.
//!
//! Every block device is read, whatever the target is: what stands on the target's bytes is found from the other end. What
//! can't be read or isn't known is entered as such, never left out: an unknown kind of virtual device, a loop device whose
//! file nobody can look at, a holder without a device.

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
    /// What somebody uses under a name that is not seen from here, one clause each.
    out_of_sight: Vec<String>,
}

impl InUse {
    /// Of a block device. An error when the kernel's tables can't be read or don't know the device: then nobody can say
    /// that it's free.
    pub fn of_device(root: &SysRoot, number: DeviceNumber) -> io::Result<Self> {
        let mut survey = Survey::take(root)?;
        let unknown = || io::Error::new(io::ErrorKind::NotFound, format!("/sys knows no block device {number}"));
        let target = survey.layers.find(&Thing::Device(number)).ok_or_else(unknown)?;
        Ok(survey.in_use(target))
    }

    /// Of a regular file. An error when the kernel's tables can't be read.
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

    /// First on what is known, then on what can't be ruled out: a reader must be able to tell which.
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
