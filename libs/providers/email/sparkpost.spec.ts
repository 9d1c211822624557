import { conforms, SAMPLE_EMAIL, SAMPLE_SENDER } from '../testing/conformance.js';
import { posted, REPORTED_AT, reports } from '../testing/reports.js';
import { sparkpost, sparkpostWebhook } from './sparkpost.js';

const header_to = 'ada@example.com, bob@example.com';

conforms(sparkpost, {
  account: { apiKey: 'c0ffee1234567890', region: 'eu', ...SAMPLE_SENDER },
  content: { ...SAMPLE_EMAIL, ipPoolName: 'orders' },
  request: {
    method: 'POST',
    url: 'https://api.eu.sparkpost.com/api/v1/transmissions',
    headers: { authorization: 'c0ffee1234567890', 'content-type': 'application/json' },
    body: JSON.stringify({
      options: { transactional: true, ip_pool: 'orders' },
      recipients: [
        { address: { email: 'ada@example.com', header_to } },
        { address: { email: 'bob@example.com', header_to } },
        { address: { email: 'carl@example.com', header_to } },
        { address: { email: 'log@example.com', header_to } },
      ],
      content: {
        from: { email: 'noreply@example.com', name: 'Example "Shop"' },
        subject: 'Grüße',
        reply_to: 'help@example.com',
        headers: { 'X-Order': '7', CC: 'carl@example.com' },
        text: 'Hello',
        html: '<p>Hello</p>',
        attachments: [{ name: 'a.txt', type: 'text/plain', data: 'aGk=' }],
      },
      metadata: { order: 7, shop: 'north' },
    }),
  },
  accepted: {
    status: 200,
    body: '{"results":{"total_rejected_recipients":0,"total_accepted_recipients":4,"id":"11668787484950529"}}',
    id: '11668787484950529',
  },
  refused: { status: 422, body: '{"errors":[{"message":"required field is missing","code":"1400"}]}' },
  busy: { status: 420, body: '{"errors":[{"message":"Exceed Sending Limit (daily)","code":"2102"}]}' },
});

const event = (type: string, fields: object = {}) => ({
  type,
  event_id: '92356927693813856',
  transmission_id: '65832150921904138',
  message_id: '000443ee14578172be22',
  timestamp: String(REPORTED_AT.getTime() / 1000),
  ...fields,
});
const message = (type: string, fields?: object) => [{ msys: { message_event: event(type, fields) } }];

reports(sparkpostWebhook, {
  key: 'password',
  body: [
    ...message('bounce', { bounce_class: '10', raw_reason: '550 no such user', reason: '550 …', num_retries: '2' }),
    { msys: { track_event: event('click') } },
    { msys: {} },
  ],
  prove: () => ({ authorization: `Basic ${Buffer.from('any:password').toString('base64')}` }),
  events: [
    {
      id: '92356927693813856',
      messageId: '65832150921904138',
      status: 'bounced',
      at: REPORTED_AT,
      response: '550 no such user',
      attempts: 3,
    },
    { messageId: '65832150921904138', status: 'clicked', at: REPORTED_AT },
  ],
  silent: [
    [{ msys: {} }],
    [{ msys: { relay_message: { content: {} } } }],
    message('sms_status'),
    message('constructor'),
    message('delivery', { transmission_id: undefined }),
    message('out_of_band', { bounce_class: '60' }),
    message('out_of_band', { bounce_class: '80' }),
    message('bounce', { bounce_class: '100' }),
  ],
  malformed: ['text', {}, [{ msys: null }]],
});

it.each([
  ['message_event', 'injection', 'accepted'],
  ['message_event', 'delivery', 'delivered'],
  ['message_event', 'delay', 'delayed'],
  ['message_event', 'out_of_band', 'bounced'],
  ['message_event', 'policy_rejection', 'rejected'],
  ['message_event', 'spam_complaint', 'spam'],
  ['gen_event', 'generation_failure', 'failed'],
  ['gen_event', 'generation_rejection', 'rejected'],
  ['track_event', 'open', 'opened'],
  ['track_event', 'initial_open', 'opened'],
  ['unsubscribe_event', 'list_unsubscribe', 'unsubscribed'],
  ['unsubscribe_event', 'link_unsubscribe', 'unsubscribed'],
])('a %s of the type "%s" is %s', (name, type, status) => {
  expect(sparkpostWebhook.read(posted([{ msys: { [name]: event(type) } }]))).toMatchObject([{ status }]);
});

it('a bounce may be the wish to get no more', () => {
  expect(sparkpostWebhook.read(posted(message('bounce', { bounce_class: '90' })))).toMatchObject([
    { status: 'unsubscribed' },
  ]);
});
