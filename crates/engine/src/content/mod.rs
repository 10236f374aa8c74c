//! Contents of a described target: where the bytes are kept, and the effect of the stack's data faults on them.
//!
//! A stack keeps time, not data ([`plimsoll_storage`]). Its owner keeps the bytes in a [`Store`] and applies the
//! stack's fault to each write, in one place for all of them: [`write`]. [`Memory`] is the store that needs nothing but
//! memory; a server adds one in a file.
//!
//! Unwritten bytes are zero, as on a new drive. A stale read returns the data before the last write of the same bytes,
//! so a store may have to keep those, too. Where a volume has several copies and a fault spoils one of them, [`Copies`]
//! keeps the contents of that one.

mod copies;
mod memory;

use plimsoll_base::Op;
use plimsoll_storage::{DataFault, StackSpec};

pub use copies::Copies;
pub use memory::{Budget, Memory, Piece};

/// Bytes of a sector: the unit in which a write is torn.
const SECTOR: u64 = 512;

/// Keeps bytes by address. Errors are errnos. Callers have checked addresses.
pub trait Store {
    /// Reads the present data.
    ///
    /// # Errors The store could not read.
    fn read(&self, at: u64, into: &mut [u8]) -> Result<(), i32>;

    /// Reads the data before the last write; the same as [`read`](Store::read) where no write came or none is kept.
    ///
    /// # Errors The store could not read.
    fn read_before(&self, at: u64, into: &mut [u8]) -> Result<(), i32>;

    /// Puts bytes there.
    ///
    /// # Errors
    /// ENOSPC when the store is full; what it could not do otherwise.
    fn write(&mut self, at: u64, bytes: &[u8]) -> Result<(), i32>;

    /// Reads as zero from now on; holds no more than before.
    ///
    /// # Errors
    /// The store could not.
    fn zero(&mut self, at: u64, len: u64) -> Result<(), i32>;
}

/// The data of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data<'a> {
    /// These bytes.
    Bytes(&'a [u8]),
    /// Zeroes of the operation's length, which were not sent.
    Zeroes,
}

/// Whether a stack may ever spoil data, now or once it is switched to: then what was there before has to be kept.
pub fn may_spoil(spec: &StackSpec) -> bool {
    spec.elements().values().any(|element| element.kind().spoils_data)
}

/// Carries a write out with its fault: whole, or lost, torn or misplaced.
///
/// # Errors As [`Store::write`].
pub fn write(store: &mut impl Store, op: &Op, data: Data<'_>, fault: Option<DataFault>) -> Result<(), i32> {
    let (at, len) = match fault {
        Some(DataFault::Lost) => return Ok(()),
        Some(DataFault::Torn { sectors }) => (op.offset, (u64::from(sectors) * SECTOR).min(u64::from(op.len))),
        Some(fault @ DataFault::Misplaced { .. }) => (fault.place(op), u64::from(op.len)),
        Some(DataFault::Stale) | None => (op.offset, u64::from(op.len)),
    };
    match data {
        Data::Bytes(bytes) => store.write(at, &bytes[..bytes.len().min(len as usize)]),
        Data::Zeroes => store.zero(at, len),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_base::OpKind;

    const WRITE: Op = Op { offset: 4096, len: 2048, kind: OpKind::Write };

    fn after(fault: Option<DataFault>) -> Vec<u8> {
        let mut store = Memory::new(Budget::unlimited(), true);
        write(&mut store, &WRITE, Data::Bytes(&[7; 2048]), fault).unwrap();
        let mut seen = vec![0; 8192];
        store.read(0, &mut seen).unwrap();
        seen
    }

    #[test]
    fn a_data_fault_stores_what_its_name_says() {
        let sevens = |seen: &[u8], at: usize, len: usize| {
            let outside = seen[..at].iter().chain(&seen[at + len..]).all(|b| *b == 0);
            outside && seen[at..at + len].iter().all(|b| *b == 7)
        };
        assert!(sevens(&after(None), 4096, 2048));
        assert!(sevens(&after(Some(DataFault::Stale)), 4096, 2048));
        assert!(sevens(&after(Some(DataFault::Lost)), 0, 0));
        assert!(sevens(&after(Some(DataFault::Torn { sectors: 3 })), 4096, 1536));
        assert!(sevens(&after(Some(DataFault::Misplaced { lengths: -2 })), 0, 2048));
    }

    #[test]
    fn zeroes_are_torn_where_bytes_are() {
        let mut store = Memory::new(Budget::unlimited(), false);
        write(&mut store, &WRITE, Data::Bytes(&[7; 2048]), None).unwrap();
        write(&mut store, &WRITE, Data::Zeroes, Some(DataFault::Torn { sectors: 1 })).unwrap();
        let mut seen = [1; 2048];
        store.read(4096, &mut seen).unwrap();
        assert!(seen[..512].iter().all(|b| *b == 0) && seen[512..].iter().all(|b| *b == 7));
    }
}
