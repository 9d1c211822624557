import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { validate } from 'class-validator';
import { type Model, mongo } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Clock } from '../../platform/clock.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { lostOperations, rawCollection } from '../../platform/persistence/writes.js';
import { readPlain } from '../../platform/validation/request.pipe.js';
import { isObject } from '../../platform/values/is-object.js';
import type { ProfileInput } from '../profiles/subscriber-profile.js';
import { upsertUpdate } from '../profiles/profile-writes.js';
import { CreateSubscriberDto } from '../subscriber-requests.dto.js';
import { Subscriber } from '../subscriber.schema.js';
import type { BulkCreateResultDto, FailedSubscriberDto } from './bulk-create.dto.js';

/** An id that a concurrent request creates exists at the second attempt, unless it is deleted in between. */
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
   * Creates or changes each entry as if it were sent alone; entries with the same id are applied one after the other.
   * Every entry is in exactly one list of the result.
   */
  async createOrUpdate(environment: EnvironmentRef, entries: readonly unknown[]): Promise<BulkCreateResultDto> {
    const read = await readSubscribers(entries);
    const inputs = read.flatMap((one) => (one.ok ? [one.input] : []));
    const created = await this.upsert(environment, combine(inputs));
    const result: BulkCreateResultDto = { created: [], updated: [], failed: [] };
    for (const one of read) {
      if (!one.ok) result.failed.push(one.failed);
      // The first of several entries with the same new id has created it.
      else (created.delete(one.input.subscriberId) ? result.created : result.updated).push(idOf(one.input));
    }
    return result;
  }

  /** Returns the ids that were new. */
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

  /** Returns the indexes of the inputs that were created, and of those that a concurrent request has just created. */
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

/** A subscriber of a bulk request, or what is wrong with it. */
type ReadSubscriber = { ok: true; input: CreateSubscriberDto } | { ok: false; failed: FailedSubscriberDto };

/** Validates each subscriber of a bulk request by itself, by the rules for a single one. */
function readSubscribers(entries: readonly unknown[]): Promise<ReadSubscriber[]> {
  return Promise.all(entries.map(readOne));
}

async function readOne(entry: unknown, index: number): Promise<ReadSubscriber> {
  const place = `subscribers.${index}`;
  if (!isObject(entry)) return { ok: false, failed: { message: `${place}: a subscriber must be an object` } };
  const input = readPlain(CreateSubscriberDto, entry);
  const problems = await validate(input, { whitelist: true });
  if (problems.length === 0) return { ok: true, input };
  const { errors } = ValidationException.fromTree(problems);
  const message = Object.values(errors).flatMap(({ messages }) => messages);
  const { subscriberId } = entry;
  return {
    ok: false,
    failed: {
      message: `${place}: ${message.join('; ')}`,
      ...(typeof subscriberId === 'string' && !('subscriberId' in errors) && { subscriberId }),
    },
  };
}

/** One input per id, with the same effect as the inputs with that id one after the other. */
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
