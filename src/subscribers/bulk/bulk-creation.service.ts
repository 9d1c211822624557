import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, mongo } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { rawCollection } from '../../platform/persistence/raw-collection.js';
import type { CreateSubscriberDto } from '../subscriber-requests.dto.js';
import { lostOperations } from '../../platform/persistence/store-errors.js';
import type { ProfileInput } from '../profiles/profile-fields.js';
import { upsertUpdate } from '../profiles/subscriber-updates.js';
import { Subscriber } from '../subscriber.schema.js';
import type { BulkCreateResultDto } from './bulk-create.dto.js';
import { readSubscribers } from './read-subscribers.js';

/** An id that somebody else creates at the same time is there the second time, unless it is deleted in between. */
const MAX_ATTEMPTS = 5;

type IdentifiedInput = ProfileInput & { subscriberId: string };

/** Creates and changes many subscribers with one command to the store (behaviour R15). */
@Injectable()
export class BulkCreationService {
  constructor(
    @InjectModel(Subscriber.name) private readonly subscribers: Model<Subscriber>,
    private readonly clock: Clock,
  ) {}

  /**
   * Each entry is created or changed as a single one would be, and those with one id one after the other. Every entry is
   * in exactly one list of the result.
   */
  async createOrUpdate(environment: EnvironmentRef, entries: readonly unknown[]): Promise<BulkCreateResultDto> {
    const read = await readSubscribers(entries);
    const inputs = read.flatMap((one) => (one.ok ? [one.input] : []));
    const created = await this.upsert(environment, combine(inputs));
    const result: BulkCreateResultDto = { created: [], updated: [], failed: [] };
    for (const one of read) {
      if (!one.ok) result.failed.push(one.failed);
      // Of several entries with one new id the first has created it.
      else (created.delete(one.input.subscriberId) ? result.created : result.updated).push(idOf(one.input));
    }
    return result;
  }

  /** The ids that were new. */
  private async upsert(environment: EnvironmentRef, inputs: readonly IdentifiedInput[]): Promise<Set<string>> {
    const created = new Set<string>();
    let open = [...inputs];
    for (let attempt = 1; open.length > 0; attempt++) {
      const { upserted, lost } = await this.write(environment, open);
      for (const index of upserted) created.add(open[index]!.subscriberId);
      open = open.filter((_input, index) => lost.has(index));
      if (open.length > 0 && attempt === MAX_ATTEMPTS)
        throw new Error(`${open.length} subscribers could not be stored`);
    }
    return created;
  }

  /** The places of the inputs that were created, and of those that somebody else has just created. */
  private async write(
    environment: EnvironmentRef,
    inputs: readonly IdentifiedInput[],
  ): Promise<{ upserted: number[]; lost: Set<number> }> {
    const now = this.clock.now();
    const operations = inputs.map((input): mongo.AnyBulkWriteOperation<Subscriber> => ({
      updateOne: {
        filter: { environmentId: environment.id, subscriberId: input.subscriberId },
        update: upsertUpdate(environment, input, now),
        upsert: true,
      },
    }));
    try {
      const { upsertedIds } = await rawCollection<Subscriber>(this.subscribers).bulkWrite(operations, {
        ordered: false,
      });
      return { upserted: Object.keys(upsertedIds).map(Number), lost: new Set() };
    } catch (error) {
      const lost = lostOperations(error);
      const upserted = error instanceof mongo.MongoBulkWriteError ? Object.keys(error.upsertedIds).map(Number) : [];
      return { upserted, lost };
    }
  }
}

/** One input per id, which leads to what the inputs with that id lead to one after the other. */
function combine(inputs: readonly CreateSubscriberDto[]): IdentifiedInput[] {
  const combined = new Map<string, IdentifiedInput>();
  for (const input of inputs) {
    const given = Object.entries(input).filter(([, value]) => value !== undefined);
    const { subscriberId } = input;
    combined.set(subscriberId, { ...combined.get(subscriberId), subscriberId, ...Object.fromEntries(given) });
  }
  return [...combined.values()];
}

function idOf({ subscriberId }: CreateSubscriberDto): { subscriberId: string } {
  return { subscriberId };
}
