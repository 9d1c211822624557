import { Injectable } from '@nestjs/common';
import { WriteBatcher } from '../../platform/write-batcher.js';
import { OnceLogger } from '../../platform/once-logger.js';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/logging/logger.js';
import { PresenceService, type PresentPerson } from '../../subscribers/presence/presence.service.js';
import { Connections } from './connections/connections.js';
import type { LiveConnection } from './connections/live-connection.js';

/** Signs of life that may fail before others give this process up. */
const BEATS = 3;

/**
 * Keeps the store in step with who is connected to this process (behaviour O7). What is written is how things stand when
 * it is written, so that it does not matter in which order people came and went; what fails is done with the next beat.
 */
@Injectable()
export class LivePresenceService {
  private node?: string;
  private timer?: NodeJS.Timeout;
  private stopped = false;
  private beating: Promise<void> = Promise.resolve();
  /** People whose coming or leaving could not be written. */
  private readonly unsettled = new Map<string, PresentPerson>();
  private readonly batcher = new WriteBatcher<PresentPerson>((people) => this.settle(people));
  private readonly outage: OnceLogger;

  constructor(
    private readonly connections: Connections,
    private readonly presence: PresenceService,
    private readonly config: Config,
    logger: Logger,
  ) {
    this.outage = new OnceLogger(logger, 'Who is online could not be noted; this is tried again');
  }

  start(): void {
    this.timer = setInterval(() => {
      this.beating = this.beating.then(() => this.beat());
    }, this.silenceMs / BEATS);
  }

  /** Somebody has come or left. Resolves when that is noted, or has failed for now. */
  changed(connection: LiveConnection): Promise<void> {
    return this.batcher.add([personOf(connection)]);
  }

  /** Says that this process lives, makes up for what has failed, and takes people off processes that have died. */
  async beat(): Promise<void> {
    try {
      if (this.node && !(await this.presence.keepAlive(this.node))) await this.beginAnew(this.node);
      const missing = [...this.unsettled.values()];
      if (missing.length > 0) await this.batcher.add(missing);
      await this.presence.giveUpSilent(this.silenceMs);
      this.outage.worked();
    } catch (error) {
      this.outage.failed(error);
    }
  }

  /** Everybody here is gone, and so is this process. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.beating;
    // What is on its way names this process; nobody could take it back later.
    await this.batcher.add([]);
    this.stopped = true;
    if (!this.node) return;
    await this.presence.end(this.node).catch((error: unknown) => this.outage.failed(error));
  }

  private get silenceMs(): number {
    return this.config.livePresenceSeconds * 1000;
  }

  private async settle(people: PresentPerson[]): Promise<void> {
    if (people.length === 0 || this.stopped) return;
    const byId = new Map(people.map((person) => [person.id.toHexString(), person]));
    try {
      this.node ??= await this.presence.begin();
      const here = (person: PresentPerson) => this.connections.has(person.id.toHexString());
      const all = [...byId.values()];
      await this.presence.note(
        this.node,
        all.filter(here),
        all.filter((person) => !here(person)),
      );
      for (const id of byId.keys()) this.unsettled.delete(id);
    } catch (error) {
      for (const [id, person] of byId) this.unsettled.set(id, person);
      this.outage.failed(error);
    }
  }

  /** Others thought that this process was dead, and have taken its people off it. */
  private async beginAnew(former: string): Promise<void> {
    this.node = undefined;
    for (const connection of this.connections) this.unsettled.set(connection.subscriber, personOf(connection));
    await this.presence.end(former);
  }
}

function personOf({ session }: LiveConnection): PresentPerson {
  return { environment: session.environment, id: session.subscriberId };
}
