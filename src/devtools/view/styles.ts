const light = `
  --back: #ffffff; --bar: #f6f7f9; --line: #dfe3e8; --text: #1d232b; --quiet: #5b6573; --accent: #1f5fc4; --chosen: #e6eefb;
  --still: #fdf0d5; --still-text: #7a4a00; --bad-text: #b3232f;
  --page: #5a8dee; --asking: #b9d0f8; --retry: #e08a1e; --refresh: #8a63d2; --failed: #d6404c; --unsubscribed: #98a2af;
  --wait: #c3cad3; --done: #2b9a61; --restarted: #0b8a99; --grid: #eceff3; --hold: rgb(224 138 30 / 0.13);
`;

const dark = `
  --back: #17191d; --bar: #1f2227; --line: #32373f; --text: #e7eaee; --quiet: #a0a9b5; --accent: #8ab4ff; --chosen: #24344f;
  --still: #3a2c10; --still-text: #ffc96b; --bad-text: #ff8f96;
  --page: #6b9bf4; --asking: #2f4a78; --retry: #f0a03c; --refresh: #a98bea; --failed: #f0626c; --unsubscribed: #6d7682;
  --wait: #454c56; --done: #45b57e; --restarted: #35c3d3; --grid: #23272d; --hold: rgb(240 160 60 / 0.28);
`;

