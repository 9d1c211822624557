import { basicAuthorization, text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { judged } from '../kit/http/read-response.js';
import { senderOf } from './message.js';

/** ClickSend. A response with status 200 has a status for each message. */
export const clicksend = smsProvider({
  id: 'clicksend',
  name: 'ClickSend',
  documentation: 'https://developers.clicksend.com/docs/messaging/sms/other/send-sms',
  keys: { needed: ['user', 'apiKey', 'from'] },
  request: ({ content }, account) => ({
    url: 'https://rest.clicksend.com/v3/sms/send',
    json: { messages: [{ from: senderOf(content, account), to: content.to, body: content.body }] },
    headers: { authorization: basicAuthorization(text(account, 'user'), text(account, 'apiKey')) },
  }),
  // https://developers.clicksend.com/docs/#application-status-codes
  code: 'data.messages.0.status response_code',
  faults: {
    recipient: 'INVALID_RECIPIENT RECIPIENT_BLOCKED BLACKLISTED_RECIPIENT OPT_OUT',
    content: 'BAD_REQUEST EMPTY_MESSAGE MISSING_REQUIRED_FIELDS MESSAGE_TOO_LONG INVALID_SEGMENT',
    account: [
      'INVALID_CREDENTIALS MISSING_CREDENTIALS UNAUTHORIZED FORBIDDEN ACCOUNT_NOT_ACTIVATED ACCOUNT_SUSPENDED INVALID_SENDER_ID COUNTRY_NOT_ENABLED NOT_FOUND',
      'INSUFFICIENT_CREDIT',
    ],
    passing: 'THROTTLED TOO_MANY_REQUESTS INTERNAL_ERROR SOMETHING_IS_WRONG',
  },
  limits: { body: { max: 8, unit: 'segments' } },
  messageId: 'data.messages.0.message_id',
  optionalId: true,
  verdict: judged('data.messages.0.status', { good: ['SUCCESS'] }, 'data.messages.0.status'),
});
