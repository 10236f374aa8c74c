//! The counters as text: `/proc/stat`, `/proc/pressure/*`, a block device's `stat`, `/proc/net/dev`, `/proc/self/io`.
//!
//! Each parser takes the text of the whole file and gives `None` for what isn't there or isn't a number: never a zero
//! that pretends to be a value.

use super::counters::{CoreJiffies, DiskCounters, Jiffies, NetworkCounters, PressureTotals};

/// Bytes of a sector in every block counter of the kernel, whatever the device's own (Documentation/block/stat.rst).
const SECTOR_BYTES: u64 = 512;

/// The lines that are there to their end: a number on a line that was cut may lack its last digits.
fn whole_lines(text: &str) -> std::str::Lines<'_> {
    text.rfind('\n').map_or("", |end| &text[..end]).lines()
}

/// Total and per core, from the text of `/proc/stat`.
pub fn parse_stat(text: &str) -> (Option<Jiffies>, Vec<CoreJiffies>) {
    let mut total = None;
    let mut cores = Vec::new();
    // The processor lines come first; what follows (interrupts) may be long.
    for line in whole_lines(text).take_while(|line| line.starts_with("cpu")) {
        let mut fields = line.split_ascii_whitespace();
        let Some(name) = fields.next() else { continue };
        let Some(jiffies) = parse_jiffies(fields) else { continue };
        match name.strip_prefix("cpu") {
            Some("") => total = Some(jiffies),
            Some(number) => {
                if let Ok(core) = number.parse() {
                    cores.push(CoreJiffies { core, jiffies });
                }
            }
            None => {}
        }
    }
    (total, cores)
}

fn parse_jiffies<'a>(mut fields: impl Iterator<Item = &'a str>) -> Option<Jiffies> {
    let mut next = || fields.next()?.parse::<u64>().ok();
    Some(Jiffies {
        user: next()?,
        nice: next()?,
        system: next()?,
        idle: next()?,
        iowait: next()?,
        irq: next()?,
        softirq: next()?,
        steal: next()?,
    })
}

/// `some` and `full` totals in µs, from the text of one file of `/proc/pressure`.
pub fn parse_pressure(text: &str) -> PressureTotals {
    let total_of = |kind: &str| {
        let line = whole_lines(text).find(|line| line.split_ascii_whitespace().next() == Some(kind))?;
        line.split_ascii_whitespace().find_map(|field| field.strip_prefix("total="))?.parse().ok()
    };
    PressureTotals { some_us: total_of("some"), full_us: total_of("full") }
}

/// One device's counters, from the text of `/sys/dev/block/MAJ:MIN/stat` (Documentation/block/stat.rst). Kernels before
/// 4.18 have no discards and before 5.5 no flushes: `None` there.
pub fn parse_disk_stat(text: &str) -> Option<DiskCounters> {
    let mut fields = whole_lines(text).next()?.split_ascii_whitespace().map(|field| field.parse::<u64>().ok());
    let mut next = || fields.next().flatten();
    let reads = next()?;
    let _merged = next()?;
    let read_sectors = next()?;
    let _read_ms = next()?;
    let writes = next()?;
    let _merged = next()?;
    let write_sectors = next()?;
    let _write_ms = next()?;
    let in_flight = next()?;
    let io_time_ms = next()?;
    let weighted_io_time_ms = next()?;
    let discards = next();
    let _merged = next();
    let _discard_sectors = next();
    let _discard_ms = next();
    let flushes = next();
    Some(DiskCounters {
        name: String::new(),
        reads,
        read_bytes: read_sectors.saturating_mul(SECTOR_BYTES),
        writes,
        write_bytes: write_sectors.saturating_mul(SECTOR_BYTES),
        discards,
        flushes,
        in_flight,
        io_time_ms,
        weighted_io_time_ms,
    })
}

/// Totals over all interfaces but `lo`, from the text of `/proc/net/dev`; `None` unless its two headings are there, then
/// at least one interface (every network namespace has `lo`), and all of it is whole.
pub fn parse_net_dev(text: &str) -> Option<NetworkCounters> {
    let mut lines = text.lines().peekable();
    if !text.ends_with('\n')
        || !lines.next()?.starts_with("Inter-|")
        || !lines.next()?.trim_start().starts_with("face |")
    {
        return None;
    }
    lines.peek()?;
    let mut total = NetworkCounters::default();
    for line in lines {
        let (name, numbers) = line.rsplit_once(':')?;
        if name.trim() == "lo" {
            continue;
        }
        // rx: bytes packets errs drop fifo frame compressed multicast, then tx: bytes packets …
        let mut numbers = numbers.split_ascii_whitespace().map(|field| field.parse::<u64>().ok());
        total.rx_bytes = total.rx_bytes.wrapping_add(numbers.next()??);
        total.rx_packets = total.rx_packets.wrapping_add(numbers.next()??);
        total.tx_bytes = total.tx_bytes.wrapping_add(numbers.nth(6)??);
        total.tx_packets = total.tx_packets.wrapping_add(numbers.next()??);
    }
    Some(total)
}

/// (`read_bytes`, `write_bytes`) that this process caused at the storage layer, from the text of `/proc/self/io`.
pub fn parse_self_io(text: &str) -> (Option<u64>, Option<u64>) {
    let value_of = |key: &str| {
        whole_lines(text).find_map(|line| line.strip_prefix(key)?.strip_prefix(": ")?.trim_end().parse().ok())
    };
    (value_of("read_bytes"), value_of("write_bytes"))
}
