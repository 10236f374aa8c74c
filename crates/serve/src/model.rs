//! The only place that talks to the storage model: volumes by number, operations in, finished ones out.

use plimsoll_base::{Nanos, Op};
use plimsoll_engine::engines::nbd::wire::{
    FLAG_CAN_MULTI_CONN, FLAG_HAS_FLAGS, FLAG_SEND_FLUSH, FLAG_SEND_FUA, FLAG_SEND_TRIM, FLAG_SEND_WRITE_ZEROES,
};
use plimsoll_storage::{ElementFigures, ElementSettings, FinishedOp, PartFault, Stack, StackSpec, Topology, VolumeId};

use crate::handshake::Export;

/// Capabilities of every volume. Several connections see one content, and a flush on one covers the writes of all.
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
        let mut stack = Stack::of(spec, &topology, seed, &[]);
        stack.keep_part_faults();
        stack.be_live();
        Model { stack, exports }
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

    /// The same of a write that is over once it is durable.
    pub(crate) fn submit_durable(&mut self, now: Nanos, volume: usize, id: u64, op: Op) {
        self.stack.submit_durable(now, VolumeId(volume as u32), id, op);
    }

    #[inline]
    pub(crate) fn next_event(&self) -> Option<Nanos> {
        self.stack.next_event()
    }

    #[inline]
    pub(crate) fn advance(&mut self, now: Nanos, finished: &mut Vec<FinishedOp>) {
        self.stack.advance(now, finished);
    }

    /// Faults in parts and copies of the operation `id`, or without one of copies that were late.
    #[inline]
    pub(crate) fn take_part_faults(&mut self, id: Option<u64>, taken: &mut Vec<PartFault>) {
        self.stack.take_part_faults(id, taken);
    }

    pub(crate) fn element_figures(&self) -> Vec<ElementFigures> {
        self.stack.element_figures()
    }

    /// Ends operations that hang without a client: those for which `gone` is true, and copies of those that are over.
    pub(crate) fn give_up(&mut self, now: Nanos, gone: &mut dyn FnMut(u64) -> bool) {
        self.stack.give_up(now, gone);
    }

    /// Changes an element while it works.
    pub(crate) fn switch(&mut self, now: Nanos, element: &str, key: &str, value: &str) -> Result<(), String> {
        self.stack.switch(now, element, key, value)
    }

    pub(crate) fn settings(&self) -> Vec<ElementSettings> {
        self.stack.settings()
    }
}
