import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { rawCollection } from '../platform/persistence/raw-collection.js';
import { Workflow } from './workflow.schema.js';

/** A workflow, as far as its texts go. */
export interface WorkflowControls {
  workflowId: string;
  name: string;
  /** The control values of its steps, in their order. */
  controls: Record<string, unknown>[];
}

@Injectable()
export class WorkflowControlsService {
  constructor(@InjectModel(Workflow.name) private readonly workflows: Model<Workflow>) {}

  /** All workflows of the environments, one after the other. */
  async *findAll(environmentIds: Types.ObjectId[]): AsyncGenerator<WorkflowControls> {
    const found = rawCollection<Workflow>(this.workflows).find(
      { environmentId: { $in: environmentIds } },
      { projection: { workflowId: 1, name: 1, 'steps.controlValues': 1 } },
    );
    for await (const { workflowId, name, steps } of found) {
      yield { workflowId, name, controls: steps.map(({ controlValues }) => controlValues) };
    }
  }
}
