import { conforms, oneSend } from '../testing/conformance.js';
import { msteams } from './msteams.js';

const url = 'https://acme.webhook.office.com/webhookb2/c0ffee@tenant/IncomingWebhook/secret/owner';
const content = { channel: 'chat', target: { kind: 'webhook', url }, body: 'Hello' } as const;

conforms(msteams, {
  malformed: 'sent',
  account: {},
  content,
  request: {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [{ type: 'TextBlock', text: 'Hello', wrap: true }],
          },
        },
      ],
    }),
  },
  accepted: { status: 202 },
  refused: {
    status: 200,
    body: 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 413 with ContextId x',
  },
  busy: {
    status: 200,
    body: 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId x',
  },
  secrets: [url],
});

it('sends the card that a trigger brings instead', async () => {
  const attachments = [{ contentType: 'application/vnd.microsoft.card.adaptive', content: { type: 'AdaptiveCard' } }];
  const overrides = { _passthrough: { body: { attachments } } };
  const { request } = await oneSend(msteams, { content, overrides });
  expect(JSON.parse(String(request?.body))).toEqual({ type: 'message', attachments });
});

const account = { clientId: 'c0ffee-client-id', secretKey: 'bot-secret~value', tenantId: 'tenant-of-acme' };
const TOKEN = { status: 200, body: '{"token_type":"Bearer","expires_in":3599,"access_token":"bot-access-token"}' };
const isForToken = ({ url: asked }: { url: string }) =>
  asked === 'https://login.microsoftonline.com/tenant-of-acme/oauth2/v2.0/token';
const authorization = 'Bearer bot-access-token';
const refused = { status: 403, body: '{"error":{"code":"BotNotInConversationRoster","message":"Not installed"}}' };

conforms(msteams, {
  malformed: 'sent',
  account,
  content: { channel: 'chat', target: { kind: 'channel', id: '19:c@thread.tacv2', team: 'T' }, body: 'Hello' },
  before: (request) => (isForToken(request) ? TOKEN : undefined),
  request: {
    method: 'POST',
    url: 'https://smba.trafficmanager.net/teams/v3/conversations',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      isGroup: true,
      channelData: { channel: { id: '19:c@thread.tacv2' } },
      activity: { type: 'message', text: 'Hello' },
    }),
  },
  accepted: {
    status: 201,
    body: '{"id":"19:c@thread.tacv2;messageid=1612345","activityId":"1612345"}',
    id: '1612345',
  },
  refused,
});

conforms(msteams, {
  malformed: 'sent',
  account,
  content: { channel: 'chat', target: { kind: 'user', id: '29:ada' }, body: 'Hello' },
  before: (request) => {
    if (isForToken(request)) return TOKEN;
    return request.url.endsWith('/v3/conversations') ? { status: 201, body: '{"id":"a:1/x"}' } : undefined;
  },
  request: {
    method: 'POST',
    url: 'https://smba.trafficmanager.net/teams/v3/conversations/a%3A1%2Fx/activities',
    headers: { authorization, 'content-type': 'application/json' },
    body: '{"type":"message","text":"Hello"}',
  },
  accepted: { status: 201, body: '{"id":"1612346"}', id: '1612346' },
  refused,
});

describe('the bot of Microsoft Teams', () => {
  const toChannel = { ...content, target: { kind: 'channel', id: '19:c', team: 'T' } } as const;

  it.each(['clientId', 'secretKey', 'tenantId'] as const)('S1: needs the credential %s', async (key) => {
    const { [key]: _missing, ...rest } = account;
    const { request, result } = await oneSend(msteams, { account: rest, content: toChannel });
    expect([request, result]).toMatchObject([undefined, { kind: 'permanent', error: expect.stringContaining(key) }]);
  });

  it.each([
    ['refuses the secret', { status: 401, body: '{"error":"invalid_client"}' }, 'permanent'],
    ['is disturbed', { status: 503 }, 'transient'],
    ['gives nothing that is a token', { status: 200, body: '{}' }, 'transient'],
  ])('S2: nothing has left when the service %s', async (_what, response, kind) => {
    const other = { ...account, clientId: `client-${_what}` };
    const { request, result } = await oneSend(msteams, { account: other, content: toChannel, response });
    expect(request?.url).toContain('login.microsoftonline.com');
    expect(result).toMatchObject({ ok: false, kind });
    expect(result).not.toHaveProperty('ambiguous');
  });

  it('S1: has no telephone', async () => {
    const target = { kind: 'phone', number: '+491' } as const;
    const { request, result } = await oneSend(msteams, { account, content: { ...content, target } });
    expect([request, result]).toMatchObject([undefined, { kind: 'permanent' }]);
  });
});
