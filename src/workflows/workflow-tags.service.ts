import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { Workflow } from './workflow.schema.js';

@Injectable()
export class WorkflowTagsService {
  constructor(@InjectModel(Workflow.name) private readonly workflows: Model<Workflow>) {}

  /** The tags of all workflows of the environment, each once, in alphabetical order. */
  async find({ id: environmentId }: Pick<EnvironmentRef, 'id'>): Promise<string[]> {
    const workflows = await this.workflows.find({ environmentId, 'tags.0': { $exists: true } }, { tags: 1 }).lean();
    return [...new Set(workflows.flatMap(({ tags }) => tags))].toSorted((a, b) => a.localeCompare(b, 'en'));
  }
}
