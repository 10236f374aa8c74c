// Draws the plots of the live page as SVG. It computes places on the page and no figures: those come from the server.
import {inPercent, number, phrase} from './texts.js';

const NS = 'http://www.w3.org/2000/svg';
const HEIGHT = 170, LEFT = 62, RIGHT = 10, TOP = 14, BOTTOM = 34;
const SHADES = 7;

const three = value => number(Number(value.toPrecision(3)), 3);
export const rate = value => value >= 1e6 ? `${three(value / 1e6)} M` : value >= 1e4 ? `${three(value / 1e3)} k` : three(value);
export const share = value => inPercent(three(value * 100));
// Percentiles are named the same in every language.
export const nameOf = key => (/^p\d/.test(key) ? key : phrase(`line-${key}`));
export function bytes(value) {
  for (const [shift, unit] of [[40, 'TiB'], [30, 'GiB'], [20, 'MiB'], [10, 'KiB']]) {
    if (value >= 2 ** shift) return `${three(value / 2 ** shift)} ${unit}`;
  }
  return `${three(value)} B`;
}
export function nanos(value) {
  for (const [factor, unit] of [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs']]) {
    if (value >= factor * 0.9995) return `${three(value / factor)} ${unit}`;
  }
  return `${three(value)} ns`;
}

function add(parent, name, attributes, text) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}

// Ticks as reports have them (`reports/forms/metrics.py`): multiples of 1, 2 or 5, up to five on these low plots.
const STEPS = [1, 2, 5, 10];

function roundAbove(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return STEPS.map(one => one * power).find(one => one >= value * (1 - 1e-9));
}

function steps(high, binary) {
  if (!(high > 0)) return [0, 1];
  const base = binary ? 2 ** (10 * Math.floor(Math.log2(high) / 10)) : 1;
  const step = roundAbove(high / base / 4) * base;
  const found = [];
  for (let at = 0; at <= high * 1.0001; at += step) found.push(at);
  return found;
}

function decades(low, high) {
  const found = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1) {
    for (const one of STEPS.slice(0, 3)) {
      const at = one * 10 ** power;
      if (at >= low * 0.999 && at <= high * 1.001) found.push(at);
    }
  }
  return found.length > 6 ? found.filter(at => Math.abs(Math.log10(at) % 1) < 1e-6) : found;
}

// The frame of a plot: axes, new Runs, marks; and the scales x(seconds before now) and y(value).
function frame(holder, intervals, marks, {low, high, log, format, binary}) {
  const width = Math.max(260, holder.clientWidth);
  const total = intervals.reduce((sum, one) => sum + one.s, 0) || 1;
  const svg = document.createElementNS(NS, 'svg');
  svg.setAttribute('viewBox', `0 0 ${width} ${HEIGHT}`);
  svg.setAttribute('aria-hidden', 'true');
  const x = at => LEFT + (width - LEFT - RIGHT) * (1 + at / total);
  const scale = log ? Math.log10 : value => value;
  const y = value => {
    const part = (scale(Math.min(Math.max(value, low), high)) - scale(low)) / (scale(high) - scale(low) || 1);
    return HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM);
  };
  let at = -total;
  let before = intervals[0]?.run;
  for (const one of intervals) {
    one.from = at;
    at += one.s;
    one.to = at;
    if (one.phase === 'warmup') add(svg, 'rect', {class: 'warm', x: x(one.from), y: TOP, width: x(one.to) - x(one.from), height: HEIGHT - TOP - BOTTOM});
  }
  for (const tick of log ? decades(low, high) : steps(high, binary)) {
    add(svg, 'line', {class: 'axis', x1: LEFT, x2: width - RIGHT, y1: y(tick), y2: y(tick)});
    add(svg, 'text', {x: LEFT - 6, y: y(tick) + 4, 'text-anchor': 'end'}, format(tick));
  }
  const [unit, name] = total >= 7200 ? [3600, 'hours'] : total >= 180 ? [60, 'minutes'] : [1, 'seconds'];
  for (const tick of steps(total / unit)) {
    const place = x(-tick * unit);
    if (place < LEFT + 8) continue;
    add(svg, 'text', {x: place, y: HEIGHT - BOTTOM + 15, 'text-anchor': tick ? 'middle' : 'end'}, tick ? `−${three(tick)}` : '0');
  }
  add(svg, 'text', {x: LEFT, y: HEIGHT - 4}, phrase(`before-end-${name}`));
  for (const one of intervals) {
    if (one.run !== before) add(svg, 'line', {class: 'run', x1: x(one.from), x2: x(one.from), y1: TOP, y2: HEIGHT - BOTTOM});
    before = one.run;
  }
  for (const mark of marks) {
    const hit = intervals.find(one => one.at >= mark.at_s && one.at - one.s <= mark.at_s + 0.5);
    if (!hit) continue;
    const place = x(hit.to - Math.min(hit.s, Math.max(0, hit.at - mark.at_s)));
    add(svg, 'line', {class: 'mark', x1: place, x2: place, y1: TOP - 8, y2: HEIGHT - BOTTOM});
    add(svg, 'path', {class: 'flag', d: `M${place} ${TOP - 12} l9 4 l-9 4 z`});
  }
  return {svg, x, y};
}

