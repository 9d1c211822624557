import { HttpStatus, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo, Types } from 'mongoose';
import { Clock } from '../common/clock.js';
import { BareAnswerException } from '../common/errors/bare-answer.exception.js';
import { type CursorPage, type CursorPageRequest, findCursorPage } from '../common/paging/cursor-page.js';
import type { EnvironmentRef } from '../environments/environment-ref.js';
import { isDuplicateKey } from '../persistence/store-errors.js';
import { untilNotDuplicate } from '../persistence/until-not-duplicate.js';
import { toSubscriberDto } from './dto/subscriber.dto.js';
import { lostOperations, planWrite, type ProfileWrite } from './profiles/bulk-upsert.js';
import { newSubscriber } from './profiles/new-subscriber.js';
import { clearedFields, mergeProfiles, type ProfileInput, suppliedFields } from './profiles/profile-fields.js';
import type { SubscriberProfile } from './subscriber-profile.js';
import { Subscriber } from './subscriber.schema.js';
import { searchFilter, type SubscriberSearch } from './subscriber-search.js';

/** Profiles that are read and written together. */
const CHUNK = 500;

/**
 * How often a write is tried that loses against another one of the same id. The second attempt finds what the other
 * has written; a third is needed only when that is deleted in between.
 */
const MAX_ATTEMPTS = 5;

/** The people notifications are sent to. */
@Injectable()
export class SubscribersService {
  constructor(
    @InjectModel(Subscriber.name) private readonly subscribers: Model<Subscriber>,
    private readonly clock: Clock,
  ) {}

  /** The subscriber with this id, or a 404. */
  async findOrFail(environment: Pick<EnvironmentRef, 'id'>, subscriberId: string): Promise<Subscriber> {
    const subscriber = await this.find(environment, subscriberId);
    if (!subscriber) throw new NotFoundException(`Subscriber '${subscriberId}' was not found`);
    return subscriber;
  }

  /** Subscribers by hexadecimal internal id; those that are gone are absent. */
  async findByIds(
    { id: environmentId }: Pick<EnvironmentRef, 'id'>,
    ids: Types.ObjectId[],
  ): Promise<Map<string, Subscriber>> {
    const found = await this.subscribers.find({ _id: { $in: ids }, environmentId }).lean();
    return new Map(found.map((subscriber) => [subscriber._id.toHexString(), subscriber]));
  }

  /** Internal ids of the subscribers with these ids; unknown ones have none. */
  async findIds({ id: environmentId }: Pick<EnvironmentRef, 'id'>, subscriberIds: string[]): Promise<Types.ObjectId[]> {
    const found = await this.subscribers
      .find({ environmentId, subscriberId: { $in: subscriberIds } }, { _id: 1 })
      .lean();
    return found.map(({ _id }) => _id);
  }

  /** A page of the subscribers that match `search`. */
  search(
    environment: Pick<EnvironmentRef, 'id'>,
    search: SubscriberSearch & CursorPageRequest,
  ): Promise<CursorPage<Subscriber>> {
    return findCursorPage(this.subscribers, searchFilter(environment, search), search);
  }

  /**
   * Creates the subscriber, or changes the fields that are given when the id is known: a value sets, null clears,
   * absent leaves. With `failIfExists` a known id is a 409 that holds the existing subscriber (behaviour R15).
   */
  createOrUpdate(
    environment: EnvironmentRef,
    input: ProfileInput & { subscriberId: string },
    { failIfExists }: { failIfExists: boolean },
  ): Promise<Subscriber> {
    return untilNotDuplicate(() => (failIfExists ? this.create(environment, input) : this.upsert(environment, input)));
  }

