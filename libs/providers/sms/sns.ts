import { text } from '../kit/account.js';
import { problemOf } from '../kit/http/read-response.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { formBody } from '../kit/http/request-bodies.js';
import { signedForAws } from '../kit/proof/aws-signature.js';
import type { SmsProvider } from '../kit/provider.js';
import { isNumber, optionalSenderOf } from './message.js';

/** Amazon SNS, publishing to a number. Without a sender the account's settings decide. */
export const sns: SmsProvider = httpProvider({
  id: 'sns',
  channel: 'sms',
  name: 'Amazon SNS',
  documentation: 'https://docs.aws.amazon.com/sns/latest/api/API_Publish.html',
  keys: { needed: ['apiKey', 'secretKey', 'region'], optional: ['from'] },
  request({ content }, account) {
    const region = text(account, 'region');
    const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
    return {
      method: 'POST',
      url: `https://sns.${region}.${domain}/`,
      ...formBody({
        Action: 'Publish',
        Version: '2010-03-31',
        PhoneNumber: content.to,
        Message: content.body,
        ...senderAttribute(optionalSenderOf(content, account)),
      }),
    };
  },
  sign: (request, account, world) =>
    signedForAws(
      request,
      {
        accessKeyId: text(account, 'apiKey'),
        secretAccessKey: text(account, 'secretKey'),
        region: text(account, 'region'),
        service: 'sns',
      },
      world.now(),
    ),
  messageId: ({ body }) => elementIn(body, 'MessageId'),
  problem(response, now) {
    if (response.status !== 400 || elementIn(response.body, 'Code')?.startsWith('Throttl') !== true) return undefined;
    return { ...problemOf(response, now), kind: 'transient' };
  },
});

function senderAttribute(sender: string | undefined): Record<string, string> {
  if (sender === undefined) return {};
  return {
    'MessageAttributes.entry.1.Name': isNumber(sender) ? 'AWS.MM.SMS.OriginationNumber' : 'AWS.SNS.SMS.SenderID',
    'MessageAttributes.entry.1.Value.DataType': 'String',
    'MessageAttributes.entry.1.Value.StringValue': sender,
  };
}

/** The text of an element; these responses have no attributes, and each name occurs once. */
function elementIn(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1];
}
