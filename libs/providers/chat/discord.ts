import { httpProvider } from '../kit/http/http-provider.js';
import { bodyProblem } from '../kit/http/read-response.js';
import { idAt, readJson } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { ChatProvider } from '../kit/provider.js';
import { targetSecrets, webhookAddress } from './targets.js';

/** Discord: webhooks of channels. */
export const discord: ChatProvider = httpProvider({
  id: 'discord',
  channel: 'chat',
  name: 'Discord',
  documentation: 'https://discord.com/developers/docs/resources/webhook#execute-webhook',
  keys: {},
  secrets: targetSecrets,
  request({ content }) {
    const url = new URL(webhookAddress(content, 'Discord'));
    // Without it the response comes before the message is stored, and without its id.
    url.searchParams.set('wait', 'true');
    return { method: 'POST', url: url.toString(), ...jsonBody({ content: content.body }) };
  },
  problem: (response, now) =>
    response.status === 429 ? bodyProblem(response, now, 'transient', readJson(response.body).retry_after) : undefined,
  messageId: ({ body }) => idAt(body, 'id'),
});
