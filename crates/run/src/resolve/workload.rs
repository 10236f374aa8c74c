//! Kinds, sizes and places of operations, on one target or on several.

use plimsoll_base::Bytes;
use plimsoll_workload::{Access, BlockShare, PayloadKind, PayloadSpec, SyncEvery, Workload, parse_mix};

use super::choice::parse_choice;
use crate::error::RunError;
use crate::request::{SizeText, WorkloadRequest};
use crate::spec::{Member, Target, TargetKind};

const MAX_BLOCK: u64 = 1 << 30;

pub(crate) fn workload(typed: &WorkloadRequest, target: &Target, access: Access) -> Result<Workload, RunError> {
    let read_blocks = mix("--block-size", typed.block_size.as_ref(), target, access)?;
    let write_blocks = match &typed.write_block_size {
        None => read_blocks.clone(),
        typed => mix("--write-block-size", typed.as_ref(), target, access)?,
    };
    let trim_percent = percent("--trim", typed.trim.unwrap_or(0.0))?;
    let read_percent = percent("--read", typed.read.unwrap_or(100.0 - trim_percent))?;
    if read_percent + trim_percent > 100.0 {
        return Err(RunError::usage(format!(
            "--read {read_percent} and --trim {trim_percent} are more than 100 % together"
        )));
    }
    let pattern = typed.pattern.as_deref().unwrap_or("random").parse();
    let pattern = pattern.map_err(|e| RunError::usage(format!("--pattern: {e}")))?;
    let (Durability { sync, durable_writes }, payload) = (durability(typed)?, payload(typed)?);
    let mut workload = Workload {
        block_size_bytes: None,
        read_blocks,
        write_blocks,
        align_bytes: Bytes(0),
        read_percent,
        trim_percent,
        pattern,
        working_set_offset_bytes: Bytes(0),
        working_set_bytes: Bytes(0),
        sync,
        durable_writes,
        payload,
        verify: typed.verify.unwrap_or(false),
    };
    if workload.sync.is_some() && !workload.writes() {
        return Err(RunError::usage("syncs follow writes, and this workload has none: give --read below 100"));
    }
    let (smallest, largest) = (workload.smallest_block(), workload.largest_block());
    workload.block_size_bytes = (smallest == largest).then_some(smallest);
    workload.align_bytes = match &typed.align {
        None => smallest,
        Some(size) => size.to_string().parse::<Bytes>().map_err(|e| RunError::usage(format!("--align: {e}")))?,
    };
    check_alignment(&workload, target, access)?;
    let (offset, set) = working_set(typed, target, access, &workload)?;
    workload.working_set_offset_bytes = offset;
    workload.working_set_bytes = set;
    workload.check().map_err(RunError::usage)?;
    Ok(workload)
}

fn percent(flag: &str, value: f64) -> Result<f64, RunError> {
    if (0.0..=100.0).contains(&value) {
        Ok(value)
    } else {
        Err(RunError::usage(format!("{flag} {value} is not a percentage from 0 to 100")))
    }
}

/// What makes writes durable.
#[derive(Default)]
struct Durability {
    sync: Option<SyncEvery>,
    durable_writes: bool,
}

