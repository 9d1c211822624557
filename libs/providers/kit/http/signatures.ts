import { createHash, createHmac } from 'node:crypto';
import { type Account, AccountError, optionalText, text } from '../account.js';
import type { HttpRequest } from './http-exchange.js';

/** An access key of Amazon Web Services, and where it is used. */
interface AwsAccess {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  service: string;
}

/** Returns a request signed for Amazon Web Services (Signature Version 4). */
export function signedForAws(request: HttpRequest, access: AwsAccess, now: Date): HttpRequest {
  const url = new URL(request.url);
  const date = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = date.slice(0, 8);
  const headers: Record<string, string> = { ...request.headers, host: url.host, 'x-amz-date': date };
  const names = Object.keys(headers).toSorted();
  const signed = names.join(';');
  const canonical = [
    request.method,
    encodedPath(url.pathname),
    [...url.searchParams]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .toSorted()
      .join('&'),
    ...names.map((name) => `${name}:${headers[name]!.trim().replace(/ +/g, ' ')}`),
    '',
    signed,
    sha256(request.body ?? ''),
  ].join('\n');
  const scope = `${day}/${access.region}/${access.service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = [day, access.region, access.service, 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${access.secretAccessKey}`,
  );
  const signature = createHmac('sha256', key).update(toSign).digest('hex');
  // The HTTP client sets the host header.
  const { host: _host, ...own } = headers;
  return {
    ...request,
    headers: {
      ...own,
      authorization: `AWS4-HMAC-SHA256 Credential=${access.accessKeyId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`,
    },
  };
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Encodes each part of a path again, as all services except S3 require. */
function encodedPath(path: string): string {
  return path.split('/').map(encoded).join('/');
}

/** The header by which a server of the operator authenticates our requests. */
const WEBHOOK_SIGNATURE = 'x-carillon-signature';

/**
 * Returns a request with the HMAC-SHA256 of its body, in hexadecimal digits, with the account's `secretKey` in the
 * encoding `hmacSecretKeyEncoding`.
 */
export function withWebhookSignature(request: HttpRequest, account: Account): HttpRequest {
  const signature = createHmac('sha256', keyOf(account))
    .update(request.body ?? '')
    .digest('hex');
  return { ...request, headers: { ...request.headers, [WEBHOOK_SIGNATURE]: signature } };
}

function keyOf(account: Account): Buffer {
  const encoding = optionalText(account, 'hmacSecretKeyEncoding');
  const key = Buffer.from(text(account, 'secretKey'), encoding === 'hex' || encoding === 'base64' ? encoding : 'utf8');
  if (key.length === 0) throw new AccountError(`the credential "secretKey" is not written as ${encoding}`);
  return key;
}
