import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, Types } from 'mongoose';
import { EnvironmentLookup } from '../../../auth/environment-lookup.service.js';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import type { KeptContent } from '../../../outbox/outbox-message.schema.js';
import { Clock, DAY_MS, later } from '../../../platform/clock.js';
import { SecretBox, SecretBoxError } from '../../../platform/crypto/secret-box.js';
import { ignoreDuplicates, rawCollection } from '../../../platform/persistence/writes.js';
import type { Message } from '../../messages/message.schema.js';
import { MessageContent } from './message-content.schema.js';

/** Bytes of JSON. Mail programs cut off what is longer than a tenth of it, and the store takes no more than 16 MB. */
const MAX_CONTENT_BYTES = 1_000_000;

/** The most contents that one command changes, so that other commands can run in between. */
const BATCH = 1000;

/** A message with its content, to be stored. */
export interface NewContent {
  message: Pick<
    Message,
    '_id' | 'environmentId' | 'organizationId' | 'subscriberId' | 'createdAt' | 'expiresAt' | 'replays'
  >;
  content: KeptContent;
}

/** The stored content of a message, decrypted. */
export interface OpenContent extends Pick<MessageContent, '_id' | 'createdAt' | 'expiresAt'> {
  content?: KeptContent;
  /** Why `content` is absent. */
  problem?: 'too_large' | 'unreadable';
}

/** Contents of messages to providers, kept in environments that want it (behaviour N4). */
@Injectable()
export class MessageContents {
  constructor(
    @InjectModel(MessageContent.name) private readonly contents: Model<MessageContent>,
    private readonly environments: EnvironmentLookup,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores contents with one command, plus one for messages that were sent again, whose content is replaced. Ignores
   * messages of environments that do not keep contents any more.
   */
  async insert(given: readonly NewContent[]): Promise<void> {
    const writes: mongo.AnyBulkWriteOperation<MessageContent>[] = [];
    for (const one of given) {
      const days = await this.daysOf({ id: one.message.environmentId });
      if (days === 0) continue;
      const document = this.toDocument(one, days);
      const { _id, ...replacement } = document;
      writes.push(
        one.message.replays === undefined
          ? { insertOne: { document } }
          : { replaceOne: { filter: { _id }, replacement, upsert: true } },
      );
    }
    if (writes.length === 0) return;
    await this.documents.bulkWrite(writes, { ordered: false }).catch(ignoreDuplicates);
  }

  /** The contents of messages that the environment still keeps. */
  async find(environment: Pick<EnvironmentRef, 'id'>, ids: Types.ObjectId[]): Promise<OpenContent[]> {
    const days = await this.daysOf(environment);
    if (days === 0 || ids.length === 0) return [];
    const now = this.clock.now();
    const found = await this.contents
      .find({
        _id: { $in: ids },
        environmentId: environment.id,
        createdAt: { $gt: later(now, -days * DAY_MS) },
        expiresAt: { $gt: now },
      })
      .lean();
    return found.map(({ content, ...rest }) => ({ ...rest, ...this.open(rest._id, content) }));
  }

  /** Deletes the contents of messages that are deleted. Sends no command if the environment keeps none. */
  async delete(environment: Pick<EnvironmentRef, 'id'>, ids: Types.ObjectId[]): Promise<void> {
    if ((await this.daysOf(environment)) === 0) return;
    await this.documents.deleteMany({ _id: { $in: ids }, environmentId: environment.id });
  }

  /** Shortens the retention of stored contents to at most `days`. Throws when `stop` is aborted. */
  async shorten(environmentId: Types.ObjectId, days: number, stop: AbortSignal): Promise<void> {
    for (;;) {
      stop.throwIfAborted();
      const found = await this.documents
        .find({ environmentId, days: { $gt: days } }, { projection: { _id: 1 } })
        .limit(BATCH)
        .toArray();
      if (found.length === 0) return;
      const filter = { _id: { $in: found.map(({ _id }) => _id) }, environmentId, days: { $gt: days } };
      const until = { $min: ['$expiresAt', { $add: ['$createdAt', days * DAY_MS] }] };
      await this.documents.updateMany(filter, [{ $set: { days, expiresAt: until } }]);
    }
  }

  /** For how many days the environment keeps contents; 0: not at all. */
  async daysOf({ id }: Pick<EnvironmentRef, 'id'>): Promise<number> {
    return (await this.environments.find(id))?.contentRetentionDays ?? 0;
  }

  private toDocument({ message, content }: NewContent, days: number): MessageContent {
    const { _id, environmentId, organizationId, subscriberId, createdAt, expiresAt } = message;
    const text = JSON.stringify(content);
    const until = later(createdAt, days * DAY_MS);
    return {
      _id,
      environmentId,
      organizationId,
      subscriberId,
      ...(Buffer.byteLength(text) <= MAX_CONTENT_BYTES && { content: this.box.seal(text, _id) }),
      days,
      createdAt,
      expiresAt: until < expiresAt ? until : expiresAt,
    };
  }

  private open(_id: Types.ObjectId, sealed: string | undefined): Pick<OpenContent, 'content' | 'problem'> {
    if (sealed === undefined) return { problem: 'too_large' };
    try {
      return { content: JSON.parse(this.box.open(sealed, _id)) as KeptContent };
    } catch (error) {
      if (error instanceof SecretBoxError) return { problem: 'unreadable' };
      throw error;
    }
  }

  private get documents(): mongo.Collection<MessageContent> {
    return rawCollection<MessageContent>(this.contents);
  }
}