/// How writes are made durable, from its text: `fdatasync`, `fsync:8`, `dsync`, `dsync+fsync:8`.
fn durability(typed: &WorkloadRequest) -> Result<Durability, RunError> {
    let mut found = Durability::default();
    let text = typed.sync.as_deref().unwrap_or("none");
    let wrong = |why: String| Err(RunError::usage(format!("--sync {text}: {why}")));
    for part in text.split('+').map(str::trim) {
        let (call, every) = part.split_once(':').map_or((part, None), |(call, every)| (call, Some(every)));
        match (call, every) {
            ("none", None) => {}
            ("dsync" | "fua", None) => found.durable_writes = true,
            ("none" | "dsync" | "fua", Some(_)) => {
                return wrong(format!("{call} takes no number: a number of writes stands behind fsync or fdatasync"));
            }
            ("fsync" | "fdatasync", _) if found.sync.is_some() => {
                return wrong("fsync and fdatasync exclude each other: give one of them".into());
            }
            ("fsync" | "fdatasync", every) => match every.unwrap_or("1").parse() {
                Ok(writes) if writes > 0 => found.sync = Some(SyncEvery { writes, data_only: call == "fdatasync" }),
                _ => {
                    return wrong(format!(
                        "'{}' is no number of writes from 1 on, such as {call}:8",
                        every.unwrap_or_default()
                    ));
                }
            },
            _ => {
                return wrong(format!(
                    "unknown '{call}' (known: none, fsync, fdatasync, fsync:N, fdatasync:N, dsync, fua)"
                ));
            }
        }
    }
    Ok(found)
}

/// What the bytes of writes are made of.
fn payload(typed: &WorkloadRequest) -> Result<PayloadSpec, RunError> {
    let payload = PayloadSpec {
        kind: parse_choice(
            "payload",
            typed.payload.as_deref().unwrap_or("random"),
            &[("random", PayloadKind::Random), ("zero", PayloadKind::Zero)],
        )?,
        compressible_percent: percent("--compressible", typed.compressible.unwrap_or(0.0))?,
        duplicate_percent: percent("--duplicates", typed.duplicates.unwrap_or(0.0))?,
    };
    payload.check().map_err(RunError::usage)?;
    if typed.verify == Some(true) && payload.duplicate_percent > 0.0 {
        return Err(RunError::usage(
            "--duplicates cannot be verified: a block that carries its own address is no copy. Leave out one of the two",
        ));
    }
    Ok(payload)
}

/// Operations lie on whole blocks of the target, and where they are verified on whole units of that.
fn check_alignment(workload: &Workload, target: &Target, access: Access) -> Result<(), RunError> {
    let logical = u64::from(target.logical_block_bytes.max(1));
    if workload.align_bytes.0 == 0 || (access == Access::Direct && workload.align_bytes.0 % logical != 0) {
        return Err(RunError::usage(format!(
            "--align {} is not a multiple of {logical} bytes, the logical block of {}",
            workload.align_bytes, target.name
        )));
    }
    if workload.verify && workload.align_bytes.0 % 512 != 0 {
        return Err(RunError::usage("--verify needs blocks and an alignment of whole 512 bytes: choose other sizes"));
    }
    if workload.verify && workload.sizes().any(|size| size.0 % workload.align_bytes.0 != 0) {
        return Err(RunError::usage("--verify needs block sizes that are multiples of --align: choose other sizes"));
    }
    Ok(())
}

/// The workload over several targets: as on one, its working set being the sum of theirs; and their shares.
pub(crate) fn members(
    typed: &WorkloadRequest,
    targets: &[Target],
    access: Access,
) -> Result<(Workload, Vec<Member>), RunError> {
    let mut members = Vec::new();
    let mut whole: Option<Workload> = None;
    let mut sum = 0_u64;
    for target in targets {
        let own = workload(typed, target, access)?;
        sum = sum.saturating_add(own.working_set_bytes.0);
        members.push(Member {
            name: target.name.clone(),
            kind: target.kind,
            size_bytes: target.size_bytes,
            logical_block_bytes: target.logical_block_bytes,
            made_by_plimsoll: target.made_by_plimsoll,
            working_set_offset_bytes: own.working_set_offset_bytes,
            working_set_bytes: own.working_set_bytes,
        });
        whole.get_or_insert(own);
    }
    let whole = whole.ok_or_else(|| RunError::usage("no target given"))?;
    Ok((Workload { working_set_bytes: Bytes(sum), ..whole }, members))
}

