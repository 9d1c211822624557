import { type Faults, ruled } from '../kit/fault.js';
import type { HttpResponse } from '../kit/http/http-exchange.js';
import { EarlierProblem, chatProvider, preliminaryRequest } from '../kit/http/http-provider.js';
import { fetchOAuthToken } from '../kit/http/oauth-token.js';
import { problemFor } from '../kit/http/read-response.js';
import { at, idAt, readJson } from '../kit/json.js';
import { type AccessToken, AccessTokens } from '../kit/access-tokens.js';
import type { ChatProvider, World } from '../kit/provider.js';
import { type Account, text } from '../kit/account.js';
import { escapeMarkdown, hardBreaks } from './escape.js';
import { byTarget, targetSecrets, webhookAddress, wrongTarget } from './targets.js';

/** The address that Teams bots send to, for tenants of every region. */
const BOT_API = 'https://smba.trafficmanager.net/teams';

const tokens = new AccessTokens();

const ENTRY = {
  id: 'msteams',
  name: 'Microsoft Teams',
  keys: { optional: ['clientId', 'secretKey', 'tenantId', 'redirectUrl'] },
  secrets: targetSecrets,
  escape: escapeMarkdown,
} as const;

/** Errors of bots; those of a conversation are the recipient's. */
const BOT_FAULTS: Faults = {
  recipient: [
    'MessageWritesBlocked ConversationBlockedByUser ConversationNotFound',
    'BotNotInConversationRoster ForbiddenOperationException UserNotFound',
  ],
  account: 'BotDisabledByAdmin BotNotRegistered InvalidBotApiHost TenantNotFound',
  content: 'MessageSizeTooBig BadSyntax BadArgument',
  passing: 'TooManyRequests PreconditionFailed ServiceUnavailable',
};

function codeOf({ status, body }: HttpResponse): unknown[] {
  const error = readJson(body).error;
  const codes = [
    at(error, 'innerHttpError.body.subCode'),
    at(error, 'subCode'),
    at(error, 'code'),
    readJson(body).subCode,
  ];
  return status === 412 ? [...codes, 'PreconditionFailed'] : codes;
}

const webhook = chatProvider({
  ...ENTRY,
  documentation: 'https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using',
  request: ({ content }) => ({
    url: webhookAddress(content, 'Microsoft Teams'),
    json: cardOf(content.body),
  }),
  // https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using#rate-limiting-for-connectors.
  // An incoming webhook reports the status of Teams itself in the body of a response with status 200; workflows have an
  // empty one with status 202.
  code: ({ body }) => /HTTP error (\d{3})/.exec(body)?.[1],
  faults: { passing: '412 429 500 502 503 504', content: '400 413', recipient: '401 403 404 410' },
  access: () => 'recipient',
  verdict: (body) =>
    body.startsWith('Webhook message delivery failed') ? { refused: `status 200: ${body}` } : 'accepted',
  limits: { body: { max: 26_000, unit: 'bytes' } },
});

const bot = chatProvider({
  ...ENTRY,
  documentation:
    'https://learn.microsoft.com/microsoftteams/platform/bots/how-to/conversations/send-proactive-messages',
  async request({ content: { target, body } }, account, world) {
    if (target.kind !== 'channel' && target.kind !== 'user')
      throw wrongTarget('Microsoft Teams', 'channels and people', target);
    const authorization = await botAuthorization(account, world);
    const activity = { type: 'message', text: hardBreaks(body, '\n\n') };
    if (target.kind === 'channel') {
      // A message to a channel starts a new conversation in it.
      const thread = { isGroup: true, channelData: { channel: { id: target.id } }, activity };
      return { url: `${BOT_API}/v3/conversations`, json: thread, headers: { authorization } };
    }
    const conversation = encodeURIComponent(await startConversation(target.id, authorization, account, world));
    return {
      url: `${BOT_API}/v3/conversations/${conversation}/activities`,
      json: activity,
      headers: { authorization },
    };
  },
  messageId: ({ body }) => idAt(body, 'activityId') ?? idAt(body, 'id'),
  // https://learn.microsoft.com/microsoftteams/platform/bots/build-conversational-capability#status-codes-from-bot-conversational-apis
  code: codeOf,
  faults: BOT_FAULTS,
  tokens,
  limits: { body: { max: 80_000, unit: 'bytes' } },
  forget: (account) => tokens.forget(account),
});

/**
 * Microsoft Teams: webhooks of workflows and incoming webhooks, to which a text is sent as a card, unless the trigger
 * sets another card as override; and channels and users for which the bot of the integration is installed.
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
          body: [{ type: 'TextBlock', text: hardBreaks(text, '\n\n'), wrap: true }],
        },
      },
    ],
  };
}

/** The `Authorization` of the account's bot. Throws an `EarlierProblem` when no token can be obtained. */
async function botAuthorization(account: Account, world: World): Promise<string> {
  return `Bearer ${await tokens.of(account, world.now(), () => fetchToken(account, world))}`;
}

function fetchToken(account: Account, world: World): Promise<AccessToken> {
  const tenant = encodeURIComponent(text(account, 'tenantId'));
  return fetchOAuthToken(
    {
      url: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`,
      form: {
        grant_type: 'client_credentials',
        client_id: text(account, 'clientId'),
        client_secret: text(account, 'secretKey'),
        scope: 'https://api.botframework.com/.default',
      },
    },
    world,
  );
}

/** The id of the bot's conversation with a user of the tenant. Starting it again returns the same conversation. */
async function startConversation(
  userId: string,
  authorization: string,
  account: Account,
  world: World,
): Promise<string> {
  const tenantId = text(account, 'tenantId');
  const conversation = {
    isGroup: false,
    bot: { id: `28:${text(account, 'clientId')}` },
    members: [{ id: userId }],
    tenantId,
    channelData: { tenant: { id: tenantId } },
  };
  const url = `${BOT_API}/v3/conversations`;
  const { body } = await preliminaryRequest(
    { url, json: conversation, headers: { authorization } },
    world,
    (response) => ruled(BOT_FAULTS, codeOf(response), response.body),
  );
  const id = idAt(body, 'id');
  if (id === undefined)
    throw new EarlierProblem(problemFor('passing', 'Microsoft Teams has not named the conversation'));
  return id;
}
