import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long a connection stays open after the response, for a client that is still sending its body. */
const LINGER_MS = 1000;

/**
 * Lets `end` close the connection when its last response is written. Node would destroy it; with unread data that sends a
 * reset, which may reach the client before the response does.
 */
export function endInsteadOfDestroying(socket: Socket, end: () => void): void {
  socket.destroySoon = end;
}

/** Whether a response is being written to the connection: another one would be read as part of it. */
export function hasBegunToRespond(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent === true;
}

/** Ends a connection, after an optional last text. Further data is not read, but the client can still read the text. */
export function endSlowly(socket: Socket, text?: string): void {
  if (text === undefined) socket.end();
  else socket.end(text);
  // Node would read and discard the rest of the body; for megabytes that would cost more than the response.
  setImmediate(() => socket.pause());
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
