import { Redis } from 'ioredis';
import { WriteBatcher } from '../../write-batcher.js';
import { OnceLogger } from '../../once-logger.js';
import { withTimeout } from '../../with-timeout.js';
import type { Logger } from '../../logging/logger.js';
import { type NoticeChannel, type NoticeSubscriber, PubSub } from './pub-sub.js';
import { type NamedNotice, Subscribers } from './subscribers.js';

/** A notice that Redis has not taken within this time is lost, so that they do not pile up. */
const TIMEOUT_MS = 1000;

/**
 * {@link PubSub} over Redis: one channel there for all, and one command for all notices that come while another is on its
 * way.
 */
export class RedisPubSub extends PubSub {
  private readonly publisher: Redis;
  private readonly batcher: WriteBatcher<NamedNotice>;
  private readonly outage: OnceLogger;
  private readonly subscribers = new Subscribers();
  private subscriber?: Redis;
  private subscribed?: Promise<unknown>;
  private closed = false;

  constructor(
    private readonly uri: string,
    private readonly channel: string,
    logger: Logger,
  ) {
    super();
    this.outage = new OnceLogger(
      logger,
      'Live updates between processes are interrupted; inboxes show them when asked',
    );
    this.publisher = this.connect({ maxRetriesPerRequest: 1, commandTimeout: TIMEOUT_MS });
    this.batcher = new WriteBatcher((notices) => this.send(notices));
  }

  publish<Notice extends object>({ name }: NoticeChannel<Notice>, notice: Notice): void {
    if (!this.closed) void this.batcher.add([[name, notice]]);
  }

  async subscribe<Notice extends object>(
    channel: NoticeChannel<Notice>,
    subscriber: NoticeSubscriber<Notice>,
  ): Promise<void> {
    this.subscribers.add(channel, subscriber);
    this.subscribed ??= this.listen();
    await withTimeout(TIMEOUT_MS, this.subscribed).catch((error: unknown) => this.outage.failed(error));
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.batcher.add([]);
    // Without quitting: it may be Redis that is away.
    this.subscriber?.disconnect();
    this.publisher.disconnect();
  }

  private listen(): Promise<unknown> {
    const subscriber = this.connect({ maxRetriesPerRequest: null });
    this.subscriber = subscriber;
    subscriber.on('message', (_channel, text) => this.receive(text));
    const subscribe = (): Promise<unknown> => subscriber.subscribe(this.channel).then(() => this.outage.worked());
    const interrupted = (): void => this.subscribers.onInterruption();
    const subscribed = subscribe();
    // Later times follow an outage, and what was published in it is unknown.
    subscriber.once('ready', () => subscriber.on('ready', () => void subscribe().then(interrupted, noop)));
    return subscribed;
  }

  private receive(text: string): void {
    try {
      this.subscribers.onNotices(JSON.parse(text) as NamedNotice[]);
    } catch (error) {
      // Another release may speak otherwise.
      this.outage.failed(error);
    }
  }

  private async send(notices: NamedNotice[]): Promise<void> {
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
