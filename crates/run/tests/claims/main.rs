//! Records of Runs, one file per question. One binary: each links all engines, which takes longer than its tests.
#![allow(missing_docs, clippy::print_stderr)]

mod each;
mod hosts;
mod loads;
mod marks;
mod outcomes;
mod reports;
mod reports_s2;
mod reports_s4;
mod shares;