// Steps through intervals, broken where a Run ends or a figure is missing.
function path(intervals, key, x, y) {
  let drawn = '';
  let run, open = false;
  for (const one of intervals) {
    const value = one[key];
    if (value === null || value === undefined) { open = false; continue; }
    const at = y(value).toFixed(1);
    drawn += open && one.run === run ? `V${at}` : `M${x(one.from).toFixed(1)} ${at}`;
    drawn += `H${x(one.to).toFixed(1)}`;
    open = true;
    run = one.run;
  }
  return drawn;
}

export function lines(holder, intervals, marks, keys, {format, log = false, high: top, bound, binary}) {
  const values = intervals.flatMap(one => keys.map(([key]) => one[key])).filter(value => value !== null && value !== undefined && (!log || value > 0));
  if (bound) values.push(bound.ns);
  if (!values.length) { holder.replaceChildren(document.createTextNode(phrase('nothing-to-draw'))); return; }
  const low = log ? Math.min(...values) / 1.3 : 0;
  const high = top ?? Math.max(...values) * (log ? 1.3 : 1.08) ?? 1;
  const {svg, x, y} = frame(holder, intervals, marks, {low, high: high || 1, log, format, binary});
  if (bound) objective(svg, y(bound.ns), holder, bound.words);
  keys.forEach(([key, style]) => add(svg, 'path', {class: `line k${style}`, d: path(intervals, key, x, y)}));
  holder.replaceChildren(svg);
}

// A small line without axes, between ends that many share; broken where a figure is missing.
export function spark(holder, seen, key, {low, high, log}) {
  const svg = document.createElementNS(NS, 'svg');
  svg.setAttribute('viewBox', '0 0 100 22');
  svg.setAttribute('preserveAspectRatio', 'none');
  svg.setAttribute('aria-hidden', 'true');
  const wide = 100 / Math.max(20, seen.length);
  const placed = seen.map((one, place) => ({...one, from: 100 - (seen.length - place) * wide, to: 100 - (seen.length - place - 1) * wide}));
  const scale = log ? Math.log : value => value;
  const reach = scale(high) - scale(low) || 1;
  const y = value => 20.5 - 19 * Math.min(1, Math.max(0, (scale(Math.max(value, low)) - scale(low)) / reach));
  const drawn = path(placed, key, x => x, y);
  add(svg, 'path', {class: 'floor', d: 'M0 21.5H100'});
  add(svg, 'path', {class: 'line k0', d: drawn});
  holder.replaceChildren(svg);
}

function objective(svg, at, holder, words) {
  add(svg, 'line', {class: 'bound', x1: LEFT, x2: holder.clientWidth - RIGHT, y1: at, y2: at});
  add(svg, 'text', {class: 'bounded', x: LEFT + 4, y: at - 4}, words);
}

// Bins of each interval, darker where more of its operations fell.
export function heat(holder, intervals, marks, bound) {
  const bins = intervals.flatMap(one => one.bins);
  if (!bins.length) { holder.replaceChildren(document.createTextNode(phrase('no-operation-yet'))); return; }
  const ends = bins.map(([upper]) => upper);
  if (bound) ends.push(bound.ns);
  const ratio = 2 ** 0.25;
  const low = Math.max(1, Math.min(...ends) / ratio), high = Math.max(...ends, low * 2);
  const {svg, x, y} = frame(holder, intervals, marks, {low, high, log: true, format: nanos});
  const shades = Array.from({length: SHADES}, () => '');
  for (const one of intervals) {
    const all = one.bins.reduce((sum, [, count]) => sum + count, 0);
    for (const [upper, count] of one.bins) {
      const shade = Math.min(SHADES - 1, Math.max(0, Math.floor(SHADES + Math.log2(count / all))));
      const top = y(upper), bottom = y(upper / ratio);
      shades[shade] += `M${x(one.from).toFixed(1)} ${top.toFixed(1)}H${x(one.to).toFixed(1)}V${bottom.toFixed(1)}H${x(one.from).toFixed(1)}z`;
    }
  }
  shades.forEach((drawn, shade) => add(svg, 'path', {class: 'cell', d: drawn, opacity: (0.12 + 0.88 * shade / (SHADES - 1)).toFixed(2)}));
  if (bound) objective(svg, y(bound.ns), holder, bound.words);
  holder.replaceChildren(svg);
}

