import { isDeepStrictEqual } from 'node:util';
import { ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo, type QueryFilter, Types } from 'mongoose';
import type { EnvironmentRef, InEnvironment } from '../auth/environment-ref.js';
import { notFound } from '../platform/errors/exceptions.js';
import { Clock } from '../platform/clock.js';
import { type CursorPage, findCursorPage } from '../platform/paging/cursor-page.js';
import { ignoreDuplicates, isDuplicateKey, rawCollection } from '../platform/persistence/writes.js';
import { SharedReader, TickBatcher } from '../platform/scheduling/tick-batcher.js';
import { escapePattern } from '../subscribers/subscriber-search.js';
import { Context } from './context.schema.js';
import type { CreateContextDto, ListContextsQueryDto, UpdateContextDto } from './contexts.dto.js';
import { type ContextEntry, contextKey, type TriggerContext } from './trigger-context.js';

/** The pair that names a context. */
interface ContextName {
  type: string;
  id: string;
}

/** The contexts of an environment: what notifications are about. */
@Injectable()
export class ContextsService {
  private readonly reader = new SharedReader((environmentId, keys: string[]) => this.findTogether(environmentId, keys));
  private readonly writer = new TickBatcher(async (requests: mongo.AnyBulkWriteOperation<Context>[][]) => {
    const lost = await this.writeAll(requests.flat());
    return requests.map(() => lost);
  });

  private readonly documents = rawCollection<Context>(this.contexts);

  constructor(
    @InjectModel(Context.name) private readonly contexts: Model<Context>,
    private readonly clock: Clock,
  ) {}

  /** Throws 409 when the type and id are taken (behaviour C5). */
  async create(environment: EnvironmentRef, { type, id, data, bridgeUrl }: CreateContextDto): Promise<Context> {
    const context = newContext(environment, [type, { id, ...(data && { data }) }], this.clock.now());
    if (bridgeUrl !== undefined) context.bridgeUrl = bridgeUrl;
    try {
      await this.documents.insertOne(context);
      return context;
    } catch (error) {
      if (isDuplicateKey(error)) throw new ConflictException(`Context '${context.key}' already exists`);
      throw error;
    }
  }

  /** Returns a page of the contexts that match the filters of `query`. */
  list({ id: environmentId }: InEnvironment, query: ListContextsQueryDto): Promise<CursorPage<Context>> {
    const { id, search } = query;
    const filter: QueryFilter<Context> = {
      environmentId,
      ...(id && { contextId: id }),
      ...(search && { key: { $regex: escapePattern(search), $options: 'i' } }),
    };
    return findCursorPage(this.contexts, filter, query);
  }

  /** Returns the context. Throws 404. */
  async findOrFail({ id: environmentId }: InEnvironment, { type, id }: ContextName): Promise<Context> {
    const key = contextKey(type, id);
    const context = await this.contexts.findOne({ environmentId, key }).lean();
    if (!context) throw notFound('Context', key);
    return context;
  }

  /** The data of the contexts with these keys that exist, in the order of the keys. */
  async findData({ id }: InEnvironment, keys: readonly string[]): Promise<Record<string, unknown>[]> {
    if (keys.length === 0) return [];
    const found = await this.reader.read(id, [...keys]);
    return keys.map((key) => found.get(key)?.data).filter((data) => data !== undefined);
  }

  /** Replaces the data. A `bridgeUrl` is set, cleared when null, and unchanged when absent. Throws 404. */
  async update(
    { id: environmentId }: InEnvironment,
    { type, id }: ContextName,
    { data, bridgeUrl }: UpdateContextDto,
  ): Promise<Context> {
    const key = contextKey(type, id);
    const context = await this.documents.findOneAndUpdate(
      { environmentId, key },
      {
        $set: { data, ...(bridgeUrl && { bridgeUrl }), updatedAt: this.clock.now() },
        ...(bridgeUrl === null && { $unset: { bridgeUrl: '' } }),
      },
      { returnDocument: 'after' },
    );
    if (!context) throw notFound('Context', key);
    return context;
  }

