import { basicAuthorization, text } from '../../kit/account/account.js';
import { httpProvider } from '../../kit/http/http-provider.js';
import type { SmsProvider } from '../../kit/provider.js';
import { idAt } from '../../kit/http/read-json.js';
import { formBody } from '../../kit/http/request-bodies.js';
import { senderOf } from '../sender.js';
import { twilioWebhook } from './twilio.webhook.js';

/** Twilio. A sender may be a number, a name, or the id of a messaging service. */
export const twilio: SmsProvider = httpProvider({
  id: 'twilio',
  channel: 'sms',
  name: 'Twilio',
  documentation: 'https://www.twilio.com/docs/messaging/api/message-resource',
  keys: { needed: ['accountSid', 'token', 'from'] },
  reports: twilioWebhook,
  request({ content }, account) {
    const sid = text(account, 'accountSid');
    const authorization = basicAuthorization(sid, text(account, 'token'));
    const sender = senderOf(content, account);
    const named = isMessagingService(sender) ? { MessagingServiceSid: sender } : { From: sender };
    return {
      method: 'POST',
      url: `https://api.twilio.com/2010-04-01/Accounts/${encodeURIComponent(sid)}/Messages.json`,
      ...formBody({ To: content.to, ...named, Body: content.body }, { authorization }),
    };
  },
  messageId: ({ body }) => idAt(body, 'sid'),
});

function isMessagingService(sender: string): boolean {
  return /^MG[0-9a-f]{32}$/i.test(sender);
}
