import { conforms, oneSend } from '../testing/conformance.js';
import { line } from './line.js';

const account = { apiToken: 'line-channel-access-token' };
const content = { channel: 'chat', target: { kind: 'user', id: 'U4af4980629' }, body: 'Hello' } as const;

conforms(line, {
  account,
  content,
  request: {
    method: 'POST',
    url: 'https://api.line.me/v2/bot/message/push',
    headers: { authorization: 'Bearer line-channel-access-token', 'content-type': 'application/json' },
    body: '{"to":"U4af4980629","messages":[{"type":"text","text":"Hello"}]}',
  },
  accepted: { status: 200, body: '{"sentMessages":[{"id":"461230966842064897"}]}', id: '461230966842064897' },
  refused: { status: 400, body: '{"message":"The property, \'to\', in the request body is invalid"}' },
});

describe('LINE', () => {
  it('S2: passes the key of the message in its form, the same one each time', async () => {
    const keys = await Promise.all(
      [1, 2].map(async () => (await oneSend(line, { account, content })).request?.headers['x-line-retry-key']),
    );
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  it('S2: has taken a repetition already', async () => {
    const response = { status: 409, body: '{"message":"The retry key is already accepted"}' };
    expect((await oneSend(line, { account, content, response })).result).toEqual({ ok: true });
  });
});
