//! The only place that talks to the storage model: volumes by number, operations in, finished ones out.

use plimsoll_base::{Nanos, Op};
use plimsoll_engine::engines::nbd::wire::{
    FLAG_CAN_MULTI_CONN, FLAG_HAS_FLAGS, FLAG_SEND_FLUSH, FLAG_SEND_FUA, FLAG_SEND_TRIM, FLAG_SEND_WRITE_ZEROES,
};
use plimsoll_storage::{ElementFigures, ElementSpec, Finished, Stack, StackSpec};

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
        let export = |(name, volume): (&String, &plimsoll_storage::VolumeSpec)| Export {
            name: name.clone(),
            size_bytes: volume.size_bytes.0,
            min_block: volume.logical_block_bytes,
            flags: FLAGS,
        };
        Model { stack: Stack::new(spec, seed), exports: spec.volumes().iter().map(export).collect() }
    }

    /// The volumes, as clients see them.
    pub(crate) fn exports(&self) -> &[Export] {
        &self.exports
    }

    /// The operation `id` arrives at `volume`. What was due before `now` has to be collected first.
    #[inline]
    pub(crate) fn submit(&mut self, now: Nanos, volume: usize, id: u64, op: Op) {
        debug_assert!(volume < self.exports.len());
        self.stack.submit(now, id, op);
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
    pub(crate) fn switch(&mut self, _now: Nanos, element: &str, key: &str, value: &str) -> Result<(), String> {
        Err(format!(
            "{element}.{key} cannot be set to {value}: this version's elements cannot be changed while they work"
        ))
    }
}

/// Whether reads may ever be answered with what was there before: then the content has to keep it.
pub(crate) fn may_answer_stale(spec: &StackSpec) -> bool {
    spec.elements().values().any(|element| matches!(element, ElementSpec::Fault(_)))
}
