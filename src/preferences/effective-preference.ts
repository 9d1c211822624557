import type { PreferenceLayers } from '#libs/preferences/preference-layers.js';
import { isCritical } from '../workflows/is-critical.js';
import type { WorkflowSummary } from '../workflows/workflow-summary.js';
import type { Preference } from './preference.schema.js';
import { workflowLayer } from './stored/workflow-choices.js';

/** One workflow as it stands for a subscriber. */
export interface EffectivePreference {
  workflow: WorkflowSummary;
  critical: boolean;
  /** All four layers, as delivery reads them. */
  layers: PreferenceLayers;
  /** When the subscriber last chose something for this workflow, if anything of it still counts. */
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
      subscriberWorkflow: own,
    },
    ...(changedAt && { changedAt }),
  };
}
