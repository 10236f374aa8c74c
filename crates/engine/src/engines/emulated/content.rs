//! What an emulated target holds, when it has to hold anything: sectors in memory, and each sector's content before its
//! last write, so that a stale read has something to answer. What was never written is zero, as on a new drive.

use std::collections::BTreeMap;

use plimsoll_base::{Op, OpKind};
use plimsoll_storage::DataFault;

/// Bytes of a sector.
const SECTOR: usize = 512;

/// See the module. About 1.1 KiB of memory per sector written.
#[derive(Debug, Default)]
pub(super) struct Content(BTreeMap<u64, Box<Sector>>);

#[derive(Debug)]
struct Sector {
    now: [u8; SECTOR],
    before: [u8; SECTOR],
}

impl Content {
    /// Carries `op` out: a write takes `data`, a read fills it.
    pub(super) fn apply(&mut self, op: &Op, data: &mut [u8], fault: Option<DataFault>) {
        let sector = op.offset / SECTOR as u64;
        match (op.kind, fault) {
            (OpKind::Write, Some(DataFault::Lost)) => {}
            (OpKind::Write, Some(DataFault::Torn { sectors })) => {
                let stored = (sectors as usize * SECTOR).min(data.len());
                self.write(sector, &data[..stored]);
            }
            (OpKind::Write, Some(fault)) => self.write(fault.place(op) / SECTOR as u64, data),
            (OpKind::Write, _) => self.write(sector, data),
            (OpKind::Read, fault) => self.read(sector, data, fault == Some(DataFault::Stale)),
            (OpKind::Trim, _) => {
                let end = sector + u64::from(op.len) / SECTOR as u64;
                // Split off twice: a long trim costs what is there, not what could be.
                let mut rest = self.0.split_off(&sector);
                self.0.append(&mut rest.split_off(&end));
            }
            (OpKind::Flush, _) => {}
        }
    }

    fn write(&mut self, first: u64, data: &[u8]) {
        for (sector, bytes) in (first..).zip(data.chunks_exact(SECTOR)) {
            let held =
                self.0.entry(sector).or_insert_with(|| Box::new(Sector { now: [0; SECTOR], before: [0; SECTOR] }));
            held.before = held.now;
            held.now.copy_from_slice(bytes);
        }
    }

    fn read(&self, first: u64, data: &mut [u8], stale: bool) {
        for (sector, bytes) in (first..).zip(data.chunks_exact_mut(SECTOR)) {
            match self.0.get(&sector) {
                Some(held) => bytes.copy_from_slice(if stale { &held.before } else { &held.now }),
                None => bytes.fill(0),
            }
        }
    }
}
