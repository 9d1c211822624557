import { type WebSocket, WebSocketServer } from 'ws';
import { type BucketSize, takeTokens } from '../../platform/rate-limits/token-bucket.js';

/** A client has to send one packet in 25 seconds; nothing else of it is read. At once it may send three seconds' worth. */
const PACKETS: BucketSize = { capacity: 60, seconds: 3 };

/** What arrives at a connection: messages, and the frames that it responds to by itself, which Engine.IO does not report. */
const ARRIVALS = ['message', 'ping', 'pong'] as const;

/** Closes a connection without a word when it sends more packets than clients do. */
export function limitPackets(
  socket: Pick<WebSocket, 'on' | 'off' | 'terminate'>,
  now: () => number = () => performance.now(),
): void {
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

/** Opens WebSockets for Engine.IO, each with a limit of its packets. */
export class LimitedWebSockets extends WebSocketServer {
  override handleUpgrade(...[request, socket, head, open]: Parameters<WebSocketServer['handleUpgrade']>): void {
    super.handleUpgrade(request, socket, head, (opened, ...rest) => {
      limitPackets(opened);
      open(opened, ...rest);
    });
  }
}
