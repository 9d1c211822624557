import { HttpStatus, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, Types } from 'mongoose';
import { Clock } from '../platform/clock.js';
import { BareResponseException, notFound } from '../platform/errors/exceptions.js';
import { IdMap, IdSet } from '../platform/ids.js';
import { type CursorPage, type CursorPageRequest, findCursorPage } from '../platform/paging/cursor-page.js';
import { findNumberedPage, type NumberedPageRequest } from '../platform/paging/offset-page.js';
import { KeyedMutex } from '../platform/scheduling/keyed-semaphore.js';
import type { EnvironmentRef, InEnvironment } from '../auth/environment-ref.js';
import {
  isDuplicateKey,
  lostOperations,
  rawCollection,
  retryLostWrite,
  withoutLost,
} from '../platform/persistence/writes.js';
import { ProfileCredentials } from './profiles/profile-credentials.js';
import {
  type AddChannels,
  fieldsUpdate,
  newSubscriber,
  planWrite,
  type ProfileWrite,
  upsertUpdate,
} from './profiles/profile-writes.js';
import { hasFields, mergeProfiles, type ProfileInput, type SubscriberProfile } from './profiles/subscriber-profile.js';
import { SubscriberResponses } from './subscriber.dto.js';
import { Subscriber } from './subscriber.schema.js';
import { matchFilter, type SubscriberMatch, searchFilter, type SubscriberSearch } from './subscriber-search.js';
import { SharedReader, TickBatcher } from '../platform/scheduling/tick-batcher.js';
import { inBatches } from '../platform/values/group-by.js';

/** Number of profiles that are read and written together. */
const CHUNK = 500;

/** Attempts to write profiles whose credentials are changed concurrently. */
const MAX_ROUNDS = 100;

/** Subscribers by their own ids. */
export type KnownSubscribers = ReadonlyMap<string, Subscriber>;

/** The subscribers that notifications are sent to. */
@Injectable()
export class SubscribersService {
  /** Serializes further attempts after a lost write. */
  private readonly mutex = new KeyedMutex();
  // The subscribers of events that are delivered together are read and written together.
  private readonly reader = new SharedReader((environmentId, ids: string[]) => this.findTogether(environmentId, ids));
  private readonly writer = new TickBatcher((requests: ProfileWrite[][]) => this.writeTogether(requests));

  // Bypasses mongoose: it mistakes keys of the caller's `data`, such as `isMongooseBuffer`, for its own.
  private readonly documents = rawCollection<Subscriber>(this.subscribers);

  constructor(
    @InjectModel(Subscriber.name) private readonly subscribers: Model<Subscriber>,
    private readonly clock: Clock,
    private readonly credentials: ProfileCredentials,
    private readonly responses: SubscriberResponses,
  ) {}

  /** The subscriber with this id, or a 404. */
  async findOrFail(environment: InEnvironment, subscriberId: string): Promise<Subscriber> {
    const subscriber = await this.find(environment, subscriberId);
    if (!subscriber) throw notFound('Subscriber', subscriberId);
    return subscriber;
  }

  /** Subscribers by internal id; deleted ones are absent. */
  async findByIds({ id: environmentId }: InEnvironment, ids: Types.ObjectId[]): Promise<IdMap<Subscriber>> {
    const found = await this.subscribers.find({ _id: { $in: ids }, environmentId }).lean();
    return IdMap.of(found);
  }

  /** The internal ids (hexadecimal) that belong to existing subscribers. */
  async findExisting({ id: environmentId }: InEnvironment, ids: readonly Types.ObjectId[]): Promise<IdSet> {
    const found = await this.subscribers.find({ _id: { $in: ids }, environmentId }, { _id: 1 }).lean();
    return new IdSet(found.map(({ _id }) => _id));
  }

  /** The callers' own ids of subscribers, by internal id; deleted ones are absent. */
  async findNames({ id: environmentId }: InEnvironment, ids: Types.ObjectId[]): Promise<IdMap<string>> {
    const found = await this.subscribers.find({ _id: { $in: ids }, environmentId }, { subscriberId: 1 }).lean();
    return new IdMap(found.map(({ _id, subscriberId }) => [_id, subscriberId]));
  }

