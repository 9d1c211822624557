import { generateKeyPairSync, sign } from 'node:crypto';
import { REPORTED_AT, reports } from '../testing/reports.js';
import { sendgridWebhook } from './sendgrid.js';

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
