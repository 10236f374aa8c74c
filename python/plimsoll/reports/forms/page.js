// What a reader can do on a report's page: choose Runs by slicers, hover over a mark, change an axis, choose colours, print.
//
// Nothing is computed here: what is not chosen is hidden, and every figure stands as the description says it. Charts are
// drawn when they come into view, and follow a choice then: a page may hold sixty of them. A choice is kept in the address
// behind the '#', so that it can be sent on. Not here: what Vega does (scales, marks, which mark is under the pointer).
(() => {
  'use strict';

  const byId = id => document.getElementById(id);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const read = id => JSON.parse(byId(id).textContent);
  const counted = n => n.toLocaleString('en');

  // -- Runs and slicers ------------------------------------------------------------------------------------------------

  // Long tables fold away, unless somebody sent a choice of their rows.
  if (!location.hash) for (const folded of all('details[data-fold]')) folded.open = false;

  const {runs, slicers} = read('plimsoll-slicers');
  const place = new Map(runs.map((run, i) => [run, i]));
  // Per Run whether it is chosen; what is of no Run (place -1) always is.
  const shown = new Uint8Array(runs.length).fill(1);
  const isShown = i => i < 0 || shown[i] === 1;
  const placeOf = run => (run === undefined || run === null ? -1 : place.get(run) ?? -1);

  const bar = byId('plimsoll-choice');
  for (const [s, slicer] of slicers.entries()) {
    slicer.buttons = all(`[data-slicer="${s}"] [data-value]`);
    slicer.on = new Uint8Array(slicer.values.length);
    start(slicer);
  }
  // Long tables come in pieces: one out of sight costs nothing as long as its height is told.
  const ROW_PX = 29;
  const MANY = 100;
  const tables = all('table').map(table => ({
    element: table,
    left: Infinity,
    pieces: all('tbody', table).map(body => ({
      body,
      long: table.classList.contains('long'),
      rows: [...body.rows].map(row => ({row, at: row.dataset.run === undefined ? -1 : placeOf(Number(row.dataset.run))})),
    })),
    nothing: table.closest('section').querySelector('.nothing'),
  }));
  // Rows go by the column whose head is clicked: figures by size, whatever their unit; again, the other way round. What is
  // long comes in pieces, which keep their number of rows.
  const FACTORS = {ns: 1, 'µs': 1e3, us: 1e3, ms: 1e6, s: 1e9, min: 6e10, h: 3.6e12, KiB: 1024, MiB: 1048576, GiB: 1073741824, TiB: 1099511627776, k: 1e3, M: 1e6};
  function worth(text) {
    const found = /^[≥≤<>~+]*\s*([-−]?[\d,]*\.?\d+(?:e[+-]?\d+)?)\s*([^\s\/]*)/.exec(text);
    return found ? Number(found[1].replace('−', '-').replaceAll(',', '')) * (FACTORS[found[2]] ?? 1) : null;
  }
  for (const table of tables) {
    const heads = all('thead th', table.element);
    const rows = table.pieces.flatMap(piece => piece.rows);
    if (rows.length < 2) continue;
    const counts = table.pieces.map(piece => piece.rows.length);
    for (const [column, head] of heads.entries()) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'sort';
      button.append(...head.childNodes);
      head.append(button);
      head.setAttribute('aria-sort', 'none');
      button.addEventListener('click', () => {
        const down = head.getAttribute('aria-sort') === 'ascending';
        for (const other of heads) other.setAttribute('aria-sort', 'none');
        head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
        const keyed = rows.map(one => ({one, text: one.row.cells[column].textContent.trim(), value: worth(one.row.cells[column].textContent.trim())}));
        const figures = keyed.some(({value}) => value !== null);
        keyed.sort((a, b) => {
          // What has no figure stands last, either way.
          if (figures && (a.value === null) !== (b.value === null)) return a.value === null ? 1 : -1;
          const order = figures && a.value !== null ? a.value - b.value : a.text.localeCompare(b.text);
          return down ? -order : order;
        });
        let next = 0;
        for (const [p, piece] of table.pieces.entries()) {
          piece.rows = keyed.slice(next, next += counts[p]).map(({one}) => one);
          piece.body.append(...piece.rows.map(({row}) => row));
          sift(piece);
        }
      });
    }
  }

  const conditional = all('[data-where]').map(section => ({section, where: JSON.parse(section.dataset.where)}));

  function start(slicer) {
    slicer.on.fill(slicer.one ? 0 : 1);
    if (slicer.one) slicer.on[0] = 1;
  }

  // Whether a choice leaves anything out. Of several only: one of them is always chosen, and that is said.
  const narrowed = slicer => slicer.one || slicer.on.includes(0);

  // A Run that has no value here is of none that was chosen. Charts of one value at a time are no reason to hide it.
  const passes = (slicer, i) => {
    const value = slicer.of[i];
    return value < 0 ? slicer.one || !slicer.on.includes(0) : slicer.on[value] === 1;
  };

  // Charts that have a slicer of one value on an axis show all of its values: of them it hides nothing.
  const wholes = new Map();
  function whole(names) {
    const free = slicers.flatMap((slicer, s) => (slicer.one && names.includes(slicer.name) ? [s] : []));
    if (!free.length) return isShown;
    const key = free.join();
    if (!wholes.has(key)) wholes.set(key, {free, shown: new Uint8Array(runs.length).fill(1)});
    const of = wholes.get(key).shown;
    return i => i < 0 || of[i] === 1;
  }

  // Chooses Runs, and counts for each value of a slicer the Runs that the other slicers leave.
  function decide() {
    const left = slicers.map(slicer => new Uint32Array(slicer.values.length));
    for (let i = 0; i < runs.length; i++) {
      let failed = -1, failures = 0;
      for (let s = 0; s < slicers.length && failures < 2; s++) {
        if (!passes(slicers[s], i)) { failed = s; failures++; }
      }
      shown[i] = failures === 0 ? 1 : 0;
      if (failures > 1) continue;
      for (let s = 0; s < slicers.length; s++) {
        if ((failures === 0 || s === failed) && slicers[s].of[i] >= 0) left[s][slicers[s].of[i]]++;
      }
    }
    return left;
  }

  function apply() {
    const left = decide();
    for (const {free, shown: of} of wholes.values()) {
      for (let i = 0; i < runs.length; i++) of[i] = slicers.every((slicer, s) => free.includes(s) || passes(slicer, i)) ? 1 : 0;
    }
    for (const [s, slicer] of slicers.entries()) {
      for (const [v, button] of slicer.buttons.entries()) {
        button.setAttribute(slicer.one ? 'aria-checked' : 'aria-pressed', slicer.on[v] ? 'true' : 'false');
        button.classList.toggle('empty', left[s][v] === 0);
        button.title = left[s][v] === 0 ? 'no Run with the other choices' : `${counted(left[s][v])} Runs with the other choices`;
      }
    }
    // Looked at before anything changes: afterwards the browser would have to lay out everything to tell.
    const tops = tables.map(table => table.element.getBoundingClientRect().top);
    for (const [t, table] of tables.entries()) {
      const left = table.pieces.reduce((sum, piece) => sum + sift(piece), 0);
      if (left > table.left + MANY) await_sight(table, tops[t]);
      table.left = left;
      if (table.nothing) table.nothing.hidden = left > 0;
    }
    for (const {section, where} of conditional) section.hidden = !where.every(([name, value]) => chosen(name, value));
    tell();
    follow();
  }

  // Hides rows of a piece of a table; how many are left.
  function sift(piece) {
    const {body, long, rows} = piece;
    let left = 0;
    for (const {row, at} of rows) {
      const hide = !isShown(at);
      if (row.hidden !== hide) row.hidden = hide;
      if (!hide) left++;
    }
    if (long) {
      body.hidden = left === 0;
      body.style.containIntrinsicHeight = `${left * ROW_PX}px`;
    }
    piece.left = left;
    return left;
  }

  // Pieces that were in sight with a row or two each would all be laid out whole before the browser finds that they are out
  // of sight now: it is told so until it has painted.
  function await_sight(table, top) {
    const away = [];
    for (const {body, left} of table.pieces) {
      const bottom = top + left * ROW_PX;
      if (bottom < -innerHeight || top > 2 * innerHeight) away.push(body);
      top = bottom;
    }
    for (const body of away) body.style.contentVisibility = 'hidden';
    requestAnimationFrame(() => setTimeout(() => { for (const body of away) body.style.contentVisibility = ''; }));
  }

  function chosen(name, value) {
    const slicer = slicers.find(one => one.name === name);
    const v = slicer ? slicer.values.indexOf(value) : -1;
    return v < 0 || slicer.on[v] === 1;
  }

  function tell() {
    if (!bar) return;
    const n = shown.reduce((sum, one) => sum + one, 0);
    const less = slicers.filter(narrowed);
    byId('plimsoll-count').textContent = `${counted(n)} of ${counted(runs.length)} Runs shown`;
    byId('plimsoll-chosen').textContent = less
      .map(slicer => `${slicer.name}: ${slicer.values.filter((_, v) => slicer.on[v]).join(', ') || 'none'}`).join(' · ');
    const changed = slicers.some(slicer => (slicer.one ? slicer.on[0] === 0 : slicer.on.includes(0)));
    bar.classList.toggle('narrowed', n < runs.length);
    byId('plimsoll-reset').disabled = !changed;
  }

  // -- the choice in the address ---------------------------------------------------------------------------------------

  function keep() {
    const told = new URLSearchParams();
    for (const slicer of slicers) {
      const as_started = slicer.one ? slicer.on[0] === 1 : !slicer.on.includes(0);
      if (as_started) continue;
      const values = slicer.values.filter((_, v) => slicer.on[v]);
      for (const value of values.length ? values : ['']) told.append(slicer.name, value);
    }
    const text = told.toString();
    if (text !== location.hash.slice(1)) history.replaceState(null, '', text ? `#${text}` : location.pathname + location.search);
  }

  // Names and values that this page does not have are passed over.
  function recall() {
    const told = new URLSearchParams(location.hash.slice(1));
    for (const slicer of slicers) {
      start(slicer);
      const values = told.getAll(slicer.name);
      const known = values.map(value => slicer.values.indexOf(value)).filter(v => v >= 0);
      if (slicer.one ? known.length !== 1 : !known.length && !values.includes('')) continue;
      slicer.on.fill(0);
      for (const v of known) slicer.on[v] = 1;
    }
  }

  // -- the bar ---------------------------------------------------------------------------------------------------------

  const only = event => event.ctrlKey || event.metaKey || event.shiftKey;

  function choose(slicer, v, alone) {
    if (slicer.one || alone) {
      slicer.on.fill(0);
      slicer.on[v] = 1;
    } else {
      slicer.on[v] = slicer.on[v] ? 0 : 1;
    }
    changed();
  }

  function changed() {
    apply();
    keep();
  }

  // One stop of the Tab key per group; arrows go from value to value.
  function stop(slicer, button) {
    for (const other of slicer.buttons) other.tabIndex = other === button ? 0 : -1;
  }

  function walk(slicer, event) {
    const at = slicer.buttons.indexOf(event.target), last = slicer.buttons.length - 1;
    if (at < 0) return;
    if (event.key === 'Enter' && only(event)) {
      event.preventDefault();
      choose(slicer, at, true);
      return;
    }
    const to = {ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: last}[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const button = slicer.buttons[Math.min(Math.max(to, 0), last)];
    stop(slicer, button);
    button.focus();
    if (slicer.one) choose(slicer, slicer.buttons.indexOf(button), true);
  }

  if (bar) {
    for (const [s, slicer] of slicers.entries()) {
      const group = bar.querySelector(`[data-slicer="${s}"]`);
      stop(slicer, slicer.buttons[0]);
      group.addEventListener('keydown', event => walk(slicer, event));
      group.addEventListener('click', event => {
        const button = event.target.closest('button');
        if (!button) return;
        const v = slicer.buttons.indexOf(button);
        if (v >= 0) {
          stop(slicer, button);
          choose(slicer, v, only(event));
        } else {
          slicer.on.fill(button.dataset.every === 'all' ? 1 : 0);
          changed();
        }
      });
    }
    byId('plimsoll-reset').addEventListener('click', () => { slicers.forEach(start); changed(); });
    bar.hidden = false;
    bar.querySelector('details').open = matchMedia('(min-width: 720px) and (min-height: 600px)').matches;
    addEventListener('hashchange', () => { recall(); apply(); });
  }

  // -- colours ---------------------------------------------------------------------------------------------------------

  const theme = byId('plimsoll-theme');
  const remembered = 'plimsoll-colours';
  function colours(name) {
    if (name === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
    for (const button of all('button', theme)) button.setAttribute('aria-pressed', String(button.value === name));
  }
  // A browser may forbid a file to remember anything.
  const attempt = what => { try { return what(); } catch { return null; } };
  const was = attempt(() => localStorage.getItem(remembered));
  colours(['light', 'dark'].includes(was) ? was : 'auto');
  theme.hidden = false;
  theme.addEventListener('click', event => {
    const button = event.target.closest('button');
    if (!button) return;
    colours(button.value);
    attempt(() => localStorage.setItem(remembered, button.value));
  });

  // -- charts ----------------------------------------------------------------------------------------------------------

  const {config, panels: charts} = read('plimsoll-charts');
  const panels = new Map();
  for (const [id, {data, specs}] of Object.entries(charts)) {
    const kinds = specs.map(({datasets, ...spec}) => ({spec, sets: Object.entries({...data, ...datasets}).map(set => placed(spec, set))}));
    const shows = whole(JSON.parse(byId(id).closest('section')?.dataset.free ?? '[]'));
    panels.set(byId(id), {element: byId(id), kinds, shows, scale: 0, view: null, inside: [], marks: [], drawing: false, near: false, width: 0});
  }

  // A row is of a Run, of several (what names a line), or of none. A line is one path: it changes with its rows. All other
  // marks stay where they are, hidden or not, which is many times quicker than drawing them again.
  function placed(spec, [name, rows]) {
    const lines = spec.layer.some(layer => layer.data.name === name && layer.mark.type === 'line');
    return {name, rows, lines, of: rows.map(placesOf)};
  }

  function placesOf(row) {
    return (row.runs ?? [row.run]).map(placeOf);
  }

  const tip = document.createElement('div');
  tip.id = 'plimsoll-tip';
  tip.hidden = true;
  document.body.append(tip);

  function hover(_, event, item, told) {
    tip.hidden = told === null || told === undefined || told === '';
    if (tip.hidden) return;
    const list = document.createElement('dl');
    for (const [name, value] of typeof told === 'object' ? Object.entries(told) : [['', told]]) {
      const [term, said] = [document.createElement('dt'), document.createElement('dd')];
      term.textContent = name;
      said.textContent = value;
      list.append(term, said);
    }
    tip.replaceChildren(list);
    const {width, height} = tip.getBoundingClientRect();
    const at = event.touches?.[0] ?? event;
    const x = at.clientX + 14, y = at.clientY + 14;
    tip.style.left = `${Math.max(4, x + width > innerWidth ? at.clientX - 14 - width : x)}px`;
    tip.style.top = `${Math.max(4, y + height > innerHeight ? at.clientY - 14 - height : y)}px`;
  }

  // As wide as its box, which is watched. Its height holds the padding, as if Vega itself looked at the box.
  function wide(spec, width) {
    return {...spec, config, width, height: spec.height - spec.padding.top - spec.padding.bottom};
  }

  // Drawing waits for nothing outside this file: it is done before the browser paints, or prints, next.
  async function draw(panel) {
    const {spec, sets} = panel.kinds[panel.scale];
    panel.inside = sets.map(({lines, of}) => Uint8Array.from(of, runs => (!lines || runs.some(panel.shows) ? 1 : 0)));
    const begin = new Map(sets.map(({name, rows}, s) => [name, rows.filter((_, k) => panel.inside[s][k])]));
    const patch = compiled => {
      for (const data of compiled.data) if (begin.has(data.name)) data.values = begin.get(data.name);
      return compiled;
    };
    panel.drawing = true;
    panel.view?.finalize();
    panel.width = panel.element.clientWidth;
    try {
      panel.view = (await vegaEmbed(panel.element, wide(spec, panel.width), {renderer: 'svg', actions: false, tooltip: hover, patch})).view;
    } catch (error) {
      // It stays `drawing`: it is not tried again.
      panel.element.textContent = `This chart could not be drawn: ${error.message}`;
      return;
    }
    const lines = new Set(sets.filter(set => set.lines).map(set => set.name));
    // Vega keeps with each element what it was drawn from.
    panel.marks = spec.layer.flatMap((layer, i) => (lines.has(layer.data.name) ? [] : all(`.layer_${i}_marks > *`, panel.element)))
      .map(element => ({element, runs: placesOf(element.__data__.datum), shown: true})).filter(mark => mark.runs.some(i => i >= 0));
    // Cells of a heat map are light where little is; on a dark page the other way round.
    for (const [i, layer] of spec.layer.entries()) {
      if (layer.data.name?.startsWith('heat-')) for (const marks of all(`.layer_${i}_marks`, panel.element)) marks.classList.add('inverts');
    }
    panel.drawing = false;
    renew(panel);
  }

  // Hides and shows marks, and gives lines the points that are chosen.
  function renew(panel) {
    for (const mark of panel.marks) {
      const now = mark.runs.some(panel.shows);
      if (now !== mark.shown) mark.element.style.visibility = now ? '' : 'hidden';
      mark.shown = now;
    }
    const gone = [], come = [];
    for (const [s, {name, lines, rows, of}] of panel.kinds[panel.scale].sets.entries()) {
      if (!lines) continue;
      const inside = panel.inside[s], [less, more] = [new Set(), []];
      for (let k = 0; k < rows.length; k++) {
        const now = of[k].some(panel.shows) ? 1 : 0;
        if (now === inside[k]) continue;
        if (now) more.push(rows[k]); else less.add(rows[k]);
        inside[k] = now;
      }
      if (less.size) gone.push([name, less]);
      if (more.length) come.push([name, more]);
    }
    // One after the other: Vega takes one change of a data set at a time.
    for (const [name, less] of gone) panel.view.remove(name, row => less.has(row));
    if (gone.length) panel.view.run();
    for (const [name, more] of come) panel.view.insert(name, more);
    if (come.length) panel.view.run();
  }

  const seen = panel => !panel.element.closest('[hidden]');

  function current(panel) {
    if (panel.drawing) return;
    if (panel.view) renew(panel); else draw(panel);
  }

  // What was drawn follows at once. What is seen for the first time is drawn one after the other, so that nobody waits for it.
  function follow() {
    for (const panel of panels.values()) if (panel.near && panel.view && !panel.drawing && seen(panel)) renew(panel);
    later();
  }

  let waiting = false;
  function later() {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      const next = [...panels.values()].find(panel => panel.near && !panel.view && !panel.drawing && seen(panel));
      if (!next) return;
      draw(next);
      later();
    });
  }

  recall();
  apply();
  if (panels.size) {
    const watch = new IntersectionObserver(entries => {
      for (const entry of entries) {
        const panel = panels.get(entry.target);
        panel.near = entry.isIntersecting;
        if (panel.near && panel.view && !panel.drawing) renew(panel);
      }
      later();
    }, {rootMargin: '300px 0px'});
    const sizes = new ResizeObserver(entries => {
      for (const entry of entries) {
        const panel = panels.get(entry.target), width = entry.target.clientWidth;
        if (!panel.view || panel.drawing || !width || width === panel.width) continue;
        panel.width = width;
        panel.view.width(width).run();
      }
    });
    for (const element of panels.keys()) {
      watch.observe(element);
      sizes.observe(element);
    }
    // Paper shows what the screen has not come to yet.
    addEventListener('beforeprint', () => {
      for (const folded of all('section > details')) folded.open = true;
      for (const panel of panels.values()) if (seen(panel)) current(panel);
    });
  }
  for (const button of all('[data-scale]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      const panel = panels.get(byId(button.dataset.scale));
      if (panel.drawing) return;
      panel.scale = panel.scale ? 0 : 1;
      button.textContent = button.dataset[panel.scale ? 'back' : 'other'];
      draw(panel);
    });
  }
})();
