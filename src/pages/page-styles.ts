/**
 * The style sheet of all pages. Colours come in pairs, for light and dark; all have a contrast of at least 4.5 to 1.
 */
export const PAGE_STYLES = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f5f6f8, #101217);
  --card: light-dark(#ffffff, #191c23);
  --line: light-dark(#dfe2e8, #2d323d);
  --text: light-dark(#181b22, #eceef3);
  --soft: light-dark(#555c6b, #a4acbc);
  --accent: light-dark(#4338ca, #a5b4fc);
  --on-accent: light-dark(#ffffff, #171a2b);
  --good: light-dark(#11703c, #6ee7a0);
  --bad: light-dark(#b3261e, #ffb4ab);
  --code: light-dark(#eef0f4, #101217);
  font: 16px/1.5 system-ui, sans-serif;
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--ground); color: var(--text); }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
main:focus { outline: none; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; z-index: 10; padding: .5rem 1rem; background: var(--card); }
.wide { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
.top { position: sticky; top: 0; z-index: 5; background: var(--card); border-bottom: 1px solid var(--line); }
.top .wide { display: flex; align-items: center; gap: 1.25rem; min-height: 3.75rem; }
.brand { display: flex; align-items: center; gap: .5rem; color: var(--accent); font-size: 1.125rem; }
.brand strong { color: var(--text); letter-spacing: -.01em; }
nav { display: flex; gap: 1.25rem; margin-right: auto; white-space: nowrap; }
.state { display: inline-flex; align-items: center; gap: .5rem; color: var(--soft); font-size: .875rem; }
.state::before { content: ''; width: .6rem; height: .6rem; border-radius: 50%; background: var(--soft); }
.state[data-state='live']::before { background: var(--good); }
.state[data-state='lost']::before { background: var(--bad); }
.intro { padding: 2.25rem 0 1.5rem; max-width: 44rem; }
h1 { margin: 0 0 .5rem; font-size: clamp(1.75rem, 5vw, 2.5rem); line-height: 1.15; letter-spacing: -.02em; }
h2 { margin: 0; font-size: 1.125rem; }
.intro p { margin: 0; color: var(--soft); font-size: 1.0625rem; }
.columns { display: grid; gap: 1.25rem; grid-template-columns: minmax(0, 1fr) minmax(0, 26rem); align-items: start; padding-bottom: 3rem; }
.send, .shell, .wire { grid-column: 1; }
.inbox { grid-column: 2; grid-row: 1 / span 3; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .875rem; padding: 1.25rem; }
.locked { max-width: 44rem; margin-bottom: 1.25rem; }
.locked pre { margin: .5rem 0 1rem; }
.locked p code { white-space: nowrap; }
.locked > p:last-child { margin-bottom: 0; }
.card > p { margin: .5rem 0 1rem; }
.title-row { display: flex; align-items: center; justify-content: space-between; gap: 1rem; }
button.primary, button.quiet { font: inherit; cursor: pointer; border-radius: .5rem; }
button.primary { padding: .65rem 1.25rem; border: 0; background: var(--accent); color: var(--on-accent); font-weight: 600; }
button.primary:hover { filter: brightness(1.1); }
button.primary:disabled { opacity: .55; cursor: default; filter: none; }
button.quiet { padding: .25rem .75rem; border: 1px solid var(--line); background: transparent; color: var(--text); font-size: .875rem; }
.card > .outcome { min-height: 1.5rem; margin: .75rem 0; color: var(--good); font-size: .9375rem; }
.outcome[data-failed] { color: var(--bad); }
.steps { margin: 0; padding-left: 1.25rem; color: var(--soft); }
.card > .hint { margin: .75rem 0 0; color: var(--soft); font-size: .9375rem; }
code, pre { font: .875rem/1.6 ui-monospace, monospace; }
p code { padding: .1rem .35rem; border-radius: .3rem; background: var(--code); }
pre { margin: 0; padding: 1rem; overflow-x: auto; border-radius: .5rem; background: var(--code); border: 1px solid var(--line); }
.badge { padding: .1rem .65rem; border-radius: 1rem; background: var(--code); border: 1px solid var(--line); font-size: .875rem; white-space: nowrap; }
.inbox { padding: 0; overflow: clip; }
.inbox .title-row { padding: 1.25rem 1.25rem .75rem; }
.frame { height: 37rem; border-top: 1px solid var(--line); }
.log { list-style: none; margin: .75rem 0 0; padding: 0; max-height: 17rem; overflow-y: auto; }
.log:empty { display: none; }
.log:not(:empty) + .hint { display: none; }
.log li { display: flex; flex-wrap: wrap; gap: .15rem .75rem; padding: .4rem 0; border-top: 1px solid var(--line); font-size: .875rem; }
.log time { color: var(--soft); font-variant-numeric: tabular-nums; }
.log code { overflow-wrap: anywhere; }
.log span { color: var(--soft); flex-basis: 100%; overflow-wrap: anywhere; }
@media (max-width: 56rem) {
  .columns { grid-template-columns: minmax(0, 1fr); }
  .inbox { grid-column: 1; grid-row: auto; }
  .intro { padding-top: 1.5rem; }
  .top .wide { gap: .75rem; }
}
@media (max-width: 30rem) {
  .wide { padding: 0 .875rem; }
  .state { font-size: 0; gap: 0; }
  nav { gap: .75rem; }
  nav a + a[href='/docs'] { display: none; }
  button.primary { width: 100%; }
}
`;
