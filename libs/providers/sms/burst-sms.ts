import { basicAuthorization, text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { judged } from '../kit/http/read-response.js';
import { optionalSenderOf } from './message.js';

/** Kudosity, formerly Burst SMS. Without a sender the service uses a shared number. */
export const burstSms = smsProvider({
  id: 'burst-sms',
  name: 'Kudosity',
  documentation: 'https://developers.kudosity.com/reference/post_send-sms-json',
  keys: { needed: ['apiKey', 'secretKey'], optional: ['from'] },
  request: ({ content }, account) => ({
    url: 'https://api.transmitsms.com/send-sms.json',
    form: { message: content.body, to: content.to, from: optionalSenderOf(content, account) },
    headers: { authorization: basicAuthorization(text(account, 'apiKey'), text(account, 'secretKey')) },
  }),
  // https://developers.kudosity.com/docs/api-errors
  code: 'error.code',
  faults: {
    recipient: 'RECIPIENTS_ERROR',
    content: 'FIELD_EMPTY FIELD_INVALID',
    account: ['AUTH_FAILED AUTH_FAILED_NO_DATA BAD_CALLER_ID NO_ACCESS NOT_IMPLEMENTED', 'LEDGER_ERROR'],
    passing: 'OVER_LIMIT',
  },
  messageId: 'message_id',
  verdict: judged('error.code', { good: ['SUCCESS', undefined] }, 'error.code', 'error.description'),
});
