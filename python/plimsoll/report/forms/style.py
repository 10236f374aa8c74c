"""The look of a page: light, dark, narrow and printed. The palette is Okabe and Ito's for
colour-blind readers (https://jfly.uni-koeln.de/color/), darkened for text; dashes and shapes
work without colour."""

_DARK = """--page: #10161d; --text: #e8edf2; --soft: #a3b0bd; --grid: #2a3542;
  --tint: #18212b; --mark: #cfa2ee; --bound: #ff8a80; --c0: #74b9f5; --c1: #4fd0a8; --c2: #ffb366;
    --c3: #c9a0e8;
  --c4: #97a5b3;
  --c5: #f29ac0; --invert: invert(1) hue-rotate(180deg);"""

STYLE = (
    """
:root { color-scheme: light dark; --page: #ffffff; --text: #16202a; --soft: #55616e;
  --grid: #e3e8ed; --tint: #f3f6f9;
  --mark: #7a3e9d; --bound: #b3261e; --c0: #0b4f8a; --c1: #00795c; --c2: #b35900; --c3: #7c4a99;
    --c4: #6b7681;
  --c5: #9a2f5f; --invert: none; }
@media (prefers-color-scheme: dark) { html:not([data-theme="light"]) { """
    + _DARK
    + """ } }
html[data-theme="light"] { color-scheme: light; }
html[data-theme="dark"] { color-scheme: dark; """
    + _DARK
    + """ }
@media print { :root, html[data-theme="dark"], html:not([data-theme="light"]) { color-scheme: light;
  --page: #ffffff; --text: #000000; --soft: #333333; --grid: #d5d5d5;
  --tint: #ffffff;
  --mark: #5d2a7d; --bound: #b3261e; --c0: #0b4f8a; --c1: #00795c; --c2: #b35900; --c3: #7c4a99;
    --c4: #6b7681;
  --c5: #9a2f5f; --invert: none; } }
.inverts { filter: var(--invert); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 16px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
main { max-width: 1400px; margin: 0 auto; padding: 24px 20px 40px; }
p, li, dd, h1, h2, h3, figcaption { overflow-wrap: anywhere; }
.flag { white-space: nowrap; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap; }
.kicker { margin: 0; color: var(--soft); overflow-wrap: anywhere; }
h1, h2, h3, dt, th { word-break: auto-phrase; }
h1 { font-size: clamp(1.35rem, 1rem + 2vw, 2.1rem); line-height: 1.25; margin: .25em 0 .5em;
  text-wrap: balance;
  overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2em 0 .5em; }
h3 { font-size: .95rem; margin: .9em 0 .1em; font-weight: 600; overflow-wrap: anywhere; }
header p { margin: .15em 0; }
.whence { margin: 0 0 .6em; color: var(--soft); overflow-wrap: anywhere; }
.first { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 7fr); gap: 8px 32px;
  align-items: start; }
.first h1 { font-size: clamp(1.15rem, 1rem + .7vw, 1.55rem); margin: .35em 0 .5em; }
.first.alone { grid-template-columns: minmax(0, 1fr); }
.first > .chart h2 { margin: .2em 0 .4em; font-size: 1rem; }
.badges { display: flex; flex-wrap: wrap; gap: 6px; }
.badge { display: inline-block; padding: 2px 10px; border-radius: 999px; font-size: .9rem;
  font-weight: 650; border: 1.5px solid currentColor; color: var(--soft); background: var(--tint); }
.badge.met { color: var(--c1); }
.badge.missed { color: var(--bound); border-radius: 3px; }
.badge.mixed, .badge.estimated { background: var(--page); }
.badge.mixed { color: var(--c2); border-style: double; border-width: 4px; padding: 0 8px; }
.badge.estimated { color: var(--c2); border-style: dashed; }
.badge.bounded { color: var(--c0); border-style: dashed; }
.badge.none { color: var(--soft); border-style: dotted; }
.badge.origin { border-radius: 3px; font-weight: 500; color: var(--soft); }
.badge.simulated { color: var(--mark); border-style: dashed; }
.number { margin: .2em 0 .8em; }
.number span, .number small { display: block; color: var(--soft); }
.number strong { display: block; font-size: clamp(2rem, 1.4rem + 2.6vw, 3.2rem); line-height: 1.1;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.next { border-left: 4px solid var(--c2); padding: 2px 0 2px 12px; margin: 1em 0 0; }
.next p { margin: .2em 0; }
.framed .kicker, .framed .whence, .framed .first > .said { display: none; }
.framed .first { grid-template-columns: minmax(0, 1fr); }
.whole { max-width: 80ch; margin-top: 1.6em; }
.said .facts div { grid-template-columns: 8.5em 1fr; gap: 0 12px; }
summary > h2 { display: inline; }
section > details { margin: 2em 0 .5em; }
section > details > summary { cursor: pointer; margin-bottom: .6em; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(165px, 1fr)); gap: 10px;
  margin: 1.4em 0 0; }
.figure { background: var(--tint); border: 1px solid var(--grid); border-radius: 8px;
  padding: 10px 12px; }
.figure dt { color: var(--soft); font-size: .9rem; }
.figure dd { margin: 0; font-size: 1.35rem; font-weight: 650; font-variant-numeric: tabular-nums; }
.figure small { display: block; font-size: .82rem; font-weight: 400; color: var(--soft);
  line-height: 1.35; }
figure { margin: 0; }
figcaption, .note { color: var(--soft); font-size: .9rem; margin: .6em 0 0; }
.patterns { position: absolute; }
.wide { overflow-x: auto; container-type: inline-size; }
.wide h3 { position: sticky; left: 0; max-width: 100cqw; }
.saves { display: flex; align-items: baseline; gap: 4px; margin: .4em 0 0; color: var(--soft);
  font-size: .8rem; }
.saves button { padding: 0 8px; min-height: 24px; font-size: .75rem; }
.contents { margin: 1.2em 0 0; font-size: .9rem; }
.contents ul { display: flex; flex-wrap: wrap; gap: 2px 18px; list-style: none; margin: 0;
  padding: 0; }
.contents li { padding: 3px 0; overflow-wrap: anywhere; }
.contents a { color: var(--c0); }
.contents a:focus-visible { outline: 3px solid var(--c0); outline-offset: 2px; }
.framed .contents { display: none; }
section[tabindex="-1"]:focus { outline: none; }
.panel { width: 100%; display: block !important; }
.panel svg { overflow: visible; display: block; font-family: inherit; }
.plot { position: relative; }
.panel[tabindex] { cursor: crosshair; touch-action: pan-y; }
.panel[tabindex]:focus-visible { outline: 3px solid var(--c0); outline-offset: 2px; }
.cross { position: absolute; top: 0; bottom: 0; width: 0; border-left: 1px dashed var(--text);
  pointer-events: none; z-index: 1; }
.cross p { position: absolute; top: 2px; left: 7px; margin: 0; padding: 2px 8px; width: max-content;
  max-width: 260px; background: var(--page); border: 1px solid var(--soft); border-radius: 4px;
  font-size: 12px; line-height: 1.35; font-variant-numeric: tabular-nums; }
.cross.leftwards p { left: auto; right: 7px; }
.cross span { display: block; }
.brush { position: absolute; top: 0; bottom: 0; background: var(--c0); opacity: .16;
  pointer-events: none; }
.unzoom { position: absolute; top: 4px; left: 4px; z-index: 1; }
#plimsoll-said { position: absolute; width: 1px; height: 1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap; margin: 0; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; list-style: none; padding: 0; margin: 0;
  font-size: .9rem; }
.legend li { display: flex; align-items: center; gap: 6px; }
.legend svg { flex: none; }
.scroll { overflow-x: auto; border: 1px solid var(--grid); border-radius: 8px; }
.scroll:focus-visible { outline: 3px solid var(--c0); }
table { border-collapse: collapse; width: 100%; font-size: .82rem;
  font-variant-numeric: tabular-nums; }
th, td { padding: 4px 7px; border-bottom: 1px solid var(--grid); white-space: nowrap;
  text-align: left;
  vertical-align: top; }
thead th { background: var(--tint); white-space: normal; vertical-align: bottom; font-weight: 600; }
tbody tr:last-child td { border-bottom: 0; }
.n { text-align: right; }
@media screen { .scroll { max-height: 85vh; overflow-y: auto; }
  .scroll thead th, .long thead { position: sticky; top: 0; z-index: 1; }
  .scroll table:not(.long) tr > :first-child { position: sticky; left: 0; background: var(--page); }
  .scroll table:not(.long) thead tr > :first-child { z-index: 2; background: var(--tint); } }
th .sort { border: 0; background: none; padding: 0; min-height: 0; font: inherit; color: inherit;
  text-align: inherit; white-space: inherit; }
[aria-sort=ascending] .sort::after { content: " \\25B2"; }
[aria-sort=descending] .sort::after { content: " \\25BC"; }
td.t { white-space: normal; min-width: 6.2em; } td.w { min-width: 14em; }
td.w2 { min-width: 28em; }
@media screen { .long, .long thead, .long tbody { display: block; width: 100%;
  min-width: var(--least); }
  .long tbody { content-visibility: auto; contain-intrinsic-size: 0 1160px; }
  .long tr { display: grid; grid-template-columns: var(--columns);
    border-bottom: 1px solid var(--grid); }
  .long th, .long td { min-width: 0 !important; white-space: normal; border-bottom: 0; }
  .long td.t { overflow-wrap: anywhere; } }
.facts { display: grid; gap: 6px; margin: 0; }
.facts div { display: grid; grid-template-columns: 12em 1fr; gap: 12px; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
footer { margin-top: 3em; padding-top: 1em; border-top: 1px solid var(--grid); color: var(--soft);
  font-size: .9rem; }
[hidden] { display: none !important; }
button { font: inherit; font-size: .85rem; color: var(--text); background: var(--page);
  border: 1px solid var(--soft);
  border-radius: 6px; padding: 3px 9px; min-height: 30px; cursor: pointer; }
button:focus-visible, summary:focus-visible { outline: 3px solid var(--c0); outline-offset: 1px; }
button:disabled { opacity: .45; cursor: default; }
button[aria-pressed="true"], button[aria-checked="true"] { background: var(--c0);
  border-color: var(--c0);
  color: var(--page); font-weight: 600; }
#plimsoll-theme { display: flex; float: right; margin: 0 0 6px 12px; }
#plimsoll-theme button { border-radius: 0; margin-left: -1px; padding: 1px 8px; min-height: 26px;
  font-size: .8rem; }
.switch { display: flex; flex-wrap: wrap; gap: 4px; margin: 0 0 .6em; }
.scale { float: right; margin-left: 8px; font-weight: 400; font-size: .8rem; padding: 0 8px;
  min-height: 24px; }
#plimsoll-choice { position: sticky; top: 0; z-index: 2; background: var(--page);
  margin: 1.6em -8px 0; padding: 6px 8px;
  border-bottom: 2px solid var(--grid); }
#plimsoll-choice.narrowed { border-bottom-color: var(--c0); }
#plimsoll-choice .told { display: flex; align-items: baseline; gap: 4px 12px; }
#plimsoll-count { flex: none; }
#plimsoll-chosen { flex: 1; color: var(--soft); font-size: .9rem; min-width: 0; overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap; }
#plimsoll-choice summary { cursor: pointer; color: var(--soft); font-size: .9rem; }
.slicers { display: flex; flex-wrap: wrap; gap: 8px 20px; max-height: 32vh; overflow-y: auto;
  padding: 4px 4px 2px; }
.slicer { min-width: 0; max-width: 100%; display: flex; flex-wrap: wrap; align-items: center;
  gap: 2px 8px; }
.slicer .name { font-size: .82rem; font-weight: 600; }
.slicer .values { display: flex; flex-wrap: wrap; gap: 4px; max-height: 8.4em; overflow-y: auto;
  padding: 3px; }
.slicer .values button { overflow-wrap: anywhere; text-align: left; }
.slicer .empty { border-style: dashed; opacity: .55; }
.slicer .every { border: 0; padding: 0 3px; min-height: 24px; font-size: .78rem; font-weight: 400;
  background: none;
  color: var(--soft); text-decoration: underline; }
#plimsoll-choice .note { margin: .3em 0 0; font-size: .8rem; }
#plimsoll-tip { position: fixed; z-index: 9; pointer-events: none; background: var(--page);
  color: var(--text);
  border: 1px solid var(--soft); border-radius: 4px; padding: 5px 9px; font-size: 13px;
    line-height: 1.4;
  max-width: min(420px, calc(100vw - 8px)); }
#plimsoll-tip dl { display: grid; grid-template-columns: auto 1fr; gap: 0 10px; margin: 0; }
#plimsoll-tip dt { color: var(--soft); }
#plimsoll-tip dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
@media (max-width: 900px) { .first { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 560px) { main { padding: 14px 12px 30px; } .facts div {
  grid-template-columns: 1fr; gap: 0;
  } .facts dd { margin-bottom: 6px; } .figure { padding: 8px 9px; }
  .figure dd { font-size: 1.15rem; }
  #plimsoll-choice .told { flex-wrap: wrap; } #plimsoll-chosen { order: 3; flex-basis: 100%; }
    #plimsoll-reset { margin-left: auto; } }
@page { margin: 12mm; }
@media print { :root, body { font-size: 11px; line-height: 1.35; } h1 { font-size: 1.5rem; }
  .first { grid-template-columns: minmax(0, 5fr) minmax(0, 7fr); gap: 0 14px; }
  .first > .chart { margin: 0; } .first > .chart h2 { margin: 0; } .number { margin: 0 0 .3em; }
  .number strong { font-size: 1.9rem; } .next { margin: .4em 0 0; } .whole { max-width: none;
    margin-top: .5em; } .whole p { margin: .25em 0; } section > details { margin: .6em 0 0; }
  section > details > summary { margin: 0; list-style: none; } .whence { margin: 0; } h2 {
  margin: .9em 0 .3em; } h3 { margin-top: .4em; }
  .figures { margin-top: .8em; } .figures:empty { display: none; } .figure { padding: 5px 9px; }
    .facts { gap: 2px; } ul { margin: .3em 0; }
  footer { margin-top: 1em; padding-top: .4em; } main { max-width: none; padding: 0 4px; } h2 {
    break-after: avoid;
  } .panel, tr, .figure { break-inside: avoid; }
  h3 { break-after: avoid; } .one, .chart { break-inside: avoid; }
  .panel { min-height: 0 !important; } .panel svg { max-width: 100%; height: auto; }
  .cross, .brush, .unzoom, .contents, .saves,
  #plimsoll-theme, #plimsoll-reset, .switch, #plimsoll-choice details, .scale, #plimsoll-tip {
    display: none !important; }
  #plimsoll-choice { position: static; margin: 0; padding: 0; } td.w { min-width: 6.2em; }
  #plimsoll-choice .told { display: block; }
  #plimsoll-chosen { white-space: normal; display: block; }
  .scroll, .wide { overflow: visible; border: 0; } .wide > div { min-width: 0 !important; } table {
    font-size: 8px; } th, td { padding: 2px 4px;
  white-space: normal; } table:not(:has(th:nth-child(13))) td.n { white-space: nowrap; } }
"""
)
