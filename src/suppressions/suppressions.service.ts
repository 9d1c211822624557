import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo, type QueryFilter, Types } from 'mongoose';
import type { EnvironmentRef, InEnvironment } from '../auth/environment-ref.js';
import { Clock } from '../platform/clock.js';
import { notFound } from '../platform/errors/exceptions.js';
import { type CursorPage, type CursorPageRequest, findCursorPage } from '../platform/paging/cursor-page.js';
import { lostWrites, rawCollection, retryLostWrite } from '../platform/persistence/writes.js';
import { escapePattern } from '../subscribers/subscriber-search.js';
import { SuppressionLists } from './suppression-lists.service.js';
import { comparable, type SuppressibleChannel } from './suppression-rules.js';
import { Suppression } from './suppression.schema.js';

/** An address to suppress. */
export interface NewSuppression {
  channel: SuppressibleChannel;
  /** As it is known. */
  address: string;
  /** `bounce`, `complaint`, `manual`, `unsubscribe`, `stop`, or any other text (behaviour CS20). */
  reason: string;
  source: Suppression['source'];
  expiresAt?: Date;
}

/** Which entries of an environment to list. */
export interface SuppressionFilter {
  channel?: SuppressibleChannel;
  /** Part of the address. Capital letters make no difference for emails. */
  address?: string;
  reason?: string;
}

type Owner = Pick<EnvironmentRef, 'id' | 'organizationId'>;

/** Entries that are written together. */
const CHUNK = 1000;
/** How often an upsert is tried that loses against another one of the same entry. */
const MAX_ATTEMPTS = 5;
const MAX_WORDS = 500;

/** Keeps the addresses to which nothing is sent (behaviour CS20 to CS27). */
@Injectable()
export class SuppressionsService {
  private readonly documents = rawCollection<Suppression>(this.suppressions);

  constructor(
    @InjectModel(Suppression.name) private readonly suppressions: Model<Suppression>,
    private readonly lists: SuppressionLists,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds entries, or renews those that exist, and returns how many are new. When it resolves, this process sends nothing more
   * to the addresses that the entries forbid; others follow with a notice.
   */
  async add(environment: Owner, entries: readonly NewSuppression[]): Promise<number> {
    let created = 0;
    for (let start = 0; start < entries.length; start += CHUNK) {
      const chunk = entries.slice(start, start + CHUNK).map((entry) => this.upsertOf(environment, entry));
      created += await this.write(chunk.map((updateOne) => ({ updateOne: { ...updateOne, upsert: true } })));
      await this.withhold(
        environment,
        chunk.map(({ filter }) => filter),
      );
    }
    return created;
  }

  /** Adds one entry, or renews it. */
  async put(environment: Owner, entry: NewSuppression): Promise<{ entry: Suppression; created: boolean }> {
    const { filter, update } = this.upsertOf(environment, entry);
    const { value, lastErrorObject } = await retryLostWrite(() =>
      this.documents.findOneAndUpdate(filter, update, {
        upsert: true,
        returnDocument: 'after',
        includeResultMetadata: true,
      }),
    );
    if (!value) throw new Error('An upsert has returned no document');
    await this.withhold(environment, [filter]);
    return { entry: value, created: lastErrorObject?.updatedExisting !== true };
  }

  /** Takes back what one reason has added, such as a STOP; entries of other reasons stay. Returns whether there was one. */
  async remove(
    { id: environmentId }: InEnvironment,
    { channel, address, reason }: Pick<NewSuppression, 'channel' | 'address' | 'reason'>,
  ): Promise<boolean> {
    const filter = { environmentId, channel, address: comparable(channel, address), reason };
    return (await this.documents.deleteOne(filter)).deletedCount > 0;
  }

  /** Deletes an entry by its id; throws 404 when there is none. */
  async delete({ id: environmentId }: InEnvironment, _id: Types.ObjectId): Promise<void> {
    const { deletedCount } = await this.documents.deleteOne({ environmentId, _id });
    if (deletedCount === 0) throw notFound('Suppression', _id.toHexString());
  }

  /** A page of the entries that match the filter, newest first. */
  list(
    environment: InEnvironment,
    filter: SuppressionFilter,
    page: CursorPageRequest,
  ): Promise<CursorPage<Suppression>> {
    return findCursorPage(this.suppressions, filterOf(environment, filter), page);
  }

  /** All entries that match the filter, oldest first, as they are read. */
  all(environment: InEnvironment, filter: SuppressionFilter): AsyncIterable<Suppression> {
    return this.documents.find(filterOf(environment, filter) as mongo.Filter<Suppression>).sort({ _id: 1 });
  }

  /** What is being sent at this moment ends first, so that nothing is sent after the response. */
  private async withhold({ id }: InEnvironment, added: Parameters<SuppressionLists['added']>[1]): Promise<void> {
    this.lists.added(id, added);
    await this.lists.settled(id, added);
  }

  private upsertOf(
    { id: environmentId, organizationId }: Owner,
    { channel, address: given, reason, source, expiresAt }: NewSuppression,
  ) {
    const now = this.clock.now();
    const address = comparable(channel, given);
    const { words, ...from } = source;
    return {
      filter: { environmentId, channel, address, reason },
      update: {
        $set: {
          source: { ...from, ...(words !== undefined && { words: words.slice(0, MAX_WORDS) }) },
          updatedAt: now,
          ...(given !== address && { shown: given }),
          ...(expiresAt && { expiresAt }),
        },
        ...(!expiresAt && { $unset: { expiresAt: '' as const } }),
        $setOnInsert: { _id: new Types.ObjectId(), organizationId, createdAt: now },
      },
    };
  }

  /** Returns how many were inserted. Of concurrent upserts of one entry, the store may refuse all but one. */
  private async write(operations: mongo.AnyBulkWriteOperation<Suppression>[], attempt = 1): Promise<number> {
    try {
      return (await this.documents.bulkWrite(operations, { ordered: false })).upsertedCount;
    } catch (error) {
      const lost = lostWrites(error);
      if (attempt === MAX_ATTEMPTS) throw error;
      const { upsertedCount } = (error as mongo.MongoBulkWriteError).result;
      const again = operations.filter((_operation, index) => lost.has(index));
      return upsertedCount + (await this.write(again, attempt + 1));
    }
  }
}

function filterOf(
  { id: environmentId }: InEnvironment,
  { channel, address, reason }: SuppressionFilter,
): QueryFilter<Suppression> {
  return {
    environmentId,
    ...(channel && { channel }),
    ...(address && addressFilter(address)),
    ...(reason && { reason }),
  };
}

/** Emails are stored in small letters, so that the store may compare bytes, which takes a third of the time. */
function addressFilter(part: string): QueryFilter<Suppression> {
  const forms = [...new Set([part, part.toLowerCase()])];
  return { $or: forms.map((form) => ({ address: { $regex: escapePattern(form) } })) };
}
