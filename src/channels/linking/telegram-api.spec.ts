import { readStart } from './telegram-api.js';

const message = (text: unknown, chat: unknown = { id: 42, type: 'private' }) => ({
  update_id: 1,
  message: { text, chat },
});

it.each([
  [message('/start abc-DEF_1'), { token: 'abc-DEF_1', chatId: 42 }],
  [message('/start@my_bot abc'), { token: 'abc', chatId: 42 }],
])('reads %j', (update, start) => {
  expect(readStart(update)).toEqual(start);
});

it.each([
  [undefined],
  ['text'],
  [{}],
  [{ message: null }],
  [{ message: { text: '/start abc' } }],
  [message(undefined)],
  [message('/start')],
  [message('hello /start abc')],
  [message('/start abc def')],
  [message(`/start ${''.padEnd(65, 'x')}`)],
  [message('/start a/../b')],
  [message('/start abc', { id: 42, type: 'group' })],
  [message('/start abc', { id: 1e300, type: 'private' })],
  [message('/start abc', { id: '42', type: 'private' })],
  [message('/start abc', null)],
])('takes %j for nothing', (update) => {
  expect(readStart(update)).toBeUndefined();
});
