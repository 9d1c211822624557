import type { ChatContent, ChatTarget } from '../kit/content.js';
import type { Provider } from '../kit/provider.js';
import { CHAT_ADAPTERS } from '../providers.js';
import { type FaultTableOf, saysWhoActs } from '../testing/fault-tables.js';

const to = (target: ChatTarget): ChatContent => ({ channel: 'chat', target, body: 'Hello' });
const webhook = to({ kind: 'webhook', url: 'https://chat.example.com/hooks/1' });
const user = to({ kind: 'user', id: 'U123', token: 'xoxb-token-123' });
const room = to({ kind: 'channel', id: 'C123', token: 'xoxb-token-123' });
const phone = to({ kind: 'phone', number: '+15005550009' });
const providerOf = (id: string): Provider<ChatContent> => CHAT_ADAPTERS.find((one) => one.id === id)!;

type Table = [id: string, content: ChatContent, refusals: FaultTableOf<ChatContent>['refusals']];
type WhoActs = 'recipient' | 'content' | 'account' | 'passing';
const codes = (list: readonly (readonly [string, WhoActs])[]) =>
  list.map(([error, fault]) => [200, { ok: false, error }, fault] as const);
const errors = (list: readonly (readonly [number, WhoActs])[]) =>
  list.map(([code, fault]) => [400, { error: { code, message: 'no' } }, fault] as const);

