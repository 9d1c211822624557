import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { LiveInboxesService } from '../../notifications/live/live-inboxes.service.js';
import { BackgroundTask } from '../../platform/scheduling/background-task.js';
import { Clock } from '../../platform/clock.js';
import { IdMap } from '../../platform/ids.js';
import { Config } from '../../platform/config/config.js';
import { Logger, OnceLogger } from '../../platform/logging/logger.js';
import { inBatches } from '../../platform/values/group-by.js';
import type { Severity } from '../../workflows/workflow.schema.js';
import { Connections, type LiveConnection, scopeOf } from './connections.js';

/** Number of subscribers whose messages one command counts. */
const BATCH = 500;

/** Counts again after this time when the store was unreachable. */
const RETRY_MS = 1000;

/** Interval of looking for counts that are outdated because messages have expired. */
const EXPIRY_MS = 1000;

/**
 * Sends counts of unread and unseen messages to connections. Changes during a count, or shortly after it, are counted
 * together: a burst of changes results in a few events, and the last one is correct.
 */
@Injectable()
export class CountsPublisher implements OnApplicationBootstrap, OnModuleDestroy {
  /** Subscribers (internal ids) whose counts must be sent. */
  private pending = new IdMap<Types.ObjectId>();
  private busy = false;
  private pause?: NodeJS.Timeout;
  private stopped = false;
  private readonly outage = new OnceLogger(
    this.logger,
    'Live counts of inboxes cannot be published; this is tried again',
  );
  private readonly expiries = new BackgroundTask(
    new OnceLogger(this.logger, 'Expired messages cannot be counted live; this is tried again'),
    { everyMs: EXPIRY_MS },
    () => this.recountExpired(),
  );

  constructor(
    private readonly connections: Connections,
    private readonly inboxes: LiveInboxesService,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /** The counts of a subscriber may have changed. */
  changed(subscriberId: Types.ObjectId): void {
    this.pending.set(subscriberId, subscriberId);
    if (!this.busy && !this.stopped) void this.work();
  }

  onApplicationBootstrap(): void {
    this.expiries.start();
  }

  onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.pause);
    return this.expiries.stop();
  }

  /** Messages that expire leave lists and counts (behaviour N3). */
  private recountExpired(): void {
    if (this.connections.isEmpty) return;
    const now = this.clock.now();
    for (const connection of this.connections) {
      const { countsHoldUntil } = connection;
      if (countsHoldUntil && countsHoldUntil <= now) this.changed(connection.subscriberId);
    }
  }

  private async work(): Promise<void> {
    this.busy = true;
    // Changes that are announced in the same tick are counted together.
    await new Promise(setImmediate);
    const subscribers = [...this.pending.values()];
    this.pending = new IdMap();
    let pause = this.config.liveCountsMilliseconds;
    try {
      for (const batch of inBatches(subscribers, BATCH)) await this.send(batch);
      this.outage.worked();
    } catch (error) {
      for (const id of subscribers) this.pending.set(id, id);
      pause = Math.max(pause, RETRY_MS);
      if (!this.stopped) this.outage.failed(error);
    }
    if (!this.stopped) this.pause = setTimeout(() => this.goOn(), pause);
  }

  private goOn(): void {
    this.busy = false;
    if (this.pending.size > 0) void this.work();
  }

  private async send(subscriberIds: Types.ObjectId[]): Promise<void> {
    // Some may have disconnected meanwhile.
    const connections = subscriberIds.flatMap((id) => this.connections.of(id));
    const environments = IdMap.groupBy(connections, ({ session }) => session.environment.id);
    for (const own of environments.values()) await this.sendIn(own[0]!.session.environment, own);
  }

  private async sendIn(environment: EnvironmentRef, connections: LiveConnection[]): Promise<void> {
    const ids = new IdMap(connections.map(({ subscriberId }) => [subscriberId, subscriberId]));
    const unread = await this.inboxes.countUnread(environment, [...ids.values()]);
    const bySubscriber = IdMap.groupBy(unread, ({ subscriberId }) => subscriberId);
    // Those that have connected meanwhile, too.
    for (const connection of [...ids.values()].flatMap((id) => this.connections.of(id))) {
      const groups = bySubscriber.get(connection.subscriberId) ?? [];
      const own = groups.filter(({ contextKeys }) => scopeOf(contextKeys) === connection.scope);
      connection.countsHoldUntil = earliest(own.map(({ expiresAt }) => expiresAt));
      for (const [event, data] of countEvents(sumCounts(own))) connection.send(event, data);
    }
  }
}

function earliest(dates: readonly Date[]): Date | undefined {
  return dates.reduce<Date | undefined>((first, date) => (first && first <= date ? first : date), undefined);
}

/** What the badge of an inbox shows: unread messages, by severity, and unseen ones. */
interface InboxCounts {
  readonly unread: { readonly total: number; readonly severity: Readonly<Record<Severity, number>> };
  readonly unseen: number;
}

/** A number of unread messages with the same severity, either all seen or all unseen. */
interface CountedMessages {
  readonly severity: Severity;
  readonly seen: boolean;
  readonly count: number;
}

/** Sums unread messages. An unseen message is never read, so the unread ones include all unseen ones. */
export function sumCounts(unread: readonly CountedMessages[]): InboxCounts {
  const severity: Record<Severity, number> = { high: 0, medium: 0, low: 0, none: 0 };
  let total = 0;
  let unseen = 0;
  for (const group of unread) {
    severity[group.severity] += group.count;
    total += group.count;
    if (!group.seen) unseen += group.count;
  }
  return { unread: { total, severity }, unseen };
}

/** The maximum of the older form of counts. */
const CAP = 100;

type CountEvent = readonly [event: string, data: object];

/** The events that carry counts, in their order (behaviour O3), each with its current and its older form (O2). */
export function countEvents({ unread, unseen }: InboxCounts): readonly [CountEvent, CountEvent] {
  return [
    ['unseen_count_changed', { unseenCount: Math.min(unseen, CAP), hasMore: unseen > CAP }],
    ['unread_count_changed', { counts: unread, unreadCount: Math.min(unread.total, CAP), hasMore: unread.total > CAP }],
  ];
}
