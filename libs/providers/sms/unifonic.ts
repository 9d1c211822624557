import { text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { judged } from '../kit/http/read-response.js';
import { withoutPlus } from './message.js';

/** Unifonic. `senderId` is the sender that is registered for the application `appSid`. */
export const unifonic = smsProvider({
  id: 'unifonic',
  name: 'Unifonic',
  documentation: 'https://docs.unifonic.com/articles/products-documentation/sending-your-first-sms-via-unifonic-api',
  keys: { needed: ['appSid', 'senderId'], optional: ['from'] },
  request: ({ content }, account) => ({
    url: 'https://el.cloud.unifonic.com/rest/SMS/messages',
    form: {
      AppSid: text(account, 'appSid'),
      SenderID: content.from ?? text(account, 'senderId'),
      Recipient: withoutPlus(content.to),
      Body: content.body,
      responseType: 'JSON',
    },
    headers: { accept: 'application/json' },
  }),
  // https://docs.unifonic.com/articles/products-documentation/error-codes
  code: 'errorCode',
  faults: {
    recipient: 'ER-02 ER-03 ER-04 ER-05',
    content: 'ER-06 ER-07 ER-09',
    account: ['ER-08', /AppSid|sender|not authori[sz]ed/i, 'ER-01'],
  },
  messageId: 'data.MessageID',
  optionalId: true,
  verdict: judged('success', { bad: [false, 'false'] }, 'errorCode', 'message'),
});
