import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { derivedId } from '../../platform/ids/derived-id.js';
import { Config } from '../../platform/config/config.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { rawCollection } from '../../platform/persistence/raw-collection.js';
import { ignoreDuplicates } from '../../platform/persistence/store-errors.js';
import { WebhookDelivery } from '../deliveries/webhook-delivery.schema.js';
import { EndpointLookup, listensTo } from './endpoint-lookup.service.js';
import { type DeliveryTimes, newDelivery, type WebhookEvent, type WebhookEventType } from './webhook-event.js';

const DAY_MS = 86_400_000;

/** Takes what has happened, for the endpoints that want to be told (behaviour B1). */
@Injectable()
export class WebhookEvents {
  constructor(
    @InjectModel(WebhookDelivery.name) private readonly deliveries: Model<WebhookDelivery>,
    private readonly endpoints: EndpointLookup,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Whether anybody is told of any of these: to be asked before events are put together at some cost. */
  async areWanted(environment: Pick<EnvironmentRef, 'id'>, types: readonly WebhookEventType[]): Promise<boolean> {
    const endpoints = await this.endpoints.find(environment);
    return endpoints.some((endpoint) => types.some((type) => listensTo(endpoint, type)));
  }

  /**
   * Notes deliveries of the events, one per endpoint that wants it, with one command for all, and none where nobody is
   * told. To be called when what they tell of is stored. An event that is recorded again, by a step that is repeated,
   * changes nothing. Throws when the store fails, so that who can repeat the step does.
   */
  async record(environment: Pick<EnvironmentRef, 'id'>, events: readonly WebhookEvent[]): Promise<void> {
    if (events.length === 0) return;
    const endpoints = await this.endpoints.find(environment);
    if (endpoints.length === 0) return;
    const times = this.times();
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
  }

  /** The times of a delivery that is recorded now. */
  times(): DeliveryTimes {
    const now = this.clock.now();
    return { now, expiresAt: new Date(now.getTime() + this.config.webhookRetentionDays * DAY_MS) };
  }
}
