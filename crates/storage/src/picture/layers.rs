//! Where boxes stand: in layers from left to right, so that arrows go to the right and none crosses a box.
//!
//! The way of Sugiyama, Tagawa and Toda (1981): a box's layer is the longest way to it; an arrow over several layers
//! passes a place kept free in each between; places in a layer are ordered by the mean of those that they hang on, a
//! few times forth and back; then they are moved towards those, as far as the order and the gaps allow.

/// A rectangle or, of no width, a place that is kept free for an arrow.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Spot {
    pub(super) layer: usize,
    /// Top.
    pub(super) y: f64,
    pub(super) height: f64,
}

impl Spot {
    fn middle(&self) -> f64 {
        self.y + self.height / 2.0
    }
}

/// Layers of boxes and of what is kept free between them.
#[derive(Debug)]
pub(super) struct Layers {
    /// The boxes first, in their order; then the places kept free.
    pub(super) spots: Vec<Spot>,
    /// For each arrow, in the order given: the spots on its way, both ends included.
    pub(super) ways: Vec<Vec<usize>>,
    pub(super) count: usize,
}

/// Between two spots of a layer.
const GAP: f64 = 22.0;
/// Width of a place that is kept free.
const FREE: f64 = 10.0;
/// More rounds change nothing in stacks of any size that can be looked at.
const ROUNDS: usize = 12;

/// Places boxes of these heights; `arrows` have no circle.
pub(super) fn place(heights: &[f64], arrows: &[(usize, usize)]) -> Layers {
    let mut layer = vec![0; heights.len()];
    for _ in 0..heights.len() {
        let mut moved = false;
        for (from, to) in arrows {
            if layer[*to] < layer[*from] + 1 {
                layer[*to] = layer[*from] + 1;
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
    let mut spots: Vec<Spot> =
        heights.iter().zip(&layer).map(|(height, layer)| Spot { layer: *layer, y: 0.0, height: *height }).collect();
    let mut ways = Vec::new();
    for (from, to) in arrows {
        let mut way = vec![*from];
        for between in layer[*from] + 1..layer[*to] {
            spots.push(Spot { layer: between, y: 0.0, height: FREE });
            way.push(spots.len() - 1);
        }
        way.push(*to);
        ways.push(way);
    }
    let count = spots.iter().map(|s| s.layer + 1).max().unwrap_or(0);
    let mut layers = Layers { spots, ways, count };
    layers.arrange();
    layers
}

impl Layers {
    fn arrange(&mut self) {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.spots.len()];
        let mut behind = before.clone();
        for pair in self.ways.iter().flat_map(|way| way.windows(2)) {
            before[pair[1]].push(pair[0]);
            behind[pair[0]].push(pair[1]);
        }
        let mut order: Vec<Vec<usize>> = vec![Vec::new(); self.count];
        for (index, spot) in self.spots.iter().enumerate() {
            order[spot.layer].push(index);
        }
        order.iter().for_each(|layer| self.stack(layer));
        for round in 0..ROUNDS {
            let (hangs_on, sequence): (_, Vec<usize>) = match round % 2 {
                0 => (&before, (0..self.count).collect()),
                _ => (&behind, (0..self.count).rev().collect()),
            };
            for at in sequence {
                let wish = |spot: usize| self.mean(&hangs_on[spot]).unwrap_or_else(|| self.spots[spot].middle());
                let mut wished: Vec<(f64, usize)> = order[at].iter().map(|spot| (wish(*spot), *spot)).collect();
                // Stable: those that wish for the same place keep their order.
                wished.sort_by(|a, b| a.0.total_cmp(&b.0));
                order[at] = wished.iter().map(|(_, spot)| *spot).collect();
                self.settle(&wished);
            }
        }
        let top = self.spots.iter().map(|s| s.y).fold(f64::INFINITY, f64::min);
        self.spots.iter_mut().for_each(|s| s.y -= top);
    }

    fn mean(&self, spots: &[usize]) -> Option<f64> {
        let sum: f64 = spots.iter().map(|s| self.spots[*s].middle()).sum();
        (!spots.is_empty()).then(|| sum / spots.len() as f64)
    }

    /// One below the other.
    fn stack(&mut self, layer: &[usize]) {
        let mut y = 0.0;
        for spot in layer {
            self.spots[*spot].y = y;
            y += self.spots[*spot].height + GAP;
        }
    }

    /// To where each would like its middle, in this order, without touching: those in each other's way stand together
    /// around the mean of their wishes (the pool of adjacent violators).
    fn settle(&mut self, wished: &[(f64, usize)]) {
        // A block: the wish for its top, how many, its height.
        let mut blocks: Vec<(f64, usize, f64)> = Vec::new();
        for (wish, spot) in wished {
            let height = self.spots[*spot].height;
            let mut block = (wish - height / 2.0, 1, height + GAP);
            while let Some(last) = blocks.last().copied().filter(|last| last.0 + last.2 > block.0) {
                blocks.pop();
                let (own, of_last) = (block.1 as f64, last.1 as f64);
                let top = (last.0 * of_last + (block.0 - last.2) * own) / (own + of_last);
                block = (top, last.1 + block.1, last.2 + block.2);
            }
            blocks.push(block);
        }
        let mut spots = wished.iter().map(|(_, spot)| *spot);
        for (top, count, _) in blocks {
            let mut y = top;
            for spot in spots.by_ref().take(count) {
                self.spots[spot].y = y;
                y += self.spots[spot].height + GAP;
            }
        }
    }
}
