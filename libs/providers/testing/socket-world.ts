import { connect } from 'node:net';
import { UnreachableError } from '../kit/http/http-exchange.js';
import type { World } from '../kit/provider.js';

/** A world in which there are sockets, and no HTTP. */
export function socketWorld(signal: AbortSignal = new AbortController().signal): World {
  return {
    http: () => Promise.reject(new Error('A provider that speaks another protocol makes no requests')),
    connect: (target) =>
      new Promise((resolve, reject) => {
        const socket = connect(target);
        socket.once('error', (error) => reject(new UnreachableError('unsent', error.message)));
        socket.once('connect', () => resolve(socket));
      }),
    now: () => new Date('2026-03-01T12:00:00Z'),
    signal,
  };
}
