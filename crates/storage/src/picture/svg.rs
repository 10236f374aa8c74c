//! The picture for a page: boxes from the clients on the left to the data on the right, as SVG.
//!
//! Written as text: it is a few shapes. Sizes follow from the number of characters in a font of fixed width, so that no
//! viewer's font cuts a label; the background is its own, so that it can be read on a dark page too.

use std::fmt::Write as _;

use super::Subject;
use super::graph::{Graph, Look};
use super::layers::{Layers, Spot, place};
use super::words::{clean, width, wrap_text};

/// Width of a character at 12 px: 0.602 em in DejaVu Sans Mono, the widest of the fonts named below, and a little.
const CHAR: f64 = 7.3;
const LINE: f64 = 16.0;
const PADDING: f64 = 12.0;
const MARGIN: f64 = 24.0;
/// Between layers: room for an arrow and what is written at it.
const BETWEEN: f64 = 64.0;
/// Height of the mark on the narrowest.
const MARK: f64 = 16.0;
const FONT: &str = "'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace";

/// By this a file is known as ours, which may be written again.
const MADE_BY: &str = "Made by plimsoll stack show.";

/// The picture as an SVG document; `answer` is what stands beneath the name of the stack and its load.
pub fn svg(of: &Subject<'_>, answer: &str) -> String {
    let graph = Graph::of(of);
    let drawing = Drawing::of(&graph);
    let title = titles(of, answer, drawing.right - BETWEEN - MARGIN);
    let top = MARGIN + title.len() as f64 * 20.0 + MARK + 8.0;
    let bottom = drawing.layers.spots.iter().map(|s| s.y + s.height).fold(0.0, f64::max);
    let legend = "carries: what all instances of an element carry · bound: what it allows the whole stack";
    let notes: Vec<String> = wrap_text(legend, columns(drawing.right - BETWEEN - MARGIN));
    let full_width = (drawing.right - BETWEEN + MARGIN).max(480.0);
    let full_height = top + bottom + MARGIN + notes.len() as f64 * LINE + 8.0;
    let mut out = Lines::default();
    out.put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{full_width:.0}\" height=\"{full_height:.0}\" \
         viewBox=\"0 0 {full_width:.0} {full_height:.0}\" role=\"img\" font-family=\"{FONT}\" font-size=\"12\">"
    ));
    out.put(format_args!("<title>{}</title>", escape_xml(&title.join("; "))));
    out.put(format_args!("<desc>{MADE_BY}</desc>"));
    out.put(format_args!(
        "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" \
         orient=\"auto\"><path d=\"M0 0 L8 4 L0 8 z\" fill=\"#475569\"/></marker></defs>"
    ));
    out.put(format_args!("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"));
    for (index, line) in title.iter().enumerate() {
        let (size, weight) = if index == 0 { (15, "bold") } else { (12, "normal") };
        let y = MARGIN + 12.0 + index as f64 * 20.0;
        out.put(format_args!(
            "<text x=\"{MARGIN}\" y=\"{y:.0}\" font-size=\"{size}\" font-weight=\"{weight}\" fill=\"#0f172a\">{}</text>",
            escape_xml(line)
        ));
    }
    drawing.arrows(&graph, top, &mut out);
    drawing.boxes(&graph, top, &mut out);
    for (index, note) in notes.iter().enumerate() {
        let y = full_height - MARGIN - (notes.len() - 1 - index) as f64 * LINE + 8.0;
        out.put(format_args!(
            "<text x=\"{MARGIN}\" y=\"{y:.0}\" font-size=\"11\" fill=\"#475569\">{}</text>",
            escape_xml(note)
        ));
    }
    out.put(format_args!("</svg>"));
    out.0
}

/// A document, line by line.
#[derive(Default)]
struct Lines(String);

impl Lines {
    fn put(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a String cannot fail.
        let _ = self.0.write_fmt(line);
        self.0.push('\n');
    }
}

/// Where the boxes stand: in layers, each as wide as its widest box.
struct Drawing {
    layers: Layers,
    widths: Vec<f64>,
    lefts: Vec<f64>,
    /// Where another layer would begin.
    right: f64,
}

impl Drawing {
    fn of(graph: &Graph) -> Drawing {
        let heights: Vec<f64> = graph.boxes.iter().map(|b| b.lines.len() as f64 * LINE + PADDING + 4.0).collect();
        let arrows: Vec<(usize, usize)> = graph.arrows.keys().copied().collect();
        let layers = place(&heights, &arrows);
        let wide = |index: usize| graph.boxes[index].lines.iter().map(|l| width(l)).max().unwrap_or(0) as f64 * CHAR;
        let mut widths = vec![0.0_f64; layers.count];
        for index in 0..graph.boxes.len() {
            let layer = layers.spots[index].layer;
            widths[layer] = widths[layer].max(wide(index) + 2.0 * PADDING).max(110.0);
        }
        let (mut lefts, mut right) = (Vec::new(), MARGIN);
        for width in &widths {
            lefts.push(right);
            right += width + BETWEEN;
        }
        Drawing { layers, widths, lefts, right }
    }

