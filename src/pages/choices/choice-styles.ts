/** What the preference page adds to the styles of its frame. */
export const CHOICE_STYLES = `
.choices .head { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: flex-start; justify-content: space-between; }
.choices .head h1 { flex: 1 1 16rem; }
.choices .languages summary { min-height: 2.75rem; padding: .6rem 0; color: var(--accent); cursor: pointer; }
.choices .languages ul { list-style: none; margin: 0 0 .75rem; padding: 0; columns: 2; column-gap: 1.5rem; }
.choices .languages a { display: block; padding: .4rem 0; }
.choices .languages a[aria-current] { color: var(--text); font-weight: 600; text-decoration: none; }
.choices .card { margin-top: 1.25rem; }
.choices .card > p:first-child { margin-top: 0; }
.choices .note { padding: .75rem 1rem; border: 1px solid var(--line); border-inline-start: .3rem solid var(--accent);
  border-radius: .5rem; background: var(--card); }
.choices .wrong, .choices .problem { --accent: light-dark(#b42318, #fda29b); }
.choices .problem { margin: .25rem 0 .75rem; color: var(--accent); }
.choices fieldset { margin: 0; padding: .5rem 0; border: 0; min-width: 0; }
.choices fieldset.main legend { font-size: 1.125rem; font-weight: 600; }
.choices fieldset.inner legend { font-weight: 500; }
.choices legend { padding: 0; overflow-wrap: anywhere; }
.choices fieldset p { margin: .25rem 0; }
.choices .group { margin-top: .75rem; padding-top: .75rem; border-top: 1px solid var(--line); }
.choices .group details { margin-inline-start: .25rem; padding-inline-start: 1rem; border-inline-start: 2px solid var(--line); }
.choices .group summary { padding: .6rem 0; color: var(--accent); cursor: pointer; }
.choices .boxes { display: flex; flex-wrap: wrap; gap: 0 1.5rem; }
.choices label { display: inline-flex; align-items: center; gap: .5rem; min-height: 2.75rem; }
.choices input[type="checkbox"] { flex: none; width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--accent); }
.choices .field { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: center; margin: .5rem 0; }
.choices .field label { flex: 0 0 11rem; }
.choices .field input { flex: 1 1 12rem; max-width: 22rem; }
.choices input:not([type="checkbox"]) { min-width: 0; min-height: 2.75rem; padding: .4rem .6rem; border: 1px solid var(--soft);
  border-radius: .5rem; background: var(--card); color: var(--text); }
.choices input[aria-invalid] { border-color: light-dark(#b42318, #fda29b); }
.choices .day { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: center; padding: .25rem 0; }
.choices .day > label { flex: 1 0 9rem; }
.choices .range { display: inline-flex; flex-wrap: wrap; gap: .25rem 1rem; }
.choices .time { display: inline-flex; gap: .5rem; align-items: center; white-space: nowrap; }
.choices .group h2 + fieldset { margin-top: .5rem; }
.choices .buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin-bottom: 0; }
.choices form > p:last-child { margin-bottom: 0; }
.choices .plain { list-style: none; margin: .75rem 0 0; padding: 0; }
.choices .plain li { padding: .35rem 0; }
.choices .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;
