import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { InEnvironment } from '../auth/environment-ref.js';
import { rawCollection } from '../platform/persistence/writes.js';
import { Workflow, type WorkflowStep } from './workflow.schema.js';

/** The parts of a workflow that are needed to report what is wrong with it. */
export type CheckedWorkflow = Pick<Workflow, 'workflowId'> & {
  steps: Pick<WorkflowStep, 'stepId' | 'type' | 'issues'>[];
};

/** The control values of a workflow. */
export interface WorkflowControls {
  workflowId: string;
  name: string;
  /** The control values of its steps, in order. */
  controls: Record<string, unknown>[];
}

/** The layouts that the email steps of a workflow refer to. */
export interface WorkflowLayouts extends Pick<Workflow, 'workflowId' | 'name'> {
  /** One per email step: an identifier, internal id or slug; null for no layout, undefined when the step names none. */
  references: (string | null | undefined)[];
}

/** The fields that are read for {@link WorkflowLayouts}. */
type EmailWorkflow = Pick<Workflow, 'workflowId' | 'name'> & {
  steps: (Pick<WorkflowStep, 'type'> & Partial<Pick<WorkflowStep, 'controlValues'>>)[];
};

/** Reads what the authors of workflows have written, for all workflows of an environment in one command. */
@Injectable()
export class AuthoredWorkflows {
  constructor(@InjectModel(Workflow.name) private readonly workflows: Model<Workflow>) {}

  /** All workflows of the environment, or those with these identifiers, ordered by identifier. */
  find({ id: environmentId }: InEnvironment, workflowIds?: readonly string[]): Promise<Workflow[]> {
    return this.workflows
      .find({ environmentId, ...(workflowIds && { workflowId: { $in: workflowIds } }) })
      .sort({ workflowId: 1 })
      .lean();
  }

  /** The workflows with these identifiers, ordered by identifier, with the issues found when they were saved. */
  findChecked({ id: environmentId }: InEnvironment, workflowIds: readonly string[]): Promise<CheckedWorkflow[]> {
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

  /** Records that these workflows have been published. This does not change the workflows: `updatedAt` stays. */
  async markPublished(
    { id: environmentId }: InEnvironment,
    workflowIds: readonly string[],
    lastPublished: NonNullable<Workflow['lastPublished']>,
  ): Promise<void> {
    await this.workflows.updateMany(
      { environmentId, workflowId: { $in: workflowIds } },
      { $set: { lastPublished } },
      { timestamps: false },
    );
  }

  /** The tags of all workflows of the environment, each once, in alphabetical order. */
  async findTags({ id: environmentId }: InEnvironment): Promise<string[]> {
    const workflows = await this.workflows.find({ environmentId, 'tags.0': { $exists: true } }, { tags: 1 }).lean();
    return [...new Set(workflows.flatMap(({ tags }) => tags))].toSorted((a, b) => a.localeCompare(b, 'en'));
  }

  /** The environment's workflows that send emails, ordered by identifier. Message texts are not read. */
  async findLayouts({ id: environmentId }: InEnvironment): Promise<WorkflowLayouts[]> {
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
      references: steps.filter(({ type }) => type === 'email').map((step) => layoutReference(step.controlValues)),
    }));
  }

  /** Iterates over the control values of all workflows of these environments. */
  async *findControls(environmentIds: Types.ObjectId[]): AsyncGenerator<WorkflowControls> {
    const found = rawCollection<Workflow>(this.workflows).find(
      { environmentId: { $in: environmentIds } },
      { projection: { workflowId: 1, name: 1, 'steps.controlValues': 1 } },
    );
    for await (const { workflowId, name, steps } of found) {
      yield { workflowId, name, controls: steps.map(({ controlValues }) => controlValues) };
    }
  }
}

/** A step that has none of the projected values has no `controlValues` object. */
function layoutReference(controlValues: Record<string, unknown> | undefined): string | null | undefined {
  const reference = controlValues?.layoutId;
  if (reference === null) return null;
  return typeof reference === 'string' && reference !== '' ? reference : undefined;
}
