/// <reference lib="dom" />
import { messageView, noMessage } from './detail.js';
import { runView } from './run.js';
import { byId, counted, element } from './element.js';
import { MessageList } from './list.js';
import { clear, fetchMessage, fetchPage, fetchRun, KeyProblem, type Source } from './source.js';

/** Between two looks for new messages. */
const LOOK_MS = 1000;
/** Where the API key is kept: for this tab alone. */
const KEY = 'carillon-outbox-key';

const list = new MessageList(byId('list'));
const [detail, empty, older, clearButton] = [byId('detail'), byId('empty'), byId('older'), byId('clear')];
const question = byId('clear-dialog') as HTMLDialogElement;
const environment = byId('environment') as HTMLSelectElement;
const needsKey = document.body.dataset['access'] === 'key';

let key = needsKey ? sessionStorage.getItem(KEY) : null;
let channel = '';
/** Of the oldest message that is shown: where the next older ones begin. */
let next: string | null = null;
let shown: string | undefined;
let total = 0;
/** Grows when other messages are asked for: responses to earlier requests do not count any more. */
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
clearButton.addEventListener('click', askWhetherToClear);
question.addEventListener('close', () => {
  if (question.returnValue === 'delete') void attempt(clearShown);
});
addEventListener('hashchange', () => void attempt(showChosen));
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void attempt(look);
});
byId('key-form').addEventListener('submit', (event) => {
  event.preventDefault();
  key = (byId('key') as HTMLInputElement).value.trim();
  startOver();
});

void keepLooking();

async function keepLooking(): Promise<void> {
  for (;;) {
    if (!document.hidden) await attempt(look);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
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
  void attempt(look);
}

async function look(): Promise<void> {
  const from = source();
  if (!from) return showState('connecting', 'Waiting for a key');
  const asked = view;
  const page = await fetchPage(from, channel);
  if (asked !== view) return;
  if (needsKey && key) sessionStorage.setItem(KEY, key);
  openPanes();
  // Somebody has emptied it, here or elsewhere; or so many have come that those between are not on this page.
  const isEmptied = page.totalCount < total && page.data.length < list.size;
  if (isEmptied || (page.next !== null && !page.data.some(({ _id }) => list.has(_id)))) list.clear();
  const isFirst = list.size === 0;
  total = page.totalCount;
  const hasNew = list.addNewer(page.data);
  if (isFirst) next = page.next;
  showCounts();
  showState('live', 'Live');
  if (hasNew || isFirst) await showChosen();
}

async function showOlder(): Promise<void> {
  const from = source();
  if (!from || next === null) return;
  const asked = view;
  const page = await fetchPage(from, channel, next);
  if (asked !== view) return;
  list.addOlder(page.data);
  next = page.next;
  showCounts();
}

function askWhetherToClear(): void {
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

/** Shows the message whose id the address names, or the newest. */
async function showChosen(): Promise<void> {
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
    // The page then says how it is opened again.
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
