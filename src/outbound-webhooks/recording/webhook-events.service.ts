import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { InEnvironment } from '../../auth/environment-ref.js';
import { RetentionService } from '../../auth/retention.service.js';
import { Clock } from '../../platform/clock.js';
import { DueTimes } from '../../platform/queue/due-times.js';
import { ExpiringCache } from '../../platform/expiring-cache.js';
import { derivedId } from '../../platform/ids.js';
import { ignoreDuplicates, rawCollection } from '../../platform/persistence/writes.js';
import { WebhookDelivery } from './webhook-delivery.schema.js';
import { WebhookEndpoint } from '../webhook-endpoint.schema.js';
import { type DeliveryTimes, newDelivery, type WebhookEvent, type WebhookEventType } from './webhook-event.js';

/** Seconds until a process notices an endpoint that another process has created, changed or deleted. */
const CACHE_SECONDS = 3;
const CACHED_ENVIRONMENTS = 1000;

/** The fields of an endpoint that recording needs. */
type ListeningEndpoint = Pick<WebhookEndpoint, '_id' | 'eventTypes'>;

/**
 * Records events for the endpoints that listen to them (behaviour B1). Endpoints are cached: in an environment without
 * endpoints an event costs no store command.
 */
@Injectable()
export class WebhookEvents {
  private readonly listening = new ExpiringCache<readonly ListeningEndpoint[]>(
    this.clock,
    CACHE_SECONDS,
    CACHED_ENVIRONMENTS,
  );

  constructor(
    @InjectModel(WebhookDelivery.name) private readonly deliveries: Model<WebhookDelivery>,
    @InjectModel(WebhookEndpoint.name) private readonly endpoints: Model<WebhookEndpoint>,
    private readonly due: DueTimes,
    private readonly clock: Clock,
    private readonly retention: RetentionService,
  ) {}

  /** Returns whether an endpoint listens to any of these types. Call it before events are built at some cost. */
  async areWanted(environment: InEnvironment, types: readonly WebhookEventType[]): Promise<boolean> {
    const endpoints = await this.findListening(environment);
    return endpoints.some((endpoint) => types.some((type) => listensTo(endpoint, type)));
  }

  /**
   * Records a delivery of each event for each endpoint that listens to it, with one command, or none if no endpoint
   * listens. Call it after the change is stored. Recording an event again, when a step is repeated, changes nothing.
   * Throws when the store fails, so that a caller that can repeat the step does so.
   */
  async record(environment: InEnvironment, events: readonly WebhookEvent[]): Promise<void> {
    if (events.length === 0) return;
    const endpoints = await this.findListening(environment);
    if (endpoints.length === 0) return;
    const times = await this.times(environment);
    const deliveries = events.flatMap(({ origin, ...event }) => {
      const id = derivedId(origin.id, event.type, origin.occurrence ?? '');
      return endpoints
        .filter((endpoint) => listensTo(endpoint, event.type))
        .map(({ _id }) => newDelivery({ ...event, id }, { _id, environmentId: environment.id }, times));
    });
    if (deliveries.length === 0) return;
    await rawCollection<WebhookDelivery>(this.deliveries)
      .insertMany(deliveries, { ordered: false })
      .catch(ignoreDuplicates);
    this.due.expect('webhooks', [times.now]);
  }

  /** Returns the times of a delivery that is recorded now. */
  async times({ id }: InEnvironment): Promise<DeliveryTimes> {
    const now = this.clock.now();
    return { now, expiresAt: await this.retention.expiry(id, 'webhooks', now) };
  }

  /** Removes the endpoints of an environment from the cache of this process, after a change. */
  forgetEndpoints(environmentId: Types.ObjectId): void {
    this.listening.delete(environmentId);
  }

  /** Returns the enabled endpoints of an environment, from a cache of three seconds. */
  private findListening({ id: environmentId }: InEnvironment): Promise<readonly ListeningEndpoint[]> {
    return this.listening.getOrLoad(environmentId, () =>
      this.endpoints.find({ environmentId, enabled: true }, { eventTypes: 1 }).lean<ListeningEndpoint[]>(),
    );
  }
}

function listensTo({ eventTypes }: Pick<WebhookEndpoint, 'eventTypes'>, type: WebhookEventType): boolean {
  return eventTypes.length === 0 || eventTypes.includes(type);
}
