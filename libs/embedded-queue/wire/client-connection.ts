import type { Socket } from 'node:net';
import { NO_ENCRYPTION } from './backend-messages.js';
import { FrontendProtocolError, FrontendReader, type FrontendRequest } from './frontend-messages.js';
import type { SessionClient, SharedSession } from './shared-session.js';

/** One client connection: reads requests off its socket, lets the shared session answer them in order. */
export class ClientConnection implements SessionClient {
  private readonly reader = new FrontendReader();

  constructor(
    private readonly socket: Socket,
    private readonly session: SharedSession,
    private readonly startup: Buffer,
  ) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.read(chunk));
    // A reset is a client that went away; 'close' follows and cleans up.
    socket.on('error', () => undefined);
    socket.on('close', () => this.session.leave(this));
  }

  receive(bytes: Uint8Array): void {
    if (this.socket.writable) this.socket.write(bytes);
  }

  /** Ends the connection without waiting for the client. */
  close(): void {
    this.socket.destroy();
  }

  private read(chunk: Buffer): void {
    try {
      for (const request of this.reader.read(chunk)) this.handle(request);
    } catch (error) {
      if (!(error instanceof FrontendProtocolError)) throw error;
      this.close();
    }
  }

  private handle(request: FrontendRequest): void {
    switch (request.kind) {
      case 'encryption':
        return this.receive(NO_ENCRYPTION);
      case 'startup':
        return this.receive(this.startup);
      case 'terminate':
        return this.close();
      case 'exchange':
        return this.session.exchange(this, request.bytes, request.complete);
    }
  }
}
