import { WriteBatcher } from '../scheduling/write-batcher.js';
import { type Logger, OnceLogger } from '../logging/logger.js';
import { withTimeout } from '../deadline.js';
import { type NoticeChannel, type NoticeSubscriber, type PlainNotice, PubSub, Subscribers } from './pub-sub.js';
import { connectRedis, type RedisClient } from './redis-client.js';

/** A notice that Redis has not accepted within this time is dropped, so that notices do not pile up. */
const TIMEOUT_MS = 1000;

/** {@link PubSub} over Redis: one Redis channel for all notices, and one command for all notices published during another. */
export class RedisPubSub extends PubSub {
  private readonly channel: string;
  private readonly publisher: RedisClient;
  private readonly batcher: WriteBatcher<PlainNotice>;
  private readonly outage: OnceLogger;
  private readonly subscribers: Subscribers;
  private subscriber?: RedisClient;
  private subscribed?: Promise<unknown>;
  private closed = false;

  constructor(
    private readonly uri: string,
    queuePrefix: string,
    logger: Logger,
  ) {
    super();
    this.channel = `${queuePrefix}-live`;
    this.subscribers = new Subscribers(logger);
    this.outage = new OnceLogger(
      logger,
      'Live updates between processes are interrupted; inboxes show them when asked',
    );
    this.publisher = this.connect({ maxRetriesPerRequest: 1, commandTimeout: TIMEOUT_MS });
    this.batcher = new WriteBatcher((notices) => this.send(notices));
  }

  publish<Notice extends object>({ name, form }: NoticeChannel<Notice>, notice: Notice): void {
    if (!this.closed) void this.batcher.add([[name, form.toPlain(notice)]]);
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
    // Not `quit`, which would wait for an unreachable Redis.
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
    // A later `ready` follows an outage, during which notices may have been missed.
    subscriber.once('ready', () => subscriber.on('ready', () => void subscribe().then(interrupted, noop)));
    // In a cluster the subscription moves to another node without being interrupted as a whole.
    subscriber.on('-node', interrupted);
    return subscribed;
  }

  private receive(text: string): void {
    try {
      this.subscribers.onPlainNotices(JSON.parse(text) as PlainNotice[]);
    } catch (error) {
      // A process of another release may use another format.
      this.outage.failed(error);
    }
  }

  private async send(notices: PlainNotice[]): Promise<void> {
    if (notices.length === 0) return;
    try {
      await this.publisher.publish(this.channel, JSON.stringify(notices));
      this.outage.worked();
    } catch (error) {
      if (!this.closed) this.outage.failed(error);
    }
  }

  private connect(options: { maxRetriesPerRequest: number | null; commandTimeout?: number }): RedisClient {
    const redis = connectRedis(this.uri, { ...options, connectionName: this.channel });
    redis.on('error', (error) => this.outage.failed(error));
    return redis;
  }
}

/** The outage was logged when it began, and the next connection tries again. */
function noop(): void {}
