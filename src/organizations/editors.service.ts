import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { EnvironmentLookup } from '../environments/environment-lookup.service.js';
import type { EnvironmentRef } from '../environments/environment-ref.js';
import { User } from './user.schema.js';

/** Who has changed something last. */
export type Editor = Pick<User, '_id' | 'name'>;

/** The users behind changes. A request comes with a key, and a key was made for a user. */
@Injectable()
export class EditorsService {
  constructor(
    @InjectModel(User.name) private readonly users: Model<User>,
    private readonly environments: EnvironmentLookup,
  ) {}

  /** The user for whom the environment's first key was made; usually without a read. */
  async current(environment: Pick<EnvironmentRef, 'id'>): Promise<Types.ObjectId | undefined> {
    return (await this.environments.find(environment.id))?.apiKeys[0]?.userId;
  }

  /** Those of the ids that the organization has, by id in hex. One read, none for an empty list. */
  async find({ organizationId }: EnvironmentRef, ids: readonly Types.ObjectId[]): Promise<Map<string, Editor>> {
    if (ids.length === 0) return new Map();
    const found = await this.users.find({ organizationId, _id: { $in: [...ids] } }, { name: 1 }).lean<Editor[]>();
    return new Map(found.map((user) => [user._id.toHexString(), user]));
  }
}
