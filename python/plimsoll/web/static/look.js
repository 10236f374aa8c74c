// Looking closely at the plots over time: a line across all of them at the interval under the pointer, with its figures beneath
// each; a range that was dragged; the whole Run instead of its newest intervals. It computes no figures.
import {bytes, nameOf, nanos, rate, share} from './plots.js';
import {listing, phrase} from './texts.js';

const by = id => document.getElementById(id);
const READ = {
  rate: [rate, ['offered', 'issued', 'achieved']],
  bytes: [bytes, ['bytes']],
  time: [nanos, ['p50', 'p99', 'max']],
  heat: [nanos, ['p50', 'p95', 'p99', 'max']],
  load: [share, ['cpu', 'core', 'pressure', 'disk']],
};
const LEFT = 62, RIGHT = 10;
const MOST = 3000;

const key = one => `${one.run}/${one.index}`;
let past = [];
let zoomed = null;
let at = null;
let redraw = () => {};

// What is drawn: the newest intervals, or what is known of the whole Run; of that the range that was dragged.
export function visible(newest) {
  let shown = newest;
  if (by('span').value === 'run' && newest.length) {
    const run = newest[newest.length - 1].run;
    const known = new Set(past.map(key));
    past = [...past.filter(one => one.run === run), ...newest.filter(one => one.run === run && !known.has(key(one)) && !(past.length && one.index <= past[past.length - 1].index))].slice(-MOST);
    shown = past;
  }
  const within = zoomed && shown.filter(one => one.at > zoomed[0] && one.at - one.s < zoomed[1]);
  return within && within.length ? within : shown;
}

// The line at the interval that is looked at, and its figures; drawn again with each new interval.
export function mark(shown) {
  const index = at === null ? -1 : shown.findIndex(one => key(one) === at);
  for (const [name, [format, keys]] of Object.entries(READ)) {
    const holder = by(`plot-${name}`);
    holder.querySelector('.cross')?.remove();
    const said = by(`read-${name}`);
    if (index < 0) { said.textContent = ''; continue; }
    const one = shown[index];
    const svg = holder.querySelector('svg');
    if (svg && one.to !== undefined) {
      const width = svg.viewBox.baseVal.width;
      const total = shown.reduce((sum, each) => sum + each.s, 0) || 1;
      const x = LEFT + (width - LEFT - RIGHT) * (1 + (one.from + one.to) / 2 / total);
      const line = document.createElementNS('http://www.w3.org/2000/svg', 'line');
      for (const [attribute, value] of Object.entries({class: 'cross', x1: x, x2: x, y1: 14, y2: 136})) line.setAttribute(attribute, value);
      svg.append(line);
    }
    // Hours of a day, as the server writes them in every language.
    const time = new Date(one.at * 1000).toLocaleTimeString('en-GB');
    const figures = keys.filter(each => one[each] !== null && one[each] !== undefined).map(each => phrase('readout-figure', {name: nameOf(each), figure: format(one[each])}));
    const place = {time, phase: phrase(`phase-${one.phase}`)};
    said.textContent = figures.length ? phrase('readout', {...place, figures: listing(figures)}) : phrase('readout-none', place);
  }
}

function under(event, shown) {
  const box = event.currentTarget.getBoundingClientRect();
  const total = shown.reduce((sum, one) => sum + one.s, 0) || 1;
  const where = ((event.clientX - box.left - LEFT) / (box.width - LEFT - RIGHT) - 1) * total;
  return shown.find(one => one.from <= where && where < one.to) ?? null;
}

export function listen(current, again) {
  redraw = again;
  let from = null;
  for (const name of Object.keys(READ)) {
    const holder = by(`plot-${name}`);
    const show = one => { at = one ? key(one) : null; mark(current()); };
    holder.addEventListener('pointermove', event => show(under(event, current())));
    holder.addEventListener('pointerleave', () => { from = null; show(null); });
    holder.addEventListener('pointerdown', event => { from = under(event, current()); });
    holder.addEventListener('pointerup', event => {
      const to = under(event, current());
      if (from && to && from !== to) {
        const [first, last] = from.at < to.at ? [from, to] : [to, from];
        zoomed = [first.at - first.s, last.at];
        by('unzoom').hidden = false;
        redraw();
      }
      from = null;
    });
    holder.addEventListener('keydown', event => {
      const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
      if (event.key === 'Escape') { whole(); return; }
      if (!step) return;
      event.preventDefault();
      const shown = current();
      const index = shown.findIndex(one => key(one) === at);
      show(shown[index < 0 ? shown.length - 1 : Math.min(shown.length - 1, Math.max(0, index + step))]);
      by('view-note').textContent = by(`read-${name}`).textContent;
    });
  }
  by('unzoom').addEventListener('click', whole);
  by('span').addEventListener('change', load);
}

function whole() {
  zoomed = null;
  by('unzoom').hidden = true;
  redraw();
}

async function load() {
  zoomed = null;
  by('unzoom').hidden = true;
  if (by('span').value === 'run') {
    by('view-note').textContent = phrase('reading-run');
    try {
      const answer = await fetch(`${by('live').dataset.at}/history`, {headers: {Accept: 'application/json'}});
      past = answer.ok ? await answer.json() : [];
      by('view-note').textContent = answer.ok ? phrase('whole-run') : await answer.text();
    } catch {
      by('view-note').textContent = phrase('no-answer');
    }
  }
  redraw();
}
