//! The storage model: described elements wired into a stack. Sans-I/O: no clock, no threads, no I/O inside.
//!
//! A stack file says what a storage system consists of ([`StackSpec`]); [`Stack`] is that system as a state machine that
//! is told what time it is. Whoever owns the clock drives it: `submit` operations, ask for `next_event`, `advance` to
//! it. On the virtual clock that is a simulator, on the real one an emulator; the model cannot tell which.
//!
//! * An element ([`Element`], one file each under `elements/`, listed in [`ELEMENTS`]) says on arrival when a request
//!   leaves it. It never sees the other elements: the stack carries requests along the volume's path.
//! * Randomness comes from streams named after the element, so another element beside it does not change its draws.
//! * Events at one instant happen in the order in which they were caused: same spec, seed and calls, same answers.
//!
//! Why the departure is computed at arrival: with first-in-first-out service it is already determined then, so a request
//! costs one event per element and not two. What it does not do: hold data. A server keeps the bytes; this keeps time.

pub mod bounds;
mod bucket;
mod cost;
pub mod element;
pub mod elements;
mod errno;
mod error;
mod events;
mod figures;
mod keys;
mod locals;
pub mod loss;
mod meter;
pub mod picture;
mod read;
mod rebuild;
mod scope;

mod service;
mod spec;
mod stack;
pub mod survival;
mod table;
pub mod topology;
pub mod wiring;

pub use bounds::{ClientLoad, StackBounds, bounds};
pub use cost::Cost;
pub use element::{DataFault, Element, ElementKind, Parameter, PartEffect, PartFault};
pub use elements::{ELEMENTS, ElementSpec};
pub use error::StackError;
pub use figures::ElementFigures;
pub use meter::{AppliesTo, Rates, Refill};
pub use service::ServiceSpec;
pub use spec::{ClientSpec, HostSpec, Number, StackSpec, VmSpec, VolumeSpec, file_schema, name_with_parameters};
pub use stack::{ElementSettings, FinishedOp, Stack, VolumeId};
pub use survival::{BlastRadius, DataState, VolumeState, blast_radius, survival};
pub use topology::Topology;
pub use wiring::{Members, Scope};
