import type { PreferenceLayers } from '#libs/preferences/preference-layers.js';
import { categoryOf } from '../workflows/kind.js';
import { isCritical, type WorkflowSummary } from '../workflows/workflow.schema.js';
import { categoryLayer } from './category-choices.js';
import type { Preference } from './preference.schema.js';
import { workflowLayer } from './stored-choices.js';

/** The preferences that apply to one workflow for a subscriber. */
export interface EffectivePreference {
  workflow: WorkflowSummary;
  critical: boolean;
  /** All layers, as delivery evaluates them. */
  layers: PreferenceLayers;
  /** When the subscriber last chose something for this workflow, if any of it still applies. */
  changedAt?: Date;
}

export function effectivePreference(workflow: WorkflowSummary, preference: Preference | null): EffectivePreference {
  const id = workflow._id.toHexString();
  const own = workflowLayer(preference?.workflows, id);
  const changedAt = own && preference?.workflows?.changedAt?.[id];
  return {
    workflow,
    critical: isCritical(workflow),
    layers: {
      workflowResource: workflow.preferences.workflow,
      workflowUser: workflow.preferences.user,
      subscriberGlobal: preference,
      subscriberCategory: categoryLayer(preference?.categories, categoryOf(workflow)),
      subscriberWorkflow: own,
    },
    ...(changedAt && { changedAt }),
  };
}

/** Which workflows to list: those that subscribers cannot opt out of, the others, or both (behaviour F8). */
export const CRITICALITIES = ['critical', 'nonCritical', 'all'] as const;
export type Criticality = (typeof CRITICALITIES)[number];
