import { createHash, createHmac } from 'node:crypto';
import { isUrl } from '#libs/url/is-url.js';
import { derivedUuid, type World } from '../kit/provider.js';
import { smsProvider } from '../kit/http/http-provider.js';
import type { HttpRequest } from '../kit/http/http-exchange.js';
import { refusalText, type Verdict } from '../kit/http/read-response.js';
import { at, readJson } from '../kit/json.js';
import { type Account, AccountError, text } from '../kit/account.js';
import { senderOf } from './message.js';

/** Azure Communication Services. `accessKey` is the connection string. Repetitions are recognized by an id. */
export const azureSms = smsProvider({
  id: 'azure-sms',
  name: 'Azure SMS',
  documentation: 'https://learn.microsoft.com/en-us/rest/api/communication/sms/sms/send',
  keys: { needed: ['accessKey', 'from'] },
  request: ({ key, content }, account, world) => ({
    url: `${connectionOf(account).endpoint}/sms?api-version=2021-03-07`,
    json: {
      from: senderOf(content, account),
      smsRecipients: [
        {
          to: content.to,
          repeatabilityRequestId: derivedUuid(key),
          repeatabilityFirstSent: world.now().toUTCString(),
        },
      ],
      message: content.body,
    },
  }),
  sign: signed,
  // https://learn.microsoft.com/azure/communication-services/resources/troubleshooting/voice-video-calling/troubleshooting-codes (SMS)
  code: 'value.0.httpStatusCode error.code',
  faults: {
    recipient: /opted out|phone number.{0,40}(?:invalid|not valid|incorrect)/i,
    passing: '408 429 500 502 503 504 TooManyRequests InternalServerError',
    account: ['401 403 404 Unauthorized Denied Forbidden', /sender|not provisioned|unverified/i],
    content: '400',
  },
  limits: { body: { max: 2048, unit: 'characters' } },
  messageId: 'value.0.messageId',
  optionalId: true,
  verdict: verdictOf,
});

/** Each number has a status of its own. */
function verdictOf(body: string): Verdict {
  const recipient = at(readJson(body), 'value.0');
  const status = at(recipient, 'httpStatusCode');
  if (typeof status !== 'number') return 'unknown';
  if (status < 300) return 'accepted';
  return { refused: refusalText('status', status, at(recipient, 'errorMessage')) };
}

function connectionOf(account: Account): { endpoint: string; key: Buffer } {
  const parts = new Map(
    text(account, 'accessKey')
      .split(';')
      .map((part) => [part.slice(0, part.indexOf('=')).toLowerCase(), part.slice(part.indexOf('=') + 1)]),
  );
  const endpoint = parts.get('endpoint')?.replace(/\/+$/, '');
  const key = parts.get('accesskey');
  if (endpoint === undefined || key === undefined || !isUrl(endpoint)) {
    throw new AccountError('the credential "accessKey" is not a connection string: endpoint=…;accesskey=…');
  }
  return { endpoint, key: Buffer.from(key, 'base64') };
}

function signed(request: HttpRequest, account: Account, world: World): HttpRequest {
  const { key } = connectionOf(account);
  const { host, pathname, search } = new URL(request.url);
  const date = world.now().toUTCString();
  const hash = createHash('sha256')
    .update(request.body ?? '')
    .digest('base64');
  const signedText = `${request.method}\n${pathname}${search}\n${date};${host};${hash}`;
  const signature = createHmac('sha256', key).update(signedText).digest('base64');
  return {
    ...request,
    headers: {
      ...request.headers,
      'x-ms-date': date,
      'x-ms-content-sha256': hash,
      authorization: `HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=${signature}`,
    },
  };
}
