import type { Workflow, WorkflowStep } from './workflow.schema.js';

/** What is needed to list a workflow and the preferences for it: everything but its content. */
export type WorkflowSummary = Pick<
  Workflow,
  '_id' | 'workflowId' | 'name' | 'tags' | 'severity' | 'preferences' | 'updatedAt'
> & { steps: Pick<WorkflowStep, 'type'>[] };

export const SUMMARY_FIELDS = ['workflowId', 'name', 'tags', 'severity', 'preferences', 'updatedAt', 'steps.type'];
