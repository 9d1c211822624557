import { conforms, oneSend } from '../testing/conformance.js';
import { zulip } from './zulip.js';

const url = 'https://acme.zulipchat.com/api/v1/external/slack_incoming?api_key=c0ffeeapikey&stream=alerts&topic=shop';
const content = { channel: 'chat', target: { kind: 'webhook', url }, body: 'Hello' } as const;

conforms(zulip, {
  account: {},
  content,
  request: { method: 'POST', url, headers: { 'content-type': 'application/json' }, body: '{"text":"Hello"}' },
  accepted: { status: 200, body: '{"msg":"","result":"success"}' },
  refused: { status: 401, body: '{"code":"INVALID_API_KEY","msg":"Invalid API key","result":"error"}' },
  secrets: [url, 'c0ffeeapikey'],
});

it('waits for as long as the body says', async () => {
  const body = '{"code":"RATE_LIMIT_HIT","msg":"API usage exceeded rate limit","retry-after":28.706,"result":"error"}';
  const { result } = await oneSend(zulip, { content, response: { status: 429, body } });
  expect(result).toMatchObject({ kind: 'transient', retryAfterMs: 28_706 });
});
