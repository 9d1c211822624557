import { baseUrl, text } from '../../kit/account/account.js';
import { httpProvider } from '../../kit/http/http-provider.js';
import { verdictReader, type Verdict, wordsOf } from '../../kit/response-verdict.js';
import type { SmsProvider } from '../../kit/provider.js';
import { at, idAt, readJson } from '../../kit/http/read-json.js';
import { jsonBody } from '../../kit/http/request-bodies.js';
import { senderOf } from '../sender.js';
import { infobipSmsWebhook } from './infobip-sms.webhook.js';

/** Status groups of messages that will not be sent: undeliverable, expired, rejected. */
const LOST = new Set([2, 4, 5]);

/** Infobip. Each account has an address of its own. */
export const infobipSms: SmsProvider = httpProvider({
  id: 'infobip-sms',
  channel: 'sms',
  name: 'Infobip',
  documentation: 'https://www.infobip.com/docs/api/channels/sms/outbound-sms/send-sms-messages',
  keys: { needed: ['apiKey', 'baseUrl', 'from'] },
  reports: infobipSmsWebhook,
  request: ({ content }, account) => ({
    method: 'POST',
    url: `${baseUrl(account)}/sms/3/messages`,
    ...jsonBody(
      {
        messages: [
          {
            sender: senderOf(content, account),
            destinations: [{ to: content.to }],
            content: { text: content.body },
          },
        ],
      },
      { authorization: `App ${text(account, 'apiKey')}`, accept: 'application/json' },
    ),
  }),
  messageId: ({ body }) => idAt(body, 'messages.0.messageId'),
  problem: verdictReader(verdictOf),
});

/** An answer without a status is that of another version: the message was taken. */
function verdictOf(body: string): Verdict {
  const status = at(readJson(body), 'messages.0.status');
  const group = at(status, 'groupId');
  if (typeof group !== 'number' || !LOST.has(group)) return 'accepted';
  return { refused: wordsOf(at(status, 'name'), at(status, 'description')) };
}
