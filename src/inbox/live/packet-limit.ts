import type { Socket } from 'socket.io';
import { webSocketOf } from '../../platform/patches/engine.io.js';
import { type BucketSize, takeTokens } from '../../platform/rate-limits/token-bucket.js';

/** A client has to send one packet in 25 seconds; nothing else of it is read. At once it may send three seconds' worth. */
const PACKETS: BucketSize = { capacity: 60, seconds: 3 };

/** What arrives at a connection: messages, and the frames that its transport responds to by itself. */
const ARRIVALS = ['message', 'ping', 'pong'] as const;

/** Closes a connection without a word when it sends more packets than clients do. */
export function limitPackets(connection: Socket['conn'], now: () => number = () => performance.now()): void {
  const socket = webSocketOf(connection);
  let fullAt: number | undefined;
  const count = (): void => {
    const taken = takeTokens(fullAt, 1, PACKETS, now());
    fullAt = taken.fullAt;
    if (taken.verdict.accepted) return;
    for (const arrival of ARRIVALS) socket.off(arrival, count);
    // Closing it in form would wait for the client, which may go on.
    socket.terminate();
  };
  for (const arrival of ARRIVALS) socket.on(arrival, count);
}
