import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { User } from './user.schema.js';

@Injectable()
export class UsersService {
  constructor(@InjectModel(User.name) private readonly users: Model<User>) {}

  /** Names by id in hexadecimal; who is not there any more is absent. No command for no ids. */
  async findNames(ids: readonly Types.ObjectId[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const users = await this.users.find({ _id: { $in: ids } }, { name: 1 }).lean();
    return new Map(users.map(({ _id, name }) => [_id.toHexString(), name]));
  }
}
