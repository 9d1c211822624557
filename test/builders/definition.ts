import type { LayoutDefinition, Resource, StepDefinition, WorkflowDefinition } from '../../src/promotion/definition.js';
import { layoutResource, workflowResource } from '../../src/promotion/definition.js';

/** An email step, and whatever the test cares about. */
export function anEmailStepDefinition(stepId: string, fields: Partial<StepDefinition> = {}): StepDefinition {
  return { stepId, name: stepId, type: 'email', controlValues: { subject: 'Hi', layoutId: null }, ...fields };
}

/** The definition of a workflow without steps, and whatever the test cares about. */
export function aWorkflowDefinition(workflowId: string, fields: Partial<WorkflowDefinition> = {}): WorkflowDefinition {
  return {
    workflowId,
    name: `Workflow ${workflowId}`,
    tags: [],
    active: true,
    severity: 'none',
    validatePayload: false,
    isTranslationEnabled: false,
    preferences: {},
    steps: [],
    translations: {},
    ...fields,
  };
}

/** The definition of a layout, and whatever the test cares about. */
export function aLayoutDefinition(layoutId: string, fields: Partial<LayoutDefinition> = {}): LayoutDefinition {
  return {
    layoutId,
    name: `Layout ${layoutId}`,
    isTranslationEnabled: false,
    email: { body: '<main>{{content}}</main>', editorType: 'html' },
    translations: {},
    ...fields,
  };
}

export function aWorkflowResource(workflowId: string, fields: Partial<WorkflowDefinition> = {}): Resource {
  return workflowResource(aWorkflowDefinition(workflowId, fields));
}

export function aLayoutResource(layoutId: string, fields: Partial<LayoutDefinition> = {}): Resource {
  return layoutResource(aLayoutDefinition(layoutId, fields));
}
