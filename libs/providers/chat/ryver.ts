import { chatProvider } from '../kit/http/http-provider.js';
import { escapeMarkdown } from './escape.js';
import { targetSecrets, webhookAddress } from './targets.js';

/** Ryver: incoming webhooks in Ryver's own format. It recognizes no repetitions, and returns no id. */
export const ryver = chatProvider({
  id: 'ryver',
  name: 'Ryver',
  documentation: 'https://api.ryver.com/ryvhooks_simple_incoming.html',
  keys: {},
  secrets: targetSecrets,
  request: ({ content }) => ({
    url: webhookAddress(content, 'Ryver'),
    json: { body: content.body },
  }),
  // It documents no errors: the status decides.
  access: () => 'recipient',
  escape: escapeMarkdown,
});
