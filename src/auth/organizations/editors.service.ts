import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { ExpiringCache } from '../../platform/expiring-cache.js';
import { IdMap } from '../../platform/ids.js';
import { EnvironmentLookup } from '../environment-lookup.service.js';
import type { EnvironmentRef } from '../environment-ref.js';
import { User } from './organization.schema.js';

/** Names do not change: this only limits how long an unused one is cached. */
const CACHE_SECONDS = 60;
const CACHED_EDITORS = 1000;

/** The user who last changed something. */
export type Editor = Pick<User, '_id' | 'name'>;

/** The users who made changes. A request has a key, and each key was created for a user. */
@Injectable()
export class EditorsService {
  private readonly cache = new ExpiringCache<Editor>(this.clock, CACHE_SECONDS, CACHED_EDITORS);

  constructor(
    @InjectModel(User.name) private readonly users: Model<User>,
    private readonly environments: EnvironmentLookup,
    private readonly clock: Clock,
  ) {}

  /**
   * The person who sends the request, or the user for whom its key was made; otherwise the user for whom the environment's
   * first key was made. Usually needs no read.
   */
  async current(environment: Pick<EnvironmentRef, 'id' | 'caller'>): Promise<Types.ObjectId | undefined> {
    if (environment.caller) return environment.caller.userId;
    return (await this.environments.find(environment.id))?.apiKeys[0]?.userId;
  }

  /**
   * The users of the organization with these ids; shared between callers, so do not modify them. At most one read, and
   * none for recently used ones.
   */
  async find(
    { organizationId }: Pick<EnvironmentRef, 'organizationId'>,
    ids: readonly Types.ObjectId[],
  ): Promise<IdMap<Editor>> {
    const found = await this.cache.getMany(
      ids.map((id) => id.toHexString()),
      (id) => `${organizationId} ${id}`,
      async (missing) => {
        const users = await this.users.find({ organizationId, _id: { $in: missing } }, { name: 1 }).lean<Editor[]>();
        return new Map(users.map((user) => [user._id.toHexString(), user]));
      },
    );
    return IdMap.of([...found.values()]);
  }

  /** As {@link find}, for the users who last changed these records. */
  findOf(
    environment: Pick<EnvironmentRef, 'organizationId'>,
    changed: readonly { updatedById?: Types.ObjectId }[],
  ): Promise<IdMap<Editor>> {
    return this.find(
      environment,
      changed.flatMap(({ updatedById }) => updatedById ?? []),
    );
  }
}
