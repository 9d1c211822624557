import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { rawCollection } from '../../persistence/raw-collection.js';
import { ignoreDuplicates } from '../../persistence/store-errors.js';
import { Attachment } from './attachment.schema.js';

/** Keeps the content of attachments from the trigger until the last step of the last run has ended (behaviour E4). */
@Injectable()
export class AttachmentsService {
  constructor(@InjectModel(Attachment.name) private readonly attachments: Model<Attachment>) {}

  async insert(attachments: Attachment[]): Promise<void> {
    if (attachments.length === 0) return;
    await rawCollection<Attachment>(this.attachments)
      .insertMany(attachments, { ordered: false })
      .catch(ignoreDuplicates);
  }

  /** The attachments of an event in the order of the trigger, with their content. */
  async findOf(event: { _id: Types.ObjectId; attachments?: { id: Types.ObjectId }[] }): Promise<Attachment[]> {
    if (!event.attachments || event.attachments.length === 0) return [];
    const found = await rawCollection<Attachment>(this.attachments)
      .find({ eventId: event._id }, { promoteBuffers: true })
      .toArray();
    const byId = new Map(found.map((attachment) => [attachment._id.toHexString(), attachment]));
    return event.attachments.flatMap(({ id }) => byId.get(id.toHexString()) ?? []);
  }

  /** Forgets the attachments of events that need them no more, or were not accepted (behaviour E4, E5). */
  async deleteOf(eventIds: Types.ObjectId[]): Promise<void> {
    if (eventIds.length > 0) await this.attachments.deleteMany({ eventId: { $in: eventIds } });
  }
}
