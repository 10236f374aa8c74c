//! The picture for a terminal: a tree of routes in at most 100 columns, a line for each element.

use plimsoll_base::units::rate;

use super::words::{clean, cut, width, wrap_text};
use super::{Subject, times};
use crate::wiring::{Members, Scope};

/// Columns of the whole.
const COLUMNS: usize = 100;
/// Width of the last two columns of figures.
const FIGURE: usize = 12;
/// The longest name with its branches before the other columns give way.
const LONGEST_NAME: usize = 40;

struct Row {
    /// Branches and name.
    tree: String,
    cells: Option<Cells>,
}

struct Cells {
    kind: String,
    what: String,
    carries: String,
    bound: String,
    narrowest: bool,
}

/// The picture as lines of at most 100 columns, the last ended too. `heads` name the last two columns: what all
/// instances of an element carry, and what that allows the whole.
pub fn text(of: &Subject<'_>, heads: &[String; 2]) -> String {
    let mut rows = Vec::new();
    let mut shown: Vec<&str> = Vec::new();
    let groups = of.volumes();
    let mut client = None;
    for (index, group) in groups.iter().enumerate() {
        if index == 0 || client != group.client {
            client = group.client;
            rows.push(Row { tree: clients(of, client), cells: None });
        }
        let Some(volume) = of.spec.volumes().get(group.name) else { continue };
        rows.push(Row { tree: volume_line(group.name, group.count, volume.size_bytes), cells: None });
        let mut draw = Draw { of, rows: &mut rows, shown: &mut shown };
        draw.route(&volume.path, "", &mut Vec::new());
        rows.push(Row { tree: String::new(), cells: None });
    }
    table(&rows, heads)
}

fn clients(of: &Subject<'_>, group: Option<&str>) -> String {
    let Some(group) = group else {
        let all = of.client_keys(None, None);
        let keys = if all.is_empty() { String::new() } else { format!(": {}", all.join(", ")) };
        return if of.topology.clients.is_empty() { format!("the client{keys}") } else { "no client".into() };
    };
    let (count, own_keys) = of.client(group);
    let on = of.hosts(group).join(" and ");
    let on = if on.is_empty() { on } else { format!(" on {on}") };
    let own_keys = if own_keys.is_empty() { String::new() } else { format!(": {}", own_keys.join(", ")) };
    clean(&format!("{}{on}{own_keys}", times(count, group)))
}

fn volume_line(name: &str, count: usize, size: plimsoll_base::Bytes) -> String {
    let each = if count > 1 { " each" } else { "" };
    clean(&format!("{}, {size}{each}", times(count, &format!("volume {name}"))))
}

struct Draw<'a, 'r> {
    of: &'r Subject<'a>,
    rows: &'r mut Vec<Row>,
    shown: &'r mut Vec<&'a str>,
}

