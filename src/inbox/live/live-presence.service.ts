import { Injectable } from '@nestjs/common';
import { BackgroundTask } from '../../platform/scheduling/background-task.js';
import { WriteBatcher } from '../../platform/scheduling/write-batcher.js';
import { IdMap } from '../../platform/ids.js';
import { Logger, OnceLogger } from '../../platform/logging/logger.js';
import { Config } from '../../platform/config/config.js';
import { PresenceService, type ConnectedSubscriber } from '../../subscribers/presence/presence.service.js';
import { Connections, type LiveConnection } from './connections.js';

/** Number of heartbeats that may fail before other processes give this one up. */
const BEATS = 3;

/**
 * Stores who is connected to this process (behaviour O7). It writes the state at the time of writing, so that the order in
 * which subscribers connect and disconnect does not matter; failed writes are repeated with the next heartbeat.
 */
@Injectable()
export class LivePresenceService {
  private node?: string;
  private stopped = false;
  /** Subscribers whose change could not be written. */
  private readonly unsettled = new IdMap<ConnectedSubscriber>();
  private readonly batcher = new WriteBatcher<ConnectedSubscriber>((subscribers) => this.settle(subscribers));
  private readonly outage = new OnceLogger(this.logger, 'Who is online could not be noted; this is tried again');
  private readonly task = new BackgroundTask(this.outage, { everyMs: this.silenceMs / BEATS }, () => this.beatOrFail());

  constructor(
    private readonly connections: Connections,
    private readonly presence: PresenceService,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.task.start();
  }

  /** A subscriber has connected or disconnected. Resolves when that is stored, or has failed for now. */
  changed(connection: LiveConnection): Promise<void> {
    return this.batcher.add([subscriberOf(connection)]);
  }

  /** Sends a heartbeat, repeats failed writes, and removes subscribers from processes that have died. */
  beat(): Promise<void> {
    return this.task.run();
  }

  /** Removes all subscribers from this process, and the process. */
  async stop(): Promise<void> {
    await this.task.stop();
    // Pending writes name this process; nothing would undo them later.
    await this.batcher.add([]);
    this.stopped = true;
    if (!this.node) return;
    await this.presence.end(this.node).catch((error: unknown) => this.outage.failed(error));
  }

  private get silenceMs(): number {
    return this.config.livePresenceSeconds * 1000;
  }

  private async beatOrFail(): Promise<void> {
    if (this.node && !(await this.presence.keepAlive(this.node))) await this.registerAgain(this.node);
    const missing = [...this.unsettled.values()];
    if (missing.length > 0) await this.batcher.add(missing);
    await this.presence.giveUpSilent(this.silenceMs);
  }

  private async settle(subscribers: ConnectedSubscriber[]): Promise<void> {
    if (subscribers.length === 0 || this.stopped) return;
    const all = [...new IdMap(subscribers.map((subscriber) => [subscriber.id, subscriber])).values()];
    try {
      this.node ??= await this.presence.begin();
      const here = (subscriber: ConnectedSubscriber) => this.connections.has(subscriber.id);
      await this.presence.note(
        this.node,
        all.filter(here),
        all.filter((subscriber) => !here(subscriber)),
      );
      for (const { id } of all) this.unsettled.delete(id);
    } catch (error) {
      for (const subscriber of all) this.unsettled.set(subscriber.id, subscriber);
      this.outage.failed(error);
    }
  }

  /** Other processes considered this one dead, and have removed its subscribers. */
  private async registerAgain(former: string): Promise<void> {
    this.node = undefined;
    for (const connection of this.connections) this.unsettled.set(connection.subscriberId, subscriberOf(connection));
    await this.presence.end(former);
  }
}

function subscriberOf({ session }: LiveConnection): ConnectedSubscriber {
  return { environment: session.environment, id: session.subscriberId };
}
