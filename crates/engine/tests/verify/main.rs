//! Verification against faults that are known: made by hand on a real file, made by the fault element of a stack, and
//! left by a process that was killed; and against targets without a fault, which must never give a finding.
#![allow(missing_docs, clippy::print_stderr, clippy::print_stdout)]

mod common;
mod crash;
mod file;
mod journal;
mod nbd;
#[path = "../nbd_support/mod.rs"]
mod nbd_support;
mod stack;
