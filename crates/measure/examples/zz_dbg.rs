#![allow(missing_docs, clippy::print_stdout, unreachable_pub, clippy::disallowed_methods)]
#[path = "../tests/decide_sim.rs"]
mod decide_sim;
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let seeds: u64 = a[0].parse().unwrap();
    let factor: f64 = a[4].parse().unwrap();
    let line: f64 = a[3].parse().unwrap();
    for case in decide_sim::cases().iter().filter(|c| c.stack.name == a[1] && c.statistic == a[2] && c.line == line) {
        let o = case.objective();
        let (mut p, mut f) = (0, 0);
        for s in 0..seeds {
            let r = case.probe(o, factor, 1000 + s);
            let j = r.judgement;
            match format!("{:?}", j.verdict).as_str() { "Pass" => p += 1, "Fail" => f += 1, _ => {} }
            if a.len() > 5 {
                let per_ns = j.operations as f64 / j.span_ns as f64;
                println!("{:?} {:?} ops {} tau_ops {:?} batches {} est {:?} st {:?} looks {}", j.verdict, j.reason, r.operations, j.autocorrelation_ns.map(|t| t * per_ns), j.batches, j.estimate, j.stationary.verdict, j.looks);
            }
        }
        println!("{} {} {} x{}: pass {} fail {} of {}", case.stack.name, case.statistic, case.line, factor, p, f, seeds);
    }
}