impl<'a> Draw<'a, '_> {
    /// The elements of `route` behind `before`; `open`: elements whose members are being drawn.
    fn route(&mut self, route: &'a [String], before: &str, open: &mut Vec<&'a str>) {
        for (index, name) in route.iter().enumerate() {
            let last = index + 1 == route.len();
            let (branch, below) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            let again = self.shown.contains(&name.as_str());
            let count = self.of.bound(name).map_or(1, |b| b.instances) as usize;
            let tree = clean(&format!("{before}{branch}{}", times(count, name)));
            self.rows.push(Row { tree, cells: Some(self.cells(name, again)) });
            if again || open.contains(&name.as_str()) {
                continue;
            }
            self.shown.push(name);
            if let Some(members) = self.of.spec.elements().get(name).and_then(|element| element.members()) {
                open.push(name);
                self.members(members, &format!("{before}{below}"), open);
                open.pop();
            }
        }
    }

    fn members(&mut self, members: &'a Members, before: &str, open: &mut Vec<&'a str>) {
        let routes: Vec<(String, &'a [String])> = match members {
            Members::Listed { routes } => {
                routes.iter().enumerate().map(|(i, route)| (format!("member {}", i + 1), route.as_slice())).collect()
            }
            Members::Placed { count, route } => {
                let on = self.of.topology.hosts.iter().any(|h| h.holds_data);
                let where_to = if on { ", each on a host of its own" } else { "" };
                vec![(format!("{count} × member{where_to}"), route.as_slice())]
            }
            Members::Beside { route } => vec![("beside what follows".into(), route.as_slice())],
        };
        let count = routes.len();
        for (index, (label, route)) in routes.into_iter().enumerate() {
            let (branch, below) = if index + 1 == count { ("╰╴", "  ") } else { ("├╴", "│ ") };
            self.rows.push(Row { tree: format!("{before}{branch}{label}"), cells: None });
            self.route(route, &format!("{before}{below}"), open);
        }
    }

    fn cells(&self, name: &str, again: bool) -> Cells {
        let bound = self.of.bound(name);
        let kind = self.of.spec.elements().get(name).map_or("", |element| element.kind().name);
        let per_s = |x: Option<f64>| x.map_or_else(|| "–".into(), rate);
        if again {
            let (carries, bound) = (String::new(), String::new());
            return Cells { kind: kind.into(), what: "as above".into(), carries, bound, narrowest: false };
        }
        let shared = match self.of.spec.scope(name) {
            Scope::Group => String::new(),
            scope => format!("one per {}", scope.name()),
        };
        let written = self.of.written.element(name).join(", ");
        let what =
            if written.is_empty() || shared.is_empty() { written + &shared } else { format!("{written} ({shared})") };
        Cells {
            kind: kind.into(),
            what: clean(&what),
            carries: per_s(bound.and_then(|b| b.capacity_per_s)),
            bound: per_s(bound.and_then(|b| b.bound_per_s)),
            narrowest: self.of.is_narrowest(name),
        }
    }
}

fn table(rows: &[Row], [carries, bound]: &[String; 2]) -> String {
    let of_cells = |f: fn(&Row) -> usize| rows.iter().filter(|r| r.cells.is_some()).map(f).max().unwrap_or(0);
    let name = of_cells(|r| width(&r.tree)).clamp(8, LONGEST_NAME);
    let kind = of_cells(|r| r.cells.as_ref().map_or(0, |c| width(&c.kind)));
    let what =
        (COLUMNS - name - kind - 2 * FIGURE - 10).min(of_cells(|r| r.cells.as_ref().map_or(0, |c| width(&c.what))));
    let pad = |text: &str, columns: usize| {
        format!("{}{}", cut(text, columns), " ".repeat(columns.saturating_sub(width(text))))
    };
    let right = |text: &str, columns: usize| format!("{}{text}", " ".repeat(columns.saturating_sub(width(text))));
    let mut out = String::new();
    let mut line = |text: &str| {
        out.push_str(text.trim_end());
        out.push('\n');
    };
    line(&format!("{}  {}  {}", " ".repeat(name + kind + 2 + what), right(carries, FIGURE), right(bound, FIGURE)));
    for row in rows {
        let Some(cells) = &row.cells else {
            line(&cut(&row.tree, COLUMNS));
            continue;
        };
        let mut whats = wrap_text(&cells.what, what.max(2)).into_iter();
        let mark = if cells.narrowest { " ◀" } else { "" };
        line(&format!(
            "{}  {}  {}  {}  {}{mark}",
            pad(&row.tree, name),
            pad(&cells.kind, kind),
            pad(&whats.next().unwrap_or_default(), what),
            right(&cells.carries, FIGURE),
            right(&cells.bound, FIGURE)
        ));
        for more in whats {
            // The branches go on beside the second line of a long description.
            let branches: String = row.tree.chars().take_while(|c| " │├└─╴╰".contains(*c)).map(beneath).collect();
            line(&format!("{}  {}  {more}", pad(&branches, name), " ".repeat(kind)));
        }
    }
    out
}

/// The character beneath a branch.
fn beneath(branch: char) -> char {
    match branch {
        '│' | '├' => '│',
        _ => ' ',
    }
}
