import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { rawCollection } from '../../persistence/raw-collection.js';
import { ignoreDuplicates } from '../../persistence/store-errors.js';
import { Message } from './message.schema.js';

/** What became of an in-app message. */
export type MessageState = Pick<Message, 'seen' | 'read' | 'lastSeenAt' | 'readAt'>;

/** Stores what was delivered. */
@Injectable()
export class MessagesService {
  constructor(@InjectModel(Message.name) private readonly messages: Model<Message>) {}

  /** Stores messages that are not there yet; those that a lost or doubled job stored before stay as they are. */
  async insertNew(messages: Message[]): Promise<void> {
    if (messages.length === 0) return;
    await rawCollection<Message>(this.messages).insertMany(messages, { ordered: false }).catch(ignoreDuplicates);
  }

  /** How messages stand, by hexadecimal id; deleted ones are absent. */
  async findStates(ids: Types.ObjectId[]): Promise<Map<string, MessageState>> {
    if (ids.length === 0) return new Map();
    const found = await this.messages
      .find({ _id: { $in: ids } }, { seen: 1, read: 1, lastSeenAt: 1, readAt: 1 })
      .lean();
    return new Map(found.map((message) => [message._id.toHexString(), message]));
  }

  /** Which of the ids are those of stored messages, as hexadecimal text. */
  async findStored(ids: Types.ObjectId[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const found = await this.messages.find({ _id: { $in: ids } }, { _id: 1 }).lean();
    return new Set(found.map(({ _id }) => _id.toHexString()));
  }
}
