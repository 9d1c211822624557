import { PayloadTooLargeException } from '@nestjs/common';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { isObject } from '../../platform/values/is-object.js';

/** An attachment of a trigger. */
export interface NewAttachment {
  name: string;
  mime?: string;
  content: Buffer;
}

/** Each attachment is stored as a file. */
const MAX_ATTACHMENTS = 100;
const MAX_NAME_LENGTH = 512;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Reads `payload.attachments` (behaviour E4). It is a list of attachments when all of its elements have a `file`; any
 * other value is ordinary data of the payload, and undefined is returned. `field` is the path of the payload in the
 * request; `maxBytes` is the limit of all of them together (T12). Throws a 422 or 413 that names what is wrong.
 */
export function readAttachments(input: unknown, field: string, maxBytes: number): NewAttachment[] | undefined {
  if (!Array.isArray(input) || input.length === 0) return undefined;
  const entries: unknown[] = input;
  if (!entries.every((entry) => isObject(entry) && 'file' in entry)) return undefined;
  if (entries.length > MAX_ATTACHMENTS) {
    throw ValidationException.of(`${field}.attachments`, `attachments must have at most ${MAX_ATTACHMENTS} entries`);
  }
  const attachments = entries.map((entry, index) => readAttachment(entry, `${field}.attachments.${index}`));
  const size = attachments.reduce((total, { content }) => total + content.length, 0);
  if (size > maxBytes) {
    throw new PayloadTooLargeException(`${field}.attachments have ${size} bytes, the limit is ${maxBytes} bytes`);
  }
  return attachments;
}

function readAttachment(entry: unknown, field: string): NewAttachment {
  const { file, name = 'attachment', mime } = entry as Record<string, unknown>;
  if (typeof name !== 'string' || name === '' || name.length > MAX_NAME_LENGTH) {
    throw ValidationException.of(`${field}.name`, `name must be a text of 1 to ${MAX_NAME_LENGTH} characters`);
  }
  if (mime !== undefined && (typeof mime !== 'string' || mime.length > MAX_NAME_LENGTH)) {
    throw ValidationException.of(`${field}.mime`, `mime must be a text of at most ${MAX_NAME_LENGTH} characters`);
  }
  // Both are used in headers.
  if (/\p{Cc}/u.test(name)) throw ValidationException.of(`${field}.name`, 'name must have no control characters');
  if (mime !== undefined && !/^[\x20-\x7e]*$/.test(mime)) {
    throw ValidationException.of(`${field}.mime`, 'mime must have ASCII characters alone, as in application/pdf');
  }
  const base64 = typeof file === 'string' ? file.replace(/\s+/g, '') : undefined;
  if (base64 === undefined || !BASE64.test(base64)) {
    throw ValidationException.of(`${field}.file`, 'file must be base64, without a data URL in front');
  }
  return { name, ...(mime !== undefined && { mime }), content: Buffer.from(base64, 'base64') };
}
