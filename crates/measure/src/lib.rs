//! Observation: how operations become figures.
//!
//! A worker records each operation into a [`recorder`] part of its own; parts are sealed at interval boundaries and
//! merged elsewhere, so that the issue loop never waits. Percentiles are computed last, from merged histograms.
//! [`series`] is the coarse, exact stream on which stop rules decide.

pub mod compact;
pub mod decide;
pub mod histogram;
mod instants;
pub mod moments;
pub mod objective;
mod operation_check;
pub mod recorder;
pub mod series;
pub mod steady;
