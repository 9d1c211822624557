import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { Workflow, type WorkflowStep } from './workflow.schema.js';

/** A workflow, as far as it must be known to say what is wrong with it. */
export type CheckedWorkflow = Pick<Workflow, 'workflowId'> & {
  steps: Pick<WorkflowStep, 'stepId' | 'type' | 'issues'>[];
};

/** Workflows as what their authors wrote, for comparing them and taking them elsewhere. */
@Injectable()
export class AuthoredWorkflows {
  constructor(@InjectModel(Workflow.name) private readonly workflows: Model<Workflow>) {}

  /** All of the environment in the order of their identifiers, or those with these identifiers. */
  find({ id: environmentId }: Pick<EnvironmentRef, 'id'>, workflowIds?: readonly string[]): Promise<Workflow[]> {
    return this.workflows
      .find({ environmentId, ...(workflowIds && { workflowId: { $in: workflowIds } }) })
      .sort({ workflowId: 1 })
      .lean();
  }

  /** Those with these identifiers, in the order of their identifiers, with what was wrong when they were saved. */
  findChecked(
    { id: environmentId }: Pick<EnvironmentRef, 'id'>,
    workflowIds: readonly string[],
  ): Promise<CheckedWorkflow[]> {
    return this.workflows
      .find({ environmentId, workflowId: { $in: workflowIds } }, [
        'workflowId',
        'steps.stepId',
        'steps.type',
        'steps.issues',
      ])
      .sort({ workflowId: 1 })
      .lean<CheckedWorkflow[]>();
  }

  /** Notes that these have been published. That is no change of the workflows: `updatedAt` stays. */
  async markPublished(
    { id: environmentId }: Pick<EnvironmentRef, 'id'>,
    workflowIds: readonly string[],
    lastPublished: NonNullable<Workflow['lastPublished']>,
  ): Promise<void> {
    await this.workflows.updateMany(
      { environmentId, workflowId: { $in: workflowIds } },
      { $set: { lastPublished } },
      { timestamps: false },
    );
  }
}
