// Tells the reader that the campaign has ended: in the title of the tab and, when asked for by the button, by a notification.
import {phrase} from './texts.js';

const EVERY_MS = 5000;
const live = document.getElementById('live');
const button = document.getElementById('notify');
const status = document.getElementById('done');
const icon = document.querySelector('link[rel=icon]').href;
let wanted = false;
let announced = false;
let timer = null;

function notify(title, headline) {
  try {
    const notice = new Notification(title, {body: headline, icon, tag: live.dataset.at});
    notice.onclick = () => { window.focus(); notice.close(); };
  } catch {
    // Some phones allow notifications only to service workers. The title of the tab remains.
  }
}

export function announce(headline) {
  const title = phrase('ended-title', {campaign: live.dataset.name});
  document.title = title;
  if (announced) return;
  announced = true;
  if (wanted && window.Notification?.permission === 'granted') notify(title, headline);
}

// A hidden page has no stream of events, since a browser has few connections to a server. It asks at times instead.
async function look() {
  clearTimeout(timer);
  if (!wanted || announced || document.visibilityState === 'visible') return;
  try {
    const answer = await fetch(`${live.dataset.at}/end`);
    const end = answer.ok ? await answer.json() : null;
    if (end) announce(end.headline);
  } catch {
    // The server may be back at the next look.
  }
  clearTimeout(timer);
  if (!announced) timer = setTimeout(look, EVERY_MS);
}

async function toggle() {
  wanted = !wanted;
  button.setAttribute('aria-pressed', wanted);
  status.textContent = '';
  if (!wanted) return;
  const permission = window.Notification ? await Notification.requestPermission() : 'denied';
  if (wanted) status.textContent = phrase(permission === 'granted' ? 'notify-on' : 'notify-title-only');
  look();
}

button.hidden = false;
button.addEventListener('click', toggle);
document.addEventListener('visibilitychange', look);