  /** Internal ids of the subscribers with these ids; unknown ids are ignored. */
  async findIds({ id: environmentId }: InEnvironment, subscriberIds: string[]): Promise<Types.ObjectId[]> {
    const found = await this.subscribers
      .find({ environmentId, subscriberId: { $in: subscriberIds } }, { _id: 1 })
      .lean();
    return found.map(({ _id }) => _id);
  }

  /** Internal ids of the subscribers that match, at most `limit`. */
  async findMatching(environment: InEnvironment, search: SubscriberMatch, limit: number): Promise<Types.ObjectId[]> {
    const found = await this.subscribers.find(matchFilter(environment, search), { _id: 1 }).limit(limit).lean();
    return found.map(({ _id }) => _id);
  }

  /** A page of the subscribers that match `search`. */
  search(environment: InEnvironment, search: SubscriberSearch & CursorPageRequest): Promise<CursorPage<Subscriber>> {
    const { email, name, phone, subscriberId, search: text } = search;
    const isSearch = [email, name, phone, subscriberId, text].some(Boolean);
    return findCursorPage(this.subscribers, searchFilter(environment, search), search, { isSearch });
  }

  /** A numbered page, newest first. A late page costs as much as all pages before it; {@link search} does not. */
  async list(
    { id: environmentId }: InEnvironment,
    page: NumberedPageRequest,
  ): Promise<{ rows: Subscriber[]; hasMore: boolean; totalCount: number }> {
    const [rows, totalCount] = await Promise.all([
      findNumberedPage(this.subscribers, { environmentId }, page),
      this.subscribers.countDocuments({ environmentId }),
    ]);
    return { ...rows, totalCount };
  }

  /**
   * Creates the subscriber, or changes the given fields when the id exists: a value sets a field, null clears it, an
   * absent one stays. With `failIfExists` an existing id is a 409 whose body is the existing subscriber (behaviour R15).
   */
  createOrUpdate(
    environment: EnvironmentRef,
    input: ProfileInput & { subscriberId: string },
    { failIfExists }: { failIfExists: boolean },
  ): Promise<Subscriber> {
    return retryLostWrite(() => (failIfExists ? this.create(environment, input) : this.upsert(environment, input)));
  }

  /** Changes the given fields: a value sets a field, null clears it, an absent one stays. 404 for an unknown id. */
  async update(environment: InEnvironment, subscriberId: string, changes: ProfileInput): Promise<Subscriber> {
    if (!hasFields(changes)) return this.findOrFail(environment, subscriberId);
    return this.change(environment, subscriberId, fieldsUpdate(changes, this.clock.now()));
  }

  /** Stores whether the subscriber is online; going offline sets `lastOnlineAt` to now. 404 for an unknown id. */
  async setOnline(environment: InEnvironment, subscriberId: string, isOnline: boolean): Promise<Subscriber> {
    const now = this.clock.now();
    const $set = { isOnline, ...(!isOnline && { lastOnlineAt: now }), updatedAt: now };
    return this.change(environment, subscriberId, { $set });
  }

  /** Subscribers by their own ids; unknown ones are absent. Those that are read at the same time cost one command. */
  findByOwnIds(environment: InEnvironment, subscriberIds: string[]): Promise<KnownSubscribers> {
    return this.reader.read(environment.id, subscriberIds);
  }

  /**
   * Returns the subscribers of a trigger by id. Unknown ones are created, and known ones are changed where the trigger
   * has new values (behaviour R1 to R5). Null and absent fields are ignored; nothing is written when nothing changes.
   * Costs one read and at most one bulk write per 500 ids; subscribers that were changed concurrently are read again.
   * `known`: those of all profiles, if they were read a moment ago.
   */
  async findOrCreateMany(
    environment: EnvironmentRef,
    profiles: SubscriberProfile[],
    known?: KnownSubscribers,
  ): Promise<Map<string, Subscriber>> {
    const settled = new Map<string, Subscriber>();
    for (const chunk of inBatches(mergeProfiles(profiles), CHUNK)) {
      let open = chunk;
      for (let round = 1; open.length > 0; round++) {
        if (round > MAX_ROUNDS) throw new Error(`${open.length} subscribers could not be stored`);
        const settle = async () => {
          const ids = open.map(({ subscriberId }) => subscriberId);
          const stored = (round === 1 && known) || (await this.findByOwnIds(environment, ids));
          return this.settle(environment, open, stored, settled);
        };
        open = await (round === 1 ? settle() : this.mutex.run(environment.id, settle));
      }
    }
    return settled;
  }

