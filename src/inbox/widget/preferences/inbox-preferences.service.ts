import { Injectable } from '@nestjs/common';
import { ALL_CHANNELS } from '#libs/preferences/preference-layers.js';
import type { Schedule } from '#libs/schedule/quiet-hours/weekly-schedule.js';
import type { ConsentOrigin } from '../../../preferences/consents/consent.schema.js';
import { contextOf } from '../../../contexts/trigger-context.js';
import { ValidationException } from '../../../platform/errors/validation.exception.js';
import { isObject } from '../../../platform/values/is-object.js';
import type { WorkflowChoice } from '../../../preferences/choices-by-workflow.js';
import { type PatchPreferenceChannelsDto, toLayer, toSchedule } from '../../../preferences/preference-requests.dto.js';
import { SubscriberPreferencesService } from '../../../preferences/subscriber-preferences.service.js';
import { readCondition, readList, readText } from '../../../topics/subscriptions/read-requests.js';
import type { SubscriptionPreferenceDto } from '../../../topics/subscriptions/subscriptions.dto.js';
import type { SubscriberSession } from '../sessions/session.guard.js';
import { InboxSubscriptions, type SubscriptionChoice } from '../subscriptions/inbox-subscriptions.service.js';
import {
  type InboxPreferenceDto,
  type ListInboxPreferencesQueryDto,
  type PatchInboxGlobalPreferenceDto,
  type PatchSubscriptionPreferenceDto,
  toGlobalInboxPreferenceDto,
  toWorkflowInboxPreferenceDto,
} from './inbox-preferences.dto.js';

/** Maximum number of changes in a bulk request. */
const MAX_ITEMS = 100;
const MAX_NAME_LENGTH = 512;

/** The preferences of the subscriber of a session, in exactly the contexts of the session (behaviour F10). */
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
    const requested = { criticality, tags, severity, contextKeys };
    const { global, workflows } = await this.preferences.list(environment, subscriber.subscriberId, requested);
    return [toGlobalInboxPreferenceDto(global), ...workflows.map(toWorkflowInboxPreferenceDto)];
  }

  async global({ environment, subscriber, contextKeys }: SubscriberSession): Promise<InboxPreferenceDto> {
    const { subscriberId } = subscriber;
    return toGlobalInboxPreferenceDto(await this.preferences.findChoices(environment, subscriberId, contextKeys));
  }

  async updateGlobal(
    { environment, subscriber, contextKeys }: SubscriberSession,
    { schedule, ...channels }: PatchInboxGlobalPreferenceDto,
    origin: ConsentOrigin,
  ): Promise<InboxPreferenceDto> {
    const choice = { layer: toLayer(channels), ...(schedule && { schedule: partOfSchedule(schedule) }) };
    const context = contextOf(contextKeys);
    const { subscriberId } = subscriber;
    return toGlobalInboxPreferenceDto(
      await this.preferences.chooseGlobally(environment, subscriberId, choice, origin, context),
    );
  }

  /** Throws 404 for an unknown workflow, 400 for a critical one (behaviour F3). */
  async updateWorkflow(
    session: SubscriberSession,
    workflowId: string,
    channels: PatchPreferenceChannelsDto,
    origin: ConsentOrigin,
  ): Promise<InboxPreferenceDto> {
    const choices = [{ workflowId, layer: toLayer(channels) }];
    const [preference] = await this.chooseForWorkflows(session, choices, origin);
    if (!preference) throw new Error('A stored choice is for no workflow');
    return preference;
  }

  /** Makes all of the changes or none. Throws 404 for an unknown workflow or subscription, 400 for a critical workflow. */
  updateMany(
    session: SubscriberSession,
    preferences: unknown,
    origin: ConsentOrigin,
  ): Promise<(InboxPreferenceDto | SubscriptionPreferenceDto)[]> {
    const choices = readBulk(preferences);
    return 'workflows' in choices
      ? this.chooseForWorkflows(session, choices.workflows, origin)
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
    origin: ConsentOrigin,
  ): Promise<InboxPreferenceDto[]> {
    const context = contextOf(contextKeys);
    const { subscriberId } = subscriber;
    const { preferences } = this;
    const { workflows } = await preferences.chooseForWorkflows(environment, subscriberId, choices, origin, context);
    return workflows.map(toWorkflowInboxPreferenceDto);
  }
}

