import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, Types } from 'mongoose';
import { Clock, HOUR_MS, later } from '../../platform/clock.js';
import { DueTimes } from '../../platform/queue/due-times.js';
import { rawCollection } from '../../platform/persistence/writes.js';
import { type DeliveryAttempt, WebhookDelivery } from '../recording/webhook-delivery.schema.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** Waits after each failed attempt (behaviour B2); there is none after the last attempt. */
const WAITS_MS = [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 10 * HOUR_MS];

/** Waits vary by up to this fraction, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;

/** Time for which a worker reserves a delivery: enough for an attempt and for recording its outcome. */
const LEASE_MS = 60_000;

/** Number of attempts that are stored with a delivery. */
const KEPT_ATTEMPTS = 20;

/** The fields of a delivery that are needed to choose it. */
export type DueDelivery = Pick<WebhookDelivery, '_id' | 'endpointId'>;

/** The outcome of an attempt. `wakeAt` is the time of the next attempt, if the delivery stays pending. */
export interface AttemptResult {
  delivery: WebhookDelivery;
  attempt: DeliveryAttempt;
  status: WebhookDelivery['status'];
  wakeAt?: Date;
}

/** Finds due deliveries in the store, claims them for a worker, and records the outcomes of attempts. */
@Injectable()
export class DueDeliveries {
  private readonly documents = rawCollection<WebhookDelivery>(this.deliveries);

  constructor(
    @InjectModel(WebhookDelivery.name) private readonly deliveries: Model<WebhookDelivery>,
    private readonly due: DueTimes,
    private readonly clock: Clock,
  ) {}

  /** Returns due deliveries, longest overdue first, except those of some endpoints. */
  find(limit: number, except: readonly Types.ObjectId[]): Promise<DueDelivery[]> {
    const ofOthers = except.length > 0 && { endpointId: { $nin: [...except] } };
    return this.documents
      .find({ wakeAt: { $lte: this.clock.now() }, ...ofOthers }, { projection: { endpointId: 1 } })
      .sort({ wakeAt: 1, endpointId: 1 })
      .limit(limit)
      .toArray();
  }

  /** When the next attempt is due, or was due; undefined when there is none. */
  async next(): Promise<Date | undefined> {
    const next = await this.documents.findOne(
      { wakeAt: { $exists: true } },
      { sort: { wakeAt: 1, endpointId: 1 }, projection: { wakeAt: 1 } },
    );
    return next?.wakeAt;
  }

  /** Claims those that are still due. Other workers cannot claim them before the lease ends. */
  async claim(due: readonly DueDelivery[]): Promise<WebhookDelivery[]> {
    const now = this.clock.now();
    const claim = randomUUID();
    const ids = due.map(({ _id }) => _id);
    const { modifiedCount } = await this.documents.updateMany(
      { _id: { $in: ids }, wakeAt: { $lte: now } },
      { $set: { claim, wakeAt: later(now, LEASE_MS) } },
    );
    return modifiedCount === 0 ? [] : this.documents.find({ _id: { $in: ids }, claim }).toArray();
  }

  /** Records attempts, with one command. Deliveries that the worker no longer has are not changed. */
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
    this.due.expect(
      'webhooks',
      results.map(({ wakeAt }) => wakeAt),
    );
  }

  /** Ends claimed deliveries without an attempt, because their endpoint is disabled. */
  async giveUp(taken: readonly WebhookDelivery[]): Promise<void> {
    if (taken.length === 0) return;
    await this.documents.updateMany(mine(taken), { $set: { status: 'failed' }, $unset: { claim: '', wakeAt: '' } });
  }

  /** Deletes claimed deliveries, because their endpoint no longer exists. */
  async delete(taken: readonly WebhookDelivery[]): Promise<void> {
    if (taken.length > 0) await this.documents.deleteMany(mine(taken));
  }

  /** Makes all claimed deliveries due. Only for single-process deployments, when the process starts. */
  async releaseAll(): Promise<void> {
    const now = this.clock.now();
    await this.documents.updateMany({ wakeAt: { $gt: now }, claim: { $exists: true } }, { $set: { wakeAt: now } });
  }
}

function mine(taken: readonly WebhookDelivery[]): mongo.Filter<WebhookDelivery> {
  return { _id: { $in: taken.map(({ _id }) => _id) }, claim: taken[0]?.claim };
}

/** Returns the time of the next attempt; undefined after the last one. `random` is from 0 to 1. */
export function nextAttempt(failures: number, now: Date, random: number): Date | undefined {
  const wait = WAITS_MS[failures - 1];
  if (wait === undefined) return undefined;
  return later(now, Math.round(wait * (1 + JITTER * (2 * random - 1))));
}