  private async change(
    environment: InEnvironment,
    subscriberId: string,
    update: mongo.UpdateFilter<Subscriber>,
  ): Promise<Subscriber> {
    const changed = await this.documents.findOneAndUpdate({ environmentId: environment.id, subscriberId }, update, {
      returnDocument: 'after',
    });
    if (!changed) throw notFound('Subscriber', subscriberId);
    return changed;
  }

  private find(environment: InEnvironment, subscriberId: string): Promise<Subscriber | null> {
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
      throw existing
        ? new BareResponseException(this.responses.one(environment, existing), HttpStatus.CONFLICT)
        : error;
    }
  }

  private async upsert(
    environment: EnvironmentRef,
    input: ProfileInput & { subscriberId: string },
  ): Promise<Subscriber> {
    const stored = await this.documents.findOneAndUpdate(
      { environmentId: environment.id, subscriberId: input.subscriberId },
      upsertUpdate(environment, input, this.clock.now()),
      { upsert: true, returnDocument: 'after' },
    );
    if (!stored) throw new Error('An upsert has returned no document');
    return stored;
  }

  // Stores what can be stored in one round; returns the profiles whose subscribers were changed concurrently.
  private async settle(
    environment: EnvironmentRef,
    profiles: SubscriberProfile[],
    stored: KnownSubscribers,
    settled: Map<string, Subscriber>,
  ): Promise<SubscriberProfile[]> {
    const writes: ProfileWrite[] = [];
    const addChannels: AddChannels = (profile, channels) => this.credentials.add(environment, profile, channels);
    for (const profile of profiles) {
      const known = stored.get(profile.subscriberId);
      const write = planWrite(environment, profile, known, { now: this.clock.now(), addChannels });
      if (write) writes.push(write);
      else if (known) settled.set(profile.subscriberId, known);
    }
    if (writes.length === 0) return [];
    const done = new Set(await this.writer.add(writes));
    for (const { profile, outcome } of done) settled.set(profile.subscriberId, outcome);
    return writes.filter((write) => !done.has(write)).map(({ profile }) => profile);
  }

  private async findTogether(environmentId: Types.ObjectId, subscriberIds: string[]): Promise<Map<string, Subscriber>> {
    const found = await this.documents
      .find({ environmentId, subscriberId: { $in: [...new Set(subscriberIds)] } })
      .toArray();
    return new Map(found.map((subscriber) => [subscriber.subscriberId, subscriber]));
  }

  /** Executes the writes of several callers with one command. Returns for each those that had their effect. */
  private async writeTogether(requests: ProfileWrite[][]): Promise<ProfileWrite[][]> {
    return withoutLost(requests, await this.writeAll(requests.flat()));
  }

  /** Returns the indexes of the writes that may have lost against a concurrent change, and must be planned again. */
  private async writeAll(writes: ProfileWrite[]): Promise<Set<number>> {
    try {
      const operations = writes.map(({ operation }) => operation);
      const { insertedCount, matchedCount } = await this.subscribers.collection.bulkWrite(operations, {
        ordered: false,
      });
      return insertedCount + matchedCount === writes.length ? new Set() : guardedOf(writes);
    } catch (error) {
      return new Set([...lostOperations(error), ...guardedOf(writes)]);
    }
  }
}

/** It is unknown which of several guarded writes had no effect. Planning one again that had an effect changes nothing. */
function guardedOf(writes: readonly ProfileWrite[]): Set<number> {
  return new Set(writes.flatMap(({ guarded }, index) => (guarded ? [index] : [])));
}
