import { httpProvider } from '../kit/http/http-provider.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { ChatProvider } from '../kit/provider.js';
import { targetSecrets, webhookAddress } from './targets.js';

/** Ryver: incoming webhooks in Ryver's own format. It recognizes no repetitions, and returns no id. */
export const ryver: ChatProvider = httpProvider({
  id: 'ryver',
  channel: 'chat',
  name: 'Ryver',
  documentation: 'https://api.ryver.com/ryvhooks_simple_incoming.html',
  keys: {},
  secrets: targetSecrets,
  request: ({ content }) => ({
    method: 'POST',
    url: webhookAddress(content, 'Ryver'),
    ...jsonBody({ body: content.body }),
  }),
});
