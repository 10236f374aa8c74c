//! The only place that talks to the storage model: volumes by number, operations in, finished ones out.

use plimsoll_base::{Nanos, Op};
use plimsoll_engine::engines::nbd::wire::{
    FLAG_CAN_MULTI_CONN, FLAG_HAS_FLAGS, FLAG_SEND_FLUSH, FLAG_SEND_FUA, FLAG_SEND_TRIM, FLAG_SEND_WRITE_ZEROES,
};
use plimsoll_storage::{ElementFigures, ElementSpec, Finished, Stack, StackSpec, Topology, VolumeId};

use crate::handshake::Export;

/// What every volume can do. Several connections see one content, and a flush on one covers the writes of all.
const FLAGS: u16 =
    FLAG_HAS_FLAGS | FLAG_SEND_FLUSH | FLAG_SEND_FUA | FLAG_SEND_TRIM | FLAG_SEND_WRITE_ZEROES | FLAG_CAN_MULTI_CONN;

/// A stack at work, and its volumes by position.
#[derive(Debug)]
pub(crate) struct Model {
    stack: Stack,
    exports: Vec<Export>,
}

impl Model {
    pub(crate) fn new(spec: &StackSpec, seed: u64) -> Model {
        let topology = Topology::of(spec);
        let export = |volume: &plimsoll_storage::topology::VolumeInfo| Export {
            name: volume.name.clone(),
            size_bytes: volume.size_bytes,
            min_block: volume.logical_block_bytes,
            flags: FLAGS,
        };
        let exports = topology.volumes.iter().map(export).collect();
        Model { stack: Stack::of(spec, &topology, seed, &[]), exports }
    }

    /// The volumes, as clients see them.
    pub(crate) fn exports(&self) -> &[Export] {
        &self.exports
    }

    /// The operation `id` arrives at `volume`. What was due before `now` has to be collected first.
    #[inline]
    pub(crate) fn submit(&mut self, now: Nanos, volume: usize, id: u64, op: Op) {
        self.stack.submit(now, VolumeId(volume as u32), id, op);
    }

    #[inline]
    pub(crate) fn next_event(&self) -> Option<Nanos> {
        self.stack.next_event()
    }

    #[inline]
    pub(crate) fn advance(&mut self, now: Nanos, finished: &mut Vec<Finished>) {
        self.stack.advance(now, finished);
    }

    pub(crate) fn element_figures(&self) -> Vec<ElementFigures> {
        self.stack.element_figures()
    }

    /// Changes an element while it works.
    pub(crate) fn switch(&mut self, now: Nanos, element: &str, key: &str, value: &str) -> Result<(), String> {
        self.stack.switch(now, element, key, value)
    }
}

/// Whether reads may ever be answered with what was there before: then the content has to keep it.
pub(crate) fn may_answer_stale(spec: &StackSpec) -> bool {
    spec.elements().values().any(|element| matches!(element, ElementSpec::Fault(_)))
}
