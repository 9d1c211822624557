import type { WebhookFormat } from '../webhooks/webhook-format.js';
import { infobipSmsWebhook } from './infobip-sms.js';
import { nexmoWebhook } from './nexmo.js';
import { plivoWebhook } from './plivo.js';
import { sinchWebhook } from './sinch.js';
import { telnyxWebhook } from './telnyx.js';
import { twilioWebhook } from './twilio.js';

const FORMATS = {
  infobip: infobipSmsWebhook,
  plivo: plivoWebhook,
  sinch: sinchWebhook,
  telnyx: telnyxWebhook,
  twilio: twilioWebhook,
  vonage: nexmoWebhook,
} satisfies Record<string, WebhookFormat>;

const TWILIO = {
  AccountSid: 'AC1',
  MessageSid: 'SM1',
  SmsSid: 'SM1',
  SmsStatus: 'received',
  From: '+14155550123',
  To: '+15005550006',
  Body: 'Stop',
  NumMedia: '0',
};
const VONAGE = {
  msisdn: '447700900001',
  to: '447700900000',
  messageId: '0A0000000123ABCD1',
  text: 'Stop',
  type: 'text',
  keyword: 'STOP',
  'message-timestamp': '2026-02-03 04:05:06',
};
const PLIVO = { From: '14155550123', To: '15005550006', Type: 'sms', Text: 'Stop', MessageUUID: 'u1', Units: '1' };
const TELNYX = {
  data: {
    record_type: 'event',
    event_type: 'message.received',
    id: 'e1',
    occurred_at: '2026-02-03T04:05:06.148+00:00',
    payload: {
      direction: 'inbound',
      id: 'm1',
      type: 'SMS',
      from: { phone_number: '+14155550123', carrier: 'T-Mobile' },
      to: [{ phone_number: '+15005550006', status: 'webhook_delivered' }],
      text: 'Stop',
      received_at: '2026-02-03T04:05:05.000+00:00',
    },
  },
};
const SINCH = {
  type: 'mo_text',
  id: '01XXXXX21XXXXX119Z8P1XXXXX',
  from: '16051234567',
  to: '13185551234',
  body: 'Stop',
  received_at: '2026-02-03T04:05:06.000Z',
};
const INFOBIP = {
  messageId: '817790313235066447',
  from: '385916242493',
  to: '385921004026',
  text: 'Stop it',
  cleanText: 'it',
  keyword: 'STOP',
  receivedAt: '2026-02-03T04:05:06.000+0000',
  smsCount: 1,
};
const AT = new Date('2026-02-03T04:05:06.000Z');
const results = (...list: object[]) => ({ results: list, messageCount: list.length, pendingMessageCount: 0 });

describe('S8: inbound text messages', () => {
  it.each([
    ['twilio', TWILIO, [{ id: 'SM1', from: '+14155550123', to: '+15005550006', text: 'Stop' }]],
    ['twilio', { ...TWILIO, From: 'whatsapp:+14155550123' }, [{ from: 'whatsapp:+14155550123' }]],
    ['twilio', { ...TWILIO, Body: '', NumMedia: '1' }, [{ text: '' }]],
    ['twilio', { ...TWILIO, OptOutType: 'HELP' }, [{ keyword: 'help', answered: true }]],
    ['vonage', VONAGE, [{ id: VONAGE.messageId, from: '+447700900001', to: '447700900000', text: 'Stop', at: AT }]],
    ['vonage', { ...VONAGE, concat: 'true', 'concat-part': '2' }, [{ isPart: true }]],
    ['plivo', PLIVO, [{ id: 'u1', from: '+14155550123', to: '15005550006', text: 'Stop' }]],
    ['plivo', { ...PLIVO, MessageIntent: 'optout' }, [{ keyword: 'stop' }]],
    [
      'telnyx',
      TELNYX,
      [{ id: 'm1', from: '+14155550123', to: '+15005550006', text: 'Stop', at: new Date('2026-02-03T04:05:05Z') }],
    ],
    ['sinch', SINCH, [{ id: SINCH.id, from: '+16051234567', to: '13185551234', text: 'Stop', at: AT }]],
    [
      'infobip',
      results(INFOBIP, { ...INFOBIP, messageId: '2', to: 12345 }),
      [
        { id: INFOBIP.messageId, from: '+385916242493', to: '385921004026', text: 'Stop it', at: AT },
        { id: '2', to: '12345' },
      ],
    ],
  ] as const)('of %s are read', (provider, body, texts) => {
    const format = FORMATS[provider];
    expect(format.texts!.read(body)).toEqual(texts.map((one) => expect.objectContaining(one)));
    expect(format.read({ url: '', headers: {}, rawBody: '', body })).toEqual([]);
  });

  it.each([
    ['twilio', { MessageSid: 'SM1', MessageStatus: 'delivered', SmsStatus: 'delivered', From: '+1', To: '+1' }],
    ['vonage', { msisdn: '447700900001', to: 'Shop', messageId: 'm', status: 'delivered', 'err-code': '0' }],
    ['vonage', { ...VONAGE, type: 'binary', data: '00' }],
    ['plivo', { MessageUUID: 'u1', Status: 'delivered', From: '1', To: '2' }],
    ['plivo', { ...PLIVO, Type: 'whatsapp' }],
    ['telnyx', { data: { ...TELNYX.data, event_type: 'message.sent' } }],
    ['sinch', { ...SINCH, type: 'mo_binary' }],
    ['infobip', results({ messageId: '1', status: { groupName: 'DELIVERED' }, to: '385', from: 'Shop' })],
  ] as const)('of %s are not what reports something else: %j', (provider, body) => {
    expect(FORMATS[provider].texts!.read(body)).toEqual([]);
  });

  it.each([
    ['twilio', { ...TWILIO, MessageSid: undefined }, 'id'],
    ['twilio', { ...TWILIO, From: '' }, 'from'],
    ['vonage', { ...VONAGE, to: undefined }, 'to'],
    ['telnyx', { data: { ...TELNYX.data, payload: {} } }, 'id'],
  ] as const)('of %s are refused without what they need: %j', (provider, body, member) => {
    const message = `An event has no ${member} of an inbound message`;
    expect(() => FORMATS[provider].texts!.read(body)).toThrow(message);
  });
});
