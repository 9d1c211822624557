import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import { Clock } from '../common/clock.js';
import type { EnvironmentRef } from '../environments/environment-ref.js';
import { contextKey, type TriggerContext } from '../events/trigger-context.js';
import { rawCollection } from '../persistence/raw-collection.js';
import { ignoreDuplicates } from '../persistence/store-errors.js';
import { Context } from './context.schema.js';
import { newContext, planContextWrite } from './plan-context-write.js';

/** What notifications are about. */
@Injectable()
export class ContextsService {
  constructor(
    @InjectModel(Context.name) private readonly contexts: Model<Context>,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the contexts a trigger names and returns them with their data: that of the trigger, else what is stored
   * (behaviour C3, C4, C7). `at` is when the trigger was accepted; repeating the call changes nothing. Costs one read,
   * and one write when something changes.
   */
  async store(
    environment: EnvironmentRef,
    context: TriggerContext | undefined,
    at: Date,
  ): Promise<TriggerContext | undefined> {
    if (!context) return undefined;
    const entries = Object.entries(context);
    const stored = await this.findByKey(
      environment,
      entries.map(([type, { id }]) => contextKey(type, id)),
    );
    const writes = entries.flatMap((entry): mongo.AnyBulkWriteOperation<Context>[] => {
      const write = planContextWrite(environment, entry, stored.get(contextKey(entry[0], entry[1].id)), at);
      return write ? [write] : [];
    });
    if (writes.length > 0) {
      const lost = await this.writeAll(writes);
      // Somebody else has just created one of them: what is stored by now decides.
      if (lost) return this.store(environment, context, at);
    }
    return Object.fromEntries(
      entries.map(([type, { id, data }]) => [type, { id, data: data ?? stored.get(contextKey(type, id))?.data ?? {} }]),
    );
  }

  /**
   * Stores those contexts that are not there yet, with the data given for them; existing ones keep theirs. For whoever
   * names contexts without being a trigger (behaviour C3, C4). Costs one read, and one write when one is new.
   */
  async createMissing(environment: EnvironmentRef, context: TriggerContext): Promise<void> {
    const entries = Object.entries(context);
    const keys = entries.map(([type, { id }]) => contextKey(type, id));
    const stored = await this.findByKey(environment, keys);
    const now = this.clock.now();
    const missing = entries.filter((_entry, index) => !stored.has(keys[index]!));
    if (missing.length === 0) return;
    // Whoever has created one of them meanwhile was first.
    await this.writeAll(missing.map((entry) => ({ insertOne: { document: newContext(environment, entry, now) } })));
  }

  private async findByKey({ id: environmentId }: EnvironmentRef, keys: string[]): Promise<Map<string, Context>> {
    const found = await this.contexts.find({ environmentId, key: { $in: keys } }).lean();
    return new Map(found.map((context) => [context.key, context]));
  }

  private async writeAll(writes: mongo.AnyBulkWriteOperation<Context>[]): Promise<boolean> {
    try {
      await rawCollection<Context>(this.contexts).bulkWrite(writes, { ordered: false });
      return false;
    } catch (error) {
      ignoreDuplicates(error);
      return true;
    }
  }
}
