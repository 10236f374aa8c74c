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
  const rows = all('tr[data-run]').map(row => ({row, at: placeOf(Number(row.dataset.run))}));
  const tables = all('table').map(table => ({
    rows: rows.filter(one => table.contains(one.row)),
    nothing: table.closest('section').querySelector('.nothing'),
  }));
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
    for (const [s, slicer] of slicers.entries()) {
      for (const [v, button] of slicer.buttons.entries()) {
        button.setAttribute(slicer.one ? 'aria-checked' : 'aria-pressed', slicer.on[v] ? 'true' : 'false');
        button.classList.toggle('empty', left[s][v] === 0);
        button.title = left[s][v] === 0 ? 'no Run with the other choices' : `${counted(left[s][v])} Runs with the other choices`;
      }
    }
    for (const {row, at} of rows) {
      const hide = !isShown(at);
      if (row.hidden !== hide) row.hidden = hide;
    }
    for (const table of tables) {
      if (table.nothing) table.nothing.hidden = !table.rows.length || table.rows.some(one => !one.row.hidden);
    }
    for (const {section, where} of conditional) section.hidden = !where.every(([name, value]) => chosen(name, value));
    tell();
    follow();
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

  function choose(slicer, v, only) {
    if (slicer.one || only) {
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
          choose(slicer, v, event.ctrlKey || event.metaKey || event.shiftKey);
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

  const charts = read('plimsoll-charts');
  const panels = new Map();
  for (const [id, {data, specs}] of Object.entries(charts)) {
    // Where a document has rows of its own they are other ones on each axis.
    const kinds = specs.map(({datasets, ...spec}) => ({spec, sets: Object.entries({...data, ...datasets}).map(placed)}));
    panels.set(byId(id), {element: byId(id), kinds, scale: 0, view: null, inside: [], near: false});
  }

  // A row is of a Run, of several (what names a line), or of none.
  function placed([name, rows]) {
    return {name, rows, of: rows.map(row => (row.runs ?? [row.run]).map(placeOf))};
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

  function draw(panel) {
    const {vega, vegaLite} = window.plimsoll, {spec, sets} = panel.kinds[panel.scale];
    try {
      panel.view = new vega.View(vega.parse(vegaLite.compile(spec).spec), {renderer: 'svg', container: panel.element, hover: true, tooltip: hover});
      panel.inside = sets.map(({name, rows, of}) => {
        const inside = Uint8Array.from(of, runs => (runs.some(isShown) ? 1 : 0));
        panel.view.insert(name, rows.filter((_, k) => inside[k]));
        return inside;
      });
      panel.view.run();
    } catch (error) {
      panel.element.textContent = `This chart could not be drawn: ${error.message}`;
    }
  }

  // Takes out what is not chosen any more, and puts in what is again.
  function renew(panel) {
    const {vega} = window.plimsoll;
    let any = false;
    for (const [s, {name, rows, of}] of panel.kinds[panel.scale].sets.entries()) {
      const inside = panel.inside[s], come = [], gone = new Set();
      for (let k = 0; k < rows.length; k++) {
        const now = of[k].some(isShown) ? 1 : 0;
        if (now === inside[k]) continue;
        if (now) come.push(rows[k]); else gone.add(rows[k]);
        inside[k] = now;
      }
      if (!come.length && !gone.size) continue;
      any = true;
      panel.view.change(name, vega.changeset().insert(come).remove(row => gone.has(row)));
    }
    if (any) panel.view.run();
  }

  const current = panel => (panel.view ? renew(panel) : draw(panel));

  function follow() {
    for (const panel of panels.values()) if (panel.near && !panel.element.closest('[hidden]')) current(panel);
  }

  recall();
  apply();
  if (panels.size) {
    const watch = new IntersectionObserver(entries => {
      for (const entry of entries) {
        const panel = panels.get(entry.target);
        panel.near = entry.isIntersecting;
        if (panel.near) current(panel);
      }
    }, {rootMargin: '300px 0px'});
    for (const element of panels.keys()) watch.observe(element);
    // Paper shows what the screen has not come to yet.
    addEventListener('beforeprint', () => {
      for (const panel of panels.values()) if (!panel.element.closest('[hidden]')) current(panel);
    });
  }
  for (const button of all('[data-scale]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      const panel = panels.get(byId(button.dataset.scale));
      panel.scale = panel.scale ? 0 : 1;
      button.textContent = button.dataset[panel.scale ? 'back' : 'other'];
      panel.view?.finalize();
      draw(panel);
    });
  }
})();
