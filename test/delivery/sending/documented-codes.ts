import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { slackWebhook } from '#libs/providers/chat/slack.js';
import { OUTCOMES, type Fault, type Faults, type FaultTable, type Ruling } from '#libs/providers/kit/fault.js';
import { findAdapter } from '#libs/providers/providers.js';
import type { StandInResponse } from '../../provider-stand-in.js';

/** A service: an account at it, and how it writes the codes of its refusals. */
export interface Service {
  channel: 'email' | 'sms' | 'push' | 'chat';
  providerId: string;
  credentials: object;
  /** The address of the recipient, where that is a webhook, and the table for those. */
  webhook?: string;
  faults?: Faults;
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
const pem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const serviceAccount = JSON.stringify({
  project_id: 'shop',
  client_email: 'shop@shop.iam.gserviceaccount.com',
  private_key: pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
});
const YEAR_MS = 365 * 86_400_000;
const SENDER = { from: 'noreply@example.com', senderName: 'Shop' };
const aws = (type: string, message: string): StandInResponse => json(400, { message }, { 'x-amzn-errortype': type });

/** https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns */
const STATUSES_OF_APPLE: Readonly<Record<number, string>> = {
  403: 'BadCertificate BadCertificateEnvironment BadEnvironmentKeyIdInToken ExpiredProviderToken Forbidden InvalidProviderToken MissingProviderToken UnrelatedKeyIdInToken',
  404: 'BadPath',
  405: 'MethodNotAllowed',
  410: 'ExpiredToken Unregistered',
  413: 'PayloadTooLarge',
  429: 'TooManyProviderTokenUpdates TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable Shutdown',
};
/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors; other errors have 400. */
const STATUSES_OF_SLACK: Readonly<Record<number, string>> = {
  403: 'action_prohibited invalid_token posting_to_general_channel_denied team_disabled',
  404: 'channel_not_found no_active_hooks no_service no_service_id no_team user_not_found',
  410: 'channel_is_archived',
  429: 'rate_limited ratelimited',
  500: 'rollup_error',
};

function statusIn(statuses: Readonly<Record<number, string>>, code: string): number {
  const [status = 400] = Object.entries(statuses).find(([, codes]) => codes.split(' ').includes(code)) ?? [];
  return Number(status);
}

/** The services whose codes are all answered. */
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
    providerId: 'slack',
    credentials: { applicationId: 'A1', clientId: 'client-1', secretKey: 'secret-of-slack' },
    webhook: 'https://hooks.slack.com/services/T1/B1/secret-of-slack',
    faults: slackWebhook.faults,
    write: (error) => ({ status: statusIn(STATUSES_OF_SLACK, error), body: error }),
    // Older webhooks respond as the API does.
    texts: [
      ['invalid_auth', 'recipient'],
      ['invalid_blocks', 'content'],
      ['ratelimited', 'passing'],
    ],
    writeText: (error) => json(200, { ok: false, error }),
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
  {
    channel: 'push',
    providerId: 'apns',
    credentials: {
      secretKey: pem(generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey),
      apiKey: 'KEY7654321',
      projectName: 'TEAM123456',
      applicationId: 'com.example.shop',
    },
    write(reason) {
      const status = statusIn(STATUSES_OF_APPLE, reason);
      return json(status, { reason, ...(status === 410 && { timestamp: Date.now() + YEAR_MS }) });
    },
    // The app was installed again since.
    texts: [['Unregistered', 'recipient']],
    writeText: (reason) => json(410, { reason, timestamp: 0 }),
  },
];

/** Every refusal of the adapter's table as the service writes it. */
export function documentedRefusals(service: Service): Refusal[] {
  const { channel, providerId, faults = findAdapter(channel, providerId)?.faults ?? [], write } = service;
  const { texts = [], writeText = write } = service;
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
