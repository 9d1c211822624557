/** The styles that the page of the outbox adds to those of all pages. */
export const OUTBOX_STYLES = `
:root {
  --email: light-dark(#4338ca, #a5b4fc);
  --sms: light-dark(#11703c, #6ee7a0);
  --push: light-dark(#9a4a00, #fdba74);
  --chat: light-dark(#8b1a6b, #f5a8de);
  --picked: light-dark(#eef0ff, #23263a);
}
[hidden] { display: none !important; }
nav a[aria-current] { color: var(--text); font-weight: 600; text-decoration: none; }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem 1rem; padding: 1.5rem 0 1.25rem; }
.bar > div { flex: 1 1 16rem; }
.bar h1 { margin: 0; font-size: 1.75rem; }
.bar p { margin: 0; color: var(--soft); }
.bar .quiet, .environment select { min-height: 2.25rem; }
.environment { display: flex; align-items: center; gap: .5rem; color: var(--soft); font-size: .875rem; }
select, input { font: inherit; color: var(--text); background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .25rem .5rem; }
button.quiet:disabled { opacity: .5; cursor: default; }
.key { max-width: 34rem; }
.key label { font-weight: 600; }
.key-row { display: flex; gap: .75rem; margin-top: .5rem; }
.key-row .primary { width: auto; }
.key-row input { flex: 1; min-width: 0; }
.panes { display: grid; gap: 1.25rem; grid-template-columns: minmax(0, 24rem) minmax(0, 1fr); align-items: start; padding-bottom: 2rem; }
.list-pane, .detail { padding: 0; overflow: clip; }
.detail { min-height: 24rem; }
.filters { display: flex; gap: .375rem; padding: .75rem; border-bottom: 1px solid var(--line); overflow-x: auto; }
.filters button, .tabs button { font: inherit; font-size: .875rem; cursor: pointer; padding: .25rem .75rem; border: 1px solid transparent; border-radius: 1rem; background: transparent; color: var(--soft); white-space: nowrap; }
.filters button:hover, .tabs button:hover { color: var(--text); }
.filters button[aria-pressed='true'], .tabs button[aria-selected='true'] { background: var(--picked); color: var(--accent); font-weight: 600; }
.list { list-style: none; margin: 0; padding: 0; max-height: calc(100vh - 15rem); min-height: 4rem; overflow-y: auto; }
.list:empty { display: none; }
.list a { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: .1rem .625rem; padding: .75rem 1rem; color: var(--text); text-decoration: none; border-bottom: 1px solid var(--line); border-left: 3px solid transparent; }
.list a:hover { background: var(--code); }
.list a[aria-current='true'] { background: var(--picked); border-left-color: var(--accent); }
.list a:focus-visible { outline-offset: -3px; }
.list time { color: var(--soft); font-size: .8125rem; font-variant-numeric: tabular-nums; }
.list .to { color: var(--soft); font-size: .875rem; }
.list .subject { grid-column: 1 / -1; font-weight: 600; }
.list .preview { grid-column: 1 / -1; color: var(--soft); font-size: .875rem; }
.list .to, .list .subject, .list .preview { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.list .preview:empty { display: none; }
.list li.arrived a { animation: arrived 2s ease-out; }
@keyframes arrived { from { background: var(--picked); } }
@media (prefers-reduced-motion: reduce) { .list li.arrived a { animation: none; } }
.channel { align-self: center; padding: 0 .5rem; border: 1px solid currentColor; border-radius: 1rem; font-size: .75rem; font-weight: 600; line-height: 1.25rem; color: var(--soft); }
.channel[data-channel='email'] { color: var(--email); }
.channel[data-channel='sms'] { color: var(--sms); }
.channel[data-channel='push'] { color: var(--push); }
.channel[data-channel='chat'] { color: var(--chat); }
#older { margin: .75rem; }
.empty { padding: 2.5rem 1.5rem; text-align: center; color: var(--soft); }
.empty h2 { margin: .5rem 0; color: var(--text); }
.empty p { margin: 0; }
.head { padding: 1.25rem 1.25rem 1rem; border-bottom: 1px solid var(--line); }
.head time { color: var(--soft); font-size: .875rem; }
.head h2 { margin: .5rem 0 .75rem; font-size: 1.375rem; line-height: 1.25; overflow-wrap: anywhere; }
.facts { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .15rem 1rem; margin: 0; font-size: .875rem; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.tabs { display: flex; gap: .375rem; align-items: center; padding: .625rem 1rem; border-bottom: 1px solid var(--line); }
.tabs .width { margin-left: auto; }
.tab { min-height: 20rem; }
.mail { display: flex; justify-content: center; background: var(--code); }
.mail iframe { display: block; width: 100%; height: max(26rem, calc(100vh - 25rem)); border: 0; background: #fff; }
.mail.phone { padding: 1rem; }
.mail.phone iframe { max-width: 390px; border: 1px solid var(--line); border-radius: 1rem; }
.plain { margin: 0; padding: 1.25rem; border: 0; border-radius: 0; background: transparent; white-space: pre-wrap; overflow-wrap: anywhere; }
.tab .facts { padding: 1.25rem; }
.note { margin: 0; padding: .625rem 1.25rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .875rem; }
.files { display: flex; flex-wrap: wrap; gap: .5rem; margin: .75rem 0 0; padding: 0; list-style: none; }
.files li { padding: .2rem .75rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--code); font-size: .875rem; overflow-wrap: anywhere; }
.stage { display: grid; justify-items: center; padding: 2rem 1.25rem; background: var(--code); }
.phone-frame { width: min(100%, 22rem); min-height: 20rem; padding: 3rem 1.125rem 1.5rem; border: .625rem solid light-dark(#22252d, #3a3f4c); border-radius: 2.5rem; background: var(--card); position: relative; }
.phone-frame::before { content: ''; position: absolute; top: .75rem; left: 50%; width: 5rem; height: .9rem; margin-left: -2.5rem; border-radius: 1rem; background: light-dark(#22252d, #3a3f4c); }
.phone-frame .who { margin: 0 0 .75rem; text-align: center; color: var(--soft); font-size: .8125rem; overflow-wrap: anywhere; }
.bubble { width: fit-content; max-width: 92%; margin: 0; padding: .625rem .875rem; border-radius: 1.125rem 1.125rem 1.125rem .25rem; background: light-dark(#e4f3e9, #1e3a2a); white-space: pre-wrap; overflow-wrap: anywhere; }
.notice { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 .75rem; padding: .875rem; border: 1px solid var(--line); border-radius: 1.125rem; background: var(--ground); box-shadow: 0 .5rem 1.5rem rgb(0 0 0 / .12); }
.notice .sign, .chat .sign { display: grid; place-items: center; width: 2.25rem; height: 2.25rem; border-radius: .625rem; background: var(--accent); color: var(--on-accent); font-weight: 700; }
.notice small { color: var(--soft); }
.notice strong, .notice p { display: block; margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
.stage pre.data { width: min(100%, 34rem); margin-top: 1.25rem; background: var(--card); }
.chat { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .75rem; width: min(100%, 38rem); padding: 1rem 1.125rem; border: 1px solid var(--line); border-radius: .875rem; background: var(--card); }
.chat header { display: flex; align-items: baseline; gap: .5rem; }
.chat time { color: var(--soft); font-size: .8125rem; }
.chat p { margin: .15rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
dialog { max-width: min(28rem, calc(100vw - 2rem)); color: var(--text); }
dialog::backdrop { background: rgb(0 0 0 / .45); }
dialog form { display: flex; flex-wrap: wrap; gap: .75rem; justify-content: flex-end; }
dialog p { flex: 1 0 100%; margin: 0 0 .5rem; }
dialog button.quiet, dialog button.primary { padding: .5rem 1.25rem; width: auto; font-size: 1rem; }
.run { padding: 1rem 1.25rem; border-top: 1px solid var(--line); font-size: .875rem; }
.run h3 { margin: 0 0 .5rem; font-size: 1rem; }
.run ol { margin: 0; padding-left: 1.25rem; }
.run li { padding: .15rem 0; overflow-wrap: anywhere; }
.run .why { color: var(--soft); }
.count { margin: .75rem 0 0; color: var(--soft); font-size: .8125rem; }
@media (max-width: 56rem) {
  .panes { grid-template-columns: minmax(0, 1fr); }
  .list { max-height: 22rem; }
}
@media (max-width: 30rem) {
  .tabs .width { display: none; }
  .environment { flex: 1; }
  .environment select { flex: 1; min-width: 0; }
}
`;
