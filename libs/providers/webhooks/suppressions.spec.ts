import { findAdapter } from '../providers.js';
import { posted } from '../testing/reports.js';
import { saysMailboxExists, saysNoMailbox } from './suppressions.js';

const ADA = 'ada@example.com';
const PHONE = '+4930901820';

type Event = Record<string, unknown>;

const sendgrid = (event: Event) => ({ sg_message_id: 'm1', email: ADA, ...event });
const mailgun = (data: Event) => ({
  'event-data': { message: { headers: { 'message-id': 'm1' } }, recipient: ADA, ...data },
});
const failure = (reason: string, status: Event = {}) =>
  mailgun({ event: 'failed', severity: 'permanent', reason, 'delivery-status': status });
const postmark = (event: Event) => ({ MessageID: 'm1', Email: ADA, ...event });
const bounceOf = (Type: string) => postmark({ RecordType: 'Bounce', Type });
const change = (SuppressionReason: string, SuppressSending = true) => ({
  RecordType: 'SubscriptionChange',
  MessageID: 'm1',
  Recipient: ADA,
  SuppressionReason,
  SuppressSending,
});
const resend = (type: string, data: Event = {}) => ({ type, data: { email_id: 'm1', to: [ADA], ...data } });
const ses = (event: Event) => ({ mail: { messageId: 'm1', destination: [ADA] }, ...event });
const sesBounce = (bounceType: string, diagnosticCode?: string) =>
  ses({ eventType: 'Bounce', bounce: { bounceType, bouncedRecipients: [{ emailAddress: ADA, diagnosticCode }] } });
const sesComplaint = (complaintFeedbackType: string | undefined, ...others: string[]) => {
  const complainedRecipients = [ADA, ...others].map((emailAddress) => ({ emailAddress }));
  return ses({ eventType: 'Complaint', complaint: { complainedRecipients, complaintFeedbackType } });
};
const brevo = (event: string, reason?: string) => ({ event, 'message-id': 'm1', email: ADA, reason });
const mailersend = (kind: string, meta: Event = {}) => ({
  type: `activity.${kind}`,
  data: { message_id: 'm1', email: { recipient: { email: ADA } }, meta },
});
const mailjet = (event: Event) => ({ Message_GUID: 'm1', email: ADA, ...event });
const sparkpost = (event: Event) => ({ msys: { message_event: { transmission_id: 'm1', rcpt_to: ADA, ...event } } });
const twilio = (ErrorCode: string) => ({ MessageSid: 'm1', MessageStatus: 'undelivered', To: PHONE, ErrorCode });
const telnyx = (code: string) => ({
  data: {
    event_type: 'message.finalized',
    payload: { id: 'm1', to: [{ phone_number: PHONE, status: 'delivery_failed' }], errors: [{ code }] },
  },
});
const plivo = (ErrorCode: string) => ({ MessageUUID: 'm1', Status: 'undelivered', To: PHONE, ErrorCode });
const vonage = (code: string) => ({ messageId: 'm1', status: 'failed', msisdn: PHONE, 'err-code': code });

