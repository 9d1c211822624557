import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, Types } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { rawCollection } from '../../platform/persistence/raw-collection.js';
import { type DeliveryAttempt, WebhookDelivery } from '../deliveries/webhook-delivery.schema.js';

/** A worker has a delivery to itself for so long: for an attempt, and for noting what came of it. */
const LEASE_MS = 60_000;

/** Attempts that are kept with a delivery. */
const KEPT_ATTEMPTS = 20;

/** A delivery as far as it must be known to pick it. */
export type DueDelivery = Pick<WebhookDelivery, '_id' | 'endpointId'>;

/** What came of an attempt. `wakeAt`: when the next one is due, of a delivery that stays pending. */
export interface AttemptResult {
  delivery: WebhookDelivery;
  attempt: DeliveryAttempt;
  status: WebhookDelivery['status'];
  wakeAt?: Date;
}

/** Finds deliveries that are due in the store, takes them, and notes what came of them. */
@Injectable()
export class DueDeliveries {
  constructor(
    @InjectModel(WebhookDelivery.name) private readonly deliveries: Model<WebhookDelivery>,
    private readonly clock: Clock,
  ) {}

  /** The longest overdue first, save those of some endpoints. */
  find(limit: number, except: readonly Types.ObjectId[]): Promise<DueDelivery[]> {
    const ofOthers = except.length > 0 && { endpointId: { $nin: [...except] } };
    return this.documents
      .find({ wakeAt: { $lte: this.clock.now() }, ...ofOthers }, { projection: { endpointId: 1 } })
      .sort({ wakeAt: 1, endpointId: 1 })
      .limit(limit)
      .toArray();
  }

  /** Takes those that are still due. Nobody else gets them before the lease ends. */
  async claim(due: readonly DueDelivery[]): Promise<WebhookDelivery[]> {
    const now = this.clock.now();
    const claim = randomUUID();
    const ids = due.map(({ _id }) => _id);
    const { modifiedCount } = await this.documents.updateMany(
      { _id: { $in: ids }, wakeAt: { $lte: now } },
      { $set: { claim, wakeAt: new Date(now.getTime() + LEASE_MS) } },
    );
    return modifiedCount === 0 ? [] : this.documents.find({ _id: { $in: ids }, claim }).toArray();
  }

  /** Notes attempts, with one command. A delivery that is no longer the worker's stays as it is. */
  async note(results: readonly AttemptResult[]): Promise<void> {
    await this.documents.bulkWrite(
      results.map(({ delivery, attempt, status, wakeAt }) => ({
        updateOne: {
          filter: { _id: delivery._id, claim: delivery.claim },
          update: {
            $set: { status, ...(wakeAt && { wakeAt }) },
            $inc: { failures: status === 'delivered' ? 0 : 1 },
            $push: { attempts: { $each: [attempt], $slice: -KEPT_ATTEMPTS } },
            $unset: { claim: '', ...(!wakeAt && { wakeAt: '' }) },
          },
        },
      })),
      { ordered: false },
    );
  }

  /** Ends deliveries that were taken, without an attempt: their endpoint is disabled. */
  async giveUp(taken: readonly WebhookDelivery[]): Promise<void> {
    if (taken.length === 0) return;
    await this.documents.updateMany(mine(taken), { $set: { status: 'failed' }, $unset: { claim: '', wakeAt: '' } });
  }

  /** Deletes deliveries that were taken: their endpoint is gone. */
  async delete(taken: readonly WebhookDelivery[]): Promise<void> {
    if (taken.length > 0) await this.documents.deleteMany(mine(taken));
  }

  /** Makes everything due that a worker had when its process ended. Only for a process that knows to be alone. */
  async releaseAll(): Promise<void> {
    const now = this.clock.now();
    await this.documents.updateMany({ wakeAt: { $gt: now }, claim: { $exists: true } }, { $set: { wakeAt: now } });
  }

  private get documents(): mongo.Collection<WebhookDelivery> {
    return rawCollection<WebhookDelivery>(this.deliveries);
  }
}

function mine(taken: readonly WebhookDelivery[]): mongo.Filter<WebhookDelivery> {
  return { _id: { $in: taken.map(({ _id }) => _id) }, claim: taken[0]?.claim };
}
