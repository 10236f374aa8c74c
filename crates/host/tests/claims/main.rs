//! Facts about the machine, and permission to write, one file per question.
#![allow(missing_docs, clippy::print_stderr)] // A tool that isn't here is named.

mod captures;
mod common;
mod guard_file_systems;
mod guard_kills;
mod guard_marks;
mod guard_matrix;
mod guard_real;
mod memory;
mod neighbours;
mod parsers;
mod sampler;
mod signatures;
