import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection, mongo } from 'mongoose';
import { EnvironmentLookup } from '../../auth/environment-lookup.service.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { SETTING_BY_RETENTION_KIND, type RetentionKind } from '../../auth/retention-kinds.js';
import { RetentionService } from '../../auth/retention.service.js';
import { Config } from '../../platform/config/config.js';
import type { StoredRecordsDto } from './storage.dto.js';
import { STORED_COLLECTIONS, type StoredCollection } from './stored-collections.js';

/** An environment's records of a collection are counted up to this number. */
const MAX_COUNTED = 10_000;

/** What an environment has stored. */
@Injectable()
export class StorageService {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly environments: EnvironmentLookup,
    private readonly retention: RetentionService,
    private readonly config: Config,
  ) {}

  /** One entry for each collection with records of environments, in the order of their names. Reads no more than a bounded part of each. */
  async summarise({ id }: EnvironmentRef): Promise<StoredRecordsDto[]> {
    const own = STORED_COLLECTIONS.filter(({ schema }) => schema.path('environmentId') !== undefined);
    return Promise.all(own.map((collection) => this.summariseOne(id, collection)));
  }

  private async summariseOne(
    environmentId: mongo.BSON.ObjectId,
    collection: StoredCollection,
  ): Promise<StoredRecordsDto> {
    const { name, kept } = collection;
    const documents = this.connection.collection(name);
    const count = await documents.countDocuments({ environmentId }, { limit: MAX_COUNTED + 1 });
    const isMore = count > MAX_COUNTED;
    const oldest = count === 0 ? undefined : await this.oldest(environmentId, collection, isMore);
    return {
      collection: name,
      count: Math.min(count, MAX_COUNTED),
      countCapped: isMore,
      ...(oldest && { oldest: oldest.toISOString() }),
      ...('reason' in kept
        ? { keptBecause: kept.reason }
        : { keptDays: await this.daysOf(environmentId, kept.setting) }),
    };
  }

  /** Of many records only where an index has them by time. */
  private async oldest(
    environmentId: mongo.BSON.ObjectId,
    { name, schema }: StoredCollection,
    isMore: boolean,
  ): Promise<Date | undefined> {
    if (!schema.path('createdAt')) return undefined;
    const isIndexed = schema.indexes().some(([key]) => Object.keys(key).join().startsWith('environmentId,createdAt'));
    if (isMore && !isIndexed) return undefined;
    const first = await this.connection
      .collection<{ createdAt?: Date }>(name)
      .findOne({ environmentId }, { sort: { createdAt: 1 }, projection: { createdAt: 1 } });
    return first?.createdAt;
  }

  private async daysOf(environmentId: mongo.BSON.ObjectId, setting: string): Promise<number[]> {
    const days = await this.retention.of(environmentId);
    const kinds = Object.entries(SETTING_BY_RETENTION_KIND) as [RetentionKind, string][];
    const own = kinds.filter(([, name]) => setting.split(' ').includes(name)).map(([kind]) => days[kind]);
    if (own.length > 0) return own;
    if (setting === 'contentRetentionDays')
      return [(await this.environments.find(environmentId))?.contentRetentionDays ?? 0];
    if (setting === 'idempotencyKeyHours') return [this.config.idempotencyKeyHours / 24];
    return [this.config.auditDays];
  }
}
