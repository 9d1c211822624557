import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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
