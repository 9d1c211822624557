import { Redis } from 'ioredis';
import { Gathered } from '../../gathered.js';
import { OutageLog } from '../../outage-log.js';
import { within } from '../../within.js';
import type { Logger } from '../../logging/logger.js';
import { Announcements, type InboxHearer, type InboxNotice } from './announcements.js';

/** An announcement that Redis has not taken within this time is lost, so that they do not pile up. */
const PATIENCE_MS = 1000;

/**
 * {@link Announcements} over Redis: one command however many subscribers a notice names, and one for all notices that
 * come while another is on its way.
 */
export class RedisAnnouncements extends Announcements {
  private readonly publisher: Redis;
  private readonly gathered: Gathered<InboxNotice>;
  private readonly outage: OutageLog;
  private readonly hearers = new Set<InboxHearer>();
  private subscriber?: Redis;
  private subscribed?: Promise<unknown>;
  private closed = false;

  constructor(
    private readonly uri: string,
    private readonly channel: string,
    logger: Logger,
  ) {
    super();
    this.outage = new OutageLog(logger, 'Live updates between processes are interrupted; inboxes show them when asked');
    this.publisher = this.connect({ maxRetriesPerRequest: 1, commandTimeout: PATIENCE_MS });
    this.gathered = new Gathered((notices) => this.publish(notices));
  }

  announce(notice: InboxNotice): void {
    if (!this.closed) void this.gathered.add([notice]);
  }

  async listen(hearer: InboxHearer): Promise<void> {
    this.hearers.add(hearer);
    this.subscribed ??= this.subscribe();
    await within(PATIENCE_MS, this.subscribed).catch((error: unknown) => this.outage.failed(error));
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.gathered.add([]);
    // Without quitting: it may be Redis that is away.
    this.subscriber?.disconnect();
    this.publisher.disconnect();
  }

  private subscribe(): Promise<unknown> {
    const subscriber = this.connect({ maxRetriesPerRequest: null });
    this.subscriber = subscriber;
    subscriber.on('message', (_channel, text) => this.hand(text));
    const subscribe = (): Promise<unknown> => subscriber.subscribe(this.channel).then(() => this.outage.worked());
    const missedSome = (): void => this.hearers.forEach((hearer) => hearer.missedSome());
    const subscribed = subscribe();
    // Later times follow an outage, and nobody knows what was announced in it.
    subscriber.once('ready', () => subscriber.on('ready', () => void subscribe().then(missedSome, noop)));
    return subscribed;
  }

  private hand(text: string): void {
    try {
      const notices = JSON.parse(text) as InboxNotice[];
      for (const hearer of this.hearers) hearer.hear(notices);
    } catch (error) {
      // Another release may speak otherwise.
      this.outage.failed(error);
    }
  }

  private async publish(notices: InboxNotice[]): Promise<void> {
    if (notices.length === 0) return;
    try {
      await this.publisher.publish(this.channel, JSON.stringify(notices));
      this.outage.worked();
    } catch (error) {
      if (!this.closed) this.outage.failed(error);
    }
  }

  private connect(options: { maxRetriesPerRequest: number | null; commandTimeout?: number }): Redis {
    const redis = new Redis(this.uri, { ...options, connectionName: this.channel });
    redis.on('error', (error) => this.outage.failed(error));
    return redis;
  }
}

/** The outage is logged where it begins, and the next connection tries again. */
function noop(): void {}
