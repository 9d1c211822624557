import { connect as connectTo, type Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { AddressGuard, type Purpose } from './address-guard.js';
import { deadline } from '../deadline.js';

/** The target of a plain connection. */
export interface SocketTarget {
  /** A name, or an address of either family. */
  host: string;
  port: number;
  /** Decides which addresses are allowed; default: those of HTTP requests. */
  purpose?: Purpose;
  /** Milliseconds for looking up the name and connecting. */
  timeoutMs: number;
  /** Aborts connecting; it has no effect on a connected socket. */
  signal?: AbortSignal;
}

/** Connects to external servers other than HTTP servers, such as mail servers, at addresses that may be called (behaviour W4). */
@Injectable()
export class GuardedSockets {
  constructor(private readonly guard: AddressGuard) {}

  /**
   * Returns a connected socket, which the caller owns: it must listen for errors immediately. Throws
   * ForbiddenAddressError, the system's error, a TimeoutError, or the reason of the signal; then no socket stays open.
   */
  async connect({ host, port, purpose, timeoutMs, signal }: SocketTarget): Promise<Socket> {
    this.guard.assertAllowed(host, purpose);
    const limit = deadline(timeoutMs, signal);
    try {
      return await connected(connectTo({ host, port, lookup: this.guard.lookupFor(purpose) }), limit.signal);
    } finally {
      limit.end();
    }
  }
}

function connected(socket: Socket, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error) => {
      socket.off('connect', settle);
      socket.off('error', settle);
      signal.removeEventListener('abort', giveUp);
      if (!error) return resolve(socket);
      // A destroyed socket may still emit an error.
      socket.on('error', () => undefined).destroy();
      reject(error);
    };
    const giveUp = () => settle(signal.reason as Error);
    if (signal.aborted) return giveUp();
    socket.once('connect', settle).once('error', settle);
    signal.addEventListener('abort', giveUp);
  });
}
