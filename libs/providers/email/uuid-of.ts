import { createHash } from 'node:crypto';

/** The same UUID for the same key, for providers that want one to recognize repetitions by. */
export function uuidOf(key: string): string {
  const bytes = createHash('sha256').update(key).digest().subarray(0, 16);
  // Version 8 is for UUIDs that are made in a way of one's own (RFC 9562), but many accept 4 alone.
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
