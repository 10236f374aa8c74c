// Looks again while the test file is filled; follows to the campaign's page once there is one.
import {phrase} from './texts.js';

const said = document.getElementById('waiting');
const again = async () => {
  try {
    const answer = await fetch(location.href, {headers: {Accept: 'text/html'}});
    if (answer.redirected) { location.replace(answer.url); return; }
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const now = page.getElementById('waiting');
    if (!now) { location.reload(); return; }
    if (said.textContent !== now.textContent) said.textContent = now.textContent;
  } catch {
    said.textContent = phrase('server-silent');
  }
  setTimeout(again, 1000);
};
setTimeout(again, 1000);
