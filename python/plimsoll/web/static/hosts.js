// The hosts of a Run over several: a small chart of each figure for every host, and one of them large. It keeps what came
// since the page was opened; figures and words come from the server.
import {lines, nanos, rate, share, spark} from './plots.js';
import {phrase} from './texts.js';

const KEPT = 120;
const SPARKS = 60;
const FIGURES = [['rate', 'IOPS', rate], ['p99', 'p99', nanos], ['lag', phrase('host-lag'), nanos], ['cpu', phrase('host-cpu'), share]];
const TIMES = ['p99', 'lag'];
const by = id => document.getElementById(id);
const known = new Map();
let chosen = null;
let newest = '';

function made(name, text, kind) {
  const one = document.createElement(name);
  one.textContent = text;
  if (kind) one.className = kind;
  return one;
}

// A cell stays where it is: only its figures change.
function cell(name) {
  const item = document.createElement('li');
  const button = made('button', '', 'host');
  button.type = 'button';
  button.append(made('strong', name), made('span', '', 'odd'));
  for (const [key, title] of FIGURES) {
    const row = made('span', '', `figure-${key}`);
    row.append(made('span', title, 'key'), made('span', '', 'draws spark'), made('span', '', 'value'));
    button.append(row);
  }
  button.addEventListener('click', () => choose(name));
  item.append(button);
  by('hosts-grid').append(item);
  return item;
}

function choose(name) {
  chosen = name;
  by('hosts-one').hidden = name === null;
  for (const one of known.values()) one.item.firstChild.setAttribute('aria-pressed', String(one.name === name));
  if (name === null) return;
  draw();
  by('hosts-name').focus();
}

by('hosts-all').addEventListener('click', () => {
  const from = known.get(chosen);
  choose(null);
  from?.item.firstChild.focus();
});

function large() {
  const one = chosen !== null && known.get(chosen);
  if (!one) return;
  by('hosts-name').textContent = one.name;
  by('hosts-odd').textContent = one.last?.odd ?? phrase('host-not-in-run');
  const part = [['rate', 0], ['p99', 0], ['lag', 0], ['cpu', 0]];
  part.forEach(([key], place) => lines(by(`host-${key}`), one.seen, [], [part[place]], {
    format: FIGURES[place][2], log: TIMES.includes(key), high: key === 'cpu' ? 1 : undefined,
  }));
}

function draw() {
  // One scale for all of a figure. Times have a logarithmic one, from a tenth of what most are at: one peak would flatten the
  // rest.
  const ends = {};
  for (const [key] of FIGURES) {
    const values = [...known.values()].flatMap(one => one.seen.slice(-SPARKS).map(seen => seen[key])).filter(value => value > 0);
    const log = TIMES.includes(key);
    values.sort((a, b) => a - b);
    ends[key] = {log, low: log ? (values[values.length >> 1] ?? 1) / 10 : 0, high: key === 'cpu' ? 1 : values.at(-1) ?? 1};
  }
  for (const one of known.values()) {
    one.item.hidden = !one.last;
    if (!one.last) continue;
    const button = one.item.firstChild;
    button.classList.toggle('stands-out', Boolean(one.last.odd));
    button.querySelector('.odd').textContent = one.last.odd ? phrase('host-stands-out') : '';
    button.title = one.last.odd;
    for (const [key] of FIGURES) {
      const row = button.querySelector(`.figure-${key}`);
      row.lastChild.textContent = one.last.words[key];
      spark(row.querySelector('.spark'), one.seen.slice(-SPARKS), key, ends[key]);
    }
  }
  large();
}

export function hosts(told) {
  by('hosts').hidden = !known.size && !told;
  if (!told) return;
  const now = `${told.run}/${told.index}`;
  if (now === newest) return;
  newest = now;
  for (const one of known.values()) one.last = null;
  for (const host of told.hosts) {
    let one = known.get(host.name);
    if (!one) known.set(host.name, one = {name: host.name, item: cell(host.name), seen: [], last: null});
    one.last = host;
    if (told.phase !== 'drain') {
      one.seen.push({run: told.run, s: told.seconds, phase: told.phase, at: 0, rate: host.rate, p99: host.p99, lag: host.lag, cpu: host.cpu});
      one.seen.splice(0, one.seen.length - KEPT);
    }
  }
  draw();
}

window.addEventListener('resize', large);
