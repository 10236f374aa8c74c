//! Compares the walk with the bytes: each made-up device has its bytes of each medium in a list, so the damage of a
//! write to it is known without the walk.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

/// Smallest piece of a medium.
const UNIT: u64 = 512;
/// Units of a medium.
const MEDIUM: u64 = 128;

type Mask = Vec<(usize, u128)>;

fn mask(bytes: &[Byte]) -> Mask {
    let mut mask = Mask::new();
    for &(medium, unit) in bytes {
        add(&mut mask, medium, 1 << unit);
    }
    mask
}

fn add(mask: &mut Mask, medium: usize, units: u128) {
    match mask.iter_mut().find(|(known, _)| *known == medium) {
        Some((_, known)) => *known |= units,
        None => mask.push((medium, units)),
    }
}

fn meet(one: &Mask, other: &Mask) -> bool {
    one.iter().any(|(medium, units)| other.iter().any(|(known, theirs)| known == medium && theirs & units != 0))
}

/// One unit of one medium. A file is a medium of its own: its file system deals out the bytes.
type Byte = (usize, u64);

#[derive(Debug)]
struct ModelNode {
    node: usize,
    /// Its bytes in order.
    bytes: Vec<Byte>,
    /// The bytes as a bit for each unit, by medium.
    mask: Mask,
    /// The reach that the model has to assume: of a loop device or volume all that is beneath.
    reach: Mask,
    /// Whether the model has the place of its bytes: of a loop device or volume it does not, also where they happen to
    /// be all that is beneath.
    known: bool,
    /// The nodes that it was made from, transitively: indices.
    beneath: BTreeSet<usize>,
    used: bool,
    /// Units of it that LVM has dealt out.
    dealt: usize,
    /// Kinds of what stands on it.
    carries: BTreeSet<&'static str>,
    /// The first of those that are the same bytes.
    first: usize,
    file: bool,
}

#[derive(Debug, Default)]
struct World {
    layers: Layers,
    made: Vec<ModelNode>,
    media: usize,
}

impl World {
    fn thing(&self) -> Thing {
        Thing::Device(DeviceNumber { major: 240, minor: self.made.len() as u32 })
    }

    fn add(&mut self, kind: Kind, bytes: Vec<Byte>, whole_of: &[usize]) -> usize {
        let at = self.made.len();
        let thing = if kind == Kind::File { Thing::File { dev: 1, inode: at as u64 } } else { self.thing() };
        let node = self.layers.node(thing, kind, &format!("n{at}"));
        let mask = mask(&bytes);
        let mut reach = mask.clone();
        let mut beneath = BTreeSet::new();
        for &lower in whole_of {
            self.made[lower].reach.iter().for_each(|&(medium, units)| add(&mut reach, medium, units));
            beneath.insert(lower);
            beneath.extend(&self.made[lower].beneath);
        }
        let file = kind == Kind::File;
        let carries = BTreeSet::new();
        let known = whole_of.is_empty();
        self.made.push(ModelNode {
            node,
            bytes,
            mask,
            reach,
            known,
            beneath,
            used: false,
            dealt: 0,
            carries,
            first: at,
            file,
        });
        at
    }

    fn medium(&mut self, kind: Kind) -> usize {
        self.media += 1;
        let medium = self.media;
        self.add(kind, (0..MEDIUM).map(|unit| (medium, unit)).collect(), &[])
    }

    fn stand(&mut self, upper: usize, lower: usize, part: Part, how: &'static str) {
        self.layers.rests(self.made[upper].node, self.made[lower].node, part);
        self.made[lower].carries.insert(how);
        let mut beneath = self.made[lower].beneath.clone();
        beneath.insert(lower);
        self.made[upper].beneath.extend(beneath);
    }

    fn partition(&mut self, of: usize, start: usize, length: usize) -> usize {
        let size = self.made[of].bytes.len();
        let start = start % size.max(1);
        let end = (start + 1 + length % size.max(1)).min(size);
        // The bytes of a volume have no known place, so those of its partitions have none.
        let unknown = if self.made[of].known { vec![] } else { vec![of] };
        let at = self.add(Kind::Partition, self.made[of].bytes[start.min(end)..end].to_vec(), &unknown);
        self.stand(at, of, Part::Bytes(start as u64 * UNIT, end as u64 * UNIT), "partition");
        at
    }

