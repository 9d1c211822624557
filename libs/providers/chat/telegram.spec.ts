import { conforms, oneSend } from '../testing/conformance.js';
import { telegram } from './telegram.js';

const account = { apiToken: '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11' };
const content = { channel: 'chat', target: { kind: 'channel', id: '4711' }, body: 'Hello' } as const;

conforms(telegram, {
  account,
  content,
  request: {
    method: 'POST',
    url: 'https://api.telegram.org/bot123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11/sendMessage',
    headers: { 'content-type': 'application/json' },
    body: '{"chat_id":"4711","text":"Hello"}',
  },
  accepted: { status: 200, body: '{"ok":true,"result":{"message_id":42,"chat":{"id":4711}}}', id: '42' },
  refused: {
    status: 403,
    body: '{"ok":false,"error_code":403,"description":"Forbidden: bot was blocked by the user"}',
  },
});

describe('Telegram', () => {
  it('is left alone for as long as the body says', async () => {
    const body = '{"ok":false,"error_code":429,"parameters":{"retry_after":5}}';
    const { result } = await oneSend(telegram, { account, content, response: { status: 429, body } });
    expect(result).toMatchObject({ kind: 'transient', retryAfterMs: 5000 });
  });

  it("is asked on a server of one's own", async () => {
    const own = { ...account, baseUrl: 'http://bots.example.com:8081/' };
    const { request } = await oneSend(telegram, { account: own, content });
    expect(request?.url).toBe(`http://bots.example.com:8081/bot${account.apiToken}/sendMessage`);
  });

  it('S1: says that there is no token instead of asking', async () => {
    const { request, result } = await oneSend(telegram, { content });
    expect(request).toBeUndefined();
    expect(result).toMatchObject({ kind: 'permanent', error: expect.stringContaining('"apiToken"') });
  });

  it.each(['42:a/../../other', 'no token', '42:a?b'])('takes no token such as %p into an address', async (apiToken) => {
    const { request, result } = await oneSend(telegram, { account: { apiToken }, content });
    expect([request, result]).toMatchObject([undefined, { kind: 'permanent' }]);
  });
});
