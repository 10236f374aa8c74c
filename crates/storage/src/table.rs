//! Tables that elements share: of requests under way, the tags of their children, and a state for each of their places.

use crate::element::{Position, Site, Token};
use crate::keys::KeyMap;

/// Rows by number; numbers are used again, so that a steady load allocates nothing.
#[derive(Debug)]
pub(crate) struct Table<T> {
    rows: Vec<T>,
    free: Vec<u32>,
}

/// Members and rows share a tag of 32 bits: 8 for the member (256 of them), 2 for the kind of own operations, 22 for
/// the row.
const MAX_ROWS: usize = 1 << 22;

/// The tag of a child that belongs to `row` and was sent to `member`.
pub(crate) fn tag(row: u32, member: u16) -> u32 {
    row << 8 | u32::from(member)
}

/// Row and member of a tag.
pub(crate) fn of_tag(tag: u32) -> (u32, u16) {
    (tag >> 8, (tag & 0xff) as u16)
}

impl<T: Default> Table<T> {
    pub(crate) fn new() -> Table<T> {
        Table { rows: Vec::new(), free: Vec::new() }
    }

    /// A free row; none when four million are taken. It holds the data of its last owner: clear it, and its lists keep
    /// their memory.
    pub(crate) fn take(&mut self) -> Option<u32> {
        if self.free.is_empty() {
            if self.rows.len() == MAX_ROWS {
                return None;
            }
            self.free.push(self.rows.len() as u32);
            self.rows.push(T::default());
        }
        self.free.pop()
    }

    pub(crate) fn give_back(&mut self, row: u32) {
        self.free.push(row);
    }
}

/// State of requests that are behind an element or that it holds, by their token.
///
/// Not a list by [`Token::index`]: tokens are numbers of the whole stack, and thousands of elements would each keep a
/// list as long as the most requests that there ever were at once.
#[derive(Debug)]
pub(crate) struct ByToken<T> {
    row_of: KeyMap,
    rows: Vec<T>,
    free: Vec<u32>,
}

impl<T: Copy> ByToken<T> {
    pub(crate) fn new() -> ByToken<T> {
        ByToken { row_of: KeyMap::new(), rows: Vec::new(), free: Vec::new() }
    }

    pub(crate) fn insert(&mut self, token: Token, value: T) {
        let row = match self.free.pop() {
            Some(row) => {
                self.rows[row as usize] = value;
                row
            }
            None => {
                self.rows.push(value);
                self.rows.len() as u32 - 1
            }
        };
        self.row_of.insert(u64::from(token.0), row);
    }

    pub(crate) fn get_mut(&mut self, token: Token) -> Option<&mut T> {
        let row = self.row_of.get(u64::from(token.0))?;
        self.rows.get_mut(row as usize)
    }

    /// Forgets it.
    pub(crate) fn take(&mut self, token: Token) -> Option<T> {
        let row = self.row_of.get(u64::from(token.0))?;
        self.row_of.remove(u64::from(token.0));
        self.free.push(row);
        self.rows.get(row as usize).copied()
    }
}

impl<T> std::ops::Index<u32> for Table<T> {
    type Output = T;
    fn index(&self, row: u32) -> &T {
        &self.rows[row as usize]
    }
}

impl<T> std::ops::IndexMut<u32> for Table<T> {
    fn index_mut(&mut self, row: u32) -> &mut T {
        &mut self.rows[row as usize]
    }
}

/// A state for each place of an element.
#[derive(Debug)]
pub(crate) struct Places<T> {
    /// By position: places are announced in that order.
    of: Vec<(Position, T)>,
}

impl<T> Places<T> {
    pub(crate) fn new() -> Places<T> {
        Places { of: Vec::new() }
    }

    pub(crate) fn add(&mut self, site: &Site<'_>, state: T) {
        self.of.push((site.position, state));
    }

    /// Number of the place at `position`. Most elements have one place, and need no search.
    #[inline]
    pub(crate) fn number(&self, position: Position) -> usize {
        if self.of.len() == 1 {
            return 0;
        }
        self.of.binary_search_by_key(&position, |(at, _)| *at).unwrap_or(0)
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.of.iter_mut().map(|(_, state)| state)
    }
}

impl<T> std::ops::Index<usize> for Places<T> {
    type Output = T;
    fn index(&self, number: usize) -> &T {
        &self.of[number].1
    }
}

impl<T> std::ops::IndexMut<usize> for Places<T> {
    fn index_mut(&mut self, number: usize) -> &mut T {
        &mut self.of[number].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_by_token_takes_room_for_what_is_held_at_once_not_for_the_largest_token() {
        let mut held: ByToken<u64> = ByToken::new();
        // A hundred at a time, out of a stack with four billion.
        for n in 0..100_000_u64 {
            held.insert(Token((n * 40_009 % u64::from(u32::MAX - 1)) as u32), n);
            if n >= 100 {
                let oldest = n - 100;
                let token = Token((oldest * 40_009 % u64::from(u32::MAX - 1)) as u32);
                assert_eq!(held.get_mut(token).copied(), Some(oldest));
                assert_eq!(held.take(token), Some(oldest));
                assert_eq!(held.take(token), None);
            }
        }
        assert!(held.rows.len() <= 101, "{} rows", held.rows.len());
    }
}
