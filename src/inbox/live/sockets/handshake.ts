import { Types } from 'mongoose';

/** What is used of a Socket.IO handshake. */
export interface Handshake {
  readonly query: Readonly<Record<string, unknown>>;
  readonly auth: Readonly<Record<string, unknown>>;
}

/** The session token: `token` of the query, as inbox widgets send it, or of `auth`. Empty when there is none. */
export function tokenOf({ query, auth }: Handshake): string {
  return textOf(query['token']) ?? textOf(auth['token']) ?? '';
}

/** The last notification the client knows (behaviour O6): `after` of `auth` or of the query. Anything else is none. */
export function afterOf({ query, auth }: Handshake): Types.ObjectId | undefined {
  const id = textOf(auth['after']) ?? textOf(query['after']) ?? '';
  return /^[0-9a-f]{24}$/i.test(id) ? new Types.ObjectId(id) : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
