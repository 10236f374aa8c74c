// Draws the curve of a search that has ended, in the width that it has.
import {curve} from './plots.js';

const holder = document.getElementById('curve');
if (holder) {
  const search = JSON.parse(holder.dataset.search);
  new ResizeObserver(() => curve(holder, search, search.bound, 340)).observe(holder);
}
