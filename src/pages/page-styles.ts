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
.intro { padding: 2.25rem 0 1.5rem; max-width: 44rem; }
h1 { margin: 0 0 .5rem; font-size: clamp(1.75rem, 5vw, 2.5rem); line-height: 1.15; letter-spacing: -.02em; }
h2 { margin: 0; font-size: 1.125rem; }
.intro p { margin: 0; color: var(--soft); font-size: 1.0625rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .875rem; padding: 1.25rem; }
.locked { max-width: 44rem; margin-bottom: 1.25rem; }
.locked pre { margin: .5rem 0 1rem; }
.locked p code { white-space: nowrap; }
.locked > p:last-child { margin-bottom: 0; }
.card > p { margin: .5rem 0 1rem; }
code, pre { font: .875rem/1.6 ui-monospace, monospace; }
p code { padding: .1rem .35rem; border-radius: .3rem; background: var(--code); }
pre { margin: 0; padding: 1rem; overflow-x: auto; border-radius: .5rem; background: var(--code); border: 1px solid var(--line); }
@media (max-width: 56rem) {
  .intro { padding-top: 1.5rem; }
  .top .wide { gap: .75rem; }
}
@media (max-width: 30rem) {
  .wide { padding: 0 .875rem; }
}
`;
