import { conforms } from '../../testing/conformance.js';
import { oneSend } from '../../testing/one-send.js';
import { msteams } from './msteams.provider.js';

const url = 'https://acme.webhook.office.com/webhookb2/c0ffee@tenant/IncomingWebhook/secret/owner';
const content = { channel: 'chat', target: { kind: 'webhook', url }, body: 'Hello' } as const;

conforms(msteams, {
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

it('S1: says what a webhook alone cannot reach', async () => {
  const target = { kind: 'channel', id: '19:c', team: 'T' } as const;
  const { request, result } = await oneSend(msteams, { content: { ...content, target } });
  expect(request).toBeUndefined();
  expect(result).toMatchObject({
    kind: 'permanent',
    error: 'Microsoft Teams sends to a webhook, and not to a channel',
  });
});
