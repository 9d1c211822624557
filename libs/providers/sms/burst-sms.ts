import { basicAuthorization, text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { refusalText, verdictReader } from '../kit/http/read-response.js';
import { idAt } from '../kit/json.js';
import { formBody } from '../kit/http/request-bodies.js';
import type { SmsProvider } from '../kit/provider.js';
import { optionalSenderOf } from './message.js';

/** Kudosity, formerly Burst SMS. Without a sender the service uses a shared number. */
export const burstSms: SmsProvider = httpProvider({
  id: 'burst-sms',
  channel: 'sms',
  name: 'Kudosity',
  documentation: 'https://developers.kudosity.com/reference/post_send-sms-json',
  keys: { needed: ['apiKey', 'secretKey'], optional: ['from'] },
  request: ({ content }, account) => ({
    method: 'POST',
    url: 'https://api.transmitsms.com/send-sms.json',
    ...formBody(
      { message: content.body, to: content.to, from: optionalSenderOf(content, account) },
      { authorization: basicAuthorization(text(account, 'apiKey'), text(account, 'secretKey')) },
    ),
  }),
  messageId: ({ body }) => idAt(body, 'message_id'),
  problem: verdictReader((body) => {
    const code = idAt(body, 'error.code') ?? 'SUCCESS';
    return code === 'SUCCESS' ? 'accepted' : { refused: refusalText(code, idAt(body, 'error.description')) };
  }),
});
