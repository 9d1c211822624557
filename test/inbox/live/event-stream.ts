import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import type { LiveChangeDto, LiveRunsDto } from '../../../src/notifications/activity/live/live-activity.dto.js';
import { withTimeout } from '../../../src/platform/deadline.js';

/** A server-sent event. */
export interface StreamedEvent {
  event: string;
  data: object;
}

const PATIENCE_MS = 120_000;

/** A client of a stream of events, and what it has received, in its order. */
export class EventStream {
  readonly events: StreamedEvent[] = [];
  comments = 0;
  /** Resolves when the server has ended the response. */
  readonly ended: Promise<void>;
  private readonly looks = new Set<() => void>();

  private constructor(
    private readonly request: ClientRequest,
    private readonly response: IncomingMessage,
  ) {
    this.ended = this.readAll().catch(() => undefined);
  }

  /** Resolves when the server has begun to respond. On a connection of its own: `fetch` opens others after an abort. */
  static open(url: string, headers: Record<string, string>): Promise<EventStream> {
    return new Promise((resolve, reject) => {
      const accept = 'text/event-stream';
      const request = get(url, { headers: { accept, ...headers }, agent: false }, (response) =>
        resolve(new EventStream(request, response)),
      );
      request.once('error', reject);
    });
  }

  get status(): number | undefined {
    return this.response.statusCode;
  }

  get contentType(): string | undefined {
    return this.response.headers['content-type'];
  }

  close(): Promise<void> {
    this.request.destroy();
    return this.ended;
  }

  /** All events of a kind. */
  all<T = object>(kind: string): T[] {
    return this.events.filter(({ event }) => event === kind).map(({ data }) => data as T);
  }

  get runs(): LiveRunsDto[] {
    return this.all('runs');
  }

  /** The changes of runs in all events. */
  get changes(): LiveChangeDto[] {
    return this.runs.flatMap(({ changes }) => changes);
  }

  get leftOut(): number {
    return this.runs.reduce((sum, { leftOut }) => sum + leftOut, 0);
  }

  /** Waits until it is so, or it is plain that it never will be. */
  async until(isSo: () => boolean): Promise<void> {
    let look: (() => void) | undefined;
    const so = new Promise<void>((resolve) => {
      look = () => isSo() && resolve();
      this.looks.add(look);
      look();
    });
    await withTimeout(PATIENCE_MS, so).catch(() => undefined);
    this.looks.delete(look!);
    expect(isSo()).toBe(true);
  }

  private async readAll(): Promise<void> {
    let text = '';
    this.response.setEncoding('utf8');
    for await (const part of this.response) {
      text += part;
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) this.take(block);
      for (const look of this.looks) look();
    }
  }

  private take(block: string): void {
    const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
    if (fields.event) this.events.push({ event: fields.event, data: JSON.parse(fields.data) });
    else this.comments += 1;
  }
}