    fn arrows(&self, graph: &Graph, top: f64, out: &mut Lines) {
        let Drawing { layers, widths, lefts, .. } = self;
        let middle = |s: &Spot| top + s.y + s.height / 2.0;
        for (way, label) in layers.ways.iter().zip(graph.arrows.values()) {
            let mut path = String::new();
            for pair in way.windows(2) {
                let (from, to) = (&layers.spots[pair[0]], &layers.spots[pair[1]]);
                let (x1, y1) = (lefts[from.layer] + widths[from.layer], middle(from));
                let (x2, y2) = (lefts[to.layer], middle(to));
                let start = if pair[0] == way[0] { 'M' } else { 'L' };
                let bend = (x2 - x1) / 2.0;
                let _ = write!(
                    path,
                    "{start}{x1:.1} {y1:.1} C{:.1} {y1:.1} {:.1} {y2:.1} {x2:.1} {y2:.1} ",
                    x1 + bend,
                    x2 - bend
                );
            }
            out.put(format_args!(
                "<path d=\"{}\" fill=\"none\" stroke=\"#475569\" stroke-width=\"1.3\" marker-end=\"url(#tip)\"/>",
                path.trim_end()
            ));
            if !label.is_empty() {
                // Near the end: arrows that leave one box together have come apart there.
                let end = way.last().map_or(0, |index| *index);
                let (x, y) = (lefts[layers.spots[end].layer] - 12.0, middle(&layers.spots[end]) - 6.0);
                out.put(format_args!(
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\" font-size=\"11\" fill=\"#0f172a\" \
                     stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\">{}</text>",
                    escape_xml(label)
                ));
            }
        }
    }

    fn boxes(&self, graph: &Graph, top: f64, out: &mut Lines) {
        let Drawing { layers, widths, lefts, .. } = self;
        for (index, of_box) in graph.boxes.iter().enumerate() {
            let spot = &layers.spots[index];
            let (x, y, w) = (lefts[spot.layer], top + spot.y, widths[spot.layer]);
            let (fill, line) = match of_box.look {
                Look::Client => ("#eef2ff", "#4338ca"),
                Look::Volume => ("#ecfeff", "#0e7490"),
                Look::Element => ("#f8fafc", "#475569"),
                Look::End => ("#f0fdf4", "#15803d"),
            };
            let (line, thick) = if of_box.narrowest { ("#b91c1c", 3.5) } else { (line, 1.2) };
            out.put(format_args!(
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{:.1}\" rx=\"{}\" fill=\"{fill}\" \
                 stroke=\"{line}\" stroke-width=\"{thick}\"/>",
                spot.height,
                if of_box.look == Look::End { 14 } else { 4 }
            ));
            if of_box.narrowest {
                let mark = "narrowest";
                out.put(format_args!(
                    "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{MARK}\" fill=\"#b91c1c\"/>\
                     <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"11\" font-weight=\"bold\" fill=\"#ffffff\">{mark}</text>",
                    y - MARK,
                    mark.len() as f64 * CHAR + 10.0,
                    x + 5.0,
                    y - 4.0
                ));
            }
            for (row, text) in of_box.lines.iter().enumerate() {
                let weight = if row == 0 || text.starts_with("bound ") { "bold" } else { "normal" };
                out.put(format_args!(
                    "<text x=\"{:.1}\" y=\"{:.1}\" font-weight=\"{weight}\" fill=\"#0f172a\">{}</text>",
                    x + PADDING,
                    y + PADDING / 2.0 + 13.0 + row as f64 * LINE,
                    escape_xml(text)
                ));
            }
        }
    }
}

/// Characters of text at 12 px that fit.
fn columns(wide: f64) -> usize {
    ((wide.max(432.0)) / CHAR) as usize
}

/// The name of the stack, its load, and the answer; the first line is larger.
fn titles(of: &Subject<'_>, answer: &str, wide: f64) -> Vec<String> {
    let mut lines = wrap_text(&clean(of.spec.name()), columns(wide) * 12 / 15);
    lines.truncate(1);
    lines.extend(wrap_text(&clean(of.asked), columns(wide)));
    lines.extend(wrap_text(&clean(answer), columns(wide)));
    lines
}

fn escape_xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Two code points that XML has no form for.
            '\u{fffe}' | '\u{ffff}' => out.push('·'),
            c => out.push(c),
        }
    }
    out
}
