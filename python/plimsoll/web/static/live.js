// Moves the figures of a running campaign, as server-sent events bring them, and shows the report when it has ended.
import {announce} from './end_notice.js';
import {hosts} from './hosts.js';
import {bytes, curve, heat, legend, lines, nanos, rate, share} from './plots.js';
import {listen as lookClosely, mark as markLook, visible} from './look.js';
import {inPercent, number, phrase} from './texts.js';

const KEPT = 120;
const live = document.getElementById('live');
const at = live.dataset.at;
const by = id => document.getElementById(id);
const KEYS = {
  rate: [['offered', 1], ['issued', 2], ['achieved', 0]],
  bytes: [['bytes', 0]],
  time: [['max', 3], ['p50', 1], ['p99', 0]],
  load: [['cpu', 0], ['core', 1], ['pressure', 2], ['disk', 3]],
};
let intervals = [];
let last = null;
let told = '';

for (const [name, keys] of Object.entries(KEYS)) legend(by(`keys-${name}`), keys);

function element(name, text, kind) {
  const made = document.createElement(name);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

function figures(list) {
  const holder = by('figures');
  while (holder.children.length > list.length) holder.lastChild.remove();
  list.forEach(([name, value, basis], place) => {
    let figure = holder.children[place];
    if (!figure) {
      figure = element('div', '', 'figure');
      const dd = document.createElement('dd');
      dd.append(document.createTextNode(''), element('small', ''));
      figure.append(element('dt', ''), dd);
      holder.append(figure);
    }
    figure.firstChild.textContent = name;
    figure.lastChild.firstChild.data = value;
    figure.lastChild.lastChild.textContent = basis;
  });
}

function draw() {
  if (!last) return;
  const marks = last.said.filter(one => one.kind === 'mark');
  const shown = visible(intervals);
  lines(by('plot-rate'), shown, marks, KEYS.rate, {format: rate});
  lines(by('plot-bytes'), shown, marks, KEYS.bytes, {format: bytes, binary: true});
  lines(by('plot-time'), shown, marks, KEYS.time, {format: nanos, log: true, bound: last.objective});
  lines(by('plot-load'), shown, marks, KEYS.load, {format: share, high: 1});
  if (last.search && last.search.probes.length) {
    by('search-note').textContent = last.search.words;
    curve(by('plot-search'), last.search, last.search.bound);
  }
  heat(by('plot-heat'), shown, marks, last.objective);
  markLook(shown);
}

// A map of plain cells, each with its figure: it can be read aloud, copied and printed.
function grid(shown) {
  by('grid').hidden = !shown;
  if (!shown) return;
  by('grid-note').textContent = shown.words;
  by('grid-maps').replaceChildren(...shown.tables.map(map => {
    const holder = element('div', '', 'scroll');
    holder.tabIndex = 0;
    holder.setAttribute('role', 'region');
    holder.setAttribute('aria-label', map.of || phrase('grid-so-far'));
    const table = element('table', '', 'map');
    if (map.of) table.append(element('caption', map.of));
    const head = document.createElement('tr');
    const corner = element('th', shown.down ? `${shown.down} \\ ${shown.across}` : shown.across);
    corner.scope = 'col';
    head.append(corner, ...shown.columns.map(name => { const cell = element('th', name, 'n'); cell.scope = 'col'; return cell; }));
    const top = document.createElement('thead');
    top.append(head);
    const body = document.createElement('tbody');
    for (const line of map.rows) {
      const row = document.createElement('tr');
      const name = element('th', line.name || phrase('grid-rate'));
      name.scope = 'row';
      row.append(name, ...line.cells.map(one => {
        const shade = one.share === null ? '' : ` h${Math.round(one.share * 9)}`;
        const cell = element('td', one.text, `n ${one.state.replace(' ', '-')}${shade}`);
        cell.title = one.told;
        if (one.state !== 'valid') cell.append(element('span', ` ${one.told}`, 'unseen'));
        return cell;
      }));
      body.append(row);
    }
    table.append(top, body);
    holder.append(table);
    return holder;
  }));
}

function points(list) {
  by('points').hidden = !list.length;
  by('points').querySelector('tbody').replaceChildren(...list.map(point => {
    const row = document.createElement('tr');
    const answer = point.why ? phrase('answer-why', {answer: point.answer, why: point.why}) : point.answer;
    row.append(element('td', point.number, 'n'), element('td', point.asks, 't'), element('td', point.state), element('td', answer, 't'));
    return row;
  }));
}

// Rows stay where they are: only their figures change, so that a reader, or who has them read aloud, is not thrown out.
function workers(list) {
  by('workers').hidden = !list.length;
  const body = by('workers').querySelector('tbody');
  while (body.children.length > list.length) body.lastChild.remove();
  list.forEach((worker, place) => {
    let row = body.children[place];
    if (!row) {
      row = document.createElement('tr');
      const name = element('th', '', 'n');
      name.scope = 'row';
      const bar = element('td', '', 'bar');
      const shown = element('span', '', 'share');
      shown.setAttribute('role', 'meter');
      shown.setAttribute('aria-label', phrase('worker-meter'));
      shown.append(document.createElement('span'));
      bar.append(shown);
      row.append(name, element('td', '', 'n'), bar, ...Array.from({length: 6}, () => element('td', '', 'n')));
      body.append(row);
    }
    const texts = [worker.name, worker.rate, null, worker.p50, worker.p99, worker.errors, worker.bytes, worker.outstanding, worker.lag];
    texts.forEach((text, column) => { if (text !== null) row.children[column].textContent = text; });
    const percent = Math.round(worker.share * 100);
    const shown = row.querySelector('.share');
    shown.setAttribute('aria-valuenow', percent);
    shown.setAttribute('aria-valuetext', inPercent(number(percent)));
    shown.firstChild.style.width = `${percent}%`;
  });
}

function said(list) {
  by('said').replaceChildren(...list.map(one => {
    const item = element('li', '', one.kind);
    item.append(element('time', one.at), element('span', one.name, 'kind'), element('span', one.words));
    return item;
  }));
}

// Somebody who listens hears how far it has come, not every second of it.
function tell(progress, stopping) {
  const words = progress.heard;
  const steps = progress.share === null ? words : `${Math.floor(progress.share * 20)} ${stopping}`;
  if (steps !== told) by('told').textContent = words;
  told = steps;
}

function now(document_) {
  last = document_;
  const known = new Set(last.intervals.map(one => `${one.run}/${one.index}`));
  intervals = [...intervals.filter(one => !known.has(`${one.run}/${one.index}`)), ...last.intervals].slice(-KEPT);
  by('progress').textContent = last.progress.words;
  if (last.progress.share === null) by('share').removeAttribute('value');
  else by('share').value = last.progress.share;
  tell(last.progress, last.stopping);
  const campaign = live.dataset.name, far = last.progress.share;
  document.title = far === null ? phrase('live-title', {campaign})
    : phrase('live-title-share', {campaign, share: inPercent(number(Math.floor(far * 100)))});
  by('doing').textContent = last.doing;
  by('source').textContent = last.source;
  by('stop').querySelector('button').disabled = last.stopping;
  figures(last.figures);
  // Heard once, when it comes: its figures change every second.
  if (last.late && by('late').classList.contains('none')) by('told').textContent = last.late;
  by('late').textContent = last.late;
  // It keeps its place: what is beneath it does not move as it comes and goes.
  by('late').classList.toggle('none', !last.late);
  by('searched').hidden = !last.search || !last.search.probes.length;
  workers(last.workers);
  hosts(last.hosts);
  said(last.said);
  if (last.points) points(last.points);
  if (last.grid !== undefined) grid(last.grid);
  draw();
}

async function act(form) {
  const button = form.querySelector('button');
  button.disabled = true;
  try {
    const answer = await fetch(form.action, {
      method: 'POST', body: new URLSearchParams(new FormData(form)),
      headers: {'X-Plimsoll-Page': live.dataset.page, Accept: 'text/plain'},
    });
    by('done').textContent = await answer.text();
    if (answer.ok && form.id === 'mark') form.reset();
    if (!answer.ok || form.id === 'mark') button.disabled = false;
  } catch {
    by('done').textContent = phrase('server-silent');
    button.disabled = false;
  }
}

// On the virtual clock there is no form for marks.
for (const id of ['stop', 'mark']) {
  by(id)?.addEventListener('submit', event => {
    event.preventDefault();
    const asks = event.target.dataset.asks;
    if (!asks || window.confirm(asks)) act(event.target);
  });
}

async function ended({words, headline}) {
  // Nothing is drawn any more: its places are gone.
  last = null;
  announce(headline);
  const answer = await fetch(at, {headers: {Accept: 'text/html'}});
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const main = by('main');
  main.replaceChildren(...page.getElementById('main').childNodes);
  const status = element('p', words, 'unseen');
  status.setAttribute('role', 'status');
  main.prepend(status);
}

let events = null;
let over = false;

// A page that nobody sees asks for nothing: a browser has six connections to a server, and each live page would hold one.
function listen() {
  const wanted = !over && document.visibilityState === 'visible';
  if (!wanted) { events?.close(); events = null; }
  if (!wanted || events) return;
  const source = new EventSource(`${at}/events`);
  events = source;
  let trouble = '';
  source.addEventListener('now', event => { trouble = ''; now(JSON.parse(event.data)); });
  source.addEventListener('ended', event => { over = true; listen(); ended(JSON.parse(event.data)); });
  source.addEventListener('trouble', event => { trouble = JSON.parse(event.data).words; });
  source.addEventListener('error', () => {
    by('doing').textContent = source.readyState === EventSource.CLOSED
      ? phrase('no-live-figures')
      : trouble || phrase('server-silent-again');
  });
}

lookClosely(() => visible(intervals), draw);
document.addEventListener('visibilitychange', listen);
window.addEventListener('pageshow', listen);
listen();
window.addEventListener('resize', draw);
window.addEventListener('pagehide', () => { events?.close(); events = null; });
