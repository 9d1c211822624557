import type { SmsContent } from '../kit/content.js';
import type { Provider } from '../kit/provider.js';
import { SMS_ADAPTERS } from '../providers.js';
import { type FaultTableOf, saysWhoActs } from '../testing/fault-tables.js';

const content: SmsContent = { channel: 'sms', to: '+15005550009', body: 'Hello' };
const providerOf = (id: string): Provider<SmsContent> => SMS_ADAPTERS.find((one) => one.id === id)!;

/** Each row: status and body as the page has them, and who has to act. */
const TABLES: Readonly<Record<string, FaultTableOf<SmsContent>['refusals']>> = {
  clickatell: {
    'https://docs.clickatell.com/channels/one-api/one-api-reference/': (
      [
        [25, 'recipient'],
        [26, 'recipient'],
        [24, 'content'],
        [1, 'account'],
        [20, 'account'],
        [45, 'account'],
        [19, 'passing'],
        [43, 'passing'],
      ] as const
    ).map(
      ([code, fault]) => [202, { messages: [{ accepted: false, error: { code, description: 'no' } }] }, fault] as const,
    ),
  },
  clicksend: {
    'https://developers.clicksend.com/docs/#application-status-codes': (
      [
        ['INVALID_RECIPIENT', 'recipient'],
        ['INSUFFICIENT_CREDIT', 'account'],
        ['INVALID_SENDER_ID', 'account'],
        ['COUNTRY_NOT_ENABLED', 'account'],
        ['EMPTY_MESSAGE', 'content'],
        ['THROTTLED', 'passing'],
      ] as const
    ).map(([status, fault]) => [200, { data: { messages: [{ status }] } }, fault] as const),
  },
  'cm-telecom': {
    'https://developers.cm.com/messaging/docs/responses-errors': [
      [400, { errorCode: 103, details: 'The product token is incorrect' }, 'account'],
      [400, { errorCode: 102, details: 'insufficient balance' }, 'account'],
      [200, { messages: [{ status: 'Rejected', messageDetails: 'Invalid phone number' }] }, 'recipient'],
    ],
  },
  firetext: {
    'https://www.firetext.co.uk/docs#response-codes': [
      [200, '1: Authentication error', 'account'],
      [200, '2: Destination number(s) error', 'recipient'],
      [200, '3: From error', 'account'],
      [200, '5: Message error', 'content'],
      [200, '7: Insufficient credit', 'account'],
    ],
  },
  'forty-six-elks': {
    'https://46elks.com/docs/send-sms': [
      [403, 'Not enough credits', 'account'],
      [400, "Invalid 'to' number", 'recipient'],
      [400, "Invalid 'from' number", 'account'],
      [401, 'API access requires Basic HTTP authentication', 'account'],
    ],
  },
  gupshup: {
    'https://docs.gupshup.io/docs/send-single-message': [
      [200, 'error | 105 | The phone number is not a valid phone number', 'recipient'],
      [200, 'error | 102 | Authentication failed due to invalid userId or password', 'account'],
    ],
  },
  'africas-talking': {
    'https://developers.africastalking.com/docs/sms/sending/bulk': (
      [
        [402, 'account'],
        [403, 'recipient'],
        [405, 'account'],
        [406, 'recipient'],
        [407, 'recipient'],
        [409, 'recipient'],
        [500, 'passing'],
        [501, 'passing'],
        [502, 'content'],
      ] as const
    ).map(
      ([statusCode, fault]) =>
        [201, { SMSMessageData: { Recipients: [{ statusCode, status: 'no' }] } }, fault] as const,
    ),
  },
  'afro-message': {
    'https://afromessage.com/developers': [
      [200, { acknowledge: 'error', response: { errors: ['Invalid sender'] } }, 'account'],
      [200, { acknowledge: 'error', response: { errors: ['Invalid recipient'] } }, 'recipient'],
    ],
  },
  'isend-sms': {
    'https://send.com.ly/developers/docs': [[200, { status: 'error', message: 'Insufficient balance' }, 'account']],
  },
  'isendpro-sms': {
    'https://www.isendpro.com/docs/': [
      [200, { etat: { etat: [{ code: '21', message: "Le numéro de téléphone n'est pas attribué!" }] } }, 'recipient'],
      [200, { etat: { etat: [{ code: '11', message: 'liste noire' }] } }, 'recipient'],
      [200, { etat: { etat: { code: '4', message: 'Crédit insuffisant' } } }, 'account'],
      [200, { etat: { etat: { code: '1', message: 'keyid invalide' } } }, 'account'],
    ],
  },
  kannel: {
    'https://www.kannel.org/download/1.4.5/userguide-1.4.5/userguide.html': [
      [403, 'Authorization failed for sendsms', 'account'],
      [400, 'Not routable. Do not try again.', 'recipient'],
      [503, 'Temporal failure, try again later.', 'passing'],
    ],
  },
  maqsam: {
    'https://portal.maqsam.com/docs/v2/sms': [
      [401, { message: 'Unauthorized' }, 'account'],
      [422, { message: 'Invalid recipient' }, 'recipient'],
    ],
  },
  mobishastra: {
    'https://telkosh.com/mobishastra/': [
      [200, [{ str_response: 'Invalid Password' }], 'account'],
      [200, [{ str_response: 'Invalid Mobile Number' }], 'recipient'],
    ],
  },
  'ring-central': {
    'https://developers.ringcentral.com/guide/basics/errors': [
      [403, { errorCode: 'FeatureNotAvailable', errors: [{ errorCode: 'MSG-242' }] }, 'account'],
      [401, { errorCode: 'TokenInvalid' }, 'account'],
      [400, { errorCode: 'CMN-101', message: 'Parameter [text] value is invalid' }, 'content'],
      [429, { errorCode: 'CMN-301' }, 'passing'],
    ],
  },
  'ruach-sms': {
    'https://docs.ruach.ng/api-reference/sms/send-sms-post': [
      [200, '{"ErrorCode":007,"ErrorDescription":"Invalid API Key"}', 'account'],
    ],
  },
  sendchamp: {
    'https://sendchamp.readme.io/reference/send-sms-api': [
      [200, { status: 'error', message: 'Insufficient balance' }, 'account'],
    ],
  },
  simpletexting: {
    'https://api-doc.simpletexting.com/': [
      [409, { message: 'Contact is unsubscribed' }, 'recipient'],
      [401, '', 'account'],
    ],
  },
  'sms-central': {
    'https://www.smscentral.com.au/sms-api/rest-api/': [
      [200, '513 Invalid username or password', 'account'],
      [200, '524 Insufficient credit', 'account'],
      [200, '519 Invalid recipient', 'recipient'],
    ],
  },
  sms77: {
    'https://docs.seven.io/en/rest-api/endpoints/sms': [
      [200, '202', 'recipient'],
      [200, '201', 'account'],
      [200, '401', 'content'],
      [200, '500', 'account'],
      [200, '600', 'passing'],
      [200, { success: '900', messages: null }, 'account'],
    ],
  },
  smsmode: {
    'https://dev.smsmode.com/sms/v1/': [
      [401, '', 'account'],
      [400, { detail: 'recipient.to is not valid' }, 'recipient'],
    ],
  },
  termii: {
    'https://developers.termii.com/errors': [
      [400, { message: 'Insufficient balance' }, 'account'],
      [422, { message: 'Invalid phone number' }, 'recipient'],
    ],
  },
  unifonic: {
    'https://docs.unifonic.com/articles/products-documentation/understanding-reasons-of-sms-non-delivery/': (
      [
        ['ER-01', 'account'],
        ['ER-02', 'recipient'],
        ['ER-05', 'recipient'],
        ['ER-06', 'content'],
        ['ER-07', 'content'],
        ['ER-08', 'account'],
      ] as const
    ).map(([errorCode, fault]) => [200, { success: false, errorCode, message: 'no' }, fault] as const),
  },
  'generic-sms': {
    'its own server: the status': [
      [401, '', 'account'],
      [404, '', 'account'],
      [400, '', 'content'],
      [503, '', 'passing'],
    ],
  },
};

/** These are in sms-faults.spec.ts. */
const OTHERS =
  'twilio nexmo plivo sns messagebird telnyx sinch infobip-sms azure-sms bandwidth brevo-sms bulk-sms burst-sms'.split(
    ' ',
  );

saysWhoActs(
  SMS_ADAPTERS.filter(({ id }) => !OTHERS.includes(id)),
  Object.entries(TABLES).map(([id, refusals]) => ({ provider: providerOf(id), content, refusals })),
);
