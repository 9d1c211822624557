import { createHash, createHmac } from 'node:crypto';
import { REPORTED_AT, reports } from '../testing/reports.js';
import { whatsappBusinessWebhook } from './whatsapp-business.js';

const KEY = 'app secret';
const WORD = createHash('sha256').update(KEY).digest('hex');
const SECONDS = String(REPORTED_AT.getTime() / 1000);

const posting = (...values: object[]) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '102290129340398', changes: values.map((value) => ({ field: 'messages', value })) }],
});

reports(whatsappBusinessWebhook, {
  key: KEY,
  body: posting(
    { statuses: [{ id: 'wamid.1', status: 'read', timestamp: SECONDS, recipient_id: '491700000000' }] },
    { messages: [{ id: 'wamid.9', type: 'text' }] },
    {
      statuses: [
        { id: 'wamid.2', status: 'failed', timestamp: '1', errors: [{ code: 131026, title: 'Message undeliverable' }] },
        {
          id: 'wamid.3',
          status: 'failed',
          errors: [{ title: 'Re-engagement message', error_data: { details: 'More than 24 hours have passed' } }],
        },
      ],
    },
  ),
  prove: ({ rawBody }) => ({
    'x-hub-signature-256': `sha256=${createHmac('sha256', KEY).update(rawBody).digest('hex')}`,
  }),
  covers: ['body'],
  events: [
    { messageId: 'wamid.1', status: 'opened', at: REPORTED_AT },
    { messageId: 'wamid.2', status: 'failed', at: new Date(1000), response: 'Message undeliverable' },
    { messageId: 'wamid.3', status: 'failed', at: undefined, response: 'More than 24 hours have passed' },
  ],
  silent: [posting({ statuses: [{ id: 'wamid.1', status: 'played' }] }), { entry: [] }, { entry: [{ changes: null }] }],
  malformed: [{}, posting({ statuses: ['read'] }), posting({ statuses: [{ status: 'sent' }] })],
});

describe('the question whether the address is known', () => {
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': WORD, 'hub.challenge': '1158201444' };
  const answer = (changes: object, key = KEY) => whatsappBusinessWebhook.handshake?.({ ...query, ...changes }, key);

  it('is answered with what was asked', () => {
    expect(answer({})).toBe('1158201444');
  });

  it.each([
    [{ 'hub.mode': 'unsubscribe' }],
    [{ 'hub.verify_token': 'another' }],
    [{ 'hub.verify_token': undefined }],
    [{ 'hub.verify_token': [WORD, WORD] }],
    [{ 'hub.verify_token': KEY }],
    [{ 'hub.challenge': undefined }],
    [{ 'hub.challenge': '<script>' }],
    [{ 'hub.challenge': '1'.repeat(129) }],
  ])('is not answered with %j', (changes) => {
    expect(answer(changes)).toBeUndefined();
  });

  it('is not answered where there is no key', () => {
    for (const word of ['', createHash('sha256').update('').digest('hex')]) {
      expect(answer({ 'hub.verify_token': word }, '')).toBeUndefined();
    }
  });
});
