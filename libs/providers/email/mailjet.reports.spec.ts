import { posted, REPORTED_AT, reports } from '../testing/reports.js';
import { mailjetWebhook } from './mailjet.js';

const UUID = '5b4de5f5-63d0-44f3-b4bd-a34f222cb8af';
const event = (kind: string, fields: object = {}) => ({
  event: kind,
  time: REPORTED_AT.getTime() / 1000,
  Message_GUID: UUID,
  CustomID: 'key',
  ...fields,
});

reports(mailjetWebhook, {
  key: 'password',
  body: [
    event('bounce', { hard_bounce: true, error: 'user unknown', comment: 'No such user' }),
    event('sent', { smtp_reply: '250 ok' }),
  ],
  prove: () => ({ authorization: `Basic ${Buffer.from('any:password').toString('base64')}` }),
  events: [
    { messageId: UUID, status: 'bounced', at: REPORTED_AT, response: 'No such user' },
    { messageId: UUID, status: 'delivered', at: REPORTED_AT, response: '250 ok' },
  ],
  silent: [event('constructor'), { event: 'sent', mj_message_id: '18858825588804172' }, []],
  malformed: ['text', [1]],
});

it.each([
  ['open', 'opened'],
  ['click', 'clicked'],
  ['blocked', 'blocked'],
  ['spam', 'spam'],
  ['unsub', 'unsubscribed'],
])('"%s" is %s, and needs no list', (kind, status) => {
  expect(mailjetWebhook.read(posted(event(kind)))).toMatchObject([{ status }]);
});

it.each([
  [{ error: 'greylisted', hard_bounce: false }, 'deferred'],
  [{ error: 'greylisted', hard_bounce: true }, 'bounced'],
  [{ error: 'quota exceeded', hard_bounce: false }, 'bounced'],
])('a bounce with %j is %s', (fields, status) => {
  expect(mailjetWebhook.read(posted(event('bounce', fields)))).toMatchObject([{ status }]);
});

it('an event is about the same message, however large the number of it', () => {
  const rawBody = JSON.stringify(event('sent')).replace('{', '{"MessageID":1152921511742440156,');
  const body: unknown = JSON.parse(rawBody);
  // This is what has become of the number.
  expect(body).toMatchObject({ MessageID: 1152921511742440200 });
  expect(mailjetWebhook.read({ ...posted({}), rawBody, body })).toMatchObject([{ messageId: UUID }]);
});