    /// A logical volume over one or two physical volumes, of bytes that no other has.
    fn volume(&mut self, on: &[usize]) -> usize {
        let mut bytes = Vec::new();
        for &pv in on {
            // To LVM two paths to one disk are one physical volume.
            let first = self.made[pv].first;
            let from = self.made[first].dealt;
            let size = self.made[pv].bytes.len();
            let to = (from + size.div_ceil(2)).min(size);
            bytes.extend_from_slice(&self.made[pv].bytes[from.min(to)..to]);
            self.made[first].dealt = to;
        }
        let at = self.add(Kind::Volume, bytes, on);
        on.iter().for_each(|&pv| self.stand(at, pv, Part::Dealt(Manager::Lvm), "lvm"));
        at
    }

    /// Made of the whole of another, from somewhere on: device-mapper without a manager, a loop device.
    fn whole(&mut self, kind: Kind, of: usize, from: usize, how: &'static str) -> usize {
        let from = from % self.made[of].bytes.len().max(1);
        let at = self.add(kind, self.made[of].bytes[from.min(self.made[of].bytes.len())..].to_vec(), &[of]);
        self.stand(at, of, Part::Whole, how);
        at
    }

    /// A node with the same bytes under another name.
    fn same(&mut self, of: usize) -> usize {
        let kind = if self.made[of].file { Kind::File } else { Kind::Disk };
        let at = self.add(kind, self.made[of].bytes.clone(), &[of]);
        self.layers.same(self.made[at].node, self.made[of].node);
        self.made[at].first = self.made[of].first;
        self.made[at].known = self.made[of].known;
        at
    }

    /// A file, whose file system is of course mounted.
    fn file_on(&mut self, device: usize) -> usize {
        self.mount(device);
        self.medium(Kind::File)
    }

    fn mount(&mut self, at: usize) {
        self.made[at].used = true;
        let by = if self.made[at].file {
            Use::Swap("/swap".into())
        } else {
            Use::Mount { place: 0, mount_point: "/m".into(), type_name: "ext4".into() }
        };
        self.layers.add_use(self.made[at].node, by);
    }

    /// Takes the last use of it back; `used`: whether it was used before.
    fn unmount(&mut self, at: usize, used: bool) {
        self.made[at].used = used;
        self.layers.nodes[self.made[at].node].uses.pop();
    }

    /// Whether a write to `target` would change a byte of something that is in use.
    fn would_destroy(&self, target: usize) -> bool {
        self.made.iter().any(|other| other.used && meet(&other.mask, &self.made[target].mask))
    }

    /// Whether nothing but what is beneath it has to do with the bytes of `target`, and none of that is in use.
    fn alone(&self, target: usize) -> bool {
        let target_reach = &self.made[target].reach;
        let kinds_on = |first: usize| {
            let same = self.made.iter().filter(|other| other.first == first);
            same.flat_map(|other| &other.carries).collect::<BTreeSet<_>>().len()
        };
        // Two ways down to one byte, as over partitions that overlap, are not alone with it either.
        let beneath = &self.made[target].beneath;
        let crossed = beneath.iter().any(|&one| {
            beneath.iter().any(|&other| {
                let (a, b) = (&self.made[one], &self.made[other]);
                let apart = a.first != b.first && !a.beneath.contains(&other) && !b.beneath.contains(&one);
                apart && meet(&a.mask, &b.mask)
            })
        });
        !crossed
            && self.made.iter().enumerate().all(|(at, other)| {
                if at == target || self.made[target].beneath.contains(&at) {
                    // Where two kinds of nodes stand on one device, the owners of the bytes are unknown.
                    !other.used && kinds_on(other.first) <= 1
                } else {
                    !meet(&other.reach, target_reach)
                }
            })
    }

    fn is_refused(&self, target: usize) -> bool {
        let in_use = self.layers.in_use(self.made[target].node);
        in_use != InUse { through: in_use.through.clone(), ..InUse::default() }
    }

