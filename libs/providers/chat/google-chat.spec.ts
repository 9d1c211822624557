import { conforms, oneSend } from '../testing/conformance.js';
import { googleChat } from './google-chat.js';

const url = 'https://chat.googleapis.com/v1/spaces/AAAAc0ffee/messages?key=key-c0ffee&token=token-c0ffee';
const content = { channel: 'chat', target: { kind: 'webhook', url }, body: 'Hello' } as const;

conforms(googleChat, {
  account: {},
  content,
  request: {
    method: 'POST',
    url: `${url}&requestId=6925a1f0c0ffee0123456789`,
    headers: { 'content-type': 'application/json' },
    body: '{"text":"Hello"}',
  },
  accepted: {
    status: 200,
    body: '{"name":"spaces/AAAAc0ffee/messages/m.m","thread":{"name":"spaces/AAAAc0ffee/threads/m"}}',
    id: 'spaces/AAAAc0ffee/messages/m.m',
  },
  refused: {
    status: 400,
    body: '{"error":{"code":400,"message":"Message cannot be empty.","status":"INVALID_ARGUMENT"}}',
  },
  secrets: [url, 'token-c0ffee'],
});

it('E2: sends the cards that a trigger adds', async () => {
  const cardsV2 = [{ cardId: 'order', card: { header: { title: 'Order 7' } } }];
  const { request } = await oneSend(googleChat, { content, overrides: { _passthrough: { body: { cardsV2 } } } });
  expect(JSON.parse(String(request?.body))).toEqual({ text: 'Hello', cardsV2 });
});
