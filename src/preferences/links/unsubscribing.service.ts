import type { Channel } from '#libs/channels.js';
import { ALL_CHANNELS, isOwnChoice, type PreferenceLayer } from '#libs/preferences/preference-layers.js';
import { resolveChannelPreference } from '#libs/preferences/resolve-preference.js';
import { Injectable } from '@nestjs/common';
import type { Brand } from '../../auth/environment.schema.js';
import { EnvironmentLookup } from '../../auth/environment-lookup.service.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import type { ConsentOrigin } from '../consents/consent.schema.js';
import { contextOf } from '../../contexts/trigger-context.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import { categoryOf } from '../../workflows/kind.js';
import { isCritical, type WorkflowSummary } from '../../workflows/workflow.schema.js';
import { WorkflowsService } from '../../workflows/workflows.service.js';
import { categoryLayer } from '../category-choices.js';
import { effectivePreference } from '../effective-preference.js';
import { PreferencesService } from '../preferences.service.js';
import { SubscriberPreferencesService } from '../subscriber-preferences.service.js';
import type { LinkClaims } from './link-token.js';
import { SAMPLE } from './message-links.service.js';
import { PreferenceLinks } from './preference-links.service.js';

/** Where a link belongs, and how its page looks. */
export interface LinkPlace {
  environment: EnvironmentRef;
  brand?: Brand;
  contextKeys: readonly string[];
  /** Undefined when the person was deleted. */
  subscriber?: Subscriber;
}

/** What a link to unsubscribe is about. */
export interface Unsubscription {
  claims: LinkClaims;
  place: LinkPlace;
  subscriber: Subscriber;
  /** The workflow of the message; undefined when it was deleted, and others are in its category. */
  workflow?: WorkflowSummary;
  /** The category that is taken back; undefined: the workflow alone. */
  category?: string;
  /** The workflows that are left. */
  targets: readonly WorkflowSummary[];
  channels: readonly Channel[];
  /** Everything that it is about is switched off by the person already. */
  isDone: boolean;
}

/**
 * What a link leads to. `sample`: it is from a preview. `unknown`: it was not made here, was changed, has expired, or its environment is there no more.
 * `gone`: the person or the workflow was deleted. `critical`: nobody can unsubscribe from the workflow (behaviour CS3).
 */
export type UnsubscribeTarget =
  | { kind: 'unknown' | 'sample' }
  | { kind: 'gone'; place: LinkPlace }
  | { kind: 'critical'; place: LinkPlace; workflow: WorkflowSummary }
  | ({ kind: 'open' } & Unsubscription);

/** Takes back the choice that the link of a message is about (behaviour CS5, CS6). */
@Injectable()
export class Unsubscribing {
  constructor(
    private readonly links: PreferenceLinks,
    private readonly environments: EnvironmentLookup,
    private readonly subscribers: SubscribersService,
    private readonly workflows: WorkflowsService,
    private readonly stored: PreferencesService,
    private readonly preferences: SubscriberPreferencesService,
  ) {}

  /** Changes nothing. */
  async find(token: string): Promise<UnsubscribeTarget> {
    if (token === SAMPLE) return { kind: 'sample' };
    const claims = await this.links.read(token);
    if (claims?.opens !== 'unsubscribe') return { kind: 'unknown' };
    const { environmentId, subscriberId, contextKeys } = claims;
    const found = await this.environments.find(environmentId);
    if (!found) return { kind: 'unknown' };
    const { organizationId, rateLimits, brand } = found;
    const environment: EnvironmentRef = { id: environmentId, organizationId, ...(rateLimits && { rateLimits }) };
    const subscriber = (await this.subscribers.findByIds(environment, [subscriberId])).get(subscriberId);
    const place = { environment, contextKeys, ...(brand && { brand }), ...(subscriber && { subscriber }) };
    if (!subscriber) return { kind: 'gone', place };
    const { workflow, category, targets } = await this.targetsOf(environment, claims);
    if (targets.length === 0) return workflow ? { kind: 'critical', place, workflow } : { kind: 'gone', place };
    const preference = await this.stored.find(environment, { subscriberId, contextKeys });
    const channels = claims.channel ? [claims.channel] : ALL_CHANNELS;
    // A category is switched off only when workflows that come into it later are, too.
    const layersOfCategory = {
      subscriberGlobal: preference,
      subscriberCategory: categoryLayer(preference?.categories, category),
    };
    const isDone = [
      ...targets.map((one) => effectivePreference(one, preference).layers),
      ...(category === undefined ? [] : [layersOfCategory]),
    ].every((layers) => channels.every((channel) => isOff(resolveChannelPreference(channel, layers, false))));
    return { kind: 'open', claims, place, subscriber, workflow, category, targets, channels, isDone };
  }

  /** A repetition changes nothing. `origin`: how the person did it, for the ledger. */
  async take(target: Unsubscription, origin: ConsentOrigin): Promise<void> {
    if (target.isDone) return;
    const { subscriber, category, workflow, channels, claims } = target;
    const { environment } = target.place;
    const layer: PreferenceLayer = {
      channels: Object.fromEntries(channels.map((channel) => [channel, { enabled: false }])),
    };
    const context = contextOf(claims.contextKeys);
    const { subscriberId } = subscriber;
    if (category !== undefined) {
      await this.preferences.chooseForCategory(environment, subscriberId, { category, layer }, origin, context);
    } else if (workflow) {
      const choices = [{ workflowId: workflow._id.toHexString(), layer }];
      await this.preferences.chooseForWorkflows(environment, subscriberId, choices, origin, context);
    }
  }

  /** The address of all choices of the person, with what the message was about. */
  async preferencesToken(claims: LinkClaims): Promise<string> {
    return (await this.links.signer())({ ...claims, opens: 'choices' });
  }

  /**
   * What the message was about: nothing of a critical workflow; its category, as long as it has workflows that are not critical;
   * else its workflow alone, also one that has left the category since.
   */
  private async targetsOf(
    environment: EnvironmentRef,
    { workflowId, category }: LinkClaims,
  ): Promise<{ workflow?: WorkflowSummary; category?: string; targets: WorkflowSummary[] }> {
    const workflow = workflowId && (await this.workflows.findByIds(environment, [workflowId])).get(workflowId);
    if (workflow && isCritical(workflow)) return { workflow, targets: [] };
    if (category !== undefined && (!workflow || categoryOf(workflow) === category)) {
      const all = await this.workflows.findSummaries(environment);
      const targets = all.filter((one) => categoryOf(one) === category && !isCritical(one));
      if (targets.length > 0) return { ...(workflow && { workflow }), category, targets };
    }
    return workflow ? { workflow, targets: [workflow] } : { targets: [] };
  }
}

function isOff({ enabled, decidedBy }: ReturnType<typeof resolveChannelPreference>): boolean {
  return !enabled && isOwnChoice(decidedBy);
}
