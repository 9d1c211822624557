import { text } from '../../kit/account/account.js';
import { httpProvider } from '../../kit/http/http-provider.js';
import { isRecord } from '../../kit/is-record.js';
import { responseVerdict } from '../../kit/response-verdict.js';
import type { ChatProvider } from '../../kit/provider.js';
import { at, idAt, readJson } from '../../kit/http/read-json.js';
import { jsonBody } from '../../kit/http/request-bodies.js';
import { phoneNumber, targetSecrets } from '../targets.js';
import { whatsappBusinessWebhook } from './whatsapp-business.webhook.js';

const API = 'https://graph.facebook.com/v23.0';

/** Errors that may pass although the status is one of a refusal: of limits, and of a service that is disturbed. */
const PASSING = new Set([1, 2, 4, 80_007, 130_429, 131_000, 131_016, 131_048, 131_056, 131_057]);

/**
 * WhatsApp Business, by Meta's cloud API. A text reaches people who have written in the last 24 hours; for others the
 * trigger names a template as override: `template` with `name`, `language` and `components`.
 */
export const whatsappBusiness: ChatProvider = httpProvider({
  id: 'whatsapp-business',
  channel: 'chat',
  name: 'WhatsApp Business',
  documentation: 'https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages',
  keys: { needed: ['apiToken', 'phoneNumberIdentification'] },
  reports: whatsappBusinessWebhook,
  secrets: targetSecrets,
  request({ content, overrides: { template } }, account) {
    const what = isRecord(template)
      ? { type: 'template', template }
      : { type: 'text', text: { preview_url: false, body: content.body } };
    return {
      method: 'POST',
      url: `${API}/${encodeURIComponent(text(account, 'phoneNumberIdentification'))}/messages`,
      ...jsonBody(
        {
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to: phoneNumber(content, 'WhatsApp'),
          ...what,
        },
        { authorization: `Bearer ${text(account, 'apiToken')}` },
      ),
    };
  },
  problem(answer, now) {
    const code = at(readJson(answer.body), 'error.code');
    return typeof code === 'number' && PASSING.has(code) ? responseVerdict(answer, now, 'transient') : undefined;
  },
  messageId: ({ body }) => idAt(body, 'messages.0.id'),
});
