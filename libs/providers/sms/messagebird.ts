import { text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { secondsLeft } from '../kit/lifetime.js';
import { senderOf } from './message.js';

/** MessageBird. */
export const messagebird = smsProvider({
  id: 'messagebird',
  name: 'MessageBird',
  documentation: 'https://developers.messagebird.com/api/sms-messaging/',
  keys: { needed: ['accessKey', 'from'] },
  request: ({ content }, account, world) => ({
    url: 'https://rest.messagebird.com/messages',
    json: {
      originator: senderOf(content, account),
      recipients: [content.to],
      body: content.body,
      datacoding: 'auto',
      validity: secondsLeft(content, world.now()),
    },
    headers: { authorization: `AccessKey ${text(account, 'accessKey')}` },
  }),
  // https://developers.messagebird.com/api/#api-errors
  code: 'errors.0.code',
  faults: {
    account: ['2 20 98', /originator/, '25'],
    recipient: /recipient/,
    content: '9 10 21',
    passing: '99',
  },
  limits: { body: { max: 9, unit: 'segments' } },
  messageId: 'id',
});
