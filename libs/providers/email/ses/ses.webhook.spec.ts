import { posted, reports } from '../../testing/reports.js';
import { sesWebhook } from './ses.webhook.js';

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
