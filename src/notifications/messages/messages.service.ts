import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { rawCollection } from '../../persistence/raw-collection.js';
import { ignoreDuplicates } from '../../persistence/store-errors.js';
import { Message } from './message.schema.js';

/** Stores what was delivered. */
@Injectable()
export class MessagesService {
  constructor(@InjectModel(Message.name) private readonly messages: Model<Message>) {}

  /** Stores messages that are not there yet; those that a lost or doubled job stored before stay as they are. */
  async insertNew(messages: Message[]): Promise<void> {
    if (messages.length === 0) return;
    await rawCollection<Message>(this.messages).insertMany(messages, { ordered: false }).catch(ignoreDuplicates);
  }
}
