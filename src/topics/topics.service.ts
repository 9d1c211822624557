import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { EnvironmentRef } from '../environments/environment-ref.js';
import { Topic } from './topic.schema.js';

/** What subscribers follow. */
@Injectable()
export class TopicsService {
  constructor(@InjectModel(Topic.name) private readonly topics: Model<Topic>) {}

  /** Topics by key; unknown ones are absent. */
  async findByKeys({ id: environmentId }: Pick<EnvironmentRef, 'id'>, keys: string[]): Promise<Map<string, Topic>> {
    const found = await this.topics.find({ environmentId, key: { $in: keys } }).lean();
    return new Map(found.map((topic) => [topic.key, topic]));
  }
}
