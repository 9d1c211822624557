import { httpProvider } from '../kit/http/http-provider.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { ChatProvider } from '../kit/provider.js';
import { targetSecrets, webhookAddress, webhookChannel } from './targets.js';

/** Mattermost: incoming webhooks, which may post to a channel other than their own. */
export const mattermost: ChatProvider = httpProvider({
  id: 'mattermost',
  channel: 'chat',
  name: 'Mattermost',
  documentation: 'https://developers.mattermost.com/integrate/webhooks/incoming/',
  keys: {},
  secrets: targetSecrets,
  request: ({ content }) => ({
    method: 'POST',
    url: webhookAddress(content, 'Mattermost'),
    ...jsonBody({ channel: webhookChannel(content), text: content.body }),
  }),
});