// The Runs of a search by rate: a disc met the objective, a cross missed it, a ring is undecided; a hold is larger. What lies
// between the highest rate that met it and the lowest that missed it is shaded: there the line is looked for.
// After its end, the line found takes their place: the rate to plan with, and its interval between loads that hold and fail.
export function curve(holder, search, bound, high = 260) {
  const width = Math.max(260, holder.clientWidth);
  const svg = document.createElementNS(NS, 'svg');
  svg.setAttribute('viewBox', `0 0 ${width} ${high}`);
  svg.setAttribute('aria-hidden', 'true');
  const values = search.probes.map(one => one.ns).concat(bound ? [bound.ns] : []);
  const low = Math.min(...values) / 1.5, top = Math.max(...values) * 1.5;
  const {line, maximum} = search;
  const most = Math.max(maximum?.rate ?? 0, line?.high ?? 0, ...search.probes.map(one => one.rate)) * 1.08;
  const x = rate_ => LEFT + (width - LEFT - RIGHT) * rate_ / most;
  const y = value => high - BOTTOM - (Math.log(value / low) / Math.log(top / low)) * (high - TOP - BOTTOM);
  const {met, missed} = search;
  const area = (kind, from, to) => add(svg, 'rect', {class: kind, x: x(from), y: TOP, width: Math.max(1, x(to) - x(from)), height: high - TOP - BOTTOM});
  if (line) {
    area('carried', 0, line.low ?? line.plan);
    if (line.high !== null) {
      area('bracket', line.low ?? line.plan, line.high);
      area('beyond', line.high, most);
    }
  } else if (met !== null && missed !== null && met < missed) {
    area('bracket', met, missed);
  }
  for (const tick of decades(low, top)) {
    add(svg, 'line', {class: 'axis', x1: LEFT, x2: width - RIGHT, y1: y(tick), y2: y(tick)});
    add(svg, 'text', {x: LEFT - 6, y: y(tick) + 4, 'text-anchor': 'end'}, nanos(tick));
  }
  for (const tick of steps(most)) add(svg, 'text', {x: x(tick), y: high - BOTTOM + 15, 'text-anchor': 'middle'}, rate(tick));
  add(svg, 'text', {x: LEFT, y: high - 4}, phrase('offered-iops'));
  if (bound) objective(svg, y(bound.ns), holder, bound.words);
  const sorted = [...search.probes].sort((a, b) => a.rate - b.rate);
  add(svg, 'polyline', {class: 'line k0 faint', points: sorted.map(one => `${x(one.rate).toFixed(1)},${y(one.ns).toFixed(1)}`).join(' ')});
  for (const one of sorted) {
    const at = [x(one.rate), y(one.ns)], r = one.hold ? 7 : 4.5;
    if (one.verdict === 'missed') add(svg, 'path', {class: 'probe missed', d: `M${at[0] - r} ${at[1] - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`});
    else add(svg, 'circle', {class: `probe ${one.verdict || 'open'}`, cx: at[0], cy: at[1], r});
  }
  if (line) {
    const end = x(line.plan) > width / 2;
    upright(svg, 'plan', x(line.plan), TOP - 8, TOP, line.words, end);
    // At the foot of the plot, where the curve is not.
    if (line.fails) add(svg, 'text', {class: 'fails', x: x(line.high) + (x(line.high) > width - 90 ? -6 : 6), y: high - BOTTOM - 8, 'text-anchor': x(line.high) > width - 90 ? 'end' : 'start'}, line.fails);
  }
  if (maximum) upright(svg, 'maximum', x(maximum.rate), TOP, high - BOTTOM - 24, maximum.words, true);
  holder.replaceChildren(svg);
}

// An upright line, with its label at a height and on a side of it.
function upright(svg, kind, x, top, labelled, words, left) {
  add(svg, 'line', {class: kind, x1: x, x2: x, y1: top, y2: svg.viewBox.baseVal.height - BOTTOM});
  add(svg, 'text', {class: `${kind}-label`, x: x + (left ? -6 : 6), y: labelled, 'text-anchor': left ? 'end' : 'start'}, words);
}

// Which line is which: each has its own colour and its own dashes.
export function legend(holder, keys) {
  for (const [key, style] of keys) {
    const entry = document.createElement('span');
    const svg = add(entry, 'svg', {viewBox: '0 0 30 10', 'aria-hidden': 'true'});
    add(svg, 'path', {class: `line k${style}`, d: 'M0 5H30'});
    entry.append(nameOf(key));
    holder.append(entry);
  }
}
