import type { EventEmitter } from 'node:events';
import type { Socket } from 'socket.io';

/** The WebSocket below a connection. Engine.IO itself tells of messages alone, and not of pings and pongs. */
export function webSocketOf({ transport }: Socket['conn']): EventEmitter & { terminate(): void } {
  return (transport as unknown as { socket: EventEmitter & { terminate(): void } }).socket;
}
