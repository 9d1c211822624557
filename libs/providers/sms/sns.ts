import { text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { signedForAws } from '../kit/http/signatures.js';
import { isNumber, optionalSenderOf } from './message.js';

/** Amazon SNS, publishing to a number. Without a sender the account's settings decide. */
export const sns = smsProvider({
  id: 'sns',
  name: 'Amazon SNS',
  documentation: 'https://docs.aws.amazon.com/sns/latest/api/API_Publish.html',
  keys: { needed: ['apiKey', 'secretKey', 'region'], optional: ['from'] },
  request({ content }, account) {
    const region = text(account, 'region');
    const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
    return {
      url: `https://sns.${region}.${domain}/`,
      form: {
        Action: 'Publish',
        Version: '2010-03-31',
        PhoneNumber: content.to,
        Message: content.body,
        ...senderAttribute(optionalSenderOf(content, account)),
      },
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
  // https://docs.aws.amazon.com/sns/latest/api/API_Publish.html#API_Publish_Errors and CommonErrors
  code: ({ body }) => elementIn(body, 'Code'),
  faults: {
    passing:
      'Throttled Throttling ThrottlingException RequestThrottled InternalError InternalFailure ServiceUnavailable KMSThrottling',
    recipient: ['OptedOut', /opted out|PhoneNumber/i],
    account:
      'AuthorizationError AccessDenied AccessDeniedException InvalidClientTokenId SignatureDoesNotMatch IncompleteSignature MissingAuthenticationToken ExpiredToken InvalidSecurity OptInRequired UnrecognizedClientException NotFound',
    content: 'InvalidParameter InvalidParameterValue ParameterValueInvalid ValidationException ValidationError',
  },
  suppresses: { stop: 'OptedOut' },
  limits: { body: { max: 1600, unit: 'characters' } },
  messageId: ({ body }) => elementIn(body, 'MessageId'),
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
