import { AccountError, basicAuthorization, optionalText, text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { at } from '../kit/json.js';
import { senderOf } from './message.js';

/** Bandwidth. It needs the id of the application: a key of the account, or in the body that a trigger adds. */
export const bandwidth = smsProvider({
  id: 'bandwidth',
  name: 'Bandwidth',
  documentation: 'https://dev.bandwidth.com/apis/messaging-apis/messaging/#tag/Messages/operation/createMessage',
  keys: { needed: ['user', 'password', 'accountSid', 'from'], optional: ['applicationId'] },
  request({ content, overrides }, account) {
    const id = text(account, 'accountSid');
    const authorization = basicAuthorization(text(account, 'user'), text(account, 'password'));
    const application = optionalText(account, 'applicationId');
    if (application === undefined && at(overrides, '_passthrough.body.applicationId') === undefined) {
      throw new AccountError('the integration has no credential "applicationId"');
    }
    return {
      url: `https://messaging.bandwidth.com/api/v2/users/${encodeURIComponent(id)}/messages`,
      json: { applicationId: application, to: [content.to], from: senderOf(content, account), text: content.body },
      headers: { authorization },
    };
  },
  // https://dev.bandwidth.com/docs/messaging/errors
  code: 'fieldErrors.0.fieldName type',
  faults: {
    recipient: 'to',
    account: 'from applicationId accountId unauthorized forbidden',
    content: 'text media request-validation',
    passing: 'rate-limit message-rate-limit',
  },
  limits: { body: { max: 2048, unit: 'characters' } },
  messageId: 'id',
});
