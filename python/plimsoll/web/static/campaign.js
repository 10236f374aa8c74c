// The page of a campaign that has ended: its curve in the width that it has, and its address.
import {curve} from './plots.js';
import {phrase} from './texts.js';

const holder = document.getElementById('curve');
if (holder) {
  const search = JSON.parse(holder.dataset.search);
  new ResizeObserver(() => curve(holder, search, search.bound, 340)).observe(holder);
}

const copy = document.getElementById('copy-link');
if (copy) {
  copy.hidden = false;
  copy.addEventListener('click', async () => {
    const said = document.getElementById('link-copied');
    try {
      await navigator.clipboard.writeText(location.href);
      said.textContent = phrase('link-copied');
    } catch {
      // A page that is not encrypted and not of this machine has no clipboard.
      prompt(phrase('copy-link-by-hand'), location.href);
    }
  });
}
