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
  compare.textContent = count < 2 ? 'Compare selected' : `Compare ${count}`;
}

// Sorts by the column whose head is clicked; again, the other way round.
for (const button of document.querySelectorAll('.shelf .sort')) {
  button.addEventListener('click', () => {
    const head = button.closest('th');
    const column = [...head.parentElement.children].indexOf(head);
    const down = head.getAttribute('aria-sort') === 'ascending';
    for (const other of head.parentElement.children) if (other.hasAttribute('aria-sort')) other.setAttribute('aria-sort', 'none');
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    const value = row => {
      const cell = row.children[column];
      return cell.dataset.sort === undefined ? cell.textContent.trim().toLowerCase() : Number(cell.dataset.sort);
    };
    const order = (a, b) => (value(a.row) < value(b.row) ? -1 : value(a.row) > value(b.row) ? 1 : 0) * (down ? -1 : 1);
    const body = document.querySelector('.shelf tbody');
    for (const {row} of rows.sort(order)) body.append(row);
  });
}
search.addEventListener('input', filter);
state.addEventListener('change', filter);
for (const one of ticks) one.addEventListener('change', tick);
// Enter in the search box is no wish to compare.
search.addEventListener('keydown', event => { if (event.key === 'Enter') event.preventDefault(); });
filter();
tick();
