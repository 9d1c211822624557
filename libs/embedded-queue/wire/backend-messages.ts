/** A response of the session, split by recipients. */
export interface BackendReply {
  /** The bytes for the client that sent the exchange. */
  response: Uint8Array;
  /** Notifications caused by the statement, as messages ready to be sent to the connections that listen. */
  notifications: Uint8Array | undefined;
  /** Whether the client now listens on a channel. */
  listens: boolean;
  /** The error in the response, if there is one. */
  error: BackendError | undefined;
  /** Whether the session is ready for the next exchange. */
  ready: boolean;
}

/** An error reported by PostgreSQL. */
export interface BackendError {
  /** SQLSTATE. */
  code: string;
  message: string;
}

/**
 * Separates the notifications from the response to one exchange. PGlite has a single session, so it sends every
 * notification to the client that ran the last statement; PostgreSQL sends it to the clients that listen.
 */
export function readReply(bytes: Buffer): BackendReply {
  const response: Buffer[] = [];
  const notifications: Buffer[] = [];
  let listens = false;
  let error: BackendError | undefined;
  let ready = false;
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + bytes.readUInt32BE(at + 1);
    const message = bytes.subarray(at, end);
    const type = String.fromCharCode(message[0] ?? 0);
    (type === 'A' ? notifications : response).push(message);
    if (type === 'C' && message.toString('latin1', 5, end - at - 1) === 'LISTEN') listens = true;
    if (type === 'E') error = readError(message);
    ready = type === 'Z';
    at = end;
  }
  const found = { listens, error, ready };
  if (notifications.length === 0) return { response: bytes, notifications: undefined, ...found };
  return { response: Buffer.concat(response), notifications: Buffer.concat(notifications), ...found };
}

/** Each field of an error message is a letter followed by a text. */
function readError(message: Buffer): BackendError {
  const fields = message.toString('utf8', 5).split('\0');
  const field = (letter: string): string => fields.find((text) => text.startsWith(letter))?.slice(1) ?? '';
  return { code: field('C'), message: field('M') };
}

/** Refuses encryption: the client continues unencrypted, which is fine on a local socket. */
export const NO_ENCRYPTION = Buffer.from('N');

/**
 * The response to a client's startup message: accepted, the parameters it needs to read values, ready. The session
 * itself was started long before and is not involved.
 */
export function startupResponse(parameters: ReadonlyMap<string, string>): Buffer {
  const authenticated = message('R', int32(0));
  const status = [...parameters].map(([name, value]) => message('S', Buffer.from(`${name}\0${value}\0`)));
  const backendKey = message('K', Buffer.concat([int32(process.pid), int32(0)]));
  const ready = message('Z', Buffer.from('I'));
  return Buffer.concat([authenticated, ...status, backendKey, ready]);
}

function message(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), int32(4 + body.length), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
