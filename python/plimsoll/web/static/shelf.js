// Searches the shelf while one types, sorts it, and lets compare once two are ticked. What is chosen
// stands in the address: a link to a shelf that is narrowed shows it narrowed.
import {counting, number, phrase} from './texts.js';

// What a campaign says of itself: not the name of the baseline that it is held against.
const own = row => [...row.cells].filter(cell => !cell.matches('.against')).map(cell => cell.textContent).join(' ').toLowerCase();
const rows = [...document.querySelectorAll('.shelf tbody tr')].map(row => ({row, text: own(row)}));
const fields = Object.fromEntries(['search', 'state', 'tag', 'archived'].map(id => [id, document.getElementById(id)]));
const found = document.getElementById('found');
const compare = document.getElementById('compare');
const compareSelected = compare.textContent;
const ticks = [...document.querySelectorAll('input[name=c]')];

function filter() {
  const words = fields.search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const [state, tag] = [fields.state.value, fields.tag?.value];
  let [shown, all] = [0, 0];
  for (const {row, text} of rows) {
    const away = 'archived' in row.dataset && !fields.archived?.checked;
    row.hidden = away || !(words.every(word => text.includes(word)) && (!state || row.dataset.state === state)
      && (!tag || row.dataset.tags.split(',').includes(tag)));
    shown += !row.hidden;
    all += !away;
  }
  found.textContent = shown === all ? counting('found-campaigns', all) : counting('found-some', all, {shown: number(shown)});
}

function tick() {
  const count = ticks.filter(one => one.checked).length;
  compare.disabled = count < 2;
  compare.textContent = count < 2 ? compareSelected : phrase('compare-count', {count: number(count)});
}

// Sorts by the column whose head is clicked; again, the other way round.
function sort(head, down) {
  const column = [...head.parentElement.children].indexOf(head);
  for (const other of head.parentElement.children) if (other.hasAttribute('aria-sort')) other.setAttribute('aria-sort', 'none');
  head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  const value = row => {
    const cell = row.children[column];
    return cell.dataset.sort === undefined ? cell.textContent.trim().toLowerCase() : Number(cell.dataset.sort);
  };
  const order = (a, b) => (value(a.row) < value(b.row) ? -1 : value(a.row) > value(b.row) ? 1 : 0) * (down ? -1 : 1);
  const body = document.querySelector('.shelf tbody');
  for (const {row} of rows.sort(order)) body.append(row);
}

const heads = [...document.querySelectorAll('.shelf th[aria-sort]')];
const chosen = new URLSearchParams(location.hash.slice(1));
function remember() {
  const kept = new URLSearchParams();
  for (const [name, field] of Object.entries(fields)) {
    const value = field?.type === 'checkbox' ? (field.checked ? 'yes' : '') : field?.value;
    if (value) kept.set(name, value);
  }
  const by = heads.find(head => head.getAttribute('aria-sort') !== 'none');
  if (by && sorted) kept.set('sort', `${by.textContent.trim()} ${by.getAttribute('aria-sort')}`);
  history.replaceState(null, '', kept.size ? `#${kept}` : location.pathname);
}
let sorted = false;
for (const head of heads) {
  head.querySelector('.sort').addEventListener('click', () => {
    sorted = true;
    sort(head, head.getAttribute('aria-sort') === 'ascending');
    remember();
  });
}
for (const [name, field] of Object.entries(fields)) {
  if (!field) continue;
  const given = chosen.get(name);
  if (given && field.type === 'checkbox') field.checked = true;
  else if (given && (field.tagName !== 'SELECT' || [...field.options].some(one => one.value === given))) field.value = given;
  field.addEventListener(field.type === 'search' ? 'input' : 'change', () => { filter(); remember(); });
}
const by = heads.find(head => chosen.get('sort')?.startsWith(`${head.textContent.trim()} `));
if (by) { sorted = true; sort(by, chosen.get('sort').endsWith(' descending')); }
for (const one of ticks) one.addEventListener('change', tick);
// From the page of a campaign: it is ticked, and waits for another one.
const asked = ticks.find(one => one.value === chosen.get('c'));
if (asked) { asked.checked = true; asked.focus(); }
// Enter in the search box is no wish to compare.
fields.search.addEventListener('keydown', event => { if (event.key === 'Enter') event.preventDefault(); });
filter();
tick();
