// Searches the shelf while one types, and lets compare once two are ticked.
const rows = [...document.querySelectorAll('.shelf tbody tr')].map(row => ({row, text: row.textContent.toLowerCase()}));
const search = document.getElementById('search');
const state = document.getElementById('state');
const found = document.getElementById('found');
const compare = document.getElementById('compare');
const ticks = [...document.querySelectorAll('input[name=c]')];

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const {row, text} of rows) {
    row.hidden = !(words.every(word => text.includes(word)) && (!state.value || row.dataset.state === state.value));
    shown += !row.hidden;
  }
  const all = `${rows.length} campaign${rows.length === 1 ? '' : 's'}`;
  found.textContent = shown === rows.length ? all : `${shown} of ${all}`;
}

function tick() {
  const count = ticks.filter(one => one.checked).length;
  compare.disabled = count < 2;
  compare.textContent = count < 2 ? 'Compare the ticked' : `Compare ${count}`;
}

search.addEventListener('input', filter);
state.addEventListener('change', filter);
for (const one of ticks) one.addEventListener('change', tick);
// Enter in the search box is no wish to compare.
search.addEventListener('keydown', event => { if (event.key === 'Enter') event.preventDefault(); });
filter();
tick();
