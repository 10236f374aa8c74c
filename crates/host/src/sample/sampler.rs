//! Reads the counters.

use std::fs::File;
use std::os::unix::fs::FileExt;

use super::{Counters, DiskCounters, parse_disk_stat, parse_net_dev, parse_pressure, parse_self_io, parse_stat};
use crate::chain::BlockDevice;
use crate::root::SysRoot;
use crate::sys;

/// Reads the counters again and again, from files that stay open.
#[derive(Debug)]
pub struct Sampler {
    stat: Option<File>,
    pressure_cpu: Option<File>,
    pressure_io: Option<File>,
    pressure_memory: Option<File>,
    net_dev: Option<File>,
    self_io: Option<File>,
    disks: Vec<(String, File)>,
    buffer: Vec<u8>,
}

impl Sampler {
    /// Opens what there is; what can't be opened stays absent from every sample.
    pub fn new(root: &SysRoot, target_chain: &[BlockDevice]) -> Self {
        let open = |name: &str| File::open(root.proc.join(name)).ok();
        Self {
            stat: open("stat"),
            pressure_cpu: open("pressure/cpu"),
            pressure_io: open("pressure/io"),
            pressure_memory: open("pressure/memory"),
            net_dev: open("net/dev"),
            self_io: open("self/io"),
            disks: target_chain
                .iter()
                .filter_map(|device| {
                    let path = root.sys.join(format!("dev/block/{}/stat", device.number()));
                    Some((device.name.clone(), File::open(path).ok()?))
                })
                .collect(),
            buffer: vec![0; 64 * 1024],
        }
    }

    /// The counters now.
    pub fn sample(&mut self) -> Counters {
        let buffer = &mut self.buffer;
        let mut counters = Counters::default();
        if let Some(text) = read_anew(self.stat.as_ref(), buffer) {
            (counters.cpu, counters.cores) = parse_stat(text);
        }
        let mut pressure =
            |file: &Option<File>| read_anew(file.as_ref(), buffer).map(parse_pressure).unwrap_or_default();
        counters.pressure_cpu = pressure(&self.pressure_cpu);
        counters.pressure_io = pressure(&self.pressure_io);
        counters.pressure_memory = pressure(&self.pressure_memory);
        for (name, file) in &self.disks {
            if let Some(disk) = read_anew(Some(file), buffer).and_then(parse_disk_stat) {
                counters.disks.push(DiskCounters { name: name.clone(), ..disk });
            }
        }
        counters.network = read_anew(self.net_dev.as_ref(), buffer).and_then(parse_net_dev);
        if let Some(text) = read_anew(self.self_io.as_ref(), buffer) {
            (counters.process.storage_read_bytes, counters.process.storage_write_bytes) = parse_self_io(text);
        }
        if let Some((user_ns, system_ns)) = sys::process_cpu_ns() {
            counters.process.user_ns = Some(user_ns);
            counters.process.system_ns = Some(system_ns);
        }
        counters
    }
}

/// The whole file from offset 0 as text. The kernel may give it in pieces, so it's read until it ends.
fn read_anew<'b>(file: Option<&File>, buffer: &'b mut Vec<u8>) -> Option<&'b str> {
    let file = file?;
    let mut filled = 0;
    loop {
        if filled == buffer.len() {
            buffer.resize(buffer.len() * 2, 0);
        }
        match file.read_at(&mut buffer[filled..], filled as u64) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
    std::str::from_utf8(&buffer[..filled]).ok()
}
