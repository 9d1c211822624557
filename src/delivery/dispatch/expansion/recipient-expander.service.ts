import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { Cursor } from '../../../events/store/expansion.js';
import { Config } from '../../../platform/config/config.js';
import { Subscriber } from '../../../subscribers/subscriber.schema.js';
import type { ExpansionScope } from '../../engine/run-input.js';
import { type NamedTopic, type RecipientPage, TopicMembers } from './topic-members.js';

/** Recipients of an event, from one or more sources. */
type RecipientChunk = Omit<RecipientPage, 'read'>;

/** Finds the recipients of an event, chunk by chunk: first the subscribers it names, then topics; or all subscribers. */
@Injectable()
export class RecipientExpander {
  constructor(
    private readonly topicMembers: TopicMembers,
    @InjectModel(Subscriber.name) private readonly subscribers: Model<Subscriber>,
    private readonly config: Config,
  ) {}

  /** Returns the recipients from the event's cursor on, up to the size of a chunk. Writes nothing, so it may be repeated. */
  async nextChunk(scope: ExpansionScope): Promise<RecipientChunk> {
    const topics = await this.topicMembers.findNamed(scope);
    const chunk: RecipientChunk = { recipients: [], next: scope.event.expansion.cursor, problems: [] };
    // The size is limited because a chunk is held in memory and occupies a slot of the worker.
    for (let room = this.config.recipientsPerChunk; chunk.next && room > 0;) {
      const { recipients, read, next, problems } = await this.page(scope, topics, chunk.next, room);
      room -= read;
      chunk.recipients.push(...recipients);
      chunk.problems.push(...problems);
      chunk.next = next;
    }
    return chunk;
  }

  private async page(
    scope: ExpansionScope,
    topics: readonly NamedTopic[],
    cursor: Cursor,
    limit: number,
  ): Promise<RecipientPage> {
    switch (cursor.phase) {
      case 'direct':
        return namedPage(scope, topics);
      case 'topic':
        return this.topicMembers.page(scope, topics, cursor, limit);
      case 'everyone':
        return this.everyonePage(scope, cursor, limit);
    }
  }

  /** A page of a broadcast: the subscribers of the environment, by internal id (behaviour Z1). */
  private async everyonePage(
    { environment }: ExpansionScope,
    { after }: { after?: Types.ObjectId },
    limit: number,
  ): Promise<RecipientPage> {
    const found = await this.subscribers
      .find({ environmentId: environment.id, ...(after && { _id: { $gt: after } }) })
      .sort({ _id: 1 })
      .limit(limit)
      .lean();
    const last = found.at(-1);
    return {
      recipients: found.map((subscriber) => ({ subscriber })),
      read: found.length,
      ...(last && found.length === limit && { next: { phase: 'everyone', after: last._id } }),
      problems: [],
    };
  }
}

/** The subscribers that the event names, as one page: there are at most 100. */
function namedPage({ named }: ExpansionScope, topics: readonly NamedTopic[]): RecipientPage {
  return {
    recipients: named.map((subscriber) => ({ subscriber })),
    read: named.length,
    ...(topics.length > 0 && { next: { phase: 'topic', index: 0 } }),
    problems: [],
  };
}
