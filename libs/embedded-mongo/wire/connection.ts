import type { Socket } from 'node:net';
import { type Frame, FrameReader, legacyReply, messageReply, parseRequest, type WireRequest } from './frame.js';

/** Returns the reply document to a request. Errors are replies too: this must not reject. */
export type RequestHandler = (request: WireRequest, connectionId: number) => Promise<Buffer>;

/** Maximum number of messages read ahead; above it the socket is paused. */
const MAX_QUEUED = 64;

/** One client connection. Its messages are processed one after the other, in order. */
export class Connection {
  private readonly frames = new FrameReader();
  private readonly queue: Frame[] = [];
  private working: Promise<void> | undefined;
  private ended = false;

  constructor(
    private readonly socket: Socket,
    readonly id: number,
    private readonly handle: RequestHandler,
    onClose: () => void,
  ) {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.ended = true;
      this.queue.length = 0;
      onClose();
    });
  }

  /** Replies to the messages received so far, then closes. */
  async close(): Promise<void> {
    this.socket.pause();
    await this.working;
    this.socket.destroy();
  }

  private receive(chunk: Buffer): void {
    try {
      this.queue.push(...this.frames.push(chunk));
    } catch {
      // A broken message closes only its own connection.
      this.socket.destroy();
      return;
    }
    if (this.queue.length > MAX_QUEUED) this.socket.pause();
    if (this.queue.length > 0) this.working ??= this.work();
  }

  private async work(): Promise<void> {
    for (let frame = this.queue.shift(); frame && !this.ended; frame = this.queue.shift()) {
      let request: WireRequest;
      try {
        request = parseRequest(frame);
      } catch {
        this.socket.destroy();
        break;
      }
      const reply = await this.handle(request, this.id);
      if (request.wantsReply && !this.socket.destroyed) {
        this.socket.write(request.legacy ? legacyReply(frame.requestId, reply) : messageReply(frame.requestId, reply));
      }
      if (this.queue.length < MAX_QUEUED / 2 && this.socket.isPaused() && !this.ended) this.socket.resume();
    }
    this.working = undefined;
  }
}