    fn check(&self, target: usize) -> Result<(), String> {
        let refused = self.is_refused(target);
        if self.would_destroy(target) && !refused {
            return Err(format!("n{target} may be written to, and what is in use loses data: {self:?}"));
        }
        if self.alone(target) && refused && !self.made[target].bytes.is_empty() {
            let in_use = self.layers.in_use(self.made[target].node);
            return Err(format!("n{target} is refused, though nothing has to do with it: {in_use:?} {self:?}"));
        }
        Ok(())
    }
}

/// One thing more, made of what is there.
fn step(world: &mut World, (what, of, from, length): (u8, usize, usize, usize)) {
    let of = of % world.made.len();
    match what {
        0 => drop(world.medium(Kind::Disk)),
        1 | 2 => drop(world.partition(of, from, length)),
        3 | 4 => {
            let other = length % world.made.len();
            let on = if other == of || length % 2 == 0 { vec![of] } else { vec![of, other] };
            let devices: Vec<usize> = on.into_iter().filter(|&pv| !world.made[pv].file).collect();
            if !devices.is_empty() {
                world.volume(&devices);
            }
        }
        5 if !world.made[of].file => drop(world.whole(Kind::Volume, of, from, "dm")),
        6 | 7 => drop(world.whole(Kind::Loop, of, from % 3, "loop")),
        8 if !world.made[of].file => drop(world.file_on(of)),
        9 => drop(world.same(of)),
        _ => world.mount(of),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn no_write_reaches_a_byte_of_what_is_in_use_and_a_target_alone_is_free(
        steps in proptest::collection::vec((0_u8..12, 0_usize..64, 0_usize..64, 0_usize..64), 1..24),
    ) {
        let mut world = World::default();
        world.medium(Kind::Disk);
        steps.into_iter().for_each(|one| step(&mut world, one));
        for target in 0..world.made.len() {
            prop_assert_eq!(world.check(target), Ok(()));
        }
    }
}

const LAYERS: usize = 5;
const KINDS: usize = 7;

/// A tower of six layers on a disk; the kinds are the digits of `number`. Beside each layer stands a neighbour.
fn tower(number: usize) -> (World, usize) {
    let mut world = World::default();
    let mut top = world.medium(Kind::Disk);
    let mut kinds = number;
    for _ in 0..LAYERS {
        top = match kinds % KINDS {
            0 => {
                let half = world.made[top].bytes.len() / 2;
                world.partition(top, half, half);
                world.partition(top, 0, half.saturating_sub(1))
            }
            1 => {
                world.volume(&[top]);
                world.volume(&[top])
            }
            2 => world.whole(Kind::Volume, top, 0, "dm"),
            3 => world.whole(Kind::Loop, top, 1, "loop"),
            4 => {
                let file = world.file_on(top);
                world.whole(Kind::Loop, file, 0, "loop")
            }
            5 => {
                let upper = world.file_on(top);
                let merged = world.same(upper);
                world.whole(Kind::Loop, merged, 0, "loop")
            }
            _ => world.same(top),
        };
        kinds /= KINDS;
    }
    (world, top)
}

#[test]
fn no_way_through_five_layers_of_any_kinds_leads_to_a_mounted_thing() {
    for number in 0..KINDS.pow(LAYERS as u32) {
        let (mut world, top) = tower(number);
        let count = world.made.len();
        // Free but for the mounts that carry its files.
        for target in [top, number % count] {
            assert_eq!(world.check(target), Ok(()), "tower {number}");
        }
        // One more thing mounted: each in its turn over the towers, and what is right beneath the top in all.
        for mounted in [number % count, count - 1, (number / KINDS) % count] {
            let used = world.made[mounted].used;
            world.mount(mounted);
            for target in [top, number / 3 % count] {
                assert_eq!(world.check(target), Ok(()), "tower {number}, n{mounted} mounted");
            }
            world.unmount(mounted, used);
        }
    }
}

/// The check above must be able to fail: a walk that doesn't go down, as it was once, is caught.
#[test]
fn a_walk_that_stops_at_a_loop_device_would_be_caught() {
    let mut world = World::default();
    let disk = world.medium(Kind::Disk);
    world.mount(disk);
    let over = world.whole(Kind::Loop, disk, 1, "loop");
    assert!(world.would_destroy(over) && world.is_refused(over));
    let node = world.made[over].node;
    world.layers.nodes[node].rests_on.clear();
    assert!(world.would_destroy(over) && !world.is_refused(over));
    assert!(world.check(over).is_err());
}
