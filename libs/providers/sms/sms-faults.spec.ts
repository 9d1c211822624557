import type { SmsContent } from '../kit/content.js';
import type { Provider } from '../kit/provider.js';
import { SMS_ADAPTERS } from '../providers.js';
import { type FaultTableOf, saysWhoActs } from '../testing/fault-tables.js';

const content: SmsContent = { channel: 'sms', to: '+15005550009', body: 'Hello' };
const providerOf = (id: string): Provider<SmsContent> => SMS_ADAPTERS.find((one) => one.id === id)!;

/** Each row: status and body as the page has them, and who has to act. */
const TABLES: Readonly<Record<string, FaultTableOf<SmsContent>['refusals']>> = {
  twilio: {
    'https://www.twilio.com/docs/api/errors': [
      [400, { code: 21211, message: "Invalid 'To' Phone Number" }, 'recipient'],
      [400, { code: 21610, message: 'Attempt to send to unsubscribed recipient' }, 'recipient'],
      [400, { code: 21614, message: "'To' number is not a valid mobile number" }, 'recipient'],
      [400, { code: 21408, message: 'Permission to send an SMS has not been enabled for the region' }, 'recipient'],
      [400, { code: 21617, message: 'The concatenated message body exceeds the 1600 character limit' }, 'content'],
      [400, { code: 21606, message: "The 'From' phone number is not a valid, SMS-capable number" }, 'account'],
      [400, { code: 21608, message: 'The number is unverified. Trial accounts cannot send' }, 'account'],
      [401, { code: 20003, message: 'Authenticate' }, 'account'],
      [403, { code: 20005, message: 'Account suspended' }, 'account'],
      [429, { code: 21611, message: "'From' number has exceeded the maximum number of queued messages" }, 'passing'],
      [429, { code: 20429, message: 'Too Many Requests' }, 'passing'],
      [429, { code: 30022, message: 'US A2P 10DLC - Rate Limits Exceeded' }, 'account'],
      [400, { code: 30003, message: 'Unreachable destination handset' }, 'recipient'],
      [400, { code: 30006, message: 'Landline or unreachable carrier' }, 'recipient'],
      [400, { code: 30007, message: 'Message filtered' }, 'content'],
      [400, { code: 30008, message: 'Unknown error' }, 'passing'],
      [201, { sid: 'SM1', status: 'failed', error_code: 30005, error_message: 'Unknown handset' }, 'recipient'],
    ],
  },
  nexmo: {
    'https://developer.vonage.com/en/api-errors/sms': (
      [
        ['1', 'passing'],
        ['2', 'content'],
        ['3', 'content'],
        ['4', 'account'],
        ['5', 'passing'],
        ['6', 'recipient'],
        ['7', 'recipient'],
        ['8', 'account'],
        ['9', 'account'],
        ['10', 'passing'],
        ['11', 'account'],
        ['12', 'content'],
        ['14', 'account'],
        ['15', 'account'],
        ['29', 'account'],
      ] as const
    ).map(([status, fault]) => [200, { messages: [{ status, 'error-text': 'no' }] }, fault] as const),
  },
  plivo: {
    'https://www.plivo.com/docs/messaging/api/overview': [
      [400, { error: 'dst is not a valid phone number' }, 'recipient'],
      [400, { error: 'src is not a valid sender' }, 'account'],
      [401, 'Could not verify your access level for that URL.', 'account'],
      [402, { error: 'insufficient credit' }, 'account'],
      [404, '', 'account'],
      [429, '', 'passing'],
    ],
    'https://www.plivo.com/docs/messaging/troubleshooting/error-codes': [
      [400, { error_code: '40' }, 'account'],
      [400, { error_code: '50' }, 'recipient'],
      [400, { error_code: '80' }, 'passing'],
      [400, { error_code: '900' }, 'account'],
    ],
  },
  sns: {
    'https://docs.aws.amazon.com/sns/latest/api/API_Publish.html#API_Publish_Errors': [
      [
        400,
        '<Error><Code>InvalidParameter</Code><Message>Invalid parameter: PhoneNumber Reason: not valid</Message></Error>',
        'recipient',
      ],
      [400, '<Error><Code>OptedOut</Code><Message>Phone number is opted out</Message></Error>', 'recipient'],
      [400, '<Error><Code>Throttling</Code><Message>Rate exceeded</Message></Error>', 'passing'],
      [403, '<Error><Code>AuthorizationError</Code><Message>denied</Message></Error>', 'account'],
      [403, '<Error><Code>SignatureDoesNotMatch</Code><Message>no</Message></Error>', 'account'],
      [400, '<Error><Code>ParameterValueInvalid</Code><Message>Empty message</Message></Error>', 'content'],
      [500, '<Error><Code>InternalError</Code></Error>', 'passing'],
    ],
  },
  messagebird: {
    'https://developers.messagebird.com/api/#api-errors': [
      [
        401,
        { errors: [{ code: 2, description: 'Request not allowed (incorrect access_key)', parameter: 'access_key' }] },
        'account',
      ],
      [
        422,
        { errors: [{ code: 9, description: 'no (correct) recipients found', parameter: 'recipients' }] },
        'recipient',
      ],
      [422, { errors: [{ code: 10, description: 'invalid', parameter: 'originator' }] }, 'account'],
      [422, { errors: [{ code: 10, description: 'invalid', parameter: 'body' }] }, 'content'],
      [402, { errors: [{ code: 25, description: 'Not enough balance' }] }, 'account'],
      [500, { errors: [{ code: 99, description: 'Internal error' }] }, 'passing'],
    ],
  },
  telnyx: {
    'https://developers.telnyx.com/docs/messaging/messages/error-codes': [
      [400, { errors: [{ code: '40310', title: "Invalid 'to' address" }] }, 'recipient'],
      [409, { errors: [{ code: '40300', title: 'Blocked due to STOP message' }] }, 'recipient'],
      [400, { errors: [{ code: '40305', title: "Invalid 'from' address" }] }, 'account'],
      [400, { errors: [{ code: '40302', title: 'Message too large' }] }, 'content'],
      [401, { errors: [{ code: '10009', title: 'Authentication failed' }] }, 'account'],
      [403, { errors: [{ code: '20100', title: 'Insufficient Funds' }] }, 'account'],
      [429, { errors: [{ code: '10011', title: 'Too many requests' }] }, 'passing'],
      [503, { errors: [{ code: '40318', title: 'Message queue full' }] }, 'passing'],
    ],
  },
  sinch: {
    'https://developers.sinch.com/docs/sms/api-reference/': [
      [400, { code: 'syntax_invalid_parameter_format', text: 'Invalid recipient format' }, 'recipient'],
      [400, { code: 'syntax_constraint_violation', text: 'The value of body is too long' }, 'content'],
      [401, { code: 'unauthorized', text: 'no' }, 'account'],
      [403, { code: 'forbidden', text: 'Forbidden number' }, 'account'],
    ],
  },
  'infobip-sms': {
    'https://www.infobip.com/docs/essentials/response-status-and-error-codes': [
      [200, { messages: [{ status: { groupId: 5, name: 'REJECTED_NOT_ENOUGH_CREDITS' } }] }, 'account'],
      [200, { messages: [{ status: { groupId: 5, name: 'REJECTED_DESTINATION' } }] }, 'recipient'],
      [200, { messages: [{ status: { groupId: 5, name: 'REJECTED_SENDER' } }] }, 'account'],
      [200, { messages: [{ status: { groupId: 5, name: 'REJECTED_MESSAGE_TOO_LONG' } }] }, 'content'],
      [200, { messages: [{ status: { groupId: 4, name: 'EXPIRED_EXPIRED' } }] }, 'passing'],
      [401, { requestError: { serviceException: { messageId: 'UNAUTHORIZED' } } }, 'account'],
    ],
  },
  'azure-sms': {
    'https://learn.microsoft.com/azure/communication-services/concepts/sms/sms-faq': [
      [202, { value: [{ httpStatusCode: 400, errorMessage: 'Invalid To phone number format.' }] }, 'content'],
      [202, { value: [{ httpStatusCode: 400, errorMessage: 'The recipient has opted out' }] }, 'recipient'],
      [202, { value: [{ httpStatusCode: 429, errorMessage: 'busy' }] }, 'passing'],
      [401, { error: { code: 'Denied' } }, 'account'],
    ],
  },
  bandwidth: {
    'https://dev.bandwidth.com/docs/messaging/errors': [
      [400, { type: 'request-validation', fieldErrors: [{ fieldName: 'to', description: 'is invalid' }] }, 'recipient'],
      [
        400,
        { type: 'request-validation', fieldErrors: [{ fieldName: 'from', description: 'is not owned' }] },
        'account',
      ],
      [400, { type: 'request-validation', fieldErrors: [{ fieldName: 'text', description: 'too long' }] }, 'content'],
      [403, { type: 'forbidden' }, 'account'],
    ],
  },
  'brevo-sms': {
    'https://developers.brevo.com/docs/how-it-works#error-codes': [
      [402, { code: 'not_enough_credits', message: 'Insufficient balance' }, 'account'],
      [400, { code: 'invalid_parameter', message: 'Telephone is not valid: recipient' }, 'recipient'],
      [400, { code: 'invalid_parameter', message: 'sender is too long' }, 'account'],
      [400, { code: 'missing_parameter', message: 'content is missing' }, 'content'],
      [401, { code: 'unauthorized', message: 'Key not found' }, 'account'],
    ],
  },
  'bulk-sms': {
    'https://www.bulksms.com/developer/json/v1/': [
      [403, { type: 'https://developer.bulksms.com/json/v1/errors#insufficient-credits' }, 'account'],
      [401, { type: 'https://developer.bulksms.com/json/v1/errors#authentication-failed' }, 'account'],
      [400, { detail: 'recipient is not a valid number' }, 'recipient'],
    ],
  },
  'burst-sms': {
    'https://developers.kudosity.com/reference/status-codes': [
      [401, { error: { code: 'AUTH_FAILED', description: 'invalid' } }, 'account'],
      [400, { error: { code: 'LEDGER_ERROR', description: 'Insufficient funds' } }, 'account'],
      [400, { error: { code: 'BAD_CALLER_ID', description: 'sender' } }, 'account'],
      [400, { error: { code: 'RECIPIENTS_ERROR', description: 'none' } }, 'recipient'],
      [400, { error: { code: 'FIELD_INVALID', description: 'format' } }, 'content'],
      [429, { error: { code: 'OVER_LIMIT', description: 'limit' } }, 'passing'],
    ],
  },
};

saysWhoActs(
  SMS_ADAPTERS.filter(({ id }) => id in TABLES),
  Object.entries(TABLES).map(([id, refusals]) => ({ provider: providerOf(id), content, refusals })),
);
