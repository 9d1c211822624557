import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, Types } from 'mongoose';
import { Clock, HOUR_MS } from '../../../platform/clock.js';
import { KeyedMutex } from '../../../platform/scheduling/keyed-semaphore.js';
import { isDuplicateKey, rawCollection } from '../../../platform/persistence/writes.js';
import { inGroups } from '../../../platform/scheduling/tick-batcher.js';
import type { RateRequest, Slot } from '../../engine/step-effects.js';
import { IntegrationPace } from './integration-pace.schema.js';
import { takeSlots } from './rate-slots.js';

/** Other processes cannot come first this often; more rounds mean a bug. */
const MAX_ROUNDS = 1000;

/** Counts the messages of integrations that have a rate, over all processes. */
@Injectable()
export class IntegrationRates {
  private readonly mutex = new KeyedMutex();

  constructor(
    @InjectModel(IntegrationPace.name) private readonly paces: Model<IntegrationPace>,
    private readonly clock: Clock,
  ) {}

  /** Decides about many messages with two commands for each integration (behaviour IR1 to IR4). */
  take(requests: readonly RateRequest[]): Promise<Slot[]> {
    return inGroups(
      requests,
      ({ integration }) => integration._id.toHexString(),
      (group) => this.mutex.run(group[0]!.integration._id.toHexString(), () => this.takeOfOne(group)),
    );
  }

  /** Runs that waited have been cancelled: further messages need not wait behind them. */
  async forgetWaiting(environmentId: Types.ObjectId): Promise<void> {
    await this.documents.updateMany({ environmentId }, { $set: { tailAt: 0 }, $inc: { version: 1 } });
  }

  private async takeOfOne(requests: readonly RateRequest[]): Promise<Slot[]> {
    const { integration } = requests[0]!;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const before = await this.documents.findOne({ _id: integration._id });
      const now = this.clock.now().getTime();
      const { state, slots } = takeSlots(before ?? undefined, requests, integration.rateLimit, now);
      if (await this.write(integration, before, state)) return slots;
    }
    throw new Error(`The rate of integration '${integration._id.toHexString()}' could not be counted`);
  }

  /** Returns false when another process has come first. */
  private async write(
    { _id, environmentId }: RateRequest['integration'],
    before: IntegrationPace | null,
    state: { nextAt: number; tailAt: number },
  ): Promise<boolean> {
    const expiresAt = new Date(state.tailAt + HOUR_MS);
    const { version = 0 } = before ?? {};
    const fields = { ...state, expiresAt, version: version + 1 };
    try {
      if (!before) {
        await this.documents.insertOne({ _id, environmentId, ...fields });
        return true;
      }
      const { matchedCount } = await this.documents.updateOne({ _id, version }, { $set: fields });
      return matchedCount === 1;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  private get documents(): mongo.Collection<IntegrationPace> {
    return rawCollection<IntegrationPace>(this.paces);
  }
}
