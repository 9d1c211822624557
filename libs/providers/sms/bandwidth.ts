import { AccountError, basicAuthorization, optionalText, text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { at, idAt } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { SmsProvider } from '../kit/provider.js';
import { senderOf } from './message.js';

/** Bandwidth. It needs the id of the application: a key of the account, or in the body that a trigger adds. */
export const bandwidth: SmsProvider = httpProvider({
  id: 'bandwidth',
  channel: 'sms',
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
      method: 'POST',
      url: `https://messaging.bandwidth.com/api/v2/users/${encodeURIComponent(id)}/messages`,
      ...jsonBody(
        { applicationId: application, to: [content.to], from: senderOf(content, account), text: content.body },
        { authorization },
      ),
    };
  },
  messageId: ({ body }) => idAt(body, 'id'),
});
