import type { Schedule } from '#libs/schedule/quiet-hours/weekly-schedule.js';
import { Injectable } from '@nestjs/common';
import { contextOf } from '../../../contexts/trigger-context.js';
import type { WorkflowChoice } from '../../../preferences/choices-by-workflow.js';
import { type PatchPreferenceChannelsDto, toLayer, toSchedule } from '../../../preferences/preference-requests.dto.js';
import { SubscriberPreferencesService } from '../../../preferences/subscriber-preferences.service.js';
import type { SubscriptionPreferenceDto } from '../../../topics/subscriptions/subscriptions.dto.js';
import type { SubscriberSession } from '../sessions/subscriber-session.js';
import { InboxSubscriptions } from '../subscriptions/inbox-subscriptions.service.js';
import {
  type InboxPreferenceDto,
  type ListInboxPreferencesQueryDto,
  type PatchInboxGlobalPreferenceDto,
  type PatchSubscriptionPreferenceDto,
  toGlobalInboxPreferenceDto,
  toWorkflowInboxPreferenceDto,
} from './inbox-preferences.dto.js';
import { readBulk, readRuleValues } from './read-bulk.js';

/** What the subscriber of a session has chosen in exactly the contexts of the session (behaviour F10). */
@Injectable()
export class InboxPreferences {
  constructor(
    private readonly preferences: SubscriberPreferencesService,
    private readonly subscriptions: InboxSubscriptions,
  ) {}

  /** The global preference, then those of the workflows, newest first. */
  async list(
    { environment, subscriber, contextKeys }: SubscriberSession,
    { criticality, tags, severity }: ListInboxPreferencesQueryDto,
  ): Promise<InboxPreferenceDto[]> {
    const asked = { criticality, tags, severity, contextKeys };
    const { global, workflows } = await this.preferences.list(environment, subscriber.subscriberId, asked);
    return [toGlobalInboxPreferenceDto(global), ...workflows.map(toWorkflowInboxPreferenceDto)];
  }

  async global({ environment, subscriber, contextKeys }: SubscriberSession): Promise<InboxPreferenceDto> {
    const { subscriberId } = subscriber;
    return toGlobalInboxPreferenceDto(await this.preferences.findChoices(environment, subscriberId, contextKeys));
  }

  async updateGlobal(
    { environment, subscriber, contextKeys }: SubscriberSession,
    { schedule, ...channels }: PatchInboxGlobalPreferenceDto,
  ): Promise<InboxPreferenceDto> {
    const choice = { layer: toLayer(channels), ...(schedule && { schedule: partOfSchedule(schedule) }) };
    const context = contextOf(contextKeys);
    const { subscriberId } = subscriber;
    return toGlobalInboxPreferenceDto(
      await this.preferences.chooseGlobally(environment, subscriberId, choice, context),
    );
  }

  /** Throws 404 for an unknown workflow, 400 for a critical one (behaviour F3). */
  async updateWorkflow(
    session: SubscriberSession,
    workflowId: string,
    channels: PatchPreferenceChannelsDto,
  ): Promise<InboxPreferenceDto> {
    const [preference] = await this.chooseForWorkflows(session, [{ workflowId, layer: toLayer(channels) }]);
    if (!preference) throw new Error('A stored choice is for no workflow');
    return preference;
  }

  /** All or none of the changes. Throws 404 for an unknown workflow or subscription, 400 for a critical workflow. */
  updateMany(
    session: SubscriberSession,
    preferences: unknown,
  ): Promise<(InboxPreferenceDto | SubscriptionPreferenceDto)[]> {
    const choices = readBulk(preferences);
    return 'workflows' in choices
      ? this.chooseForWorkflows(session, choices.workflows)
      : this.subscriptions.choose(session, choices.subscriptions);
  }

  /** Throws 404 for an unknown workflow or subscription, 400 for a critical workflow. */
  async updateSubscription(
    session: SubscriberSession,
    subscription: string,
    workflowId: string,
    request: PatchSubscriptionPreferenceDto,
  ): Promise<SubscriptionPreferenceDto> {
    const choice = { subscription, workflowId, ...readRuleValues(request) };
    const [preference] = await this.subscriptions.choose(session, [choice]);
    if (!preference) throw new Error('A stored rule is not shown');
    return preference;
  }

  private async chooseForWorkflows(
    { environment, subscriber, contextKeys }: SubscriberSession,
    choices: readonly WorkflowChoice[],
  ): Promise<InboxPreferenceDto[]> {
    const context = contextOf(contextKeys);
    const { subscriberId } = subscriber;
    const { workflows } = await this.preferences.chooseForWorkflows(environment, subscriberId, choices, context);
    return workflows.map(toWorkflowInboxPreferenceDto);
  }
}

/** What a request says about quiet hours: `isEnabled` only when it is there. */
function partOfSchedule(schedule: Record<string, unknown>): Partial<Schedule> {
  const { isEnabled, weeklySchedule } = toSchedule({ isEnabled: false, ...schedule }) ?? {};
  return {
    ...(schedule['isEnabled'] !== undefined && { isEnabled }),
    ...(weeklySchedule && { weeklySchedule }),
  };
}
