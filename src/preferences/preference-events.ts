import { globalPreferenceView, workflowPreferenceView } from '#libs/preferences/preference-view.js';
import type { PreferenceEventData, WebhookEvent } from '../outbound-webhooks/recording/webhook-event.js';
import type { Subscriber } from '../subscribers/subscriber.schema.js';
import type { WorkflowSummary } from '../workflows/workflow.schema.js';
import type { Preference } from './preference.schema.js';
import { effectivePreference } from './effective-preference.js';

/**
 * The webhook events of a stored choice of a subscriber (behaviour B1). `workflows`: those with a new choice; absent for a
 * global choice.
 */
export function preferenceEvents(
  { subscriberId, _id: person }: Subscriber,
  preference: Preference,
  workflows?: readonly WorkflowSummary[],
): WebhookEvent[] {
  const views = workflows ? workflows.map((one) => viewOf(one, preference)) : [globalView(preference)];
  const { _id: id, contextKeys, updatedAt: at } = preference;
  return views.map((view) => ({
    type: 'preference.updated',
    origin: { id, occurrence: `${at.toISOString()} ${view.workflowId ?? ''}` },
    at,
    person,
    data: { subscriberId, contextKeys, ...view },
  }));
}

type View = Omit<PreferenceEventData, 'subscriberId' | 'contextKeys'>;

function globalView(preference: Preference): View {
  const { schedule, pausedUntil } = preference;
  const rest = { ...(schedule && { schedule }), ...(pausedUntil && { pausedUntil }) };
  return { level: 'global', ...globalPreferenceView(preference), ...rest };
}

function viewOf(workflow: WorkflowSummary, preference: Preference): View {
  const { layers, critical } = effectivePreference(workflow, preference);
  const { enabled, channels } = workflowPreferenceView(workflow.steps, layers, critical);
  return { level: 'workflow', workflowId: workflow.workflowId, enabled, channels };
}
