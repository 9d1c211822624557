import { httpProvider } from '../../kit/http/http-provider.js';
import { responseVerdict } from '../../kit/response-verdict.js';
import type { ChatProvider } from '../../kit/provider.js';
import { idAt } from '../../kit/http/read-json.js';
import { jsonBody } from '../../kit/http/request-bodies.js';
import { byTarget, targetSecrets, unfit, webhookAddress } from '../targets.js';
import { BOT_API, botAuthorization, forgetBot, startConversation } from './teams-bot.js';

const ENTRY = {
  id: 'msteams',
  channel: 'chat',
  name: 'Microsoft Teams',
  keys: { optional: ['clientId', 'secretKey', 'tenantId', 'redirectUrl'] },
  secrets: targetSecrets,
} as const;

const webhook: ChatProvider = httpProvider({
  ...ENTRY,
  documentation: 'https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using',
  request: ({ content }) => ({
    method: 'POST',
    url: webhookAddress(content, 'Microsoft Teams'),
    ...jsonBody(cardOf(content.body)),
  }),
  problem(answer, now) {
    // An incoming webhook says with status 200 what Teams itself has answered.
    if (!answer.body.startsWith('Webhook message delivery failed')) return undefined;
    const status = Number(/HTTP error (\d{3})/.exec(answer.body)?.[1]);
    return responseVerdict(answer, now, status === 429 || status >= 500 ? 'transient' : 'permanent');
  },
});

const bot: ChatProvider = httpProvider({
  ...ENTRY,
  documentation:
    'https://learn.microsoft.com/microsoftteams/platform/bots/how-to/conversations/send-proactive-messages',
  async request({ content: { target, body } }, account, world) {
    if (target.kind !== 'channel' && target.kind !== 'user')
      throw unfit('Microsoft Teams', 'channels and people', target);
    const authorization = await botAuthorization(account, world);
    const activity = { type: 'message', text: body };
    if (target.kind === 'channel') {
      // A message to a channel is the beginning of a conversation in it.
      const thread = { isGroup: true, channelData: { channel: { id: target.id } }, activity };
      return { method: 'POST', url: `${BOT_API}/v3/conversations`, ...jsonBody(thread, { authorization }) };
    }
    const conversation = encodeURIComponent(await startConversation(target.id, authorization, account, world));
    return {
      method: 'POST',
      url: `${BOT_API}/v3/conversations/${conversation}/activities`,
      ...jsonBody(activity, { authorization }),
    };
  },
  messageId: ({ body }) => idAt(body, 'activityId') ?? idAt(body, 'id'),
  forget: forgetBot,
});

/**
 * Microsoft Teams: the webhooks of its workflows and incoming webhooks, to which a text goes as a card, or a trigger brings
 * another card as override; and channels and people that the bot of the integration has been installed for.
 */
export const msteams: ChatProvider = byTarget(webhook, bot);

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
