/// <reference lib="dom" />
import { messageView, noMessage, runView } from './detail.js';
import { byId, counted, element } from './element.js';
import { MessageList } from './list.js';
import { clear, fetchMessage, fetchPage, fetchRun, KeyProblem, type Source } from './source.js';

/** Time between two polls for new messages. */
const POLL_MS = 1000;
/** Session storage key of the API key, which is kept for this tab only. */
const KEY = 'carillon-outbox-key';

const list = new MessageList(byId('list'));
const [detail, empty, older, clearButton] = [byId('detail'), byId('empty'), byId('older'), byId('clear')];
const question = byId('clear-dialog') as HTMLDialogElement;
const environment = byId('environment') as HTMLSelectElement;
const needsKey = document.body.dataset['access'] === 'key';

let key = needsKey ? sessionStorage.getItem(KEY) : null;
let channel = '';
/** Cursor of the next older messages. */
let next: string | null = null;
let shown: string | undefined;
let total = 0;
/** Incremented when other messages are requested, so that responses to earlier requests are ignored. */
let view = 0;

for (const button of document.querySelectorAll<HTMLElement>('[data-channel][aria-pressed]')) {
  button.addEventListener('click', () => {
    for (const other of document.querySelectorAll('[data-channel][aria-pressed]'))
      other.setAttribute('aria-pressed', String(other === button));
    channel = button.dataset['channel'] ?? '';
    startOver();
  });
}
environment.addEventListener('change', () => startOver());
older.addEventListener('click', () => void attempt(showOlder));
clearButton.addEventListener('click', confirmClearing);
question.addEventListener('close', () => {
  if (question.returnValue === 'delete') void attempt(clearShown);
});
addEventListener('hashchange', () => void attempt(showSelected));
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void attempt(poll);
});
byId('key-form').addEventListener('submit', (event) => {
  event.preventDefault();
  key = (byId('key') as HTMLInputElement).value.trim();
  startOver();
});

void keepPolling();

async function keepPolling(): Promise<void> {
  for (;;) {
    if (!document.hidden) await attempt(poll);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function source(): Source | undefined {
  if (!needsKey) return { environmentId: environment.value };
  return key ? { key } : undefined;
}

function startOver(): void {
  view += 1;
  list.clear();
  next = null;
  if (location.hash.length > 1) history.replaceState(null, '', location.pathname);
  shown = undefined;
  detail.replaceChildren();
  void attempt(poll);
}

async function poll(): Promise<void> {
  const from = source();
  if (!from) return showState('connecting', 'Waiting for a key');
  const requestedView = view;
  const page = await fetchPage(from, channel);
  if (requestedView !== view) return;
  if (needsKey && key) sessionStorage.setItem(KEY, key);
  openPanes();
  // Start again if the outbox was emptied, here or elsewhere, or if so many messages arrived that some are not on this
  // page.
  const isEmptied = page.totalCount < total && page.data.length < list.size;
  if (isEmptied || (page.next !== null && !page.data.some(({ _id }) => list.has(_id)))) list.clear();
  const isFirst = list.size === 0;
  total = page.totalCount;
  const hasNew = list.addNewer(page.data);
  if (isFirst) next = page.next;
  showCounts();
  showState('live', 'Live');
  if (hasNew || isFirst) await showSelected();
}

async function showOlder(): Promise<void> {
  const from = source();
  if (!from || next === null) return;
  const requestedView = view;
  const page = await fetchPage(from, channel, next);
  if (requestedView !== view) return;
  list.addOlder(page.data);
  next = page.next;
  showCounts();
}

function confirmClearing(): void {
  const kind = channel && `${document.querySelector(`[data-channel=${channel}]`)!.textContent} `;
  const place = needsKey ? '' : ` in ${environment.selectedOptions[0]?.textContent}`;
  byId('clear-question').textContent = `Delete ${counted(total, `${kind}message`)}${place}? They cannot be restored.`;
  question.returnValue = '';
  question.showModal();
}

async function clearShown(): Promise<void> {
  const from = source();
  if (!from) return;
  await clear(from, channel);
  startOver();
}

/** Shows the message whose id is in the URL, or the newest one. */
async function showSelected(): Promise<void> {
  const from = source();
  if (!from) return;
  const named = location.hash.slice(1);
  const id = /^[0-9a-f]{24}$/.test(named) ? named : list.first;
  list.mark(id);
  if (id === shown && id !== undefined) return;
  shown = id;
  if (id === undefined) return detail.replaceChildren(noMessage('A message that you choose is shown here.'));
  const message = await fetchMessage(from, id);
  if (shown !== id) return;
  detail.dataset['id'] = id;
  if (!message) return detail.replaceChildren(noMessage('This message is not there any more.'));
  detail.replaceChildren(...messageView(message));
  const run = message._notificationId === undefined ? undefined : await fetchRun(from, message._notificationId);
  if (run && shown === id) detail.append(runView(run));
}

function showCounts(): void {
  empty.hidden = list.size > 0;
  older.hidden = next === null;
  (clearButton as HTMLButtonElement).disabled = list.size === 0;
  document.title = `${total > 0 ? `(${total}) ` : ''}Outbox · Carillon`;
}

function openPanes(): void {
  byId('panes').hidden = false;
  byId('key-form').hidden = true;
  document.getElementById('locked')?.remove();
}

async function attempt(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (error instanceof KeyProblem && needsKey) return askForKey(error.message);
    // The reloaded page explains how to open it again.
    if (error instanceof KeyProblem) return location.reload();
    showState('lost', 'Not connected');
  }
}

function askForKey(problem: string): void {
  key = null;
  sessionStorage.removeItem(KEY);
  byId('panes').hidden = true;
  byId('key-form').hidden = false;
  byId('key-problem').replaceChildren(element('span', {}, problem));
  showState('lost', 'Not connected');
}

function showState(name: 'live' | 'lost' | 'connecting', text: string): void {
  const state = byId('state');
  state.dataset['state'] = name;
  if (state.textContent !== text) state.textContent = text;
}
