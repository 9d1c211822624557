import { createHash, createHmac } from 'node:crypto';
import { conforms, oneSend } from '../testing/conformance.js';
import { REPORTED_AT, reports } from '../testing/reports.js';
import { whatsappBusiness, whatsappBusinessWebhook } from './whatsapp-business.js';

const account = { apiToken: 'EAAG-secret-token', phoneNumberIdentification: '106540352242922' };
const content = { channel: 'chat', target: { kind: 'phone', number: '+4915112345678' }, body: 'Hello' } as const;

conforms(whatsappBusiness, {
  account,
  content,
  request: {
    method: 'POST',
    url: 'https://graph.facebook.com/v23.0/106540352242922/messages',
    headers: { authorization: 'Bearer EAAG-secret-token', 'content-type': 'application/json' },
    body: JSON.stringify({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '+4915112345678',
      type: 'text',
      text: { preview_url: false, body: 'Hello' },
    }),
  },
  accepted: {
    status: 200,
    body: '{"messaging_product":"whatsapp","contacts":[{"input":"+4915112345678","wa_id":"4915112345678"}],"messages":[{"id":"wamid.HBgL"}]}',
    id: 'wamid.HBgL',
  },
  refused: { status: 400, body: '{"error":{"message":"(#131026) Message undeliverable","code":131026}}' },
  busy: { status: 400, body: '{"error":{"message":"(#131056) Pair rate limit hit","code":131056}}' },
});

it('sends the template that the trigger names', async () => {
  const template = { name: 'order_shipped', language: { code: 'en_US' } };
  const { request } = await oneSend(whatsappBusiness, { account, content, overrides: { template } });
  expect(JSON.parse(String(request?.body))).toEqual({
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: '+4915112345678',
    type: 'template',
    template,
  });
});

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
  const handshake = (changes: object, key = KEY) => whatsappBusinessWebhook.handshake?.({ ...query, ...changes }, key);

  it('is answered with what was asked', () => {
    expect(handshake({})).toBe('1158201444');
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
    expect(handshake(changes)).toBeUndefined();
  });

  it('is not answered where there is no key', () => {
    for (const word of ['', createHash('sha256').update('').digest('hex')]) {
      expect(handshake({ 'hub.verify_token': word }, '')).toBeUndefined();
    }
  });
});
