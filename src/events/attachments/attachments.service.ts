import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Injectable, Module, ServiceUnavailableException } from '@nestjs/common';
import { InjectModel, MongooseModule } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { rawCollection } from '../../platform/persistence/writes.js';
import { type AttachmentContent, AttachmentFiles, type AttachmentOwner } from './attachment-files.js';
import type { AttachmentInfo } from '../store/event.schema.js';
import { Attachment, AttachmentSchema } from './attachment.schema.js';

/** The attachments of one event that is being accepted. */
export interface NewAttachments extends AttachmentOwner {
  contents: AttachmentContent[];
}

/** An attachment no longer exists, or is incomplete: a retry will not help. */
export class AttachmentGoneError extends Error {
  override readonly name = 'AttachmentGoneError';

  constructor(name: string) {
    super(`The attachment "${name}" is not there any more`);
  }
}

/** Stores the content of attachments from the trigger until the last step of the last run has ended (behaviour E4). */
@Injectable()
export class AttachmentsService {
  constructor(
    private readonly files: AttachmentFiles,
    @InjectModel(Attachment.name) private readonly earlier: Model<Attachment>,
  ) {}

  /**
   * Stores the attachments of new events, before the events are stored: they are on disk when it returns. Throws 503,
   * and keeps none, when they cannot be stored.
   */
  async store(attachments: readonly NewAttachments[]): Promise<void> {
    const results = await Promise.allSettled(attachments.map((one) => this.files.write(one, one.contents)));
    const failed = results.find((result) => result.status === 'rejected');
    if (!failed) return;
    await this.discard(attachments);
    throw new ServiceUnavailableException('Attachments cannot be stored, try again', { cause: failed.reason });
  }

  /** Removes the attachments of events that were not accepted. The cleaner removes those that cannot be removed now. */
  async discard(owners: readonly AttachmentOwner[]): Promise<void> {
    await Promise.allSettled(owners.map((owner) => this.files.remove(owner)));
  }

  /**
   * Returns the content of an attachment, `size` bytes. Read the stream or destroy it. Throws {@link
   * AttachmentGoneError}, or the error of the file system.
   */
  async open(owner: AttachmentOwner, { id, name, size }: AttachmentInfo): Promise<Readable> {
    const file = (await this.files.open(owner, id)) ?? (await this.openEarlier(owner, id));
    if (!file) throw new AttachmentGoneError(name);
    if (file.size === size) return file.stream;
    file.stream.destroy();
    throw new AttachmentGoneError(name);
  }

  /** Throws the error of {@link open} when one of them cannot be read now. */
  async assertThere(owner: AttachmentOwner, attachments: readonly AttachmentInfo[]): Promise<void> {
    for (const attachment of attachments) (await this.open(owner, attachment)).destroy();
  }

  /** Returns the whole attachment, for providers that need it in one piece; otherwise like {@link open}. */
  async read(owner: AttachmentOwner, attachment: AttachmentInfo): Promise<Buffer> {
    return buffer(await this.open(owner, attachment));
  }

  /** Deletes the attachments of an event that no longer needs them (behaviour E4, E5). */
  async deleteOf(owner: AttachmentOwner): Promise<void> {
    if (await this.files.remove(owner)) return;
    await this.earlier.deleteMany({ eventId: new Types.ObjectId(String(owner.eventId)) });
  }

  /** Deletes the attachments of a whole environment. Returns false when there were none. */
  deleteOfEnvironment(environmentId: Types.ObjectId): Promise<boolean> {
    return this.files.removeEnvironment(environmentId);
  }

  private async openEarlier(
    { eventId }: AttachmentOwner,
    id: Types.ObjectId,
  ): Promise<{ stream: Readable; size: number } | undefined> {
    const filter = { _id: new Types.ObjectId(String(id)), eventId: new Types.ObjectId(String(eventId)) };
    const found = await rawCollection<Attachment>(this.earlier).findOne(filter, { promoteBuffers: true });
    return found
      ? { stream: Readable.from(found.content, { objectMode: false }), size: found.content.length }
      : undefined;
  }
}

@Module({
  imports: [MongooseModule.forFeature([{ name: Attachment.name, schema: AttachmentSchema }])],
  providers: [AttachmentFiles, AttachmentsService],
  exports: [AttachmentFiles, AttachmentsService],
})
export class AttachmentsModule {}
