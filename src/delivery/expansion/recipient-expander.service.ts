import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import type { Cursor } from '../../events/expansion/expansion.js';
import { AllSubscribers } from './all-subscribers.js';
import type { ExpansionScope, RecipientChunk, RecipientPage } from './expansion.js';
import { type NamedTopic, TopicMembers } from './topic-members.js';

/** Finds the recipients of an event, chunk by chunk: first those it names, then topics, or else everybody. */
@Injectable()
export class RecipientExpander {
  constructor(
    private readonly topicMembers: TopicMembers,
    private readonly everybody: AllSubscribers,
    private readonly config: Config,
  ) {}

  /** The recipients from the event's cursor on, as many as fit. It writes nothing: asked again, it answers the same. */
  async nextChunk(scope: ExpansionScope): Promise<RecipientChunk> {
    const topics = await this.topicMembers.findNamed(scope);
    const chunk: RecipientChunk = { recipients: [], next: scope.event.expansion.cursor, problems: [] };
    // A chunk is held in memory as a whole, and nobody else gets the worker's slot meanwhile.
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
        return this.everybody.page(scope, cursor, limit);
    }
  }
}

/** Those named directly, all at once: there are at most 100. */
function namedPage({ named }: ExpansionScope, topics: readonly NamedTopic[]): RecipientPage {
  return {
    recipients: named.map((subscriber) => ({ subscriber })),
    read: named.length,
    ...(topics.length > 0 && { next: { phase: 'topic', index: 0 } }),
    problems: [],
  };
}
