import { generateKeyPairSync, sign } from 'node:crypto';
import { conforms, SAMPLE_EMAIL, SAMPLE_SENDER } from '../testing/conformance.js';
import { REPORTED_AT, reports } from '../testing/reports.js';
import { sendgrid, sendgridWebhook } from './sendgrid.js';

conforms(sendgrid, {
  malformed: 'sent',
  account: { apiKey: 'SG.c0ffee123456', ipPoolName: 'orders', region: 'eu', ...SAMPLE_SENDER },
  content: SAMPLE_EMAIL,
  request: {
    method: 'POST',
    url: 'https://api.eu.sendgrid.com/v3/mail/send',
    headers: { authorization: 'Bearer SG.c0ffee123456', 'content-type': 'application/json' },
    body: JSON.stringify({
      personalizations: [
        {
          to: [{ email: 'ada@example.com' }, { email: 'bob@example.com' }],
          cc: [{ email: 'carl@example.com' }],
          bcc: [{ email: 'log@example.com' }],
        },
      ],
      from: { email: 'noreply@example.com', name: 'Example "Shop"' },
      reply_to: { email: 'help@example.com' },
      subject: 'Grüße',
      content: [
        { type: 'text/plain', value: 'Hello' },
        { type: 'text/html', value: '<p>Hello</p>' },
      ],
      attachments: [{ content: 'aGk=', filename: 'a.txt', type: 'text/plain', disposition: 'attachment' }],
      headers: { 'X-Order': '7' },
      custom_args: { order: '7', shop: 'north' },
      ip_pool_name: 'orders',
    }),
  },
  accepted: { status: 202, headers: { 'x-message-id': '14c5d75ce93.dfd.64b469' }, id: '14c5d75ce93.dfd.64b469' },
  refused: { status: 400, body: '{"errors":[{"message":"Does not contain a valid address.","field":"from.email"}]}' },
});

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const SECONDS = String(REPORTED_AT.getTime() / 1000);

reports(sendgridWebhook, {
  key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  body: [
    {
      event: 'bounce',
      type: 'blocked',
      sg_event_id: 'e1',
      sg_message_id: '14c5.dfd.64b469.filter0001.16648.5515E0B88.0',
      timestamp: REPORTED_AT.getTime() / 1000,
      reason: '550 no such user',
    },
    { event: 'open', sg_event_id: 'e2', sg_message_id: 'PMXB.recvd-p3mdw1-756b-1.0', timestamp: 1 },
    { event: 'group_resubscribe', sg_message_id: 'x' },
  ],
  prove: ({ rawBody }) => ({
    'x-twilio-email-event-webhook-timestamp': SECONDS,
    'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(SECONDS + rawBody), privateKey).toString(
      'base64',
    ),
  }),
  covers: ['body'],
  events: [
    { id: 'e1', alsoKnownAs: ['14c5.dfd.64b469'], status: 'blocked', at: REPORTED_AT, response: '550 no such user' },
    { id: 'e2', alsoKnownAs: ['PMXB'], status: 'opened', at: new Date(1000) },
  ],
  silent: [[{ event: 'delivered' }]],
  malformed: ['text'],
});
