import { httpProvider } from '../kit/http/http-provider.js';
import { bodyProblem } from '../kit/http/read-response.js';
import { readJson } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { ChatProvider } from '../kit/provider.js';
import { targetSecrets, webhookAddress } from './targets.js';

/** Zulip: the address of its Slack-compatible incoming webhook, which contains stream and topic. */
export const zulip: ChatProvider = httpProvider({
  id: 'zulip',
  channel: 'chat',
  name: 'Zulip',
  documentation: 'https://zulip.com/integrations/doc/slack_incoming',
  keys: {},
  secrets: targetSecrets,
  request: ({ content }) => ({
    method: 'POST',
    url: webhookAddress(content, 'Zulip'),
    ...jsonBody({ text: content.body }),
  }),
  problem: (response, now) =>
    response.status === 429
      ? bodyProblem(response, now, 'transient', readJson(response.body)['retry-after'])
      : undefined,
});
