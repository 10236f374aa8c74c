// Small helps of the form: a file becomes text, fields without meaning for the strategy are dimmed, the file can be copied.
import {phrase} from './texts.js';

const toml = document.getElementById('toml');
const file = document.getElementById('file');
const copy = document.getElementById('copy');
const strategy = document.querySelector('[name="campaign.strategy"]');

// Choosing from the list fills the field and keeps what else was typed.
for (const link of document.querySelectorAll('a.choose')) {
  link.addEventListener('click', event => {
    event.preventDefault();
    const path = document.querySelector(`[name="${link.dataset.field}"]`);
    path.value = link.dataset.value;
    path.focus();
    path.scrollIntoView({block: 'center'});
  });
}

file?.addEventListener('change', async () => {
  if (file.files.length) toml.value = await file.files[0].text();
});

copy?.addEventListener('click', async () => {
  const said = document.getElementById('copied');
  try {
    await navigator.clipboard.writeText(toml.value);
    said.textContent = phrase('copied');
  } catch {
    // A page that is not encrypted and not of this machine has no clipboard.
    toml.focus();
    toml.select();
    said.textContent = phrase('copy-by-hand');
  }
});

function fits() {
  const grid = strategy.value === 'grid';
  for (const holder of document.querySelectorAll('[data-grid]')) {
    holder.classList.toggle('off', !grid);
    holder.querySelector('input').disabled = !grid;
  }
  document.querySelector('[name="campaign.objective"]').required = strategy.value === 'load_line';
  const effort = document.querySelector('[name="campaign.effort"]');
  effort.disabled = grid;
  effort.parentElement.classList.toggle('off', grid);
}
strategy?.addEventListener('change', fits);
if (strategy) fits();

// A campaign that is being planned or started takes some seconds: one is enough.
for (const form of document.forms) {
  form.addEventListener('submit', event => {
    const button = event.submitter;
    if (button && !button.hasAttribute('formaction')) setTimeout(() => { button.disabled = true; button.textContent += ' …'; });
  });
}
window.addEventListener('pageshow', event => { if (event.persisted) location.reload(); });
