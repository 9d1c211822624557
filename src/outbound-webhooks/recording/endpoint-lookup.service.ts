import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { ExpiringCache } from '../../platform/expiring-cache.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { WebhookEndpoint } from '../endpoints/webhook-endpoint.schema.js';
import type { WebhookEventType } from './webhook-event.js';

/** Seconds until a process notices an endpoint that another one has created, changed or deleted. */
const CACHE_SECONDS = 3;
const CACHED_ENVIRONMENTS = 1000;

/** An endpoint as far as it matters for recording. */
export type ListeningEndpoint = Pick<WebhookEndpoint, '_id' | 'eventTypes'>;

/** Who is to be told of what, from memory: where there is nobody, an event costs no store command. */
@Injectable()
export class EndpointLookup {
  private readonly cache: ExpiringCache<readonly ListeningEndpoint[]>;

  constructor(
    @InjectModel(WebhookEndpoint.name) private readonly endpoints: Model<WebhookEndpoint>,
    clock: Clock,
  ) {
    this.cache = new ExpiringCache(clock, CACHE_SECONDS, CACHED_ENVIRONMENTS);
  }

  /** The enabled endpoints of an environment, up to three seconds old. */
  find({ id: environmentId }: Pick<EnvironmentRef, 'id'>): Promise<readonly ListeningEndpoint[]> {
    return this.cache.getOrLoad(environmentId.toHexString(), () =>
      this.endpoints.find({ environmentId, enabled: true }, { eventTypes: 1 }).lean<ListeningEndpoint[]>(),
    );
  }

  /** To be called after a change, so that this process sees it at once. */
  forget(environmentId: Types.ObjectId): void {
    this.cache.delete(environmentId.toHexString());
  }
}

/** Whether an endpoint is to be told of events of a type. */
export function listensTo({ eventTypes }: Pick<WebhookEndpoint, 'eventTypes'>, type: WebhookEventType): boolean {
  return eventTypes.length === 0 || eventTypes.includes(type);
}
