import PostalMime from 'postal-mime';
import { at, readJson } from '../kit/json.js';
import { conforms, oneSend, SAMPLE_EMAIL, SAMPLE_SENDER } from '../testing/conformance.js';
import { posted, reports } from '../testing/reports.js';
import { asciiMailbox, mimeOf, ses, sesWebhook } from './ses.js';

const { headers: _headers, attachments: _attachments, ...plain } = SAMPLE_EMAIL;

conforms(ses, {
  account: {
    apiKey: 'AKIDEXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    region: 'eu-west-1',
    configurationSetName: 'orders-set',
    ...SAMPLE_SENDER,
  },
  content: plain,
  request: {
    method: 'POST',
    url: 'https://email.eu-west-1.amazonaws.com/v2/email/outbound-emails',
    headers: {
      'content-type': 'application/json',
      'x-amz-date': '20260301T120000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20260301/eu-west-1/ses/aws4_request, ' +
        'SignedHeaders=content-type;host;x-amz-date, Signature=1d910998843de13d62f5e141f809fa2e1b833dd84d53964ad2ef0c0c8a666d2d',
    },
    body: JSON.stringify({
      FromEmailAddress: '"Example \\"Shop\\"" <noreply@example.com>',
      Destination: {
        ToAddresses: ['ada@example.com', 'bob@example.com'],
        CcAddresses: ['carl@example.com'],
        BccAddresses: ['log@example.com'],
      },
      ReplyToAddresses: ['help@example.com'],
      Content: {
        Simple: {
          Subject: { Data: 'Grüße', Charset: 'UTF-8' },
          Body: { Text: { Data: 'Hello', Charset: 'UTF-8' }, Html: { Data: '<p>Hello</p>', Charset: 'UTF-8' } },
        },
      },
      EmailTags: [
        { Name: 'order', Value: '7' },
        { Name: 'shop', Value: 'north' },
      ],
      ConfigurationSetName: 'orders-set',
    }),
  },
  accepted: {
    status: 200,
    body: '{"MessageId":"010001c0ffee-0000000000000000"}',
    id: '010001c0ffee-0000000000000000',
  },
  refused: {
    status: 400,
    headers: { 'x-amzn-errortype': 'MessageRejected' },
    body: '{"message":"Email address is not verified."}',
  },
  busy: {
    status: 400,
    headers: {
      'x-amzn-errortype': 'ThrottlingException:http://internal.amazon.com/coral/com.amazon.coral.availability/',
    },
    body: '{"message":"Maximum sending rate exceeded."}',
  },
});

describe('an email as MIME', () => {
  it('has everything of it but who is hidden, and is the same again', async () => {
    const now = new Date('2026-03-01T12:00:00Z');
    const written = () => mimeOf('6925a1f0c0ffee0123456789', SAMPLE_EMAIL, { email: 'noreply@example.com' }, now);
    const mime = await written();
    expect((await written()).equals(mime)).toBe(true);
    expect(mime.toString()).not.toContain('log@example.com');
    expect(await PostalMime.parse(mime)).toMatchObject({
      from: { address: 'noreply@example.com' },
      to: [{ address: 'ada@example.com' }, { address: 'bob@example.com' }],
      cc: [{ address: 'carl@example.com' }],
      replyTo: [{ address: 'help@example.com' }],
      subject: 'Grüße',
      html: '<p>Hello</p>\n',
      text: 'Hello\n',
      messageId: '<6925a1f0c0ffee0123456789@example.com>',
      date: '2026-03-01T12:00:00.000Z',
      attachments: [{ filename: 'a.txt', mimeType: 'text/plain' }],
    });
  });
});

describe('who an email comes from', () => {
  it.each([
    [undefined, 'a@example.com'],
    ['Ada', '"Ada" <a@example.com>'],
    ['Größe', '=?UTF-8?B?R3LDtsOfZQ==?= <a@example.com>'],
  ])('is written in ASCII: %s', async (name, written) => {
    expect(await asciiMailbox({ email: 'a@example.com', ...(name !== undefined && { name }) })).toBe(written);
  });
});

describe('an email with files, by SES', () => {
  const account = { apiKey: 'AKIDEXAMPLE', secretKey: 'secret', region: 'eu-west-1', from: 'a@example.com' };

  it('is sent as MIME, to those who are hidden, too', async () => {
    const response = { body: '{"MessageId":"0100"}' };
    const { request, result } = await oneSend(ses, { content: SAMPLE_EMAIL, account, response });
    expect(result).toEqual({ ok: true, id: '0100' });
    const { Content, Destination } = readJson(String(request!.body));
    expect(Destination).toMatchObject({ BccAddresses: ['log@example.com'] });
    const email = await PostalMime.parse(Buffer.from(String(at(Content, 'Raw.Data')), 'base64'));
    expect(Buffer.from(email.attachments[0]?.content as ArrayBuffer).toString()).toBe('hi');
    expect(email.headers.find(({ key }) => key === 'x-order')?.value).toBe('7');
  });

  it('is not sent to a region that is none', async () => {
    const { request, result } = await oneSend(ses, {
      content: SAMPLE_EMAIL,
      account: { ...account, region: 'example.com/' },
    });
    expect(request).toBeUndefined();
    expect(result).toMatchObject({ ok: false, kind: 'permanent', error: expect.stringContaining('region') });
  });
});

const AT = '2026-02-03T04:05:00.000Z';
const SENT_AT = '2026-02-03T04:04:00.000Z';
const SUBSCRIBE_URL = 'https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&Token=t1';

