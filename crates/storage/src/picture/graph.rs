//! The routes as boxes and arrows: an element is one box, however many routes lead to it.
//!
//! Two routes may pass the same two elements in opposite order. One box each would then be a circle, which cannot be
//! drawn from left to right: in that case every route gets boxes of its own.

use std::collections::BTreeMap;

use plimsoll_base::units::rate;

use super::words::{clean, wrap_text};
use super::{Subject, times};
use crate::bounds::{BoundSourceKind, short};
use crate::wiring::{Members, Scope};

/// Columns of a box's text.
const COLUMNS: usize = 30;
/// Lines of what an element is; more would be a box like a page.
const MAX_LINES: usize = 9;

/// A box: its first line stands out.
#[derive(Clone, Debug, Default)]
pub(super) struct Card {
    pub(super) lines: Vec<String>,
    pub(super) look: Look,
    pub(super) narrowest: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Look {
    Client,
    Volume,
    #[default]
    Element,
    /// An element that holds the data.
    End,
}

/// Boxes, and arrows between them with what is written at them.
#[derive(Debug, Default)]
pub(super) struct Graph {
    pub(super) boxes: Vec<Card>,
    pub(super) arrows: BTreeMap<(usize, usize), String>,
}

struct Lay<'a, 'r> {
    of: &'r Subject<'a>,
    graph: Graph,
    known: BTreeMap<(usize, &'a str), usize>,
    /// One box for an element, or one for each route that passes it.
    shared: bool,
    /// The route that is being laid.
    route: usize,
}

impl Graph {
    pub(super) fn of(subject: &Subject<'_>) -> Graph {
        let shared = lay(subject, true);
        if shared.has_circle() { lay(subject, false) } else { shared }
    }

    fn has_circle(&self) -> bool {
        // Boxes that nothing leads to are taken away until none is left, or only circles.
        let mut left: Vec<bool> = vec![true; self.boxes.len()];
        loop {
            let led_to = |b: usize| self.arrows.keys().any(|(from, to)| *to == b && left[*from]);
            let free: Vec<usize> = (0..left.len()).filter(|b| left[*b] && !led_to(*b)).collect();
            if free.is_empty() {
                return left.contains(&true);
            }
            free.into_iter().for_each(|b| left[b] = false);
        }
    }
}

fn lay(subject: &Subject<'_>, shared: bool) -> Graph {
    let mut lay = Lay { of: subject, graph: Graph::default(), known: BTreeMap::new(), shared, route: 0 };
    let mut clients: BTreeMap<Option<&str>, usize> = BTreeMap::new();
    for group in subject.volumes() {
        let Some(volume) = subject.spec.volumes().get(group.name) else { continue };
        let client = *clients.entry(group.client).or_insert_with(|| {
            lay.graph.boxes.push(client(subject, group.client));
            lay.graph.boxes.len() - 1
        });
        let each = if group.count > 1 { " each" } else { "" };
        let mut lines = wrap_text(&clean(&times(group.count, group.name)), COLUMNS);
        lines.push(format!("volume, {}{each}", volume.size_bytes));
        lay.graph.boxes.push(Card { lines, look: Look::Volume, narrowest: false });
        let at = lay.graph.boxes.len() - 1;
        lay.arrow(client, at, "");
        lay.route(&volume.path, vec![(at, String::new())]);
        lay.route += 1;
    }
    lay.graph
}

fn client(of: &Subject<'_>, group: Option<&str>) -> Card {
    let mut lines = Vec::new();
    match group {
        Some(group) => {
            let (count, said) = of.client(group);
            lines.extend(wrap_text(&clean(&times(count, group)), COLUMNS));
            lines.extend(of.hosts(group).iter().flat_map(|on| wrap_text(&clean(&format!("on {on}")), COLUMNS)));
            lines.extend(said);
        }
        None => {
            lines.push(if of.topology.clients.is_empty() { "client".into() } else { "no client".into() });
            lines.extend(of.client_keys(None, None));
        }
    }
    let narrowest = of.bounds.narrowest.as_ref().is_some_and(|n| n.source.kind != BoundSourceKind::Element);
    Card { lines, look: Look::Client, narrowest: narrowest && (group.is_some() || of.topology.clients.is_empty()) }
}

/// Where arrows start, with what will stand at them.
type Ends = Vec<(usize, String)>;

impl<'a> Lay<'a, '_> {
    fn arrow(&mut self, from: usize, to: usize, label: &str) {
        let known = self.graph.arrows.entry((from, to)).or_default();
        if known.is_empty() {
            *known = label.into();
        }
    }

    fn join(&mut self, ends: &Ends, to: usize) {
        for (from, label) in ends {
            self.arrow(*from, to, label);
        }
    }

    /// Lays `route` behind `ends`; the answer is where it goes on.
    fn route(&mut self, route: &'a [String], mut ends: Ends) -> Ends {
        for name in route {
            let key = (if self.shared { 0 } else { self.route }, name.as_str());
            let known = self.known.get(&key).copied();
            let at = known.unwrap_or_else(|| {
                self.graph.boxes.push(element(self.of, name));
                self.graph.boxes.len() - 1
            });
            self.known.insert(key, at);
            self.join(&ends, at);
            let Some(element) = self.of.spec.elements().get(name) else { return Vec::new() };
            if element.kind().ends_path {
                return Vec::new();
            }
            ends = match element.members() {
                None => vec![(at, String::new())],
                Some(Members::Beside { route }) => {
                    self.route(route, vec![(at, "beside".into())]);
                    vec![(at, String::new())]
                }
                Some(Members::Placed { count, route }) => self.route(route, vec![(at, format!("× {count}"))]),
                Some(Members::Listed { routes }) => {
                    let mut all = Ends::new();
                    for (index, route) in routes.iter().enumerate() {
                        // Members may have elements in common; only what is written twice gets boxes of its own.
                        if !self.shared {
                            self.route += 1;
                        }
                        all.extend(self.route(route, vec![(at, (index + 1).to_string())]));
                    }
                    all
                }
            };
        }
        ends
    }
}

fn element(of: &Subject<'_>, name: &str) -> Card {
    let Some(element) = of.spec.elements().get(name) else { return Card::default() };
    let bound = of.bound(name);
    let count = bound.map_or(1, |b| b.instances) as usize;
    let scope = match of.spec.scope(name) {
        Scope::Group => String::new(),
        scope => format!(", one per {}", scope.name()),
    };
    let mut lines = wrap_text(&clean(&times(count, name)), COLUMNS);
    lines.push(format!("{}{scope}", element.kind().name));
    let mut what: Vec<String> =
        of.written.element(name).iter().flat_map(|key| wrap_text(&clean(key), COLUMNS)).collect();
    if what.len() > MAX_LINES {
        what.truncate(MAX_LINES);
        what.push("…".into());
    }
    lines.extend(what);
    if let Some(bound) = bound {
        if let Some(capacity) = bound.capacity_per_s {
            lines.push(format!("carries {} IOPS", rate(capacity)));
        }
        if bound.stay_ns > 0.0 {
            lines.push(format!("stay {}", short(plimsoll_base::Nanos(bound.stay_ns as u64))));
        }
        lines.push(bound.bound_per_s.map_or_else(|| "no bound".into(), |x| format!("bound {} IOPS", rate(x))));
    }
    let look = if element.kind().ends_path { Look::End } else { Look::Element };
    Card { lines, look, narrowest: of.is_narrowest(name) }
}