  /**
   * The subscribers of a trigger by id, created where they are unknown and changed where the trigger brings new
   * values (behaviour R1 to R5). Null and absent fields are left alone; nothing is written when nothing changes. Costs
   * one read and at most one bulk write per 500 ids; what others wrote first is read again.
   */
  async findOrCreateMany(environment: EnvironmentRef, profiles: SubscriberProfile[]): Promise<Map<string, Subscriber>> {
    const merged = mergeProfiles(profiles);
    const settled = new Map<string, Subscriber>();
    for (let start = 0; start < merged.length; start += CHUNK) {
      let open = merged.slice(start, start + CHUNK);
      for (let attempt = 1; open.length > 0; attempt++) {
        if (attempt > MAX_ATTEMPTS) throw new Error(`${open.length} subscribers could not be stored`);
        open = await this.settle(environment, open, settled);
      }
    }
    return settled;
  }

  private find(environment: Pick<EnvironmentRef, 'id'>, subscriberId: string): Promise<Subscriber | null> {
    return this.subscribers.findOne({ environmentId: environment.id, subscriberId }).lean();
  }

  private async create(
    environment: EnvironmentRef,
    input: ProfileInput & { subscriberId: string },
  ): Promise<Subscriber> {
    const subscriber = newSubscriber(environment, input, this.clock.now());
    try {
      await this.documents.insertOne(subscriber);
      return subscriber;
    } catch (error) {
      const existing = isDuplicateKey(error) && (await this.find(environment, input.subscriberId));
      throw existing ? new BareAnswerException(toSubscriberDto(existing), HttpStatus.CONFLICT) : error;
    }
  }

  private async upsert(
    environment: EnvironmentRef,
    input: ProfileInput & { subscriberId: string },
  ): Promise<Subscriber> {
    const now = this.clock.now();
    const cleared = clearedFields(input);
    // The id is made here, not by the store, so that ids follow the order of creation within one process.
    const created = { _id: new Types.ObjectId(), organizationId: environment.organizationId, createdAt: now };
    const stored = await this.documents.findOneAndUpdate(
      { environmentId: environment.id, subscriberId: input.subscriberId },
      {
        $set: { ...suppliedFields(input), updatedAt: now },
        ...(cleared.length > 0 && { $unset: Object.fromEntries(cleared.map((field) => [field, ''])) }),
        $setOnInsert: { ...created, channels: [], __v: 0 },
      },
      { upsert: true, returnDocument: 'after' },
    );
    if (!stored) throw new Error('An upsert has returned no document');
    return stored;
  }

  // Settles what can be settled in one round; the rest, which others have just created, is returned.
  private async settle(
    environment: EnvironmentRef,
    profiles: SubscriberProfile[],
    settled: Map<string, Subscriber>,
  ): Promise<SubscriberProfile[]> {
    const stored = await this.findMany(environment, profiles);
    const writes: ProfileWrite[] = [];
    for (const profile of profiles) {
      const known = stored.get(profile.subscriberId);
      const write = planWrite(environment, profile, known, this.clock.now());
      if (write) writes.push(write);
      else if (known) settled.set(profile.subscriberId, known);
    }
    const lost = await this.writeAll(writes);
    for (const [index, { profile, outcome }] of writes.entries()) {
      if (!lost.has(index)) settled.set(profile.subscriberId, outcome);
    }
    return writes.filter((_write, index) => lost.has(index)).map(({ profile }) => profile);
  }

  private async findMany(
    environment: Pick<EnvironmentRef, 'id'>,
    profiles: SubscriberProfile[],
  ): Promise<Map<string, Subscriber>> {
    const ids = profiles.map(({ subscriberId }) => subscriberId);
    const found = await this.subscribers.find({ environmentId: environment.id, subscriberId: { $in: ids } }).lean();
    return new Map(found.map((subscriber) => [subscriber.subscriberId, subscriber]));
  }

  private async writeAll(writes: ProfileWrite[]): Promise<Set<number>> {
    if (writes.length === 0) return new Set();
    try {
      const operations = writes.map(({ operation }) => operation);
      await this.subscribers.collection.bulkWrite(operations, { ordered: false });
      return new Set();
    } catch (error) {
      return lostOperations(error);
    }
  }

  // Writes bypass mongoose: it takes keys of the caller's `data`, such as `isMongooseBuffer`, for its own marks.
  private get documents(): mongo.Collection<Subscriber> {
    return this.subscribers.collection as unknown as mongo.Collection<Subscriber>;
  }
}
