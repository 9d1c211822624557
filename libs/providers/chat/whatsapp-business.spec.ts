import { conforms } from '../testing/conformance.js';
import { oneSend } from '../testing/one-send.js';
import { whatsappBusiness } from './whatsapp-business.js';

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
