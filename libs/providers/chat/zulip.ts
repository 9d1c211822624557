import { httpProvider } from '../kit/http/http-provider.js';
import { readJson } from '../kit/http/read-json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { ChatProvider } from '../kit/provider.js';
import { responseVerdict } from '../kit/response-verdict.js';
import { targetSecrets, webhookAddress } from './targets.js';

/** Zulip: the address of its integration that takes what Slack's incoming webhooks take; it names stream and topic. */
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
  problem: (answer, now) =>
    answer.status === 429 ? responseVerdict(answer, now, 'transient', readJson(answer.body)['retry-after']) : undefined,
});
