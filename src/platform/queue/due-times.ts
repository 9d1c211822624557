import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../clock.js';
import { Config } from '../config/config.js';
import { NoticeChannel, PubSub } from './pub-sub.js';

/** Kinds of records that wait in the store for their time. */
export type DueKind = 'inboxes' | 'runs' | 'snoozes' | 'webhooks';

/** Milliseconds since 1970. */
const DUE = new NoticeChannel<{ kind: DueKind; at: number }>('due');

/**
 * Notifies the tasks of all processes when something is due, so that they need not poll for it. A notice may be lost: a
 * task also looks when `IDLE_LOOK_SECONDS` have passed, and learns then what is due next.
 */
@Injectable()
export class DueTimes implements OnModuleInit {
  private readonly listeners = new Map<DueKind, (waitMs: number) => void>();
  /** The earliest time that was published to all processes. */
  private readonly published = new Map<DueKind, number>();
  private readonly idleMs: number;

  constructor(
    private readonly pubSub: PubSub,
    private readonly clock: Clock,
    { idleLookSeconds }: Config,
  ) {
    this.idleMs = idleLookSeconds * 1000;
  }

  async onModuleInit(): Promise<void> {
    await this.pubSub.subscribe(DUE, {
      onNotices: (notices) => {
        for (const { kind, at } of notices) this.listeners.get(kind)?.(this.until(at));
      },
      // A notice that is missed now is made up for by the next look.
      onInterruption: () => undefined,
    });
  }

  /** Calls `listener` with the milliseconds until something is due, which may be zero or less. */
  onDue(kind: DueKind, listener: (waitMs: number) => void): void {
    this.listeners.set(kind, listener);
  }

  /**
   * To be called after something was stored that is due at one of these times. Costs a notice if all processes would look
   * later than that.
   */
  expect(kind: DueKind, times: readonly (Date | undefined)[]): void {
    const at = Math.min(...times.map((time) => time?.getTime() ?? Infinity));
    if (this.until(at) >= this.idleMs) return;
    const published = this.published.get(kind) ?? 0;
    if (this.until(published) > 0 && published <= at) return;
    this.published.set(kind, at);
    this.pubSub.publish(DUE, { kind, at });
  }

  /** Milliseconds until this time. */
  until(time: number): number {
    return time - this.clock.now().getTime();
  }
}
