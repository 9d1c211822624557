import type { Schedule } from '#libs/schedule/quiet-hours/weekly-schedule.js';
import type { PreferenceLayer } from '#libs/preferences/preference-layers.js';
import { Injectable, NotFoundException } from '@nestjs/common';
import { Clock } from '../platform/clock.js';
import { Config } from '../platform/config/config.js';
import { ValidationException } from '../platform/errors/validation.exception.js';
import { ContextsService } from '../contexts/contexts.service.js';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { contextKeys, exactly, parseContext, type TriggerContext } from '../contexts/trigger-context.js';
import type { ConsentOrigin } from './consents/consent.schema.js';
import { ConsentsService } from './consents/consents.service.js';
import { WebhookEvents } from '../outbound-webhooks/recording/webhook-events.service.js';
import type { Subscriber } from '../subscribers/subscriber.schema.js';
import { SubscribersService } from '../subscribers/subscribers.service.js';
import { categoryOf } from '../workflows/kind.js';
import { isCritical, type Severity, type WorkflowSummary } from '../workflows/workflow.schema.js';
import { WorkflowsService } from '../workflows/workflows.service.js';
import { categoriesUpdate } from './category-choices.js';
import { choicesByWorkflow, type WorkflowChoice } from './choices-by-workflow.js';
import { choiceEntries, type ChoiceEntry } from './choice-entries.js';
import { type Criticality, effectivePreference, type EffectivePreference } from './effective-preference.js';
import {
  type BulkUpdatePreferencesDto,
  type PatchPreferencesDto,
  toLayer,
  toSchedule,
} from './preference-requests.dto.js';
import { readPause } from './pause.js';
import { preferenceEvents } from './preference-events.js';
import type { Preference } from './preference.schema.js';
import { type PreferenceOwner, PreferencesService } from './preferences.service.js';
import { type ChoiceUpdate, type GlobalChoice, globalUpdate, workflowsUpdate } from './stored-choices.js';

/** Everything a subscriber has chosen in one set of contexts, and the preferences that apply to each workflow. */
export interface PreferenceOverview {
  global: Preference | null;
  workflows: EffectivePreference[];
}

/** Which workflows are returned: all filters must match. */
export interface PreferenceFilter {
  criticality: Criticality;
  /** Workflows that have one of these tags. */
  tags?: readonly string[];
  severity?: readonly Severity[];
}

/** A change while it is carried out. */
interface Choosing {
  environment: EnvironmentRef;
  subscriber: Subscriber;
  origin: ChoiceOrigin;
  context: TriggerContext | undefined;
  category?: string;
}

/** From where a choice comes, for the ledger; of a page that changes several, what was read for each of them. */
export type ChoiceOrigin = ConsentOrigin | ((entry: ChoiceEntry) => ConsentOrigin);