/** The schedule in a request, with `isEnabled` only when the request contains it. */
function partOfSchedule(schedule: Record<string, unknown>): Partial<Schedule> {
  const { isEnabled, weeklySchedule } = toSchedule({ isEnabled: false, ...schedule }) ?? {};
  return {
    ...(schedule['isEnabled'] !== undefined && { isEnabled }),
    ...(weeklySchedule && { weeklySchedule }),
  };
}

/** Changes in bulk: of preferences for workflows, or of the rules of topic subscriptions for workflows. */
type BulkChoices = { workflows: WorkflowChoice[] } | { subscriptions: SubscriptionChoice[] };

/** Reads the `preferences` of a bulk request. Throws a 422 that names the position of what is wrong. */
function readBulk(preferences: unknown): BulkChoices {
  const items = readList(preferences, 'preferences', MAX_ITEMS).map((item, index) => {
    const field = `preferences.${index}`;
    if (!isObject(item)) throw ValidationException.of(field, `${field} must be an object`);
    return { item, field };
  });
  const ofSubscriptions = items.filter(({ item }) => item['subscriptionIdentifier'] !== undefined);
  if (ofSubscriptions.length === 0) return { workflows: items.map(({ item, field }) => readChoice(item, field)) };
  if (ofSubscriptions.length < items.length) {
    throw ValidationException.of(
      'preferences',
      'preferences must have a subscriptionIdentifier in all items or in none',
    );
  }
  return { subscriptions: items.map(({ item, field }) => readSubscriptionChoice(item, field)) };
}

/** Reads the rule for one workflow in a subscription; values for single channels have no effect there. */
function readRuleValues(
  { enabled, condition }: { enabled?: unknown; condition?: unknown },
  field = '',
): Pick<SubscriptionChoice, 'enabled' | 'condition'> {
  const at = (name: string): string => (field === '' ? name : `${field}.${name}`);
  if (enabled === undefined && condition === undefined) {
    throw ValidationException.of(at('enabled'), `${at('enabled')} or condition must be there`);
  }
  if (enabled !== undefined && typeof enabled !== 'boolean') {
    throw ValidationException.of(at('enabled'), `${at('enabled')} must be a boolean value`);
  }
  return { ...(enabled !== undefined && { enabled }), ...readCondition(condition, at('condition')) };
}

function readChoice(item: Record<string, unknown>, field: string): WorkflowChoice {
  return { workflowId: readWorkflow(item, field), layer: toLayer(readChannels(item, field)) };
}

function readSubscriptionChoice(item: Record<string, unknown>, field: string): SubscriptionChoice {
  readChannels(item, field);
  return {
    subscription: readText(item['subscriptionIdentifier'], `${field}.subscriptionIdentifier`, MAX_NAME_LENGTH),
    workflowId: readWorkflow(item, field),
    ...readRuleValues(item, field),
  };
}

function readWorkflow(item: Record<string, unknown>, field: string): string {
  return readText(item['workflowId'], `${field}.workflowId`, MAX_NAME_LENGTH);
}

function readChannels(item: Record<string, unknown>, field: string): Record<string, boolean> {
  const stated = ALL_CHANNELS.map((channel) => [channel, item[channel]] as const).filter(
    (entry): entry is readonly [(typeof ALL_CHANNELS)[number], boolean] => {
      const [channel, value] = entry;
      if (value !== undefined && typeof value !== 'boolean') {
        throw ValidationException.of(`${field}.${channel}`, `${field}.${channel} must be a boolean value`);
      }
      return value !== undefined;
    },
  );
  return Object.fromEntries(stated);
}
