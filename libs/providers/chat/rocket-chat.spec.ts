import { conforms, oneSend } from '../testing/conformance.js';
import { rocketChat } from './rocket-chat.js';

const account = { token: 'RScctEHSmLGZGywfIhWyRpyofhKOiMoUIpimhvheU3f', user: 'rbAXPnMktTFbNpwtJ' };
const body = 'Hello';

conforms(rocketChat, {
  account,
  content: {
    channel: 'chat',
    target: { kind: 'webhook', url: 'https://chat.example.com/', channel: 'GENERAL' },
    body,
  },
  request: {
    method: 'POST',
    url: 'https://chat.example.com/api/v1/chat.sendMessage',
    headers: { 'x-auth-token': account.token, 'x-user-id': account.user, 'content-type': 'application/json' },
    body: '{"message":{"rid":"GENERAL","msg":"Hello"}}',
  },
  accepted: {
    status: 200,
    body: '{"message":{"rid":"GENERAL","msg":"Hello","_id":"jC9chsFddTvsbFQG7"},"success":true}',
    id: 'jC9chsFddTvsbFQG7',
  },
  refused: { status: 400, body: '{"success":false,"error":"error-invalid-room"}' },
  busy: { status: 200, body: '{"success":false,"error":"Please slow down. [error-too-many-requests]"}' },
});

const url = 'https://chat.example.com/hooks/5a8a7c6bd/iLgQWxGtcG8g';

conforms(rocketChat, {
  account,
  unused: ['token', 'user'],
  content: { channel: 'chat', target: { kind: 'webhook', url }, body },
  request: { method: 'POST', url, headers: { 'content-type': 'application/json' }, body: '{"text":"Hello"}' },
  accepted: { status: 200, body: '{"success":true}' },
  refused: { status: 401, body: '{"success":false,"error":"Invalid integration id or token provided."}' },
  secrets: [url, '/hooks/5a8a7c6bd/iLgQWxGtcG8g'],
});

describe('a room of Rocket.Chat', () => {
  it('may be on the server of the account', async () => {
    const content = { channel: 'chat', target: { kind: 'channel', id: 'R1' }, body } as const;
    const { request } = await oneSend(rocketChat, {
      account: { ...account, baseUrl: 'https://chat.example.com' },
      content,
    });
    expect(request).toMatchObject({
      url: 'https://chat.example.com/api/v1/chat.sendMessage',
      body: '{"message":{"rid":"R1","msg":"Hello"}}',
    });
  });

  it.each([
    ['a server without a room', { kind: 'webhook', url: 'https://chat.example.com' }],
    ['a phone', { kind: 'phone', number: '+491' }],
    ['an address of another kind', { kind: 'webhook', url: 'ftp://chat.example.com', channel: 'R1' }],
  ] as const)('is missed in %s', async (_what, target) => {
    const { request, result } = await oneSend(rocketChat, { account, content: { channel: 'chat', target, body } });
    expect([request, result]).toMatchObject([undefined, { kind: 'permanent' }]);
  });
});
