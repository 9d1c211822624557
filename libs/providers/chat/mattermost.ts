import { chatProvider } from '../kit/http/http-provider.js';
import { escapeChat } from './escape.js';
import { targetSecrets, webhookAddress, webhookChannel } from './targets.js';

/** Mattermost: incoming webhooks, which may post to a channel other than their own. */
export const mattermost = chatProvider({
  id: 'mattermost',
  name: 'Mattermost',
  documentation: 'https://developers.mattermost.com/integrate/webhooks/incoming/',
  keys: {},
  secrets: targetSecrets,
  request: ({ content }) => ({
    url: webhookAddress(content, 'Mattermost'),
    json: { channel: webhookChannel(content), text: content.body },
  }),
  // https://developers.mattermost.com/integrate/webhooks/incoming/ and the ids of https://github.com/mattermost/mattermost
  // (i18n/en.json). The server disables webhooks for all (501).
  code: 'id',
  faults: {
    account: 'web.incoming_webhook.disabled.app_error',
    content: [
      'web.incoming_webhook.text.app_error web.incoming_webhook.parse.app_error api.post.create_post.too_long',
      'model.post.is_valid.msg.app_error model.post.is_valid.message_length.app_error',
    ],
    recipient: /web\.incoming_webhook|webhook/,
  },
  access: () => 'recipient',
  verdict: (body: string) => (body.trim() === 'ok' ? 'accepted' : 'unknown'),
  escape: escapeChat,
  // Characters of the store: https://docs.mattermost.com/administration-guide/upgrade/important-upgrade-notes.html (5.0)
  limits: { body: { max: 16_383, unit: 'characters' } },
});
