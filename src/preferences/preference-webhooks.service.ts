import { globalPreferenceView, workflowPreferenceView } from '#libs/preferences/preference-view.js';
import { Injectable } from '@nestjs/common';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import type { PreferenceEventData, WebhookEvent } from '../outbound-webhooks/recording/webhook-event.js';
import { WebhookEvents } from '../outbound-webhooks/recording/webhook-events.service.js';
import type { Subscriber } from '../subscribers/subscriber.schema.js';
import type { WorkflowSummary } from '../workflows/workflow.schema.js';
import type { Preference } from './preference.schema.js';
import { effectivePreference } from './effective-preference.js';

/** Records a webhook event for each stored choice of a subscriber (behaviour B1). */
@Injectable()
export class PreferenceWebhooks {
  constructor(private readonly webhooks: WebhookEvents) {}

  /** `workflows`: those with a new choice; absent for a global choice. */
  async changed(
    environment: Pick<EnvironmentRef, 'id'>,
    subscriber: Subscriber,
    preference: Preference,
    workflows?: readonly WorkflowSummary[],
  ): Promise<void> {
    if (!(await this.webhooks.areWanted(environment, ['preference.updated']))) return;
    const views = workflows ? workflows.map((one) => viewOf(one, preference)) : [globalView(preference)];
    const { subscriberId, _id: person } = subscriber;
    const { _id: id, contextKeys, updatedAt: at } = preference;
    await this.webhooks.record(
      environment,
      views.map((view): WebhookEvent => ({
        type: 'preference.updated',
        origin: { id, occurrence: `${at.toISOString()} ${view.workflowId ?? ''}` },
        at,
        person,
        data: { subscriberId, contextKeys, ...view },
      })),
    );
  }
}

type View = Omit<PreferenceEventData, 'subscriberId' | 'contextKeys'>;

function globalView(preference: Preference): View {
  const { schedule } = preference;
  return { level: 'global', ...globalPreferenceView(preference), ...(schedule && { schedule }) };
}

function viewOf(workflow: WorkflowSummary, preference: Preference): View {
  const { layers, critical } = effectivePreference(workflow, preference);
  const { enabled, channels } = workflowPreferenceView(workflow.steps, layers, critical);
  return { level: 'workflow', workflowId: workflow.workflowId, enabled, channels };
}
