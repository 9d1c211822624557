import { ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import { DueTimes } from '../../platform/queue/due-times.js';
import { TryAgainException, notFound } from '../../platform/errors/exceptions.js';
import { type CursorPage, findCursorPage } from '../../platform/paging/cursor-page.js';
import { rawCollection } from '../../platform/persistence/writes.js';
import type { ListDeliveriesQueryDto } from '../webhook-requests.dto.js';
import type { WebhookEndpoint } from '../webhook-endpoint.schema.js';
import { Clock } from '../../platform/clock.js';
import { newDelivery, TEST_EVENT_TYPE } from './webhook-event.js';
import { WebhookEvents } from './webhook-events.service.js';
import { WebhookDelivery } from './webhook-delivery.schema.js';

/** Number of deliveries that one command deletes, so that other commands can run in between. */
const BATCH = 1000;

type Owner = Pick<WebhookEndpoint, '_id' | 'environmentId'>;

/** The deliveries of an endpoint, as the API manages them. */
@Injectable()
export class WebhookDeliveries {
  private readonly documents = rawCollection<WebhookDelivery>(this.deliveries);

  constructor(
    @InjectModel(WebhookDelivery.name) private readonly deliveries: Model<WebhookDelivery>,
    private readonly events: WebhookEvents,
    private readonly due: DueTimes,
    private readonly clock: Clock,
  ) {}

  /** Returns a page of deliveries, by the time they were recorded. */
  list(endpoint: Owner, { eventType, status, ...page }: ListDeliveriesQueryDto): Promise<CursorPage<WebhookDelivery>> {
    const filter: QueryFilter<WebhookDelivery> = {
      ...of(endpoint),
      ...(eventType && { eventType }),
      ...(status && { status }),
    };
    return findCursorPage(this.deliveries, filter, { ...page, orderBy: 'createdAt' });
  }

  async findOrFail(endpoint: Owner, _id: Types.ObjectId): Promise<WebhookDelivery> {
    const delivery = await this.deliveries.findOne({ ...of(endpoint), _id }).lean();
    if (!delivery) throw notFound('Delivery', _id);
    return delivery;
  }

  /** Sends a test event, even if the endpoint listens to other types only. Throws 409 when it is disabled. */
  async test(endpoint: WebhookEndpoint): Promise<WebhookDelivery> {
    assertEnabled(endpoint);
    const times = await this.events.times({ id: endpoint.environmentId });
    const data = { webhookId: endpoint._id.toHexString(), message: 'This is a test' };
    const event = { id: new Types.ObjectId(), type: TEST_EVENT_TYPE, at: times.now, data };
    const delivery = newDelivery(event, endpoint, times);
    await this.documents.insertOne(delivery);
    this.due.expect('webhooks', [times.now]);
    return delivery;
  }

  /**
   * Sends a delivery again immediately, whatever its status, with the full number of attempts. Throws 404, and 409 when
   * the endpoint is disabled or an attempt is in progress.
   */
  async replay(endpoint: WebhookEndpoint, _id: Types.ObjectId): Promise<WebhookDelivery> {
    const free = { ...of(endpoint), _id, claim: { $exists: false } };
    const again =
      endpoint.enabled &&
      (await this.documents.findOneAndUpdate(free, this.fromTheBeginning(), { returnDocument: 'after' }));
    if (again) {
      this.due.expect('webhooks', [again.wakeAt]);
      return again;
    }
    await this.findOrFail(endpoint, _id);
    assertEnabled(endpoint);
    throw new TryAgainException('An attempt is being made at this moment');
  }

  /** Sends failed deliveries again that were recorded since a time, with one command. Returns their number. */
  async replayFailed(endpoint: WebhookEndpoint, since: Date): Promise<number> {
    assertEnabled(endpoint);
    const failed = { ...of(endpoint), status: 'failed', createdAt: { $gte: since } } as const;
    const again = this.fromTheBeginning();
    const { modifiedCount } = await this.documents.updateMany(failed, again);
    this.due.expect('webhooks', [again.$set.wakeAt]);
    return modifiedCount;
  }

  /** Ends pending deliveries. An attempt in progress is not aborted. */
  async giveUp(endpoint: Owner): Promise<void> {
    const waiting = { ...of(endpoint), status: 'pending', claim: { $exists: false } } as const;
    await this.documents.updateMany(waiting, { $set: { status: 'failed' }, $unset: { wakeAt: '' } });
  }

  /** May be interrupted: the remaining deliveries of a deleted endpoint are deleted when they are due, or expire. */
  async deleteAll(endpoint: Owner): Promise<void> {
    for (;;) {
      const found = await this.documents
        .find(of(endpoint), { projection: { _id: 1 } })
        .limit(BATCH)
        .toArray();
      if (found.length > 0) await this.documents.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
      if (found.length < BATCH) return;
    }
  }

  private fromTheBeginning() {
    return { $set: { status: 'pending', failures: 0, wakeAt: this.clock.now() } } as const;
  }
}

function of({ environmentId, _id: endpointId }: Owner): Pick<WebhookDelivery, 'environmentId' | 'endpointId'> {
  return { environmentId, endpointId };
}

function assertEnabled({ _id, enabled }: WebhookEndpoint): void {
  if (!enabled) throw new ConflictException(`Webhook '${_id}' is disabled; enable it first`);
}
