import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { ApiRequest } from '../api-client.js';
import type { StandInResponse } from '../provider-stand-in.js';

/** A text message of a person. */
interface PersonsText {
  id: string;
  from: string;
  to: string;
  text: string;
  /** Further fields of the request. */
  more?: Record<string, string>;
}

/** A request of a provider: what it posts, and what proves it at an address and a time. */
interface Posting {
  body: Record<string, unknown>;
  form?: true;
  headers?: (signed: { url: string; rawBody: string; at: Date }) => Record<string, string>;
}

/** A message that a provider was asked to send. */
export interface SentText {
  from: string;
  to: string;
  text: string;
}

/** A provider as its documentation has it. */
interface TextingProvider {
  providerId: string;
  credentials: Record<string, string>;
  /** What it signs with. */
  key: string;
  /** Its signature says when it was made. */
  isTimed?: true;
  /** It keeps the plus of numbers. */
  keepsPlus?: true;
  posting: (text: PersonsText, at: Date) => Posting;
  /** Origin of the addresses that it sends at. */
  host: string;
  sent: (body: string) => SentText;
  accepted: StandInResponse;
}

const SECRET = 'what the provider signs with';
const { publicKey, privateKey } = generateKeyPairSync('ed25519');

const json = (status: number, body: object): StandInResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const seconds = (at: Date) => String(Math.floor(at.getTime() / 1000));
const fieldsOf = (form: string) => Object.fromEntries(new URLSearchParams(form)) as Record<string, string>;
const sorted = (fields: object) => Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
const basic = () => ({ authorization: `Basic ${Buffer.from(`any:${SECRET}`).toString('base64')}` });
const utc = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ');

