//! Real zeroes, written: one page of them, sent again and again. No hole is punched and no range is discarded, because
//! what is never written is answered without the storage.
//!
//! Apart from the engines that measure: their buffers stamp each write, so that no two are alike. One write at a time,
//! in the caller's thread: a fill that is not measured needs no more.

use std::io::{self, IoSlice};
use std::sync::Arc;

use std::os::fd::OwnedFd;

use plimsoll_base::Op;
use plimsoll_engine::{Completion, Engine, Wait};

/// Bytes of the page.
const PAGE: usize = 64 << 10;
/// Slices that one call takes (Linux: IOV_MAX is 1024); a longer write comes back short.
const SLICES: usize = 1024;

/// Aligned as direct I/O needs it.
#[repr(align(4096))]
struct Page([u8; PAGE]);

static ZEROES: Page = Page([0; PAGE]);

/// See the module.
#[derive(Debug)]
pub(super) struct Zeroes {
    file: Arc<OwnedFd>,
    staged: Vec<(u32, Op)>,
    done: Vec<Completion>,
    calls: u64,
}

impl Zeroes {
    /// Writes to `file`.
    pub(super) fn new(file: Arc<OwnedFd>) -> Zeroes {
        Zeroes { file, staged: Vec::new(), done: Vec::new(), calls: 0 }
    }

    fn write(&mut self, op: Op) -> Result<u32, i32> {
        let mut slices = Vec::with_capacity((op.len as usize).div_ceil(PAGE).min(SLICES));
        let mut left = op.len as usize;
        while left > 0 && slices.len() < SLICES {
            let part = left.min(PAGE);
            slices.push(IoSlice::new(&ZEROES.0[..part]));
            left -= part;
        }
        loop {
            self.calls += 1;
            match rustix::io::pwritev(&*self.file, &slices, op.offset) {
                Ok(written) => return Ok(written as u32),
                Err(rustix::io::Errno::INTR) => {}
                Err(errno) => return Err(errno.raw_os_error()),
            }
        }
    }
}

impl Engine for Zeroes {
    fn push(&mut self, slot: u32, op: Op) {
        self.staged.push((slot, op));
    }

    fn submit(&mut self) -> io::Result<()> {
        for (slot, op) in std::mem::take(&mut self.staged) {
            let result = self.write(op);
            self.done.push(Completion { slot, result });
        }
        Ok(())
    }

    fn reap(&mut self, found: &mut Vec<Completion>, _wait: Wait) -> io::Result<()> {
        found.append(&mut self.done);
        Ok(())
    }

    fn system_calls(&self) -> u64 {
        self.calls
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_base::OpKind;
    use std::os::unix::fs::MetadataExt;

    #[test]
    fn zeroes_are_written_and_take_up_space() {
        let path = std::env::temp_dir().join(format!("plimsoll-zero-{}", std::process::id()));
        std::fs::write(&path, vec![7_u8; 300_000]).unwrap();
        let file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
        let mut engine = Zeroes::new(Arc::new(file.into()));
        engine.push(3, Op { kind: OpKind::Write, offset: 4096, len: 200_704 });
        engine.push(1, Op { kind: OpKind::Write, offset: 1 << 20, len: 512 });
        engine.submit().unwrap();
        let mut found = Vec::new();
        engine.reap(&mut found, Wait::No).unwrap();
        assert_eq!(
            found,
            [Completion { slot: 3, result: Ok(200_704) }, Completion { slot: 1, result: Ok(512) }],
            "all of it in one call each"
        );
        let content = std::fs::read(&path).unwrap();
        let blocks = std::fs::metadata(&path).unwrap().blocks();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(content.iter().position(|&b| b == 0), Some(4096));
        assert!(content[4096..204_800].iter().all(|&b| b == 0) && content[204_800..300_000].iter().all(|&b| b == 7));
        // 300,000 bytes and the block at 1 MiB, at least: the zeroes are no hole.
        assert!(blocks * 512 >= 300_000, "{blocks}");
    }
}
