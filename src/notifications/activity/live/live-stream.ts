import { Readable } from 'node:stream';
import type { Types } from 'mongoose';
import { IdMap, type IdSet } from '../../../platform/ids.js';
import type { ActivityNotificationDto } from '../activity.dto.js';
import { isOpen, type RunStatus } from '../statuses.js';
import type { LiveChangeDto, LiveRunsDto } from './live-activity.dto.js';
import { NOTICE_MS, type NoticedRun, putNewest, type RunNotice } from './run-notices.js';

/** Changes in one message: the newest. */
export const MAX_CHANGES = 20;

/** What a client wants to see; everything if undefined. */
export interface LiveFilter {
  workflowIds?: IdSet;
  subscriberIds?: IdSet;
  statuses?: ReadonlySet<RunStatus>;
}

/** Timers, and milliseconds that only go forward. */
interface Time extends Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'> {
  now(): number;
}

/**
 * The events of one client, as the body of a response. Changes wait until the last message is older than a quarter of a second
 * and the client has taken it: a slow one gets fewer messages, each with the newest changes and how many were left out.
 */
export class LiveStream {
  readonly body = new Readable({ read: () => undefined });
  private waiting = new IdMap<NoticedRun>();
  private leftOut = 0;
  private timer?: NodeJS.Timeout;
  private busy = false;
  private closed = false;
  private nextAt = 0;

  constructor(
    private readonly filter: LiveFilter,
    /** Reads runs with the permissions of the client. */
    private readonly read: (ids: Types.ObjectId[]) => Promise<ActivityNotificationDto[]>,
    private readonly onFailure: (error: unknown) => void,
    private readonly time: Time = { setTimeout, clearTimeout, now: () => performance.now() },
  ) {
    this.send('event: ready\ndata: {}\n\n');
  }

  /** Adds what the client wants to see. */
  offer({ runs, leftOut }: RunNotice): void {
    this.leftOut += leftOut;
    for (const run of runs.filter((one) => this.wants(one))) {
      this.leftOut += putNewest(this.waiting, run, MAX_CHANGES);
    }
    this.plan();
  }

  /** Keeps proxies from closing the connection. */
  beat(): void {
    if (!this.closed && this.isTaken) this.send(': \n\n');
  }

  /** Ends the response. */
  end(reason: 'access' | 'shutdown'): void {
    if (this.closed) return;
    this.send(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`);
    this.body.push(null);
    this.close();
  }

  /** Nothing more is sent. */
  close(): void {
    this.closed = true;
    this.time.clearTimeout(this.timer);
  }

  private wants({ workflowId, subscriberId, status }: NoticedRun): boolean {
    const { workflowIds, subscriberIds, statuses } = this.filter;
    return (
      (workflowIds?.has(workflowId) ?? true) &&
      (subscriberIds?.has(subscriberId) ?? true) &&
      (statuses?.has(status) ?? true)
    );
  }

  private get isTaken(): boolean {
    return this.body.readableLength === 0;
  }

  private plan(): void {
    if (this.closed || this.busy || this.timer || (this.waiting.size === 0 && this.leftOut === 0)) return;
    this.timer = this.time.setTimeout(() => void this.sendWaiting(), Math.max(0, this.nextAt - this.time.now()));
  }

  private async sendWaiting(): Promise<void> {
    this.timer = undefined;
    this.nextAt = this.time.now() + NOTICE_MS;
    if (this.isTaken) {
      this.busy = true;
      await this.sendNewest();
      this.busy = false;
    }
    this.plan();
  }

  private async sendNewest(): Promise<void> {
    const [waiting, leftOut] = [this.waiting, this.leftOut];
    [this.waiting, this.leftOut] = [new IdMap<NoticedRun>(), 0];
    try {
      const message = await this.messageOf([...waiting.values()], leftOut);
      if (!this.closed) this.send(`event: runs\ndata: ${JSON.stringify(message)}\n\n`);
    } catch (error) {
      this.leftOut += waiting.size + leftOut;
      this.onFailure(error);
    }
  }

  private async messageOf(waiting: readonly NoticedRun[], leftOut: number): Promise<LiveRunsDto> {
    const found = waiting.length > 0 ? await this.read(waiting.map(({ _id }) => _id)) : [];
    const byId = new Map(found.map((run) => [run._id, run]));
    const changes = waiting.flatMap(({ _id, status }) => {
      const notification = byId.get(_id.toHexString());
      return notification ? [{ change: changeOf(status), notification }] : [];
    });
    return { changes, leftOut };
  }

  private send(text: string): void {
    this.body.push(text);
  }
}

function changeOf(status: RunStatus): LiveChangeDto['change'] {
  if (status === 'running') return 'began';
  return isOpen(status) ? 'changed' : 'ended';
}
