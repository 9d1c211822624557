import { createHash } from 'node:crypto';
import type { HttpRequest } from './http-exchange.js';

type Prepared = Pick<HttpRequest, 'headers' | 'body'>;

/** A JSON body. Members that are undefined are left out. */
export function jsonBody(value: unknown, headers: Record<string, string> = {}): Prepared {
  return { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

/** A URL-encoded form. Fields that are undefined are left out; a field with several values is repeated. */
export function formBody(
  fields: Readonly<Record<string, string | readonly string[] | undefined>>,
  headers: Record<string, string> = {},
): Prepared {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of value === undefined ? [] : typeof value === 'string' ? [value] : value) form.append(name, one);
  }
  return { headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers }, body: form.toString() };
}

/** A part of a form: a field with a text or a file. */
export interface FormPart {
  name: string;
  value: string | { fileName: string; mime?: string; content: Uint8Array };
}

/** A multipart form. The boundary is a hash of the content, so that it does not occur in it. */
export function multipartBody(
  parts: readonly FormPart[],
  headers: Record<string, string> = {},
): Pick<HttpRequest, 'headers' | 'body'> {
  const written = parts.map(({ name, value }) =>
    typeof value === 'string'
      ? [`content-disposition: form-data; name="${quoted(name)}"\r\n\r\n`, Buffer.from(value)]
      : [
          `content-disposition: form-data; name="${quoted(name)}"; filename="${quoted(value.fileName)}"\r\n` +
            `content-type: ${contentType(value.mime)}\r\n\r\n`,
          value.content,
        ],
  );
  const digest = createHash('sha256');
  for (const [head, content] of written) digest.update(head!).update(content!);
  const boundary = `carillon-${digest.digest('hex').slice(0, 32)}`;
  const body = Buffer.concat([
    ...written.flatMap(([head, content]) => [
      Buffer.from(`--${boundary}\r\n${String(head)}`),
      Buffer.from(content!),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers }, body };
}

/** Escapes a name as browsers do. */
function quoted(name: string): string {
  return name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

/** Replaces an invalid content type, which could otherwise inject headers. */
function contentType(mime: string | undefined): string {
  return mime !== undefined && /^[\x20-\x7e]+$/.test(mime) ? mime : 'application/octet-stream';
}
