import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { Workflow, type WorkflowStep } from './workflow.schema.js';

/** A workflow and what its email steps say about layouts. */
export interface WorkflowLayouts extends Pick<Workflow, 'workflowId' | 'name'> {
  /** One per email step: an identifier, internal id or slug; null where it wants none, undefined where it says nothing. */
  references: (string | null | undefined)[];
}

/** The fields that are read. */
type EmailWorkflow = Pick<Workflow, 'workflowId' | 'name'> & {
  steps: (Pick<WorkflowStep, 'type'> & Partial<Pick<WorkflowStep, 'controlValues'>>)[];
};

@Injectable()
export class WorkflowLayoutsService {
  constructor(@InjectModel(Workflow.name) private readonly workflows: Model<Workflow>) {}

  /** Those of the environment's workflows that send emails, by identifier. Reads no texts of theirs. */
  async find({ id: environmentId }: Pick<EnvironmentRef, 'id'>): Promise<WorkflowLayouts[]> {
    const workflows = await this.workflows
      .find(
        { environmentId, 'steps.type': 'email' },
        { workflowId: 1, name: 1, 'steps.type': 1, 'steps.controlValues.layoutId': 1 },
      )
      .sort({ workflowId: 1 })
      .lean<EmailWorkflow[]>();
    return workflows.map(({ workflowId, name, steps }) => ({
      workflowId,
      name,
      references: steps.filter(({ type }) => type === 'email').map((step) => referenceOf(step.controlValues)),
    }));
  }
}

/** A step without any of the values that were asked for has no object of them. */
function referenceOf(controlValues: Record<string, unknown> | undefined): string | null | undefined {
  const reference = controlValues?.layoutId;
  if (reference === null) return null;
  return typeof reference === 'string' && reference !== '' ? reference : undefined;
}
