import { conforms, oneSend } from '../testing/conformance.js';
import { webexMessaging } from './webex-messaging.js';

const token = 'webex-connection-token';

conforms(webexMessaging, {
  account: { clientId: 'C0ffee-client', secretKey: 'webex-client-secret' },
  content: { channel: 'chat', target: { kind: 'channel', id: 'Y2lzY29zcGFyazovL1JPT00', token }, body: '**Hello**' },
  request: {
    method: 'POST',
    url: 'https://webexapis.com/v1/messages',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"roomId":"Y2lzY29zcGFyazovL1JPT00","markdown":"**Hello**"}',
  },
  accepted: { status: 200, body: '{"id":"Y2lzY29zcGFyazovL01FU1NBR0U"}', id: 'Y2lzY29zcGFyazovL01FU1NBR0U' },
  refused: { status: 404, body: '{"message":"Could not find a room with provided ID."}' },
  secrets: [token],
});

it.each([
  ['julie@example.com', { toPersonEmail: 'julie@example.com' }],
  ['Y2lzY29zcGFyazovL1BFT1BMRS', { toPersonId: 'Y2lzY29zcGFyazovL1BFT1BMRS' }],
])('writes to the person %p', async (id, receiver) => {
  const content = { channel: 'chat', target: { kind: 'user', id, token }, body: 'Hello' } as const;
  const { request } = await oneSend(webexMessaging, { content });
  expect(JSON.parse(String(request?.body))).toEqual({ ...receiver, markdown: 'Hello' });
});
