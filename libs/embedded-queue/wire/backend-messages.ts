/** An answer of the session, taken apart for its readers. */
export interface BackendReply {
  /** What the client that asked must get. */
  answer: Uint8Array;
  /** Notifications the statement gave rise to, as messages ready to be sent; for the connections that listen. */
  notifications: Uint8Array | undefined;
  /** Whether the client has begun to listen on a channel. */
  listens: boolean;
  /** The error in the answer, if there is one. */
  error: BackendError | undefined;
  /** Whether the session is ready for the next exchange. */
  ready: boolean;
}

/** What PostgreSQL said went wrong. */
export interface BackendError {
  /** SQLSTATE. */
  code: string;
  message: string;
}

/**
 * Separates notifications from the answer of one exchange.
 * PGlite has a single session, so it reports every notification to whoever ran the last statement;
 * PostgreSQL reports it to those who listen.
 */
export function readReply(bytes: Buffer): BackendReply {
  const answer: Buffer[] = [];
  const notifications: Buffer[] = [];
  let listens = false;
  let error: BackendError | undefined;
  let ready = false;
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + bytes.readUInt32BE(at + 1);
    const message = bytes.subarray(at, end);
    const type = String.fromCharCode(message[0] ?? 0);
    (type === 'A' ? notifications : answer).push(message);
    if (type === 'C' && message.toString('latin1', 5, end - at - 1) === 'LISTEN') listens = true;
    if (type === 'E') error = readError(message);
    ready = type === 'Z';
    at = end;
  }
  const found = { listens, error, ready };
  if (notifications.length === 0) return { answer: bytes, notifications: undefined, ...found };
  return { answer: Buffer.concat(answer), notifications: Buffer.concat(notifications), ...found };
}

/** Fields of an error message are a letter and a text each. */
function readError(message: Buffer): BackendError {
  const fields = message.toString('utf8', 5).split('\0');
  const field = (letter: string): string => fields.find((text) => text.startsWith(letter))?.slice(1) ?? '';
  return { code: field('C'), message: field('M') };
}

/** The refusal of encryption: the client goes on in the clear, which is fine on loopback. */
export const NO_ENCRYPTION = Buffer.from('N');

/**
 * The answer to a client's start: accepted, the parameters it needs to read values, ready.
 * The session itself has been started long before, so it is not asked.
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