export const PROVIDERS: Readonly<Record<string, TextingProvider>> = {
  Twilio: {
    providerId: 'twilio',
    credentials: { accountSid: 'AC1', token: 't', from: '+15005550006' },
    key: SECRET,
    keepsPlus: true,
    host: 'api.twilio.com',
    posting: ({ id, from, to, text, more }) => {
      const own = { MessageSid: id, SmsSid: id, AccountSid: 'AC1', SmsStatus: 'received' };
      const body = { ...own, From: from, To: to, Body: text, ...more };
      const joined = sorted(body).flat().join('');
      const signature = (url: string) =>
        createHmac('sha1', SECRET)
          .update(url + joined)
          .digest('base64');
      return { body, form: true, headers: ({ url }) => ({ 'x-twilio-signature': signature(url) }) };
    },
    sent: (body) => {
      const { From, To, Body } = fieldsOf(body);
      return { from: From!, to: To!, text: Body! };
    },
    accepted: json(201, { sid: 'SM-out', status: 'queued', error_code: null }),
  },
  Vonage: {
    providerId: 'nexmo',
    credentials: { apiKey: 'k', secretKey: 's', from: '15005550006' },
    key: SECRET,
    isTimed: true,
    host: 'rest.nexmo.com',
    posting: ({ id, from, to, text }, at) => {
      const fields: Record<string, string> = {
        msisdn: from,
        to,
        messageId: id,
        text,
        type: 'text',
        keyword: text.split(' ')[0]!.toUpperCase(),
        'message-timestamp': utc(at),
        timestamp: seconds(at),
        nonce: randomUUID(),
      };
      const signed = sorted(fields).map(([name, value]) => `&${name}=${String(value).replaceAll(/[&=]/g, '_')}`);
      return { body: { ...fields, sig: createHmac('sha256', SECRET).update(signed.join('')).digest('hex') } };
    },
    sent: (body) => {
      const { from, to, text } = fieldsOf(body);
      return { from: from!, to: to!, text: text! };
    },
    accepted: json(200, { 'message-count': '1', messages: [{ to: '1', 'message-id': 'out', status: '0' }] }),
  },
  Plivo: {
    providerId: 'plivo',
    credentials: { accountSid: 'MA1', token: 't', from: '15005550006' },
    key: SECRET,
    host: 'api.plivo.com',
    posting: ({ id, from, to, text }) => {
      const body = { From: from, MessageUUID: id, Text: text, To: to, TotalAmount: '0', Type: 'sms', Units: '1' };
      const nonce = '12345678901234567890';
      const signed = (url: string) => `${url}?${sorted(body).flat().join('')}.${nonce}`;
      return {
        body,
        form: true,
        headers: ({ url }) => ({
          'x-plivo-signature-v3-nonce': nonce,
          'x-plivo-signature-v3': createHmac('sha256', SECRET).update(signed(url)).digest('base64'),
        }),
      };
    },
    sent: (body) => {
      const { src, dst, text } = JSON.parse(body) as Record<string, string>;
      return { from: src!, to: dst!, text: text! };
    },
    accepted: json(202, { message_uuid: ['out'], api_id: 'a' }),
  },
  Telnyx: {
    providerId: 'telnyx',
    credentials: { apiKey: 'k', messageProfileId: 'p', from: '+15005550006' },
    key: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64'),
    isTimed: true,
    keepsPlus: true,
    host: 'api.telnyx.com',
    posting: ({ id, from, to, text }, at) => {
      const payload = {
        direction: 'inbound',
        id,
        type: 'SMS',
        from: { phone_number: from },
        to: [{ phone_number: to, status: 'webhook_delivered' }],
        text,
        received_at: at.toISOString(),
      };
      const data = { record_type: 'event', event_type: 'message.received', id: randomUUID(), payload };
      return {
        body: { data, meta: { attempt: 1 } },
        headers: ({ rawBody }) => ({
          'telnyx-timestamp': seconds(at),
          'telnyx-signature-ed25519': sign(null, Buffer.from(`${seconds(at)}|${rawBody}`), privateKey).toString(
            'base64',
          ),
        }),
      };
    },
    sent: (body) => JSON.parse(body) as SentText,
    accepted: json(200, { data: { id: 'out' } }),
  },
  Sinch: {
    providerId: 'sinch',
    credentials: { accountSid: 'plan', apiToken: 't', from: '15005550006' },
    key: SECRET,
    isTimed: true,
    host: 'sms.api.sinch.com',
    posting: ({ id, from, to, text }, at) => ({
      body: { type: 'mo_text', id, from, to, body: text, received_at: at.toISOString() },
      headers: ({ rawBody }) => ({
        'x-sinch-webhook-signature-nonce': 'n1',
        'x-sinch-webhook-signature-timestamp': seconds(at),
        'x-sinch-webhook-signature-algorithm': 'HmacSHA256',
        'x-sinch-webhook-signature': createHmac('sha256', SECRET)
          .update(`${rawBody}.n1.${seconds(at)}`)
          .digest('base64'),
      }),
    }),
    sent: (body) => {
      const { from, to, body: text } = JSON.parse(body) as { from: string; to: string[]; body: string };
      return { from, to: to[0]!, text };
    },
    accepted: json(201, { id: 'out' }),
  },
  Infobip: {
    providerId: 'infobip-sms',
    credentials: { apiKey: 'k', baseUrl: 'https://xyz.api.infobip.com', from: '15005550006' },
    key: SECRET,
    host: 'xyz.api.infobip.com',
    posting: ({ id, from, to, text }, at) => {
      const receivedAt = at.toISOString().replace('Z', '+0000');
      const result = { messageId: id, from, to, text, cleanText: text, receivedAt, smsCount: 1 };
      return { body: { results: [result], messageCount: 1, pendingMessageCount: 0 }, headers: basic };
    },
    sent: (body) => {
      const [message] = (JSON.parse(body) as { messages: Record<string, never>[] }).messages;
      const { sender, destinations, content } = message as unknown as {
        sender: string;
        destinations: [{ to: string }];
        content: { text: string };
      };
      return { from: sender, to: destinations[0].to, text: content.text };
    },
    accepted: json(200, {
      messages: [{ messageId: 'out', status: { groupId: 1, groupName: 'PENDING', name: 'PENDING_ACCEPTED' } }],
    }),
  },
};

/** The provider whose service has an address. */
export function providerAt(url: string): TextingProvider {
  const found = Object.values(PROVIDERS).find(({ host }) => new URL(url).host.endsWith(host));
  if (!found) throw new Error(`No provider sends at ${url}`);
  return found;
}

/** The request of a provider that posts a text message to a path, signed at a time. */
export function signedRequest(
  { posting, keepsPlus }: TextingProvider,
  text: PersonsText,
  { path, origin, at }: { path: string; origin: string; at: Date },
): ApiRequest & { payload: string; headers: Record<string, string> } {
  const bare = (number: string) => (keepsPlus ? number : number.replace(/^\+/, ''));
  const { body, form, headers } = posting({ ...text, from: bare(text.from), to: bare(text.to) }, at);
  const payload = form ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body);
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    method: 'POST',
    url: path,
    payload,
    headers: { 'content-type': type, ...headers?.({ url: origin + path, rawBody: payload, at }) },
  };
}
