import { posted, REPORTED_AT, reports } from '../testing/reports.js';
import { sendinblueWebhook } from './sendinblue.js';

const SECONDS = REPORTED_AT.getTime() / 1000;
const MESSAGE_ID = '<202602030405.44340027797@smtp-relay.mailin.fr>';
const event = (kind: string, fields: object = {}) => ({ event: kind, id: 7, 'message-id': MESSAGE_ID, ...fields });

reports(sendinblueWebhook, {
  key: 'token',
  // A batch; without that, one event is no list.
  body: [
    event('soft_bounce', { ts_event: SECONDS, ts: SECONDS + 3600, reason: 'server is down' }),
    event('unique_proxy_open', { ts_epoch: REPORTED_AT.getTime() + 5 }),
  ],
  prove: () => ({ authorization: 'Bearer token' }),
  events: [
    { messageId: MESSAGE_ID, status: 'bounced', at: REPORTED_AT, response: 'server is down' },
    { messageId: MESSAGE_ID, status: 'opened', at: new Date(REPORTED_AT.getTime() + 5) },
  ],
  silent: [event('list_addition'), event('constructor'), {}],
  malformed: ['text', { event: 'delivered' }],
});

it('B4: are authentic with the key as the password in the address, too', () => {
  const withPassword = (password: string) => {
    const authorization = `Basic ${Buffer.from(`any:${password}`).toString('base64')}`;
    return sendinblueWebhook.isAuthentic({ ...posted({}), headers: { authorization } }, 'token', REPORTED_AT);
  };
  expect(['token', 'another', ''].map(withPassword)).toEqual([true, false, false]);
});

it.each([
  ['request', 'accepted'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['hard_bounce', 'bounced'],
  ['deferred', 'deferred'],
  ['blocked', 'blocked'],
  ['invalid_email', 'rejected'],
  ['error', 'failed'],
  ['spam', 'spam'],
  ['complaint', 'spam'],
  ['opened', 'opened'],
  ['unique_opened', 'opened'],
  ['proxy_open', 'opened'],
  ['click', 'clicked'],
  ['unsubscribed', 'unsubscribed'],
])('"%s" is %s', (kind, status) => {
  expect(sendinblueWebhook.read(posted(event(kind)))).toMatchObject([{ status }]);
});
