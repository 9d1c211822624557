import { conforms, oneSend } from '../testing/conformance.js';
import { discord } from './discord.js';

const target = {
  kind: 'webhook',
  url: 'https://discord.com/api/webhooks/223704706495545344/3d89bb7572e0fb30d8128367b3b1b44f?thread_id=7',
} as const;

conforms(discord, {
  account: {},
  content: { channel: 'chat', target, body: 'Hello' },
  request: {
    method: 'POST',
    url: `${target.url}&wait=true`,
    headers: { 'content-type': 'application/json' },
    body: '{"content":"Hello"}',
  },
  accepted: { status: 200, body: '{"id":"334385199974967042","type":0}', id: '334385199974967042' },
  refused: { status: 404, body: '{"message":"Unknown Webhook","code":10015}' },
  secrets: [target.url, '3d89bb7572e0fb30d8128367b3b1b44f'],
});

it('waits for as long as the body says', async () => {
  const body = '{"message":"You are being rate limited.","retry_after":64.57,"global":false}';
  const content = { channel: 'chat', target, body: 'Hello' } as const;
  const { result } = await oneSend(discord, { content, response: { status: 429, body } });
  expect(result).toMatchObject({ kind: 'transient', retryAfterMs: 64_570 });
});
