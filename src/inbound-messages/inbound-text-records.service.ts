import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo, Types } from 'mongoose';
import type { Integration } from '../integrations/integration.schema.js';
import { Clock } from '../platform/clock.js';
import { derivedId } from '../platform/ids.js';
import { rawCollection, retryLostWrite } from '../platform/persistence/writes.js';
import { InboundTextRecord } from './inbound-text.schema.js';

/** Providers repeat a request for a day at most; the rest is a margin. */
const KEPT_MS = 30 * 86_400_000;

/** A message that was received, and is not done with. */
export interface BegunText {
  _id: Types.ObjectId;
  /** The same at each repetition. */
  origin: Types.ObjectId;
}

type Owner = Pick<Integration, '_id' | 'environmentId' | 'organizationId'>;

/** Remembers which messages were received, and which numbers a message has stopped, without the numbers themselves. */
@Injectable()
export class InboundTextRecords {
  private readonly records = rawCollection<InboundTextRecord>(this.model);

  constructor(
    @InjectModel(InboundTextRecord.name) private readonly model: Model<InboundTextRecord>,
    private readonly clock: Clock,
  ) {}

  /** To be called when a message comes, by the provider's id of it. Undefined when all was done that it asks for. */
  async begin(owner: Owner, messageId: string): Promise<BegunText | undefined> {
    const _id = derivedId(owner._id, 'text', messageId);
    const fields = { ...this.fieldsOf(owner), origin: new Types.ObjectId() };
    const record = await this.upsert(_id, { $setOnInsert: fields });
    return record.done ? undefined : { _id, origin: record.origin! };
  }

  /** Returns false when another request with the same message was quicker. */
  async end({ _id }: BegunText): Promise<boolean> {
    const { modifiedCount } = await this.records.updateOne({ _id, done: { $exists: false } }, { $set: { done: true } });
    return modifiedCount > 0;
  }

  /**
   * Returns whether this message is the one that has stopped the number, and not a further one to the same integration.
   * `isNew`: the number was not stopped before.
   */
  async stop(owner: Owner, number: string, { origin }: BegunText, isNew: boolean): Promise<boolean> {
    const fields = { ...this.fieldsOf(owner), stoppedBy: origin };
    const update = isNew ? { $set: fields } : { $setOnInsert: fields };
    const { stoppedBy } = await this.upsert(derivedId(owner._id, 'stopped', number), update);
    return stoppedBy?.equals(origin) === true;
  }

  private async upsert(_id: Types.ObjectId, update: mongo.UpdateFilter<InboundTextRecord>): Promise<InboundTextRecord> {
    const record = await retryLostWrite(() =>
      this.records.findOneAndUpdate({ _id }, update, { upsert: true, returnDocument: 'after' }),
    );
    if (!record) throw new Error('An upsert has returned no document');
    return record;
  }

  private fieldsOf({ environmentId, organizationId }: Owner) {
    return { environmentId, organizationId, expiresAt: new Date(this.clock.now().getTime() + KEPT_MS) };
  }
}
