import { createHash } from 'node:crypto';

/** The same UUID for the same name, always (RFC 9562, version 5): for services that want one as key of a message. */
export function derivedUuid(...name: readonly string[]): string {
  const digest = createHash('sha1').update(NAMESPACE).update(name.join('\n')).digest();
  digest[6] = (digest[6]! & 0x0f) | 0x50;
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** That of names which are object identifiers: any would do. */
const NAMESPACE = Buffer.from('6ba7b8129dad11d180b400c04fd430c8', 'hex');
