import type { Socket } from 'node:net';
import { FrameReader, legacyReply, messageReply, type Frame } from './frame.js';
import { parseRequest, type WireRequest } from './request.js';

/** Answers one request with a document. Errors are answers too: this must not reject. */
export type RequestHandler = (request: WireRequest, connectionId: number) => Promise<Buffer>;

/** Messages read ahead of the one being answered; beyond it the socket is not read any further. */
const MAX_QUEUED = 64;

/** One client connection. Its messages are answered one after the other, in order. */
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

  /** Answers what has been received, then closes. */
  async close(): Promise<void> {
    this.socket.pause();
    await this.working;
    this.socket.destroy();
  }

  private receive(chunk: Buffer): void {
    try {
      this.queue.push(...this.frames.push(chunk));
    } catch {
      // A broken message ends its connection and nothing else.
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
