//! How often a probe is decided wrongly: a table of docs/truth.md.
//!
//! `cargo run --release -p plimsoll-measure --example decide_truth -- [SEEDS] [NAME]`: SEEDS probes (200 unless told) on
//! each side of every line, for the rows whose stack and statistic ("M/D/1 (rate cap) p99") contain NAME. Everything is seeded: the same call prints the same.

// An example is a program: printing is its purpose.
#![allow(clippy::print_stdout, unreachable_pub)]

#[path = "../tests/decide_sim.rs"]
mod decide_sim;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seeds = arguments.next().map_or(200, |text| text.parse().expect("SEEDS is a whole number"));
    let name = arguments.next().unwrap_or_default();
    println!("{}", decide_sim::Row::HEADER);
    for case in decide_sim::cases() {
        if format!("{} {}", case.stack.name, case.statistic).contains(&name) {
            println!("{}", case.tabulate(seeds).markdown());
        }
    }
}