/** Each row: status and body as the page has them, and who has to act. */
const TABLES: readonly Table[] = [
  [
    'slack',
    webhook,
    {
      'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors': [
        [404, 'no_service', 'recipient'],
        [404, 'channel_not_found', 'recipient'],
        [410, 'channel_is_archived', 'recipient'],
        [403, 'action_prohibited', 'recipient'],
        [403, 'invalid_token', 'recipient'],
        [400, 'invalid_payload', 'content'],
        [400, 'no_text', 'content'],
        [500, 'rollup_error', 'passing'],
        [200, { ok: false, error: 'invalid_auth' }, 'recipient'],
        [200, 'something else', 'passing'],
      ],
    },
  ],
  [
    'slack',
    room,
    {
      'https://docs.slack.dev/reference/methods/chat.postMessage#errors': codes([
        ['channel_not_found', 'recipient'],
        ['is_archived', 'recipient'],
        ['not_in_channel', 'recipient'],
        ['invalid_auth', 'account'],
        ['account_inactive', 'account'],
        ['token_revoked', 'account'],
        ['missing_scope', 'account'],
        ['msg_too_long', 'content'],
        ['no_text', 'content'],
        ['invalid_blocks', 'content'],
        ['ratelimited', 'passing'],
        ['fatal_error', 'passing'],
      ]),
    },
  ],
  [
    'discord',
    webhook,
    {
      'https://discord.com/developers/docs/topics/opcodes-and-status-codes#json': [
        [404, { code: 10015, message: 'Unknown Webhook' }, 'recipient'],
        [404, { code: 10003, message: 'Unknown Channel' }, 'recipient'],
        [401, { code: 50027, message: 'Invalid webhook token provided' }, 'recipient'],
        [400, { code: 50006, message: 'Cannot send an empty message' }, 'content'],
        [400, { code: 50035, message: 'Invalid Form Body' }, 'content'],
        [429, { message: 'You are being rate limited.', retry_after: 0.5 }, 'passing'],
        [200, '{}', 'passing'],
      ],
    },
  ],
  [
    'google-chat',
    webhook,
    {
      'https://cloud.google.com/apis/design/errors#handling_errors': [
        [400, { error: { code: 400, message: 'Message cannot be empty.', status: 'INVALID_ARGUMENT' } }, 'content'],
        [
          400,
          {
            error: {
              code: 400,
              message: 'API key not valid. Please pass a valid API key.',
              status: 'INVALID_ARGUMENT',
            },
          },
          'recipient',
        ],
        [401, { error: { code: 401, status: 'UNAUTHENTICATED' } }, 'recipient'],
        [403, { error: { code: 403, status: 'PERMISSION_DENIED' } }, 'recipient'],
        [404, { error: { code: 404, message: 'Space not found', status: 'NOT_FOUND' } }, 'recipient'],
        [429, { error: { code: 429, status: 'RESOURCE_EXHAUSTED' } }, 'passing'],
        [503, { error: { code: 503, status: 'UNAVAILABLE' } }, 'passing'],
        [200, '{}', 'passing'],
      ],
    },
  ],
  [
    'telegram',
    user,
    {
      'https://core.telegram.org/bots/api#making-requests': [
        [403, { ok: false, error_code: 403, description: 'Forbidden: bot was blocked by the user' }, 'recipient'],
        [403, { ok: false, error_code: 403, description: 'Forbidden: user is deactivated' }, 'recipient'],
        [400, { ok: false, error_code: 400, description: 'Bad Request: chat not found' }, 'recipient'],
        [400, { ok: false, error_code: 400, description: 'Bad Request: message text is empty' }, 'content'],
        [400, { ok: false, error_code: 400, description: "Bad Request: can't parse entities" }, 'content'],
        [401, { ok: false, error_code: 401, description: 'Unauthorized' }, 'account'],
        [404, { ok: false, error_code: 404, description: 'Not Found' }, 'account'],
        [429, { ok: false, error_code: 429, parameters: { retry_after: 3 } }, 'passing'],
        [200, { ok: false, error_code: 400, description: 'Bad Request: chat not found' }, 'recipient'],
        [200, '', 'passing'],
      ],
    },
  ],
  [
    'msteams',
    webhook,
    {
      'https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using': [
        [
          200,
          'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 413 with ContextId',
          'content',
        ],
        [
          200,
          'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 404 with ContextId',
          'recipient',
        ],
        [
          200,
          'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId',
          'passing',
        ],
        [404, '', 'recipient'],
      ],
    },
  ],
  [
    'msteams',
    room,
    {
      'https://learn.microsoft.com/microsoftteams/platform/bots/build-conversational-capability#status-codes-from-bot-conversational-apis':
        [
          [
            403,
            {
              error: {
                code: 'ForbiddenOperationException',
                innerHttpError: { body: { subCode: 'MessageWritesBlocked' } },
              },
            },
            'recipient',
          ],
          [403, { error: { code: 'BotNotInConversationRoster' } }, 'recipient'],
          [404, { error: { code: 'ConversationNotFound' } }, 'recipient'],
          [403, { error: { code: 'BotDisabledByAdmin' } }, 'account'],
          [401, { error: { code: 'Unauthorized' } }, 'account'],
          [413, { error: { code: 'MessageSizeTooBig' } }, 'content'],
          [412, { error: { code: 'PreconditionFailed' } }, 'passing'],
          [429, '', 'passing'],
        ],
    },
  ],
  [
    'whatsapp-business',
    phone,
    {
      'https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes': errors([
        [131026, 'recipient'],
        [131021, 'recipient'],
        [131050, 'recipient'],
        [131030, 'account'],
        [131031, 'account'],
        [131042, 'account'],
        [190, 'account'],
        [10, 'account'],
        [131047, 'content'],
        [131051, 'content'],
        [132001, 'content'],
        [131048, 'account'],
        [130429, 'passing'],
        [131056, 'passing'],
        [80007, 'passing'],
      ]),
    },
  ],
  [
    'mattermost',
    webhook,
    {
      'https://developers.mattermost.com/integrate/webhooks/incoming/': [
        [404, { id: 'web.incoming_webhook.invalid.app_error', message: 'Invalid webhook.' }, 'recipient'],
        [501, { id: 'web.incoming_webhook.disabled.app_error', message: 'disabled' }, 'account'],
        [400, { id: 'web.incoming_webhook.text.app_error', message: 'No text specified.' }, 'content'],
        [200, '<html>', 'passing'],
      ],
    },
  ],
  [
    'rocket-chat',
    webhook,
    {
      'https://docs.rocket.chat/docs/integrations': [
        [400, { success: false, error: 'invalid-channel' }, 'recipient'],
        [404, { success: false, error: 'Invalid integration id or token provided.' }, 'recipient'],
        [200, '{}', 'passing'],
      ],
    },
  ],
  [
    'rocket-chat',
    room,
    {
      'https://developer.rocket.chat/apidocs/rocketchat-api-errors': [
        [200, { success: false, errorType: 'error-invalid-room' }, 'recipient'],
        [401, { status: 'error', message: 'You must be logged in to do this.' }, 'account'],
        [200, { success: false, error: 'error-too-many-requests' }, 'passing'],
        [400, { success: false, errorType: 'error-message-size-exceeded' }, 'content'],
      ],
    },
  ],
  [
    'zulip',
    webhook,
    {
      'https://zulip.com/api/rest-error-handling': [
        [401, { result: 'error', code: 'INVALID_API_KEY' }, 'recipient'],
        [400, { result: 'error', code: 'STREAM_DOES_NOT_EXIST' }, 'recipient'],
        [400, { result: 'error', code: 'REQUEST_VARIABLE_MISSING' }, 'content'],
        [429, { result: 'error', code: 'RATE_LIMIT_HIT', 'retry-after': 3 }, 'passing'],
      ],
    },
  ],
  [
    'webex-messaging',
    room,
    {
      'https://developer.webex.com/docs/basics': [
        [404, { message: 'Could not find a room with provided ID.' }, 'recipient'],
        [401, { message: 'The request requires a valid access token' }, 'account'],
        [400, { message: 'Message length limited to 7439 characters' }, 'content'],
        [429, '', 'passing'],
      ],
    },
  ],
  [
    'line',
    user,
    {
      'https://developers.line.biz/en/reference/messaging-api/#error-responses': [
        [400, { message: "The property, 'to', in the request body is invalid (line: -, column: -)" }, 'recipient'],
        [400, { message: 'The request body has 1 error(s)', details: [{ property: 'messages[0].text' }] }, 'content'],
        [401, { message: 'Authentication failed.' }, 'account'],
        [403, { message: 'Access to this API is not available for your account' }, 'account'],
        [429, { message: 'You have reached your monthly limit.' }, 'account'],
        [429, { message: 'The API rate limit has been exceeded.' }, 'passing'],
      ],
    },
  ],
  [
    'sendblue',
    phone,
    {
      'https://docs.sendblue.com/docs/error-codes': [
        [200, { status: 'ERROR', error_code: 4001, error_message: 'Too many requests' }, 'passing'],
        [200, { status: 'ERROR', error_code: 5003, error_message: 'Server overloaded' }, 'passing'],
        [401, { message: 'Unauthorized' }, 'account'],
      ],
    },
  ],
  [
    'ryver',
    webhook,
    {
      'https://api.ryver.com/ryvhooks_simple_incoming.html': [
        [404, '', 'recipient'],
        [400, '', 'content'],
      ],
    },
  ],
  [
    'grafana-on-call',
    webhook,
    {
      'https://grafana.com/docs/oncall/latest/configure/integrations/references/webhook/': [
        [404, '', 'recipient'],
        [429, '', 'passing'],
      ],
    },
  ],
  [
    'chat-webhook',
    webhook,
    {
      'its own server: the status': [
        [401, '', 'recipient'],
        [410, '', 'recipient'],
        [400, '', 'content'],
        [503, '', 'passing'],
      ],
    },
  ],
];

saysWhoActs(
  CHAT_ADAPTERS,
  TABLES.map(([id, content, refusals]) => ({ provider: providerOf(id), content, refusals })),
);
