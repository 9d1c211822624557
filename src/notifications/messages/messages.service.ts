import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { rawCollection } from '../../platform/persistence/raw-collection.js';
import { lostOperations } from '../../platform/persistence/store-errors.js';
import { InboxEvents } from '../live/inbox-events.js';
import { MessageWebhooks } from '../webhooks/message-webhooks.service.js';
import { Message } from './message.schema.js';
import { shownState } from './shown-state.js';

/** What became of an in-app message. */
export type MessageState = Pick<Message, 'seen' | 'read' | 'lastSeenAt' | 'readAt'>;

/** How sending a message went. */
export type StoredOutcome = Pick<Message, 'status' | 'errorText'>;

const STATE = {
  seen: 1,
  lastSeenAt: 1,
  read: 1,
  readAt: 1,
  archived: 1,
  archivedAt: 1,
  snoozedUntil: 1,
  beforeSnooze: 1,
  deliveredAt: 1,
} as const;

/** What sending a message once more may change. */
const SENDING = [
  'status',
  'errorId',
  'errorText',
  'providerId',
  'integrationId',
  'providerMessageId',
  'deadAt',
] as const satisfies (keyof Message)[];

/** Stores what was delivered. */
@Injectable()
export class MessagesService {
  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    private readonly events: InboxEvents,
    private readonly webhooks: MessageWebhooks,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores messages that are not there yet, and tells of them; those that a lost or doubled job stored before stay as
   * they are.
   */
  async insertNew(given: Message[]): Promise<void> {
    const replayed = given.filter(({ replays }) => replays !== undefined);
    await this.noteReplays(replayed);
    const messages = given.filter(({ replays }) => replays === undefined);
    const stored = await this.insert(messages);
    this.events.received(stored);
    await this.webhooks.stored([...replayed, ...stored]);
    if (stored.length === messages.length) return;
    // Whoever stored the others may have died before it told of them.
    const fresh = new Set(stored);
    await this.webhooks.storedBefore(messages.filter((message) => !fresh.has(message)));
  }

  /** Those that were not there yet. */
  private async insert(messages: Message[]): Promise<Message[]> {
    if (messages.length === 0) return [];
    const documents = rawCollection<Message>(this.messages);
    return documents
      .insertMany(messages, { ordered: false })
      .then(() => messages)
      .catch((error: unknown) => {
        const lost = lostOperations(error);
        return messages.filter((_message, index) => !lost.has(index));
      });
  }

  /** Writes what became of messages that are there, and were sent once more. */
  private async noteReplays(messages: Message[]): Promise<void> {
    if (messages.length === 0) return;
    await rawCollection<Message>(this.messages).bulkWrite(
      messages.map(({ _id, attempts = [], ...message }) => {
        const set: Record<string, unknown> = {};
        const unset: Record<string, ''> = {};
        for (const field of SENDING) {
          if (message[field] === undefined) unset[field] = '';
          else set[field] = message[field];
        }
        const update = { $set: set, $unset: unset, $push: { attempts: { $each: attempts } }, $inc: { replays: 1 } };
        return { updateOne: { filter: { _id }, update } };
      }),
      { ordered: false },
    );
  }

  /** How messages stand, by hexadecimal id; deleted ones are absent. */
  async findStates(ids: Types.ObjectId[]): Promise<Map<string, MessageState>> {
    if (ids.length === 0) return new Map();
    const found = await this.messages.find({ _id: { $in: ids } }, STATE).lean();
    const now = this.clock.now();
    return new Map(
      found.map((message) => {
        const { read, readAt } = shownState(message, now);
        return [message._id.toHexString(), { seen: message.seen, lastSeenAt: message.lastSeenAt, read, readAt }];
      }),
    );
  }

  /** How sending went of messages that are stored, by hexadecimal id; the others are absent. */
  async findOutcomes(ids: Types.ObjectId[]): Promise<Map<string, StoredOutcome>> {
    if (ids.length === 0) return new Map();
    const found = await this.messages.find({ _id: { $in: ids } }, { status: 1, errorText: 1 }).lean();
    return new Map(found.map(({ _id, status, errorText }) => [_id.toHexString(), { status, errorText }]));
  }
}
