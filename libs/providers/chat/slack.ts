import { httpProvider } from '../kit/http/http-provider.js';
import { bodyProblem, isSuccess, unclearProblem } from '../kit/http/read-response.js';
import { idAt, readJson } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { ChatProvider } from '../kit/provider.js';
import { byTarget, connectionToken, targetSecrets, webhookAddress, webhookChannel, wrongTarget } from './targets.js';

const ENTRY = {
  id: 'slack',
  channel: 'chat',
  name: 'Slack',
  keys: { needed: ['applicationId', 'clientId', 'secretKey'], optional: ['redirectUrl', 'hmac', 'signingSecret'] },
  secrets: targetSecrets,
} as const;

/** Temporary errors of the API, which have status 200. */
const TEMPORARY_ERRORS = new Set([
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
]);

const webhook: ChatProvider = httpProvider({
  ...ENTRY,
  documentation: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
  request: ({ content }) => ({
    method: 'POST',
    url: webhookAddress(content, 'Slack'),
    ...jsonBody({ channel: webhookChannel(content), text: content.body }),
  }),
});

const bot: ChatProvider = httpProvider({
  ...ENTRY,
  documentation: 'https://docs.slack.dev/reference/methods/chat.postMessage',
  request({ content: { target, body } }) {
    if (target.kind !== 'channel' && target.kind !== 'user') throw wrongTarget('Slack', 'channels and people', target);
    return {
      method: 'POST',
      url: 'https://slack.com/api/chat.postMessage',
      ...jsonBody(
        { channel: target.id, text: body },
        { 'content-type': 'application/json; charset=utf-8', authorization: `Bearer ${connectionToken(target)}` },
      ),
    };
  },
  problem(response, now) {
    if (!isSuccess(response)) return undefined;
    const { ok, error } = readJson(response.body);
    if (ok === true) return undefined;
    if (ok !== false) return unclearProblem(response, now);
    return bodyProblem(
      response,
      now,
      typeof error === 'string' && TEMPORARY_ERRORS.has(error) ? 'transient' : 'permanent',
    );
  },
  // Unique in the channel; the API identifies messages by it.
  messageId: ({ body }) => idAt(body, 'ts'),
});

/** Slack: incoming webhooks, and channels and users of a workspace that has installed the app. */
export const slack: ChatProvider = byTarget(webhook, bot);