  /** Deletes only the context: resources with its key stay. Throws 404. */
  async delete({ id: environmentId }: InEnvironment, { type, id }: ContextName): Promise<void> {
    const key = contextKey(type, id);
    const { deletedCount } = await this.contexts.deleteOne({ environmentId, key });
    if (deletedCount === 0) throw notFound('Context', key);
  }

  /**
   * Stores the contexts that a trigger names and returns them with their data: that of the trigger, or else the stored
   * data (behaviour C3, C4, C7). `at` is when the trigger was accepted; repeating the call changes nothing. Costs one
   * read, and one write when something changes, for all concurrent calls.
   */
  async store(
    environment: EnvironmentRef,
    context: TriggerContext | undefined,
    at: Date,
  ): Promise<TriggerContext | undefined> {
    if (!context) return undefined;
    const entries = Object.entries(context);
    const stored = await this.reader.read(
      environment.id,
      entries.map(([type, { id }]) => contextKey(type, id)),
    );
    const writes = entries.flatMap((entry): mongo.AnyBulkWriteOperation<Context>[] => {
      const write = planContextWrite(environment, entry, stored.get(contextKey(entry[0], entry[1].id)), at);
      return write ? [write] : [];
    });
    if (writes.length > 0) {
      const lost = await this.writer.add(writes);
      // A concurrent request has created one of them: now its data is stored.
      if (lost) return this.store(environment, context, at);
    }
    return Object.fromEntries(
      entries.map(([type, { id, data }]) => [type, { id, data: data ?? stored.get(contextKey(type, id))?.data ?? {} }]),
    );
  }

  /**
   * Creates missing contexts with the data given for them; existing ones keep theirs. For requests other than triggers
   * that name contexts (behaviour C3, C4). `admit` is called before with the number of new ones, and may reject. Costs
   * one read, and one write when one is new.
   */
  async createMissing(
    environment: EnvironmentRef,
    context: TriggerContext,
    admit?: (count: number) => Promise<void>,
  ): Promise<void> {
    const entries = Object.entries(context);
    const keys = entries.map(([type, { id }]) => contextKey(type, id));
    const stored = await this.reader.read(environment.id, keys);
    const now = this.clock.now();
    const missing = entries.filter((_entry, index) => !stored.has(keys[index]!));
    if (missing.length === 0) return;
    await admit?.(missing.length);
    // A context that a concurrent request has created meanwhile keeps its data.
    await this.writeAll(missing.map((entry) => ({ insertOne: { document: newContext(environment, entry, now) } })));
  }

  private async findTogether(environmentId: Types.ObjectId, keys: string[]): Promise<Map<string, Context>> {
    const found = await this.contexts.find({ environmentId, key: { $in: [...new Set(keys)] } }).lean();
    return new Map(found.map((context) => [context.key, context]));
  }

  private async writeAll(writes: mongo.AnyBulkWriteOperation<Context>[]): Promise<boolean> {
    try {
      await this.documents.bulkWrite(writes, { ordered: false });
      return false;
    } catch (error) {
      ignoreDuplicates(error);
      return true;
    }
  }
}

/** Returns a new context. */
function newContext(environment: EnvironmentRef, [type, { id, data = {} }]: [string, ContextEntry], at: Date): Context {
  return {
    _id: new Types.ObjectId(),
    environmentId: environment.id,
    organizationId: environment.organizationId,
    type,
    contextId: id,
    key: contextKey(type, id),
    data,
    createdAt: at,
    updatedAt: at,
  };
}

/**
 * Returns the write for a trigger accepted at `at`, or undefined when nothing changes (behaviour C3, C4). An unknown
 * context is created, data replaces the stored data, and an id without data changes nothing. Data of a later trigger
 * stays, whichever of the two is delivered first.
 */
function planContextWrite(
  environment: EnvironmentRef,
  [type, { id, data }]: [string, ContextEntry],
  stored: Context | undefined,
  at: Date,
): mongo.AnyBulkWriteOperation<Context> | undefined {
  if (!stored) return { insertOne: { document: newContext(environment, [type, { id, data }], at) } };
  if (data === undefined || stored.updatedAt > at || isDeepStrictEqual(stored.data, data)) return undefined;
  return {
    updateOne: { filter: { _id: stored._id, updatedAt: { $lte: at } }, update: { $set: { data, updatedAt: at } } },
  };
}
