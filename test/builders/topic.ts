import { randomBytes } from 'node:crypto';

/** The body of a create request: a key of its own, and whatever the test cares about. */
export function aTopic<Fields extends object>(fields?: Fields): { key: string } & Fields {
  return { key: `topic-${randomBytes(6).toString('hex')}`, ...(fields as Fields) };
}
