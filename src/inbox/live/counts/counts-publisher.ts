import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Types } from 'mongoose';
import { Clock } from '../../../platform/clock.js';
import { OnceLogger } from '../../../platform/once-logger.js';
import { groupBy } from '../../../platform/values/group-by.js';
import { Config } from '../../../platform/config/config.js';
import { Logger } from '../../../platform/logging/logger.js';
import { LiveInboxesService, type UnreadGroup } from '../../../notifications/live/live-inboxes.service.js';
import { sumCounts } from '../../../notifications/live/unread-counts.js';
import { Connections } from '../connections/connections.js';
import { scopeOf } from '../connections/live-connection.js';
import { countEvents } from './count-events.js';

/** Subscribers whose messages are counted by one command. */
const BATCH = 500;

/** Counts anew this long after the store was unreachable. */
const RETRY_MS = 1000;

/** Looks this often for counts that are no longer right, because messages have expired. */
const EXPIRY_MS = 1000;

/**
 * Tells connections what there is to read. What changes while counts are being made, or shortly after, is counted
 * together: a burst of changes gives a few events, and the last one is right.
 */
@Injectable()
export class CountsPublisher implements OnApplicationBootstrap, OnModuleDestroy {
  /** Subscribers (internal ids, hexadecimal) whose counts are to be told. */
  private changedOnes = new Set<string>();
  private busy = false;
  private pause?: NodeJS.Timeout;
  private expiries?: NodeJS.Timeout;
  private stopped = false;
  private readonly outage: OnceLogger;

  constructor(
    private readonly connections: Connections,
    private readonly inboxes: LiveInboxesService,
    private readonly clock: Clock,
    private readonly config: Config,
    logger: Logger,
  ) {
    this.outage = new OnceLogger(logger, 'Counts of inboxes cannot be told live; this is tried again');
  }

  /** The counts of a subscriber may be different from what the connections know. */
  changed(subscriber: string): void {
    this.changedOnes.add(subscriber);
    if (!this.busy && !this.stopped) void this.work();
  }

  onApplicationBootstrap(): void {
    this.expiries = setInterval(() => this.tellOfExpired(), EXPIRY_MS);
  }

  onModuleDestroy(): void {
    this.stopped = true;
    clearInterval(this.expiries);
    clearTimeout(this.pause);
  }

  /** Messages have left lists and counts by themselves (behaviour N3). */
  private tellOfExpired(): void {
    if (this.connections.isEmpty) return;
    const now = this.clock.now();
    for (const connection of this.connections) {
      const { countsHoldUntil } = connection;
      if (countsHoldUntil && countsHoldUntil <= now) this.changed(connection.subscriber);
    }
  }

  private async work(): Promise<void> {
    this.busy = true;
    // Those who announce in one go are counted in one go.
    await new Promise(setImmediate);
    const subscribers = [...this.changedOnes];
    this.changedOnes = new Set();
    let pause = this.config.liveCountsMilliseconds;
    try {
      for (let start = 0; start < subscribers.length; start += BATCH) {
        await this.tell(subscribers.slice(start, start + BATCH));
      }
      this.outage.worked();
    } catch (error) {
      for (const subscriber of subscribers) this.changedOnes.add(subscriber);
      pause = Math.max(pause, RETRY_MS);
      if (!this.stopped) this.outage.failed(error);
    }
    if (!this.stopped) this.pause = setTimeout(() => this.goOn(), pause);
  }

  private goOn(): void {
    this.busy = false;
    if (this.changedOnes.size > 0) void this.work();
  }

  private async tell(subscribers: string[]): Promise<void> {
    // Some may be gone again.
    const connected = subscribers.filter((subscriber) => this.connections.has(subscriber));
    const environmentOf = (subscriber: string) =>
      this.connections.of(subscriber)[0]!.session.environment.id.toHexString();
    for (const [environment, own] of groupBy(connected, environmentOf)) {
      await this.tellIn(new Types.ObjectId(environment), own);
    }
  }

  private async tellIn(environmentId: Types.ObjectId, subscribers: string[]): Promise<void> {
    const ids = subscribers.map((id) => new Types.ObjectId(id));
    const unread = await this.inboxes.countUnread({ id: environmentId }, ids);
    const byOwner = groupBy(unread, (group) => ownerOf(group.subscriberId.toHexString(), scopeOf(group.contextKeys)));
    for (const connection of subscribers.flatMap((subscriber) => this.connections.of(subscriber))) {
      const own: UnreadGroup[] = byOwner.get(ownerOf(connection.subscriber, connection.scope)) ?? [];
      connection.countsHoldUntil = earliest(own.map(({ expiresAt }) => expiresAt));
      for (const [event, data] of countEvents(sumCounts(own))) connection.tell(event, data);
    }
  }
}

function ownerOf(subscriber: string, scope: string): string {
  return `${subscriber} ${scope}`;
}

function earliest(dates: readonly Date[]): Date | undefined {
  return dates.reduce<Date | undefined>((first, date) => (first && first <= date ? first : date), undefined);
}
