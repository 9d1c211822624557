import { createHash } from 'node:crypto';

/** Identifiers that are a file name on every system as they are. */
const PLAIN = /^[a-z0-9][a-z0-9_-]{0,99}$/;
/** Names that Windows keeps for devices, whatever their extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/;
const READABLE_LENGTH = 60;

/**
 * The name of the file of a resource: its identifier, or, where that would be no file name somewhere or differ from
 * another one in its capitals only, a readable form of it with a checksum. No two identifiers have the same.
 */
export function fileNameOf(id: string): string {
  if (PLAIN.test(id) && !DEVICE.test(id)) return `${id}.yaml`;
  const readable = id
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[-_]+/, '')
    .slice(0, READABLE_LENGTH)
    .replace(/-+$/, '');
  // No plain identifier has a tilde.
  return `${readable || 'x'}~${createHash('sha256').update(id).digest('hex').slice(0, 12)}.yaml`;
}