/// A block size or a mix of them.
fn mix(flag: &str, typed: Option<&SizeText>, target: &Target, access: Access) -> Result<Vec<BlockShare>, RunError> {
    let text = typed.map_or_else(|| "4k".to_owned(), ToString::to_string);
    let shares = parse_mix(&text).map_err(|e| RunError::usage(format!("{flag}: {e}")))?;
    let logical = u64::from(target.logical_block_bytes.max(1));
    for block in shares.iter().map(|share| share.bytes) {
        if block.0 == 0 || block.0 > MAX_BLOCK {
            return Err(RunError::usage(format!("{flag} {block} is not between 1 byte and {}", Bytes(MAX_BLOCK))));
        }
        if access == Access::Direct && block.0 % logical != 0 {
            let (needs, or) = match target.kind {
                TargetKind::Nbd => ("the least that it takes", ""),
                TargetKind::Stack => ("the least that its volumes take", ""),
                TargetKind::File | TargetKind::BlockDevice | TargetKind::Several | TargetKind::Null => {
                    ("which direct I/O needs", ", or --cached to go through the page cache")
                }
            };
            return Err(RunError::usage(format!(
                "{flag} {block} is not a multiple of {logical} bytes, the logical block of {}, {needs}. Choose a multiple{or}",
                target.name
            )));
        }
        if target.size_bytes.0 < block.0 {
            let larger = match target.kind {
                TargetKind::File => format!("make the file larger: plimsoll prepare {} --size 1g", target.name),
                TargetKind::Nbd => "export more on its server".to_owned(),
                TargetKind::Stack => "give its volume a larger size".to_owned(),
                TargetKind::BlockDevice | TargetKind::Several | TargetKind::Null => "name a larger target".to_owned(),
            };
            return Err(RunError::usage(format!(
                "{} holds {} bytes, less than one block of {block}. Choose a smaller {flag}, or {larger}",
                target.name, target.size_bytes.0
            )));
        }
    }
    Ok(shares)
}

/// First byte and bytes of the working set.
fn working_set(
    typed: &WorkloadRequest,
    target: &Target,
    access: Access,
    workload: &Workload,
) -> Result<(Bytes, Bytes), RunError> {
    let logical = u64::from(target.logical_block_bytes.max(1));
    let (align, largest) = (workload.align_bytes.0, workload.largest_block().0);
    let offset = match &typed.working_set_offset {
        None => 0,
        // A share of the target is meant roughly: it begins at the next place where an operation can.
        Some(size) if size.to_string().contains('%') => {
            share("--working-set-offset", size, target.size_bytes.0)?.div_ceil(align) * align
        }
        Some(size) => share("--working-set-offset", size, target.size_bytes.0)?,
    };
    let rest = target.size_bytes.0.saturating_sub(offset);
    let set = match &typed.working_set {
        None => rest,
        Some(size) => share("--working-set", size, target.size_bytes.0)?,
    };
    if set > rest || set < largest {
        return Err(RunError::usage(format!(
            "a working set of {set} bytes from byte {offset} does not fit {} ({} bytes), or is less than one block of {}",
            target.name,
            target.size_bytes.0,
            Bytes(largest)
        )));
    }
    if access == Access::Direct && offset % logical != 0 {
        return Err(RunError::usage(format!("--working-set-offset {offset} is not a multiple of {logical} bytes")));
    }
    Ok((Bytes(offset), Bytes(set / align * align)))
}

fn share(flag: &str, typed: &SizeText, whole: u64) -> Result<u64, RunError> {
    let text = typed.to_string();
    match text.trim().strip_suffix('%') {
        None => text.parse::<Bytes>().map(|b| b.0).map_err(|e| RunError::usage(format!("{flag}: {e}"))),
        Some(percent) => match percent.trim().parse::<f64>() {
            Ok(p) if (0.0..=100.0).contains(&p) => Ok((whole as f64 * p / 100.0) as u64),
            _ => Err(RunError::usage(format!("{flag}: '{text}' is not a percentage from 0% to 100%"))),
        },
    }
}
