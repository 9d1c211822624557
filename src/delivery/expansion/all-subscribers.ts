import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Subscriber } from '../../subscribers/subscriber.schema.js';
import type { ExpansionScope, RecipientPage } from './expansion.js';

/** The recipients of a broadcast: every subscriber of the environment, by internal id (behaviour Z1). */
@Injectable()
export class AllSubscribers {
  constructor(@InjectModel(Subscriber.name) private readonly subscribers: Model<Subscriber>) {}

  async page(
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
