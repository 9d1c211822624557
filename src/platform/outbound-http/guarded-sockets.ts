import { connect as connectTo, type Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { AddressGuard } from './guard/address-guard.js';
import { deadline } from './deadline.js';
import type { Purpose } from './guard/http-targets.js';

/** Where a plain connection goes. */
export interface SocketTarget {
  /** A name, or an address of either family. */
  host: string;
  port: number;
  /** Decides which addresses it may go to; default: those of HTTP requests. */
  purpose?: Purpose;
  /** Milliseconds for looking up the name and connecting. */
  timeoutMs: number;
  /** Cuts the attempt short; afterwards the socket is the caller's own. */
  signal?: AbortSignal;
}

/** Connects to servers of others that do not speak HTTP, such as mail servers, on addresses that may be called (behaviour W4). */
@Injectable()
export class GuardedSockets {
  constructor(private readonly guard: AddressGuard) {}

  /**
   * A connected socket. Throws ForbiddenAddressError, the error of the system, a TimeoutError, or the reason of the
   * signal; no socket stays open then. Look for errors of the socket at once: it is yours.
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
      // A socket that is given up may still fail.
      socket.on('error', () => undefined).destroy();
      reject(error);
    };
    const giveUp = () => settle(signal.reason as Error);
    if (signal.aborted) return giveUp();
    socket.once('connect', settle).once('error', settle);
    signal.addEventListener('abort', giveUp);
  });
}
