import { httpProvider } from '../../kit/http-provider.js';
import type { ChatProvider } from '../../kit/provider.js';
import { jsonBody } from '../../kit/request-bodies.js';
import { judged } from '../judged.js';
import { targetSecrets, webhookAddress } from '../targets.js';

/**
 * Microsoft Teams: the webhooks of its workflows, and incoming webhooks. A text goes as a card; a trigger may bring
 * another card as override.
 */
export const msteams: ChatProvider = httpProvider({
  id: 'msteams',
  channel: 'chat',
  name: 'Microsoft Teams',
  documentation: 'https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using',
  keys: { optional: ['clientId', 'secretKey', 'tenantId', 'redirectUrl'] },
  secrets: targetSecrets,
  request: ({ content }) => ({
    method: 'POST',
    url: webhookAddress(content, 'Microsoft Teams'),
    ...jsonBody(cardOf(content.body)),
  }),
  problem(answer, now) {
    // An incoming webhook says with status 200 what Teams itself has answered.
    if (!answer.body.startsWith('Webhook message delivery failed')) return undefined;
    const status = Number(/HTTP error (\d{3})/.exec(answer.body)?.[1]);
    return judged(answer, now, status === 429 || status >= 500 ? 'transient' : 'permanent');
  },
});

function cardOf(text: string): object {
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [{ type: 'TextBlock', text, wrap: true }],
        },
      },
    ],
  };
}
