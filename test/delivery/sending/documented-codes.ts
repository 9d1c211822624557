import { generateKeyPairSync } from 'node:crypto';
import { OUTCOMES, type Fault, type FaultTable, type Ruling } from '#libs/providers/kit/fault.js';
import { findAdapter } from '#libs/providers/providers.js';
import type { StandInResponse } from '../../provider-stand-in.js';

/** A service: an account at it, and how it writes the codes of its refusals. */
export interface Service {
  channel: 'email' | 'sms' | 'push' | 'chat';
  providerId: string;
  credentials: object;
  /** The response that has a code, as its documentation shows it. */
  write: (code: string) => StandInResponse;
  /** Documented texts, for the entries of the table that are not codes. */
  texts?: readonly (readonly [text: string, ruling: Ruling])[];
  /** The response that has such a text. */
  writeText?: (text: string) => StandInResponse;
}

/** One documented refusal. */
export interface Refusal {
  code: string;
  fault: Fault;
  kind: 'transient' | 'permanent' | 'invalid_target';
  response: StandInResponse;
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}): StandInResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const serviceAccount = JSON.stringify({
  project_id: 'shop',
  client_email: 'shop@shop.iam.gserviceaccount.com',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
});
const SENDER = { from: 'noreply@example.com', senderName: 'Shop' };
const aws = (type: string, message: string): StandInResponse => json(400, { message }, { 'x-amzn-errortype': type });

/** The services whose codes are all answered. APNs speaks HTTP/2 and has its own test beside the adapter. */
export const SERVICES: readonly Service[] = [
  {
    channel: 'sms',
    providerId: 'twilio',
    credentials: { accountSid: 'AC1', token: 'token-of-twilio', from: '+15005550006' },
    write: (code) => json(400, { code: Number(code), message: 'no', status: 400 }),
  },
  {
    channel: 'email',
    providerId: 'ses',
    credentials: { apiKey: 'AKIA1', secretKey: 'secret-of-ses', region: 'eu-west-1', ...SENDER },
    write: (code) => aws(`${code}:http://internal.amazon.com/`, 'no'),
    texts: [
      ['Daily message quota exceeded.', 'quota'],
      ['Email address is not verified. The following identities failed the check', 'account'],
      ['Missing final @domain: local address contains control or whitespace', 'recipient'],
    ],
    writeText: (message) => aws('MessageRejected', message),
  },
  {
    channel: 'email',
    providerId: 'sendgrid',
    credentials: { apiKey: 'SG.secret-of-sendgrid', ...SENDER },
    write: (field) => json(400, { errors: [{ message: 'no', field }] }),
    texts: [
      ['The from address does not match a verified Sender Identity.', 'account'],
      ['The provided authorization grant is invalid, expired, or revoked', 'account'],
      ['Maximum credits exceeded', 'account'],
      ['Does not contain a valid address. (personalizations.0.to.0.email)', 'recipient'],
    ],
    writeText: (message) => json(400, { errors: [{ message, field: null, help: null }] }),
  },
  {
    channel: 'chat',
    providerId: 'slack',
    credentials: { applicationId: 'A1', clientId: 'client-1', secretKey: 'secret-of-slack' },
    write: (error) => json(200, { ok: false, error }),
  },
  {
    channel: 'chat',
    providerId: 'telegram',
    credentials: { apiToken: '42:secret-of-telegram' },
    write: (code) => json(Number(code), { ok: false, error_code: Number(code), description: 'no' }),
    texts: [
      ['Forbidden: bot was blocked by the user', 'recipient'],
      ['Forbidden: user is deactivated', 'recipient'],
      ['Bad Request: chat not found', 'recipient'],
      ['Bad Request: group chat was upgraded to a supergroup chat', 'recipient'],
      ['Bad Request: not enough rights to send text messages to the chat', 'recipient'],
      ['Bad Request: message text is empty', 'content'],
      ["Bad Request: can't parse entities", 'content'],
    ],
    writeText: (description) => json(400, { ok: false, error_code: 400, description }),
  },
  {
    channel: 'push',
    providerId: 'fcm',
    credentials: { serviceAccount },
    write: (code) =>
      code === 'message.token'
        ? json(400, { error: { status: 'INVALID_ARGUMENT', message: 'no registration token', details: [] } })
        : json(400, { error: { status: code, details: [{ errorCode: code }] } }),
  },
];

/** Every refusal of the adapter's table as the service writes it. */
export function documentedRefusals({ channel, providerId, write, texts = [], writeText = write }: Service): Refusal[] {
  const faults = findAdapter(channel, providerId)?.faults ?? [];
  const rulings = new Map<string, Ruling>();
  for (const [ruling, given] of [faults].flat().flatMap((table: FaultTable) => Object.entries(table)))
    for (const entry of [given].flat())
      if (typeof entry === 'string')
        for (const code of entry.split(' ')) if (!rulings.has(code)) rulings.set(code, ruling as Ruling);
  return [
    ...[...rulings].map(([code, ruling]) => ({ code, ...OUTCOMES[ruling], response: write(code) })),
    ...texts.map(([code, ruling]) => ({ code, ...OUTCOMES[ruling], response: writeText(code) })),
  ];
}