/** Reads and changes the preferences of a subscriber. Each change that changes something is noted in the ledger. */
@Injectable()
export class SubscriberPreferencesService {
  constructor(
    private readonly preferences: PreferencesService,
    private readonly subscribers: SubscribersService,
    private readonly workflows: WorkflowsService,
    private readonly contexts: ContextsService,
    private readonly consents: ConsentsService,
    private readonly webhooks: WebhookEvents,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** In exactly the contexts with these keys (behaviour F8, F10). */
  async list(
    environment: EnvironmentRef,
    subscriberId: string,
    { contextKeys: keys = [], ...filter }: PreferenceFilter & { contextKeys?: readonly string[] },
  ): Promise<PreferenceOverview> {
    const subscriber = await this.subscribers.findOrFail(environment, subscriberId);
    const owner = { subscriberId: subscriber._id, contextKeys: exactly(keys) };
    return this.overview(environment, await this.preferences.find(environment, owner), filter);
  }

  /** Changes the global preference or, with `workflowId`, that for one workflow; returns all resulting preferences. */
  async update(
    environment: EnvironmentRef,
    subscriberId: string,
    { channels, workflowId, category, schedule, pausedUntil, context }: PatchPreferencesDto,
    origin: ChoiceOrigin,
  ): Promise<PreferenceOverview> {
    const layer = toLayer(channels);
    const contexts = parseContext(context, this.config);
    const hours = toSchedule(schedule);
    const pause = readPause(pausedUntil, this.clock.now());
    if (category !== undefined) {
      assertAlone({ workflowId, schedule, pausedUntil });
      const preference = await this.chooseForCategory(environment, subscriberId, { category, layer }, origin, contexts);
      return this.overview(environment, preference, { criticality: 'nonCritical' });
    }
    if (workflowId === undefined) {
      const choice = { layer, ...(hours && { schedule: hours }), ...(pause !== undefined && { pausedUntil: pause }) };
      const preference = await this.chooseGlobally(environment, subscriberId, choice, origin, contexts);
      return this.overview(environment, preference, { criticality: 'nonCritical' });
    }
    if (hours) throw ValidationException.of('schedule', 'schedule holds for all workflows: leave workflowId out');
    if (pause !== undefined) {
      throw ValidationException.of('pausedUntil', 'pausedUntil holds for all workflows: leave workflowId out');
    }
    const choices = [{ workflowId, layer }];
    const { preference } = await this.chooseForWorkflows(environment, subscriberId, choices, origin, contexts);
    return this.overview(environment, preference, { criticality: 'nonCritical' });
  }

  /** Changes the preferences for several workflows; returns the resulting ones of these. */
  async updateMany(
    environment: EnvironmentRef,
    subscriberId: string,
    { preferences, context }: BulkUpdatePreferencesDto,
    origin: ChoiceOrigin,
  ): Promise<EffectivePreference[]> {
    const choices = preferences.map(({ workflowId, channels }) => ({ workflowId, layer: toLayer(channels) }));
    const contexts = parseContext(context, this.config);
    return (await this.chooseForWorkflows(environment, subscriberId, choices, origin, contexts)).workflows;
  }

  /** The choices of the subscriber in exactly these contexts; null when there are none. */
  async findChoices(
    environment: EnvironmentRef,
    subscriberId: string,
    keys: readonly string[] = [],
  ): Promise<Preference | null> {
    const { _id } = await this.subscribers.findOrFail(environment, subscriberId);
    return this.preferences.find(environment, { subscriberId: _id, contextKeys: keys });
  }

  /**
   * Stores a choice for all workflows, and clears those for single ones in its channels (behaviour F6). A first
   * schedule without `isEnabled` is disabled.
   */
  async chooseGlobally(
    environment: EnvironmentRef,
    subscriberId: string,
    choice: GlobalChoice,
    origin: ChoiceOrigin,
    context?: TriggerContext,
  ): Promise<Preference | null> {
    const subscriber = await this.subscribers.findOrFail(environment, subscriberId);
    if (choice.schedule && choice.schedule.isEnabled === undefined) {
      await this.offerSchedule(environment, subscriber, contextKeys(context), { isEnabled: false });
    }
    return this.store({ environment, subscriber, origin, context }, globalUpdate(choice));
  }

  /** Stores a schedule for a subscriber without one in exactly these contexts. */
  async offerSchedule(
    environment: EnvironmentRef,
    subscriber: Subscriber,
    keys: readonly string[],
    schedule: Schedule,
  ): Promise<void> {
    const owner = { subscriberId: subscriber._id, contextKeys: keys };
    const isFirst = await this.preferences.storeMissingSchedule(environment, owner, schedule);
    if (isFirst) await this.removeIfOrphaned(environment, subscriber, owner);
  }

  /**
   * Stores a choice for all workflows of a category, and clears those for single ones of it in its channels (behaviour CS2).
   * Throws 404 when no workflow is in the category.
   */
  async chooseForCategory(
    environment: EnvironmentRef,
    subscriberId: string,
    { category, layer }: { category: string; layer: PreferenceLayer },
    origin: ChoiceOrigin,
    context?: TriggerContext,
  ): Promise<Preference | null> {
    const subscriber = await this.subscribers.findOrFail(environment, subscriberId);
    const inCategory = (await this.workflows.findSummaries(environment)).filter((one) => categoryOf(one) === category);
    if (inCategory.length === 0) {
      const message = `Category '${category}' was not found: no workflow of this environment is in it`;
      throw new NotFoundException(message);
    }
    const workflowIds = inCategory.map(({ _id }) => _id.toHexString());
    const update = categoriesUpdate([{ category, layer, workflowIds }]);
    const changeable = inCategory.filter((workflow) => !isCritical(workflow));
    return this.store({ environment, subscriber, origin, context, category }, update, changeable);
  }

  /**
   * Stores choices for single workflows, all or none of them, and returns the resulting preferences for these
   * workflows, in the order of {@link choicesByWorkflow}.
   */
  async chooseForWorkflows(
    environment: EnvironmentRef,
    subscriberId: string,
    choices: readonly WorkflowChoice[],
    origin: ChoiceOrigin,
    context?: TriggerContext,
  ): Promise<{ preference: Preference | null; workflows: EffectivePreference[] }> {
    const subscriber = await this.subscribers.findOrFail(environment, subscriberId);
    const names = [...new Set(choices.map(({ workflowId }) => workflowId))];
    const known = await this.workflows.findSummariesByReference(environment, names);
    const chosen = choicesByWorkflow(choices, known);
    const layers = new Map(chosen.map(({ workflow, layer }) => [workflow._id.toHexString(), layer]));
    const update = workflowsUpdate(layers, this.clock.now());
    const summaries = chosen.map(({ workflow }) => workflow);
    const preference = await this.store({ environment, subscriber, origin, context }, update, summaries);
    const workflows = summaries.map((workflow) => effectivePreference(workflow, preference));
    return { preference, workflows };
  }

  private async overview(
    environment: EnvironmentRef,
    global: Preference | null,
    { criticality, tags, severity }: PreferenceFilter,
  ): Promise<PreferenceOverview> {
    const workflows = (await this.workflows.findSummaries(environment))
      .filter(({ archived }) => !archived)
      .filter((workflow) => criticality === 'all' || isCritical(workflow) === (criticality === 'critical'))
      .filter((workflow) => !tags || workflow.tags.some((tag) => tags.includes(tag)))
      .filter((workflow) => !severity || severity.includes(workflow.severity))
      .map((workflow) => effectivePreference(workflow, global));
    return { global, workflows };
  }

  private async store(
    { environment, subscriber, origin, context, category }: Choosing,
    update: ChoiceUpdate,
    workflows?: readonly WorkflowSummary[],
  ): Promise<Preference | null> {
    const owner = { subscriberId: subscriber._id, contextKeys: contextKeys(context) };
    if (Object.keys(update.$set).length === 0) return this.preferences.find(environment, owner);
    if (context) await this.contexts.createMissing(environment, context);
    const { before, preference } = await this.preferences.store(environment, owner, update);
    if (!before) await this.removeIfOrphaned(environment, subscriber, owner);
    const named = (workflows ?? []).map(({ _id, workflowId }) => [_id.toHexString(), workflowId] as const);
    await this.consents.record(
      environment,
      choiceEntries(before, preference, { workflows: named, category }).map((entry) => ({
        ...entry,
        ...owner,
        origin: typeof origin === 'function' ? origin(entry) : origin,
      })),
    );
    if (await this.webhooks.areWanted(environment, ['preference.updated'])) {
      await this.webhooks.record(environment, preferenceEvents(subscriber, preference, workflows));
    }
    return preference;
  }

  /**
   * A subscriber may be deleted while a first choice is being stored, after its preferences were deleted: the new
   * preference is then deleted, too (behaviour R17). Changes of an existing preference need no check: they are deleted
   * with it.
   */
  private async removeIfOrphaned(
    environment: EnvironmentRef,
    { _id, subscriberId }: Subscriber,
    owner: PreferenceOwner,
  ): Promise<void> {
    const remaining = await this.subscribers.findByIds(environment, [_id]);
    if (remaining.size > 0) return;
    await this.preferences.remove(environment, owner);
    await this.subscribers.findOrFail(environment, subscriberId);
  }
}

/** A choice for a category is about nothing else. */
function assertAlone({ workflowId, schedule, pausedUntil }: Partial<PatchPreferencesDto>): void {
  if (workflowId !== undefined) {
    throw ValidationException.of(
      'category',
      'category must not be given together with workflowId: leave one of them out',
    );
  }
  if (schedule !== undefined) {
    throw ValidationException.of('schedule', 'schedule holds for all workflows: leave category out');
  }
  if (pausedUntil !== undefined) {
    throw ValidationException.of('pausedUntil', 'pausedUntil holds for all workflows: leave category out');
  }
}
