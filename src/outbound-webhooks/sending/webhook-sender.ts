import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { WriteBatcher } from '../../platform/write-batcher.js';
import { Poller } from '../../platform/poller.js';
import { groupBy } from '../../platform/values/group-by.js';
import { withTimeout } from '../../platform/with-timeout.js';
import { Config } from '../../platform/config/config.js';
import { EnvironmentLookup } from '../../auth/environment-lookup.service.js';
import { Logger } from '../../platform/logging/logger.js';
import type { WebhookDelivery } from '../deliveries/webhook-delivery.schema.js';
import { EndpointHealth, type EndpointVerdict } from '../endpoints/endpoint-health.service.js';
import { WebhookEndpoint } from '../endpoints/webhook-endpoint.schema.js';
import { Attempts, GONE } from './attempts.service.js';
import { type AttemptResult, type DueDelivery, DueDeliveries } from './due-deliveries.service.js';

/** Requests that a process has under way at the same time, and to one endpoint: a slow one does not hold up others. */
const MAX_UNDER_WAY = 200;
const MAX_PER_ENDPOINT = 20;

interface Noted {
  result: AttemptResult;
  endpoint: WebhookEndpoint;
}

/**
 * Makes the attempts that are due (behaviour B2). It looks into the store, so that none is lost with a process: a
 * delivery whose worker has died is due again when its lease has ended. Runs in the roles `worker` and `all`; any number
 * of processes may look at the same time.
 */
@Injectable()
export class WebhookSender implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private stopped = false;
  private readonly poller: Poller;
  /** What is under way, by endpoint. */
  private readonly underWay = new Map<string, { id: Types.ObjectId; count: number }>();
  private readonly running = new Set<Promise<void>>();
  private readonly notes = new WriteBatcher<Noted>((noted) => this.note(noted));

  constructor(
    @InjectModel(WebhookEndpoint.name) private readonly endpoints: Model<WebhookEndpoint>,
    private readonly due: DueDeliveries,
    private readonly attempts: Attempts,
    private readonly health: EndpointHealth,
    private readonly environments: EnvironmentLookup,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    this.poller = new Poller(
      () => this.look(),
      (error) => logger.warn({ err: error }, 'Could not look for webhooks that are due; it will be tried again'),
    );
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.role === 'api') return;
    // On the embedded store nobody else can be at work.
    if (!this.config.mongodbUri) await this.due.releaseAll();
    this.poller.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.poller.stop();
    // What is not finished by then is repeated when its lease has ended.
    await withTimeout(this.config.shutdownSeconds * 1000, Promise.all(this.running)).catch(() => undefined);
  }

  private async look(): Promise<boolean> {
    let found = false;
    while (!this.stopped && (await this.startSome())) found = true;
    return found;
  }

  /** Starts attempts that are due, as many as there is room for; false when there was none to start. */
  private async startSome(): Promise<boolean> {
    const room = MAX_UNDER_WAY - this.running.size;
    if (room <= 0) return false;
    const busy = [...this.underWay.values()].filter(({ count }) => count >= MAX_PER_ENDPOINT);
    const found = await this.due.find(
      room,
      busy.map(({ id }) => id),
    );
    if (found.length === 0) return false;
    const taken = await this.due.claim(this.withinLimits(found));
    if (taken.length === 0) return false;
    const endpoints = await this.endpointsOf(taken);
    const pairs = taken.map((delivery) => ({ delivery, endpoint: endpoints.get(delivery.endpointId.toHexString()) }));
    await this.due.delete(pairs.filter(({ endpoint }) => !endpoint).map(({ delivery }) => delivery));
    await this.due.giveUp(pairs.filter(({ endpoint }) => endpoint?.enabled === false).map(({ delivery }) => delivery));
    for (const { delivery, endpoint } of pairs) {
      // That of a deleted environment is due again later: it goes with its environment, or that is restored.
      if (endpoint?.enabled && (await this.environments.find(delivery.environmentId))) this.start(delivery, endpoint);
    }
    return true;
  }

  /** As many of each endpoint as it may have under way. */
  private withinLimits(found: readonly DueDelivery[]): DueDelivery[] {
    const groups = groupBy(found, ({ endpointId }) => endpointId.toHexString());
    return [...groups].flatMap(([endpoint, due]) =>
      due.slice(0, MAX_PER_ENDPOINT - (this.underWay.get(endpoint)?.count ?? 0)),
    );
  }

  private async endpointsOf(taken: readonly WebhookDelivery[]): Promise<Map<string, WebhookEndpoint>> {
    const ids = new Map(taken.map(({ endpointId }) => [endpointId.toHexString(), endpointId]));
    const found = await this.endpoints.find({ _id: { $in: [...ids.values()] } }).lean();
    return new Map(found.map((endpoint) => [endpoint._id.toHexString(), endpoint]));
  }

  private start(delivery: WebhookDelivery, endpoint: WebhookEndpoint): void {
    const key = endpoint._id.toHexString();
    const entry = this.underWay.get(key) ?? { id: endpoint._id, count: 0 };
    this.underWay.set(key, entry);
    entry.count += 1;
    const attempt = this.attempt(delivery, endpoint).finally(() => {
      entry.count -= 1;
      if (entry.count === 0) this.underWay.delete(key);
      this.running.delete(attempt);
    });
    this.running.add(attempt);
  }

  private async attempt(delivery: WebhookDelivery, endpoint: WebhookEndpoint): Promise<void> {
    try {
      await this.notes.add([{ result: await this.attempts.make(delivery, endpoint), endpoint }]);
    } catch (error) {
      const ids = { deliveryId: delivery._id.toHexString(), webhookId: endpoint._id.toHexString() };
      this.logger.warn({ ...ids, err: error }, 'A webhook was cut off and will be repeated');
    }
  }

  /** Attempts that end together are noted together. */
  private async note(noted: Noted[]): Promise<void> {
    await this.due.note(noted.map(({ result }) => result));
    const now = this.clock.now();
    for (const group of groupBy(noted, ({ endpoint }) => endpoint._id.toHexString()).values()) {
      await this.health.note(group[0]!.endpoint, verdictOn(group), now);
    }
  }
}

function verdictOn(group: readonly Noted[]): EndpointVerdict {
  if (group.some(({ result }) => result.attempt.statusCode === GONE)) return 'gone';
  return group.some(({ result }) => result.status === 'delivered') ? 'works' : 'fails';
}
