import { chatProvider } from '../kit/http/http-provider.js';
import { judged } from '../kit/http/read-response.js';
import { breakMentions } from './escape.js';
import { targetSecrets, webhookAddress } from './targets.js';

/** Zulip: the address of its Slack-compatible incoming webhook, which contains stream and topic. */
export const zulip = chatProvider({
  id: 'zulip',
  name: 'Zulip',
  documentation: 'https://zulip.com/integrations/doc/slack_incoming',
  keys: {},
  secrets: targetSecrets,
  request: ({ content }) => ({
    url: webhookAddress(content, 'Zulip'),
    json: { text: content.body },
  }),
  // https://zulip.com/api/rest-error-handling. The key in the address is the recipient's bot.
  code: 'code',
  faults: {
    passing: 'RATE_LIMIT_HIT',
    recipient: [
      'INVALID_API_KEY STREAM_DOES_NOT_EXIST USER_DEACTIVATED REALM_DEACTIVATED UNAUTHORIZED UNAUTHORIZED_PRINCIPAL',
      'TOPIC_WILDCARD_MENTION_NOT_ALLOWED STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    ],
    content: 'REQUEST_VARIABLE_MISSING REQUEST_VARIABLE_INVALID MISSING_HTTP_EVENT_HEADER INVALID_JSON',
  },
  access: () => 'recipient',
  wait: 'retry-after',
  verdict: judged('result', { good: ['success'] }),
  escape: breakMentions,
  limits: { body: { max: 10_000, unit: 'characters' } },
});