/** How the panel looks. Its colors are those of the browser's own tools, and follow the scheme that the user prefers. */
export const styles = `
:host { ${light} color-scheme: light; display: block; contain: content; font: 12px/1.4 system-ui, sans-serif; color: var(--text); background: var(--back); }
@media (prefers-color-scheme: dark) { :host(:not([theme='light'])) { ${dark} color-scheme: dark; } }
:host([theme='dark']) { ${dark} color-scheme: dark; }
:host([hidden]), :host(:not([docked])) .grip, .row[hidden] { display: none; }
:host([docked]) { position: fixed; inset: auto 0 0; z-index: 2147483000; height: min(320px, 60vh); border-top: 1px solid var(--line); box-shadow: 0 -4px 24px rgb(0 0 0 / 0.12); }
* { box-sizing: border-box; }
.panel { display: grid; grid-template-rows: auto auto auto minmax(0, 1fr) auto; height: 100%; min-height: 160px; position: relative; container-type: inline-size; }
.grip { position: absolute; inset: 0 0 auto; height: 5px; cursor: ns-resize; touch-action: none; z-index: 2; }
.bar { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; padding: 4px 8px; background: var(--bar); border-bottom: 1px solid var(--line); }
.bar > .gap { flex: 1; }
button, input[type='search'] { font: inherit; color: inherit; background: var(--back); border: 1px solid var(--line); border-radius: 4px; height: 24px; padding: 0 8px; }
button { cursor: pointer; white-space: nowrap; }
button:hover { border-color: var(--quiet); }
button[aria-pressed='true'] { background: var(--chosen); border-color: var(--accent); }
button.plain { border-color: transparent; background: none; min-width: 24px; padding: 0 6px; }
input[type='search'] { width: 160px; }
:is(button, input, .grip, .details):focus-visible, .scroller:has(> .rows:focus-visible) { outline: 2px solid var(--accent); outline-offset: -1px; }
fieldset { display: flex; border: 0; margin: 0; padding: 0; }
legend, .said { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
.choice { position: relative; }
.choice input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.choice span { display: flex; gap: 5px; align-items: center; height: 24px; padding: 0 8px; border: 1px solid var(--line); border-left-width: 0; background: var(--back); white-space: nowrap; }
.choice:first-of-type span { border-left-width: 1px; border-radius: 4px 0 0 4px; }
.choice:last-of-type span { border-radius: 0 4px 4px 0; }
.choice input:checked + span { background: var(--chosen); box-shadow: inset 0 -2px var(--accent); }
.choice input:focus-visible + span { outline: 2px solid var(--accent); outline-offset: -1px; z-index: 1; }
.choice b { font-weight: 600; font-variant-numeric: tabular-nums; }
.choice[data-state='still'].some span { background: var(--still); color: var(--still-text); }
.choice[data-state='failed'].some b { color: var(--bad-text); }
.sums { display: flex; flex-wrap: wrap; gap: 2px 16px; padding: 4px 8px; color: var(--quiet); font-variant-numeric: tabular-nums; }
.sums b { color: var(--text); font-weight: 600; }
.sums .held { color: var(--still-text); }
.head, .scroller { display: grid; grid-template-columns: var(--gutter, 430px) minmax(0, 1fr); }
.head { overflow: hidden; border-block: 1px solid var(--line); color: var(--quiet); height: 22px; }
.head > div, .row { display: grid; grid-template-columns: 16px minmax(0, 1fr) 120px 62px 44px; gap: 0 6px; align-items: center; padding: 0 8px; }
.number { text-align: right; }
.head canvas { height: 22px; display: block; }
.scroller { position: relative; overflow: hidden auto; overscroll-behavior: contain; scrollbar-gutter: stable; min-height: 0; }
.rows { position: relative; outline: none; border-right: 1px solid var(--line); min-height: 100%; overflow: hidden; }
.row { position: absolute; inset: 0 0 auto; height: 24px; cursor: default; white-space: nowrap; }
.row > *, .name > * { overflow: hidden; text-overflow: ellipsis; }
.row .number, .row .state { font-variant-numeric: tabular-nums; }
.row .state { color: var(--quiet); }
.row .name { display: flex; gap: 5px; }
.row small { color: var(--quiet); font-size: inherit; flex: none; max-width: 60%; }
.row .mark { width: 10px; height: 10px; border-radius: 50%; background: var(--unsubscribed); justify-self: center; }
.row[data-state='asking'] .mark { background: var(--page); }
.row[data-state='waiting'] .mark { background: none; border: 2px solid var(--quiet); }
.row[data-state='retrying'] .mark { background: var(--retry); }
.row[data-state='done'] .mark { background: var(--done); border-radius: 2px; }
.row[data-state='failed'] .mark { background: var(--failed); border-radius: 2px; rotate: 45deg; }
.row[data-state='unsubscribed'] .mark, .row[data-state='restarted'] .mark { border-radius: 2px; }
.row[data-state='restarted'] .mark { background: var(--restarted); }
.row[data-state='failed'] .state { color: var(--bad-text); }
.row.still { background: var(--still); }
.row.still .state { color: var(--still-text); font-weight: 600; }
.row[aria-selected='true'] { background: var(--chosen); box-shadow: inset 3px 0 var(--accent); }
.time { position: sticky; top: 0; height: var(--height, 100%); width: 100%; display: block; touch-action: pan-y; cursor: crosshair; }
.empty { position: absolute; inset: 0; display: grid; place-content: center; text-align: center; color: var(--quiet); padding: 16px; pointer-events: none; }
.tip { position: absolute; z-index: 3; inset: 0 auto auto 0; pointer-events: none; max-width: 360px; padding: 3px 7px; border-radius: 4px; background: var(--text); color: var(--back); overflow-wrap: anywhere; }
.details { border-top: 1px solid var(--line); background: var(--bar); padding: 6px 8px; max-height: 140px; overflow: auto; min-height: 31px; }
.details dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 1px 12px; margin: 0; }
.details dt { color: var(--quiet); }
.details dd { margin: 0; overflow-wrap: anywhere; }
.key { display: flex; flex-wrap: wrap; gap: 2px 14px; margin: 0; padding: 0; list-style: none; color: var(--quiet); }
.key li { display: flex; gap: 5px; align-items: center; }
.key i { width: 16px; height: 8px; border-radius: 2px; }
.key i.thin { height: 2px; }
.key i.shade { height: 12px; outline: 1px solid var(--line); }
@container (max-width: 720px) {
  .head, .scroller { --gutter: 172px; }
  .head > div, .row { grid-template-columns: 12px minmax(0, 1fr) 46px; padding: 0 4px; }
  .head > div > :nth-child(n + 4), .row > :nth-child(n + 4), .head > div > .state, .row > .state { display: none; }
  .head > div > .number:nth-child(4), .row > .number:nth-child(4) { display: block; }
  input[type='search'] { width: 110px; }
  .choice span { padding: 0 5px; }
  .key, .details:has(.key) { display: none; }
}
@media (forced-colors: active) { .row[aria-selected='true'] { outline: 2px solid Highlight; } .row .mark { forced-color-adjust: none; } }
`;
