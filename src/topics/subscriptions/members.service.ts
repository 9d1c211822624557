import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter, Types } from 'mongoose';
import type { InEnvironment } from '../../auth/environment-ref.js';
import { IdMap } from '../../platform/ids.js';
import { inBatches } from '../../platform/values/group-by.js';
import { Subscriber } from '../../subscribers/subscriber.schema.js';

/** Fields of a subscriber in a subscription. */
export type Member = Pick<Subscriber, '_id' | 'subscriberId' | 'avatar' | 'firstName' | 'lastName' | 'email'>;

const FIELDS = { subscriberId: 1, avatar: 1, firstName: 1, lastName: 1, email: 1 };

/** Ids per query: more would make the query too large. */
const CHUNK = 5000;

/** Loads the subscribers that follow topics. */
@Injectable()
export class MembersService {
  constructor(@InjectModel(Subscriber.name) private readonly subscribers: Model<Subscriber>) {}

  /** By the caller's ids; unknown ones are absent. */
  async findBySubscriberIds(
    environment: InEnvironment,
    subscriberIds: readonly string[],
  ): Promise<Map<string, Member>> {
    const found = await this.findMany(environment, subscriberIds, (chunk) => ({ subscriberId: { $in: chunk } }));
    return new Map(found.map((member) => [member.subscriberId, member]));
  }

  /** By internal id; deleted ones are absent. */
  async findByIds(environment: InEnvironment, ids: readonly Types.ObjectId[]): Promise<IdMap<Member>> {
    const unique = new IdMap(ids.map((id) => [id, id]));
    const found = await this.findMany(environment, [...unique.values()], (chunk) => ({ _id: { $in: chunk } }));
    return IdMap.of(found);
  }

  private async findMany<Id>(
    { id: environmentId }: InEnvironment,
    ids: readonly Id[],
    among: (chunk: Id[]) => QueryFilter<Subscriber>,
  ): Promise<Member[]> {
    const found: Member[] = [];
    for (const chunk of inBatches(ids, CHUNK)) {
      const filter = { environmentId, ...among(chunk) };
      found.push(...(await this.subscribers.find(filter, FIELDS).lean<Member[]>()));
    }
    return found;
  }
}
