import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { Environment } from '../../../auth/environment.schema.js';

/** The environments whose messages the page shows without an API key. */
@Injectable()
export class PageEnvironments {
  constructor(@InjectModel(Environment.name) private readonly environments: Model<Environment>) {}

  /**
   * Returns all environments. The first is the one initially shown: the development environment that the first start
   * creates, if it still exists.
   */
  async list(): Promise<Pick<Environment, '_id' | 'name'>[]> {
    const all = await this.environments.find({}, { name: 1, type: 1 }).sort({ _id: 1 }).lean();
    return [...all.filter(({ type }) => type === 'dev'), ...all.filter(({ type }) => type !== 'dev')];
  }

  /** Throws 404 if there is none with this id. */
  async findOrFail(id: string): Promise<EnvironmentRef> {
    const found = Types.ObjectId.isValid(id)
      ? await this.environments.findById(id, { organizationId: 1 }).lean()
      : undefined;
    if (!found) throw new NotFoundException(`Environment '${id}' was not found`);
    return { id: found._id, organizationId: found.organizationId };
  }
}