const mail = { messageId: 'm1', timestamp: SENT_AT };
const bounce = {
  bounceType: 'Permanent',
  bounceSubType: 'NoEmail',
  timestamp: AT,
  bouncedRecipients: [{ emailAddress: 'ada@example.com', diagnosticCode: 'smtp; 550 5.1.1 unknown' }],
};
const notification = (message: unknown) => ({
  Type: 'Notification',
  MessageId: 'e1',
  TopicArn: 'arn:aws:sns:eu-central-1:123456789012:mail',
  Message: typeof message === 'string' ? message : JSON.stringify(message),
});
const subscription = (SubscribeURL: unknown, Type = 'SubscriptionConfirmation') => ({
  Type,
  MessageId: 'e1',
  Message: 'Please confirm',
  SubscribeURL,
});

reports(sesWebhook, {
  key: 'password',
  body: notification({ eventType: 'Bounce', mail, bounce }),
  prove: () => ({ authorization: `Basic ${Buffer.from('any:password').toString('base64')}` }),
  events: [{ id: 'e1', messageId: 'm1', status: 'bounced', at: new Date(AT), response: 'smtp; 550 5.1.1 unknown' }],
  silent: [
    notification('Successfully validated SNS topic for Amazon SES event publishing.'),
    notification({ notificationType: 'AmazonSnsSubscriptionSucceeded', message: 'It works' }),
    notification({ notificationType: 'Received', mail }),
    notification({ eventType: 'toString', mail }),
    notification({ eventType: 'Complaint', mail, complaint: { complaintFeedbackType: 'not-spam' } }),
    notification({ eventType: 'Subscription', mail, subscription: { newTopicPreferences: { unsubscribeAll: false } } }),
    subscription(SUBSCRIBE_URL),
    subscription(SUBSCRIBE_URL, 'UnsubscribeConfirmation'),
    { Type: 'Notification' },
  ],
  malformed: ['text', null, notification({ eventType: 'Delivery', mail: {} })],
});

const read = (event: object) => sesWebhook.read(posted(notification(event)));

it.each([
  ['Send', { send: {} }, { status: 'sent', at: new Date(SENT_AT) }],
  ['Delivery', { delivery: { timestamp: AT, smtpResponse: '250 ok' } }, { status: 'delivered', response: '250 ok' }],
  ['Complaint', { complaint: { complaintFeedbackType: 'abuse' } }, { status: 'complaint', response: 'abuse' }],
  ['Reject', { reject: { reason: 'Bad content' } }, { status: 'rejected', response: 'Bad content' }],
  ['Open', { open: { timestamp: AT } }, { status: 'opened', at: new Date(AT) }],
  ['Click', { click: { timestamp: AT } }, { status: 'clicked', at: new Date(AT) }],
  ['Rendering Failure', { failure: { errorMessage: 'No name' } }, { status: 'failed', response: 'No name' }],
  ['DeliveryDelay', { deliveryDelay: { delayType: 'MailboxFull' } }, { status: 'delayed', response: 'MailboxFull' }],
  ['Subscription', { subscription: { newTopicPreferences: { unsubscribeAll: true } } }, { status: 'unsubscribed' }],
])('an event of the kind "%s" is understood', (eventType, details, event) => {
  expect(read({ eventType, mail, ...details })).toEqual([expect.objectContaining({ messageId: 'm1', ...event })]);
});

it.each(['Transient', 'Undetermined'])('a bounce of the type %s is one: nobody tries any more', (bounceType) => {
  const event = { eventType: 'Bounce', mail, bounce: { bounceType, bounceSubType: 'General' } };
  expect(read(event)).toMatchObject([{ status: 'bounced', response: 'General' }]);
});

it('feedback of an identity is understood, too', () => {
  expect(read({ notificationType: 'Bounce', mail, bounce })).toMatchObject([{ id: 'e1', status: 'bounced' }]);
});

it('raw message delivery has no envelope: the id is in a header', () => {
  const headers = { 'x-amz-sns-rawdelivery': 'true', 'x-amz-sns-message-id': 'e2' };
  const request = { ...posted({ eventType: 'Bounce', mail, bounce }), headers };
  expect(sesWebhook.read(request)).toMatchObject([{ id: 'e2', messageId: 'm1', status: 'bounced' }]);
});

describe('a subscription', () => {
  const confirmation = (body: unknown) => sesWebhook.confirmation?.(posted(body));

  it.each([SUBSCRIBE_URL, 'https://sns.cn-north-1.amazonaws.com.cn/?Token=t1'])('is confirmed at %s', (address) => {
    expect(confirmation(subscription(address))).toBe(address);
  });

  it.each([
    ['http://sns.eu-central-1.amazonaws.com/'],
    ['https://sns.eu-central-1.amazonaws.com.example.com/'],
    ['https://example.com/sns.eu-central-1.amazonaws.com'],
    ['https://evil-sns.eu-central-1.amazonaws.com/'],
    ['https://bucket.s3.eu-central-1.amazonaws.com/'],
    ['https://sns.eu-central-1.evil.amazonaws.com/'],
    ['https://sns.eu-central-1.amazonaws.com:8443/'],
    ['https://sns.eu-central-1.amazonaws.com@example.com/'],
    ['https://user:password@sns.eu-central-1.amazonaws.com/'],
    ['https://sns.amazonaws.com/'],
    ['nonsense'],
    [1],
    [undefined],
  ])('is not confirmed at %s', (address) => {
    expect(confirmation(subscription(address))).toBeUndefined();
  });

  it('is confirmed only when one asks for it', () => {
    expect(confirmation(subscription(SUBSCRIBE_URL, 'UnsubscribeConfirmation'))).toBeUndefined();
    expect(confirmation({ ...notification({}), SubscribeURL: SUBSCRIBE_URL })).toBeUndefined();
    expect(confirmation('text')).toBeUndefined();
  });
});