describe('CS24: a report', () => {
  it.each<[string, string, string, object, string | undefined]>([
    // https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event
    ['email', 'sendgrid', 'bounce', sendgrid({ event: 'bounce', type: 'bounce', status: '5.1.1' }), 'bounce'],
    [
      'email',
      'sendgrid',
      'bounce without a code',
      sendgrid({ event: 'bounce', type: 'bounce', reason: 'unable to get mx info' }),
      'bounce',
    ],
    ['email', 'sendgrid', 'block', sendgrid({ event: 'bounce', type: 'blocked', status: '5.7.1' }), undefined],
    ['email', 'sendgrid', 'full mailbox', sendgrid({ event: 'bounce', type: 'bounce', status: '5.2.2' }), undefined],
    [
      'email',
      'sendgrid',
      'reputation of the sender',
      sendgrid({ event: 'bounce', type: 'bounce', bounce_classification: 'Reputation' }),
      undefined,
    ],
    ['email', 'sendgrid', 'deferral', sendgrid({ event: 'deferred', response: '451 greylisted' }), undefined],
    ['email', 'sendgrid', 'drop after bounces', sendgrid({ event: 'dropped', reason: 'Bounced Address' }), 'bounce'],
    ['email', 'sendgrid', 'drop of content', sendgrid({ event: 'dropped', reason: 'Spam Content' }), undefined],
    ['email', 'sendgrid', 'complaint', sendgrid({ event: 'spamreport' }), 'complaint'],
    ['email', 'sendgrid', 'unsubscription', sendgrid({ event: 'group_unsubscribe' }), 'unsubscribe'],
    ['email', 'sendgrid', 'delivery', sendgrid({ event: 'delivered' }), undefined],
    // https://documentation.mailgun.com/docs/mailgun/user-manual/events/event-structure
    ['email', 'mailgun', 'bounce', failure('bounce', { code: 550, message: '5.1.1 no such user' }), 'bounce'],
    ['email', 'mailgun', 'full mailbox', failure('bounce', { code: 552, message: '5.2.2 over quota' }), undefined],
    ['email', 'mailgun', 'known bounce', failure('suppress-bounce'), 'bounce'],
    ['email', 'mailgun', 'known complaint', failure('suppress-complaint'), 'complaint'],
    ['email', 'mailgun', 'block', failure('espblock', { message: '5.7.1 blocked' }), undefined],
    ['email', 'mailgun', 'failure of unknown kind', failure('generic'), undefined],
    [
      'email',
      'mailgun',
      'temporary failure',
      mailgun({ event: 'failed', severity: 'temporary', reason: 'greylisted' }),
      undefined,
    ],
    ['email', 'mailgun', 'complaint', mailgun({ event: 'complained' }), 'complaint'],
    ['email', 'mailgun', 'unsubscription', mailgun({ event: 'unsubscribed' }), 'unsubscribe'],
    // https://postmarkapp.com/developer/api/bounce-api#bounce-types
    ['email', 'postmark', 'bounce', bounceOf('HardBounce'), 'bounce'],
    ['email', 'postmark', 'bad address', bounceOf('BadEmailAddress'), 'bounce'],
    ...['Transient', 'SoftBounce', 'AutoResponder', 'AddressChange', 'DnsError', 'Blocked', 'SpamNotification'].map(
      (kind): [string, string, string, object, undefined] => ['email', 'postmark', kind, bounceOf(kind), undefined],
    ),
    ['email', 'postmark', 'complaint', postmark({ RecordType: 'SpamComplaint' }), 'complaint'],
    ['email', 'postmark', 'unsubscription', change('ManualSuppression'), 'unsubscribe'],
    ['email', 'postmark', 'suppression after a bounce', change('HardBounce'), 'bounce'],
    // https://resend.com/docs/dashboard/emails/email-bounces
    ['email', 'resend', 'bounce', resend('email.bounced', { bounce: { type: 'Permanent' } }), 'bounce'],
    ['email', 'resend', 'full mailbox', resend('email.bounced', { bounce: { type: 'Transient' } }), undefined],
    ['email', 'resend', 'unknown bounce', resend('email.bounced', { bounce: { type: 'Undetermined' } }), undefined],
    [
      'email',
      'resend',
      'bounce of one of several',
      resend('email.bounced', { bounce: { type: 'Permanent' }, to: [ADA, 'b@example.com'] }),
      undefined,
    ],
    ['email', 'resend', 'complaint', resend('email.complained'), 'complaint'],
    // https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html
    ['email', 'ses', 'bounce', sesBounce('Permanent', 'smtp; 550 5.1.1 user unknown'), 'bounce'],
    ['email', 'ses', 'bounce without words', sesBounce('Permanent'), 'bounce'],
    ['email', 'ses', 'permanent block', sesBounce('Permanent', 'smtp; 550 5.7.1 blocked'), undefined],
    ['email', 'ses', 'full mailbox, out of office', sesBounce('Transient'), undefined],
    ['email', 'ses', 'unknown bounce', sesBounce('Undetermined'), undefined],
    ['email', 'ses', 'complaint', sesComplaint('abuse'), 'complaint'],
    ['email', 'ses', 'complaint without a kind', sesComplaint(undefined), 'complaint'],
    ['email', 'ses', 'complaint of one of several', sesComplaint('abuse', 'b@example.com'), undefined],
    ['email', 'ses', 'virus', sesComplaint('virus'), undefined],
    [
      'email',
      'ses',
      'unsubscription',
      ses({ eventType: 'Subscription', subscription: { newTopicPreferences: { unsubscribeAll: true } } }),
      'unsubscribe',
    ],
    // https://developers.brevo.com/docs/transactional-webhooks
    ['email', 'sendinblue', 'bounce', brevo('hard_bounce', '550 5.1.1 unknown'), 'bounce'],
    ['email', 'sendinblue', 'hard block', brevo('hard_bounce', '550 5.7.1 rejected by policy'), undefined],
    ['email', 'sendinblue', 'soft bounce', brevo('soft_bounce', 'mailbox full'), undefined],
    ['email', 'sendinblue', 'invalid address', brevo('invalid_email'), 'bounce'],
    ['email', 'sendinblue', 'block', brevo('blocked'), undefined],
    ['email', 'sendinblue', 'complaint', brevo('spam'), 'complaint'],
    ['email', 'sendinblue', 'unsubscription', brevo('unsubscribed'), 'unsubscribe'],
    // https://developers.mailersend.com/api/v1/webhooks.html
    ['email', 'mailersend', 'bounce', mailersend('hard_bounced', { bounce_reason: 'user unknown' }), 'bounce'],
    [
      'email',
      'mailersend',
      'hard full mailbox',
      mailersend('hard_bounced', { bounce_reason: 'Mailbox full' }),
      undefined,
    ],
    ['email', 'mailersend', 'soft bounce', mailersend('soft_bounced'), undefined],
    ['email', 'mailersend', 'complaint', mailersend('spam_complaint'), 'complaint'],
    ['email', 'mailersend', 'unsubscription', mailersend('unsubscribed'), 'unsubscribe'],
    // https://dev.mailjet.com/email/guides/webhooks/
    ['email', 'mailjet', 'bounce', mailjet({ event: 'bounce', hard_bounce: true, error: 'user unknown' }), 'bounce'],
    ['email', 'mailjet', 'full', mailjet({ event: 'bounce', hard_bounce: true, error: 'quota exceeded' }), undefined],
    ['email', 'mailjet', 'soft', mailjet({ event: 'bounce', hard_bounce: false, error: 'user unknown' }), undefined],
    ['email', 'mailjet', 'greylisting', mailjet({ event: 'bounce', error: 'greylisted' }), undefined],
    ['email', 'mailjet', 'block', mailjet({ event: 'blocked', error: 'preblocked' }), undefined],
    ['email', 'mailjet', 'complaint', mailjet({ event: 'spam' }), 'complaint'],
    ['email', 'mailjet', 'unsubscription', mailjet({ event: 'unsub' }), 'unsubscribe'],
    // https://support.sparkpost.com/docs/deliverability/bounce-classification-codes
    ['email', 'sparkpost', 'bounce', sparkpost({ type: 'bounce', bounce_class: '10' }), 'bounce'],
    ['email', 'sparkpost', 'later bounce', sparkpost({ type: 'out_of_band', bounce_class: 30 }), 'bounce'],
    ...['20', '21', '22', '23', '24', '25', '40', '50', '51', '52', '53', '54', '70'].map(
      (bounce_class): [string, string, string, object, undefined] => [
        'email',
        'sparkpost',
        `class ${bounce_class}`,
        sparkpost({ type: 'bounce', bounce_class }),
        undefined,
      ],
    ),
    ['email', 'sparkpost', 'complaint', sparkpost({ type: 'spam_complaint' }), 'complaint'],
    ['email', 'sparkpost', 'unsubscription', sparkpost({ type: 'list_unsubscribe' }), 'unsubscribe'],
    // https://www.twilio.com/docs/api/errors
    ['sms', 'twilio', 'opt-out', twilio('21610'), 'stop'],
    ['sms', 'twilio', 'landline', twilio('30006'), 'bounce'],
    ['sms', 'twilio', 'unknown handset', twilio('30005'), 'bounce'],
    ['sms', 'twilio', 'handset that is off', twilio('30003'), undefined],
    ['sms', 'twilio', 'filtered content', twilio('30007'), undefined],
    // https://developers.telnyx.com/development/api-guide/error-codes
    ['sms', 'telnyx', 'opt-out', telnyx('40300'), 'stop'],
    ['sms', 'telnyx', 'landline', telnyx('40001'), 'bounce'],
    ['sms', 'telnyx', 'spam', telnyx('40002'), undefined],
    ['sms', 'plivo', 'opt-out', plivo('200'), 'stop'],
    ['sms', 'plivo', 'invalid number', plivo('50'), 'bounce'],
    ['sms', 'plivo', 'unavailable for now', plivo('80'), undefined],
    ['sms', 'nexmo', 'invalid number', vonage('9'), 'bounce'],
    ['sms', 'nexmo', 'handset that is off', vonage('2'), undefined],
  ])('on %s of %s: %s', (channel, providerId, _what, body, reason) => {
    const [event] = findAdapter(channel, providerId)!.reports!.read(posted(body));
    const addresses = [channel === 'email' ? ADA : PHONE];
    expect(event?.suppress).toEqual(reason === undefined ? undefined : { reason, addresses });
  });
});

describe('CS25: the words of a mail server', () => {
  it.each<[string, boolean, boolean]>([
    ['550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown', true, false],
    ['550 5.1.1 The email account that you tried to reach does not exist', true, false],
    ['550 5.1.2 bad destination system', true, false],
    ['556 5.1.10 null MX', true, false],
    ['550 5.2.1 mailbox disabled', true, false],
    ['550 no such user', true, false],
    ['550 Requested action not taken: mailbox not found', true, false],
    ['552 5.2.2 mailbox full', false, true],
    ['452 4.2.2 The email account is over quota', false, true],
    ['550 5.4.1 Recipient address rejected: Access denied', false, true],
    ['550 5.7.1 Message blocked because the sender is on a blocklist', false, true],
    ['550 5.7.1 no such user here, or you are blocked', false, true],
    ['451 greylisted, try again', false, true],
    ['Out of office: I am on vacation', false, true],
    ['550 rejected', false, false],
    ['550 5.1.0 rejected', false, false],
    ['', false, false],
  ])('%j: says that there is no mailbox: %s, that there is one: %s', (text, isMissing, isThere) => {
    expect([saysNoMailbox(text), saysMailboxExists(text)]).toEqual([isMissing, isThere]);
  });
});
