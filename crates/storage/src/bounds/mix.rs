//! The highest total rate of several kinds of clients whose mix is open.
//!
//! Every bound is a row: the demand of an operation of each kind, and the capacity. The rates with the highest sum are
//! a linear program (maximise the sum, every row holds), solved by the simplex method from the origin, which is always
//! feasible. The dual values show which rows make the bound, and how much of it (Dantzig, Linear Programming and
//! Extensions, 1963). With one kind it is the least of capacity over demand.

/// Something that operations use up.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// The rows of one element have one owner.
    pub(super) owner: usize,
    /// Demand of an operation of each kind.
    pub(super) per_op: Vec<f64>,
    /// How much of it there is in a second.
    pub(super) capacity: f64,
}

/// The rates of the kinds that add up to the most.
#[derive(Clone, Debug)]
pub(super) struct Best {
    /// Operations per second together.
    pub(super) total_per_s: f64,
    /// By kind: its part of that, adding up to 1; alike where nothing passes.
    pub(super) mix: Vec<f64>,
    /// By owner: how much of the total it decides.
    pub(super) decides_per_s: Vec<f64>,
}

/// Below this part of what it is compared with a number is the error of arithmetic.
const NOTHING: f64 = 1e-11;

/// The best mix of so many kinds; none where nothing bounds one of them.
pub(super) fn best(rows: &[Row], kinds: usize) -> Option<Best> {
    let owners = rows.iter().map(|row| row.owner + 1).max().unwrap_or(0);
    let mut table = Table::of(rows, kinds);
    // Bland's rule ends always; that it takes many steps at worst does not matter with a handful of kinds.
    while let Some(column) = table.entering() {
        table.pivot(table.leaving(column)?, column);
    }
    let mut rates = vec![0.0; kinds];
    for (name, value) in table.basic.iter().zip(&table.values) {
        if let Some(rate) = rates.get_mut(*name) {
            *rate = *value;
        }
    }
    let total_per_s: f64 = rates.iter().sum();
    let alike = vec![1.0 / kinds as f64; kinds];
    let mix = if total_per_s > 0.0 { rates.iter().map(|rate| rate / total_per_s).collect() } else { alike };
    let mut decides_per_s = vec![0.0; owners];
    for (name, profit) in table.free.iter().zip(&table.profits) {
        if let Some(row) = name.checked_sub(kinds).and_then(|row| rows.get(row)) {
            decides_per_s[row.owner] += -profit * row.capacity;
        }
    }
    Some(Best { total_per_s, mix, decides_per_s })
}

/// The table of the simplex method: variables below `kinds` are rates, the others what is left of a row.
struct Table {
    /// By row, by free variable.
    cells: Vec<Vec<f64>>,
    values: Vec<f64>,
    /// By free variable: what one more of it adds to the sum.
    profits: Vec<f64>,
    basic: Vec<usize>,
    free: Vec<usize>,
}

impl Table {
    fn of(rows: &[Row], kinds: usize) -> Table {
        Table {
            cells: rows.iter().map(|row| row.per_op.clone()).collect(),
            values: rows.iter().map(|row| row.capacity).collect(),
            profits: vec![1.0; kinds],
            basic: (kinds..kinds + rows.len()).collect(),
            free: (0..kinds).collect(),
        }
    }

    /// The free variable that is to grow.
    fn entering(&self) -> Option<usize> {
        (0..self.free.len()).filter(|k| self.profits[*k] > NOTHING).min_by_key(|k| self.free[*k])
    }

    /// The row that is used up first when it grows.
    fn leaving(&self, column: usize) -> Option<usize> {
        let largest = |cells: &[f64]| cells.iter().fold(0.0_f64, |most, cell| most.max(cell.abs()));
        let bounds = |r: &usize| self.cells[*r][column] > NOTHING * largest(&self.cells[*r]);
        let room = |r: usize| self.values[r].max(0.0) / self.cells[r][column];
        (0..self.cells.len())
            .filter(bounds)
            .min_by(|a, b| room(*a).total_cmp(&room(*b)).then(self.basic[*a].cmp(&self.basic[*b])))
    }

    /// Exchanges a row's variable with a free one.
    fn pivot(&mut self, row: usize, column: usize) {
        let pivot = self.cells[row][column];
        for cell in &mut self.cells[row] {
            *cell /= pivot;
        }
        self.cells[row][column] = 1.0 / pivot;
        self.values[row] /= pivot;
        let (own, value) = (self.cells[row].clone(), self.values[row]);
        let less = |cells: &mut [f64]| {
            let times = cells[column];
            cells[column] = 0.0;
            for (cell, own) in cells.iter_mut().zip(&own) {
                *cell -= times * own;
            }
            times * value
        };
        for r in (0..self.cells.len()).filter(|r| *r != row) {
            self.values[r] -= less(&mut self.cells[r]);
        }
        less(&mut self.profits);
        std::mem::swap(&mut self.basic[row], &mut self.free[column]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(owner: usize, per_op: &[f64], capacity: f64) -> Row {
        Row { owner, per_op: per_op.to_vec(), capacity }
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-9 * b.abs().max(1.0)
    }

    #[test]
    fn one_kind_has_the_least_of_capacity_over_need() {
        let found = best(&[row(0, &[2.0], 100.0), row(1, &[1.0], 30.0), row(0, &[0.0], 1.0)], 1).unwrap();
        assert!(near(found.total_per_s, 30.0));
        assert!(near(found.decides_per_s[1], 30.0) && near(found.decides_per_s[0], 0.0));
    }

    #[test]
    fn what_one_kind_may_not_have_another_takes() {
        // A limit on the first alone; both share 22,857.
        let found = best(&[row(0, &[1.0, 0.0], 1000.0), row(1, &[1.0, 1.0], 22_857.0)], 2).unwrap();
        assert!(near(found.total_per_s, 22_857.0));
        assert!(near(found.decides_per_s[1], 22_857.0) && near(found.decides_per_s[0], 0.0));
    }

    #[test]
    fn limits_of_their_own_add_up() {
        let found = best(&[row(0, &[1.0, 0.0], 1000.0), row(1, &[0.0, 1.0], 2000.0)], 2).unwrap();
        assert!(near(found.total_per_s, 3000.0));
        assert!(near(found.mix[0], 1.0 / 3.0) && near(found.decides_per_s[0], 1000.0));
    }

    #[test]
    fn a_corner_of_two_rows_is_found_and_shared_between_them() {
        // x + 3y <= 300 and 2x + y <= 200 meet at x = 60, y = 80; prices 1/5 and 2/5.
        let found = best(&[row(0, &[1.0, 3.0], 300.0), row(1, &[2.0, 1.0], 200.0)], 2).unwrap();
        assert!(near(found.total_per_s, 140.0));
        assert!(near(found.decides_per_s[0], 60.0) && near(found.decides_per_s[1], 80.0));
    }

    #[test]
    fn a_kind_that_nothing_bounds_has_no_bound_and_what_is_spent_carries_nothing() {
        assert!(best(&[row(0, &[1.0, 0.0], 1000.0)], 2).is_none());
        let found = best(&[row(0, &[1.0, 1.0], 0.0)], 2).unwrap();
        assert!(near(found.total_per_s, 0.0) && near(found.mix.iter().sum(), 1.0));
    }
}
