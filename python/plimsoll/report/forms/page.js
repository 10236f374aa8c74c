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

  // -- words and numbers -----------------------------------------------------------------------------------------------

  // They come with the page (`script_texts.py`), in its language; a figure stands in braces.
  const {texts, units, locale, separator, share: percent} = read('plimsoll-texts');
  const language = document.documentElement.lang;
  const plurals = new Intl.PluralRules(language);
  const counted = n => n.toLocaleString(language);
  const fill = (text, figures) => text.replace(/\{(\w+)\}/g, (whole, name) => figures[name] ?? whole);
  const phrase = (code, figures = {}) => fill(texts[code], figures);
  // One whose form goes by the number of something.
  const counting = (code, n, figures = {}) => fill(texts[code][plurals.select(n)] ?? texts[code].other, {count: counted(n), ...figures});

  // -- Runs and slicers ------------------------------------------------------------------------------------------------

  // Long tables fold away, unless somebody sent a choice of their rows.
  if (!location.hash) for (const folded of all('details[data-fold]')) folded.open = false;

  // In a frame of another page, that makes the frame as high as what stands here, so that the reader scrolls one page.
  const root = document.documentElement;
  if (parent !== window) new ResizeObserver(() => parent.postMessage({height: Math.ceil(root.getBoundingClientRect().height) + 2}, '*')).observe(root);

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
  const FACTORS = {ns: 1, 'µs': 1e3, us: 1e3, ms: 1e6, s: 1e9, [units.min]: 6e10, [units.h]: 3.6e12, KiB: 1024, MiB: 1048576, GiB: 1073741824, TiB: 1099511627776, k: 1e3, M: 1e6};
  // Between groups of three digits only: the parts of a date may have the same mark.
  const THOUSANDS = new RegExp(`(?<=\\d)[${locale.thousands}](?=\\d{3}(?!\\d))`, 'g');
  function worth(text) {
    const english = text.replaceAll(THOUSANDS, '').replaceAll(locale.decimal, '.');
    const found = /^[≥≤<>~+]*\s*([-−]?)%?(\d*\.?\d+(?:e[+-]?\d+)?)\s*([^\s\/]*)/.exec(english);
    return found ? Number(found[1].replace('−', '-') + found[2]) * (FACTORS[found[3]] ?? 1) : null;
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
          const order = figures && a.value !== null ? a.value - b.value : a.text.localeCompare(b.text, language);
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

  // The address behind the '#' holds the choice of Runs, so a link of the contents is followed here.
  const links = all('.contents a').map(link => ({link, section: byId(link.hash.slice(1))}));
  for (const {link, section} of links) {
    section.tabIndex = -1;
    link.addEventListener('click', event => {
      if (only(event)) return;
      event.preventDefault();
      for (const folded of all('details', section)) folded.open = true;
      document.documentElement.style.scrollPaddingTop = `${bar ? bar.offsetHeight : 0}px`;
      section.scrollIntoView();
      section.focus({preventScroll: true});
    });
  }

  function start(slicer) {
    slicer.on.fill(slicer.one ? 0 : 1);
    if (slicer.one) slicer.on[slicer.first] = 1;
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
        button.title = left[s][v] === 0 ? phrase('no-run-with-others') : counting('runs-with-others', left[s][v]);
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
    for (const {link, section} of links) link.parentElement.hidden = section.hidden;
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
    byId('plimsoll-count').textContent = counting('runs-shown', runs.length, {shown: counted(n)});
    byId('plimsoll-chosen').textContent = less.map(slicer => {
      const values = slicer.values.filter((_, v) => slicer.on[v]);
      return values.length ? phrase('chosen', {name: slicer.label, values: values.join(separator)}) : phrase('chosen-none', {name: slicer.label});
    }).join(' · ');
    const changed = slicers.some(slicer => (slicer.one ? slicer.on[slicer.first] === 0 : slicer.on.includes(0)));
    bar.classList.toggle('narrowed', n < runs.length);
    byId('plimsoll-reset').disabled = !changed;
  }

  // -- the choice in the address ---------------------------------------------------------------------------------------

  function keep() {
    const told = new URLSearchParams();
    for (const slicer of slicers) {
      const as_started = slicer.one ? slicer.on[slicer.first] === 1 : !slicer.on.includes(0);
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

  // Where no Run has this value and those that are chosen of the other slicers of one value, these follow to a Run
  // that has it: a page is never empty for the sake of a combination that was not measured.
  function follow(slicer, v) {
    const singles = slicers.filter(other => other.one);
    const held = i => singles.every(other => passes(other, i));
    if (runs.some((_, i) => held(i))) return;
    const i = slicer.of.indexOf(v);
    for (const other of singles) {
      if (other === slicer || i < 0 || other.of[i] < 0) continue;
      other.on.fill(0);
      other.on[other.of[i]] = 1;
    }
  }

  function choose(slicer, v, alone) {
    if (slicer.one || alone) {
      slicer.on.fill(0);
      slicer.on[v] = 1;
      if (slicer.one) follow(slicer, v);
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
  for (const [id, {data, specs, look, table}] of Object.entries(charts)) {
    const kinds = specs.map(({datasets, ...spec}) => ({spec, sets: Object.entries({...data, ...datasets}).map(set => placed(spec, set))}));
    const shows = whole(JSON.parse(byId(id).closest('section')?.dataset.free ?? '[]'));
    panels.set(byId(id), {element: byId(id), kinds, shows, look, table, scale: 0, range: null, now: null, view: null, inside: [], marks: [], drawing: false, near: false, width: 0});
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
    const {spec, sets} = panel.now = within(panel.kinds[panel.scale], panel.range, panel.look);
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
      panel.view = (await vegaEmbed(panel.element, wide(spec, panel.width), {renderer: 'svg', actions: false, tooltip: hover, patch, formatLocale: locale})).view;
    } catch (error) {
      // It stays `drawing`: it is not tried again.
      panel.failed = true;
      panel.element.textContent = phrase('not-drawn', {reason: error.message});
      return;
    }
    // The panel is one picture with a sentence of its own; what Vega says of each mark would be read out one by one.
    panel.element.querySelector('svg').setAttribute('aria-hidden', 'true');
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
    for (const [s, {name, lines, rows, of}] of panel.now.sets.entries()) {
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

  // One figure at a time, and the same one in all charts that have it. Paper has all of them.
  const switches = all('.switch').map(group => ({group, buttons: all('button', group), parts: all('.one', group.closest('section'))}));
  function turn({buttons, parts}, name) {
    for (const [i, button] of buttons.entries()) {
      const on = button.value === name;
      button.setAttribute('aria-pressed', on);
      parts[i].hidden = !on;
    }
  }
  for (const one of switches) {
    one.group.hidden = false;
    turn(one, one.buttons[0].value);
    for (const button of one.buttons) {
      button.addEventListener('click', () => {
        for (const other of switches) if (other.buttons.some(each => each.value === button.value)) turn(other, button.value);
        follow();
      });
    }
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

  // -- looking closely -------------------------------------------------------------------------------------------------

  // A part of a panel's x axis: what lies outside is left out, lines are cut at its ends. Nothing is computed anew but ticks.
  function within(kind, range, look) {
    if (!range) return kind;
    const [low, high] = range;
    const inside = x => low <= x && x <= high;
    const cut = x => Math.min(Math.max(x, low), high);
    const sets = kind.sets.map(set => {
      if (set.lines) return set;
      const rows = [], of = [];
      for (const [k, row] of set.rows.entries()) {
        const band = Number.isFinite(row.x2);
        if (Number.isFinite(row.x) && (band ? row.x2 < low || row.x > high : !inside(row.x))) continue;
        rows.push(band ? {...row, x: cut(row.x), x2: cut(row.x2), ...(row.text && !inside(row.xm) ? {text: ''} : {})} : row);
        of.push(set.of[k]);
      }
      return {...set, rows, of};
    });
    const lines = new Set(sets.filter(set => set.lines).map(set => set.name));
    const layer = kind.spec.layer.map(one => {
      if (lines.has(one.data.name)) return {...one, mark: {...one.mark, clip: true}};
      const x = one.encoding.x;
      if (!x?.scale) return one;
      const {values, tickCount, ...axis} = x.axis;
      return {...one, encoding: {...one.encoding, x: {...x, scale: {...x.scale, domain: range}, axis: {...axis, ...ticks(range, x.scale, look.x)}}}};
    });
    return {spec: {...kind.spec, layer}, sets};
  }

  const SPANS = [[7200, 3600, units.h], [120, 60, units.min], [0, 1, 's']];
  // Round numbers of a part of an axis, in the unit that its length asks for.
  function ticks([low, high], scale, unit) {
    if (unit === 'tail' || (scale.type === 'log' && high / low > 12)) return {};
    const [, size, name] = unit === 'seconds' ? SPANS.find(([from]) => high >= from) : [0, 1, ''];
    const [from, to] = [low / size, high / size];
    const power = 10 ** Math.floor(Math.log10((to - from) / 3));
    const step = power * [5, 2, 1].find(each => (to - from) / (power * each) >= 3);
    const values = [];
    for (let at = Math.ceil(from / step); at * step <= to; at++) values.push(Number((at * step).toPrecision(12)) * size);
    return {values, tickCount: values.length, ...(name ? {labelExpr: `format(datum.value / ${size}, '~g') + ' ${name}'`} : {})};
  }

  const digits = (value, n = 4) => value.toLocaleString(language, {maximumSignificantDigits: n});
  const stepped = (value, steps) => { const [size, unit] = steps.find(([from]) => Math.abs(value) >= from) ?? steps.at(-1); return `${digits(value / size)} ${unit}`; };
  const WRITTEN = {
    rate: value => `${digits(value, Math.abs(value) >= 1000 ? 7 : 4)} IOPS`,
    time: value => stepped(value, [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']]),
    share: value => fill(percent, {number: digits(100 * value, 3)}),
    seconds: value => (value < 120 ? `${digits(value)} s` : value < 7200 ? `${digits(value / 60)} ${units.min}` : `${digits(value / 3600)} ${units.h}`),
    bytes_per_s: value => `${stepped(value, [[2 ** 30, 'GiB'], [2 ** 20, 'MiB'], [2 ** 10, 'KiB'], [1, units.bytes]])}/s`,
    bytes: value => (value >= 1048576 ? `${value / 1048576}M` : value >= 1024 ? `${value / 1024}k` : `${value}`),
    tail: value => `p${digits(100 - 100 * value, 7)}`,
    plain: value => digits(value),
  };

  const groups = new Map();
  for (const panel of panels.values()) if (panel.look) groups.set(panel.look.group, [...(groups.get(panel.look.group) ?? []), panel]);

  const spoken = document.createElement('p');
  spoken.id = 'plimsoll-said';
  spoken.setAttribute('role', 'status');
  if (groups.size) document.body.append(spoken);

  // The points of the lines that are chosen, by name, within what is shown.
  function points(panel) {
    if (!panel.now) return [];
    const drawn = panel.now.spec.layer.filter(one => one.mark.type === 'line').map(one => panel.now.sets.find(set => set.name === one.data.name));
    return drawn.map(({rows, of}, k) => ({
      name: panel.look.lines[k] ?? '',
      rows: rows.filter((row, i) => row.y !== null && of[i].some(panel.shows) && (!panel.range || (panel.range[0] <= row.x && row.x <= panel.range[1]))),
    }));
  }

  const near = (rows, x, scale) => rows.reduce((best, row) => (best === null || Math.abs(scale(row.x) - scale(x)) < Math.abs(scale(best.x) - scale(x)) ? row : best), null);

  // The places of a group where something was measured, in order.
  function places(group) {
    const found = new Set(groups.get(group).flatMap(panel => points(panel).flatMap(({rows}) => rows.map(row => row.x))));
    return [...found].sort((a, b) => a - b);
  }

  // A line at one place across all panels of a group, each with its figures there.
  function cross(group, x) {
    for (const panel of groups.get(group)) {
      if (!panel.view || !panel.cross || panel.drawing) continue;
      panel.cross.hidden = x === null;
      if (x === null) continue;
      const scale = panel.view.scale('x'), left = scale(x);
      const told = points(panel).map(({name, rows}) => [name, near(rows, x, scale)])
        .filter(([, row]) => row && Math.abs(scale(row.x) - left) < 24);
      panel.cross.style.left = `${left}px`;
      panel.cross.classList.toggle('leftwards', left > panel.width / 2);
      const said = [WRITTEN[panel.look.x](x), ...told.map(([name, row]) => {
        const figure = WRITTEN[panel.look.y](row.y);
        return name ? phrase('named-figure', {name, figure}) : figure;
      })];
      panel.cross.firstChild.replaceChildren(...said.map(words => { const line = document.createElement('span'); line.textContent = words; return line; }));
      panel.cross.firstChild.hidden = !tip.hidden || !told.length;
    }
  }

  function zoom(group, range) {
    for (const panel of groups.get(group)) {
      panel.range = range;
      panel.unzoom.hidden = range === null;
      if (panel.view && !panel.drawing) draw(panel);
    }
    cross(group, null);
    const write = WRITTEN[groups.get(group)[0].look.x];
    spoken.textContent = range === null ? phrase('all-shown') : phrase('range-shown', {low: write(range[0]), high: write(range[1])});
  }

  function closely(panel) {
    const {group, x: unit} = panel.look;
    const box = panel.element.parentElement;
    panel.cross = document.createElement('div');
    panel.cross.className = 'cross';
    panel.cross.hidden = true;
    panel.cross.append(document.createElement('p'));
    const brush = document.createElement('div');
    brush.className = 'brush';
    brush.hidden = true;
    panel.unzoom = document.createElement('button');
    panel.unzoom.type = 'button';
    panel.unzoom.className = 'unzoom';
    panel.unzoom.textContent = phrase('show-all');
    panel.unzoom.hidden = true;
    panel.unzoom.addEventListener('click', () => { zoom(group, null); panel.element.focus(); });
    box.append(panel.cross, brush, panel.unzoom);
    panel.element.tabIndex = 0;
    let from = null, at = null, begun = null;
    const inside = event => Math.min(Math.max(event.clientX - panel.element.getBoundingClientRect().left, 0), panel.width);
    const value = px => panel.view.scale('x').invert(px);
    const range = (one, other) => zoom(group, [Math.min(one, other), Math.max(one, other)]);
    panel.element.addEventListener('pointermove', event => {
      if (!panel.view || panel.drawing) return;
      const px = inside(event);
      if (from !== null) {
        brush.hidden = Math.abs(px - from) < 4;
        [brush.style.left, brush.style.width] = [`${Math.min(px, from)}px`, `${Math.abs(px - from)}px`];
      }
      const all = places(group), scale = panel.view.scale('x');
      cross(group, all.length ? all.reduce((best, x) => (Math.abs(scale(x) - px) < Math.abs(scale(best) - px) ? x : best)) : value(px));
    });
    panel.element.addEventListener('pointerdown', event => {
      if (event.button !== 0 || event.pointerType === 'touch' || !panel.view || panel.drawing) return;
      from = inside(event);
      panel.element.setPointerCapture(event.pointerId);
    });
    const ended = event => {
      const began = from;
      from = null;
      brush.hidden = true;
      if (began !== null && event.type === 'pointerup' && Math.abs(inside(event) - began) >= 8) range(value(began), value(inside(event)));
    };
    for (const name of ['pointerup', 'pointercancel']) panel.element.addEventListener(name, ended);
    panel.element.addEventListener('pointerleave', () => { if (from === null) cross(group, null); });
    panel.element.addEventListener('dblclick', () => { if (panel.range) zoom(group, null); });
    panel.element.addEventListener('blur', () => { at = begun = null; cross(group, null); });
    panel.element.addEventListener('keydown', event => {
      if (event.key === 'Escape') { begun = null; if (panel.range) zoom(group, null); else cross(group, null); return; }
      const all = places(group), step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
      if (event.key === 'Enter' && at !== null) {
        event.preventDefault();
        if (begun === null || begun === at) { begun = at; spoken.textContent = phrase('range-begun', {low: WRITTEN[unit](at)}); } else { range(begun, at); begun = null; }
      }
      if (!step || !all.length) return;
      event.preventDefault();
      const now = all.indexOf(at);
      at = all[now < 0 ? (step > 0 ? 0 : all.length - 1) : Math.min(Math.max(now + step, 0), all.length - 1)];
      cross(group, at);
      spoken.textContent = [...panel.cross.firstChild.children].map(line => line.textContent).join(separator);
    });
  }
  for (const several of groups.values()) several.forEach(closely);

  // -- saving a chart --------------------------------------------------------------------------------------------------

  const EDGE = 16;
  const SHARP = 2;
  const COLUMNS = ['panel', 'series', 'x_label', 'x', 'x_to', 'x_unit', 'y_label', 'y', 'y_to', 'y_unit', 'low', 'high', 'value', 'value_unit', 'run'];

  // The lines of a text as the browser broke them, each with its place.
  function lines(node) {
    const found = [], range = document.createRange();
    let at = 0;
    for (const letter of node.data) {
      range.setStart(node, at);
      range.setEnd(node, at += letter.length);
      const box = range.getClientRects()[0];
      if (!box?.width) continue;
      const last = found.at(-1);
      if (last && Math.abs(last.box.top - box.top) < 3) last.words += letter; else found.push({words: letter, box});
    }
    return found;
  }

  function words(element) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), found = [];
    while (walker.nextNode()) if (!walker.currentNode.parentElement.closest('button, svg')) found.push(...lines(walker.currentNode));
    return found;
  }

  const escaped = text => text.replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`);

  // A chart as one SVG document, laid out as it is on the page and with its title, legend and notes. Its colours are the light
  // ones, whatever the page has, because it goes onto paper and slides.
  function picture(section) {
    const root = document.documentElement, theme = root.dataset.theme;
    root.dataset.theme = 'light';
    for (const scrolled of all('.wide', section)) scrolled.scrollLeft = 0;
    const from = section.getBoundingClientRect(), style = getComputedStyle(root), parts = [];
    let right = from.width, bottom = 0;
    for (const svg of all('.legend svg, .panel svg', section).filter(one => !one.closest('[hidden]'))) {
      const box = svg.getBoundingClientRect(), copy = svg.cloneNode(true);
      const told = {x: box.left - from.left + EDGE, y: box.top - from.top + EDGE, width: box.width, height: box.height, overflow: 'visible'};
      for (const [name, value] of Object.entries(told)) copy.setAttribute(name, value);
      copy.removeAttribute('style');
      parts.push(new XMLSerializer().serializeToString(copy));
      const beside = svg.closest('.plot');
      right = Math.max(right, box.right - from.left + (beside ? parseFloat(getComputedStyle(beside).marginRight) : 0));
      bottom = Math.max(bottom, box.bottom - from.top);
    }
    for (const element of all('h2, h3, .legend li, figcaption', section).filter(one => !one.closest('[hidden]'))) {
      const {fontSize, fontWeight, color} = getComputedStyle(element);
      for (const {words: said, box} of words(element)) {
        const [x, y] = [box.left - from.left + EDGE, box.bottom - from.top + EDGE - 0.24 * parseFloat(fontSize)];
        parts.push(`<text x="${x}" y="${y}" font-size="${fontSize}" font-weight="${fontWeight}" fill="${color}">${escaped(said)}</text>`);
        bottom = Math.max(bottom, box.bottom - from.top);
      }
    }
    const [width, height] = [Math.ceil(right + 2 * EDGE), Math.ceil(bottom + 2 * EDGE)];
    const patterns = new XMLSerializer().serializeToString(document.querySelector('svg.patterns defs'));
    const family = escaped(getComputedStyle(document.body).fontFamily);
    const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${family}">`
      + `<rect width="100%" height="100%" fill="var(--page)"/>${patterns}${parts.join('')}</svg>`;
    const coloured = text.replace(/var\((--\w+)\)/g, (_, name) => style.getPropertyValue(name).trim());
    if (theme === undefined) delete root.dataset.theme; else root.dataset.theme = theme;
    return {text: coloured, width, height};
  }

  const address = (type, text) => `data:${type};charset=utf-8,${encodeURIComponent(text)}`;

  async function pixels({text, width, height}) {
    const image = new Image();
    image.src = address('image/svg+xml', text);
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [SHARP * width, SHARP * height];
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/png');
  }

  // The rows of a panel that are chosen, with plain numbers in the units of their columns.
  function rowsOf({kinds, scale, shows, table}) {
    const place = (axis, value) => (value === null || value === undefined ? '' : axis.categories.length ? axis.categories[Math.round(value)] ?? '' : value);
    const {x, y, series, units: values} = table;
    return Object.keys(series).map(name => kinds[scale].sets.find(set => set.name === name)).flatMap(({name, rows, of}) => rows.filter((_, k) => of[k].some(shows)).map(row => {
      const cell = name in values, bar = row.at !== undefined;
      const middle = (low, high) => (cell && high !== undefined ? (low + high) / 2 : low);
      // An end that the axis cuts off has no cap: where it lies is not in the page.
      const caps = [row.cap0, row.cap1], end = value => (caps.includes(value) ? value : '');
      return {
        panel: table.title, series: series[name], x_label: x.label, x_unit: x.unit, y_label: y.label, y_unit: y.unit,
        x: place(x, bar ? row.at : x.categories.length ? middle(row.x, row.x2) : row.x), x_to: cell && !x.categories.length ? row.x2 : '',
        y: place(y, y.categories.length ? middle(row.y, row.y2) : row.y), y_to: cell && !y.categories.length ? row.y2 : '',
        low: end(row.low), high: end(row.high), value: row.value ?? '', value_unit: cell ? values[name] : '', run: row.run ?? '',
      };
    }));
  }

  // Names are untrusted: a spreadsheet must not take one for a formula.
  function csvCell(value) {
    if (typeof value === 'number') return String(value);
    const text = /^[=+\-@]/.test(value) ? `'${value}` : value;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }

  function sheet(drawn) {
    const rows = drawn.flatMap(rowsOf);
    const columns = COLUMNS.filter(column => rows.some(row => row[column] !== ''));
    return [columns, ...rows.map(row => columns.map(column => csvCell(row[column])))].map(cells => `${cells.join()}\n`).join('');
  }

  // A panel that has not come into view yet is drawn first.
  async function ready(panel) {
    if (!panel.view && !panel.drawing) await draw(panel);
    while (panel.drawing && !panel.failed) await new Promise(requestAnimationFrame);
  }

  async function save(section, ending) {
    const drawn = all('.panel', section).map(element => panels.get(element));
    let href = '';
    if (ending === 'csv') {
      href = address('text/csv', sheet(drawn));
    } else {
      for (const panel of drawn.filter(seen)) await ready(panel);
      const made = picture(section);
      href = ending === 'svg' ? address('image/svg+xml', made.text) : await pixels(made);
    }
    const link = document.createElement('a');
    [link.href, link.download] = [href, `${section.dataset.chart}.${ending}`];
    link.click();
  }

  for (const section of all('section.chart')) {
    const row = document.createElement('p');
    row.className = 'saves';
    row.append(phrase('save'));
    for (const [ending, code] of [['svg', 'save-picture'], ['png', 'save-picture'], ['csv', 'save-data']]) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = ending.toUpperCase();
      button.title = phrase(code, {form: button.textContent});
      button.setAttribute('aria-label', button.title);
      button.addEventListener('click', () => save(section, ending));
      row.append(button);
    }
    section.querySelector('figure').append(row);
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
    const paper = matchMedia('print');
    const sizes = new ResizeObserver(entries => {
      // Paper scales a picture as it is: it was laid out for a screen that scrolls where names need room.
      if (paper.matches) return;
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
      for (const {parts} of switches) for (const part of parts) part.hidden = false;
      for (const panel of panels.values()) if (seen(panel)) current(panel);
    });
    addEventListener('afterprint', () => {
      for (const one of switches) turn(one, one.buttons.find(button => button.getAttribute('aria-pressed') === 'true').value);
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
