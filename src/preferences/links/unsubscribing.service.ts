import type { Channel } from '#libs/channels.js';
import { ALL_CHANNELS, isOwnChoice, type PreferenceLayer } from '#libs/preferences/preference-layers.js';
import { resolveChannelPreference } from '#libs/preferences/resolve-preference.js';
import { Injectable } from '@nestjs/common';
import { EnvironmentLookup } from '../../auth/environment-lookup.service.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import type { ConsentOrigin } from '../../consents/consent.schema.js';
import { contextOf } from '../../contexts/trigger-context.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import { categoryOf } from '../../workflows/kind.js';
import { isCritical, type WorkflowSummary } from '../../workflows/workflow.schema.js';
import { WorkflowsService } from '../../workflows/workflows.service.js';
import { effectivePreference } from '../effective-preference.js';
import { PreferencesService } from '../preferences.service.js';
import { SubscriberPreferencesService } from '../subscriber-preferences.service.js';
import type { LinkClaims } from './link-token.js';
import { PreferenceLinks } from './preference-links.service.js';

/** What a link to unsubscribe is about. */
export interface Unsubscription {
  claims: LinkClaims;
  environment: EnvironmentRef;
  subscriber: Subscriber;
  /** The workflow of the message; undefined when it was deleted, and others are in its category. */
  workflow?: WorkflowSummary;
  /** The category that is taken back; undefined: the workflow alone. */
  category?: string;
  channels: readonly Channel[];
  /** Everything that it is about is switched off by the person already. */
  isDone: boolean;
}

/**
 * What a link leads to. `unknown`: it was not made here, was changed, has expired, or its environment is there no more.
 * `gone`: the person or the workflow was deleted. `critical`: nobody can unsubscribe from the workflow (behaviour CS3).
 */
export type UnsubscribeTarget =
  | { kind: 'unknown' }
  | { kind: 'gone' }
  | { kind: 'critical'; workflow: WorkflowSummary }
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
    const claims = await this.links.read(token);
    if (claims?.opens !== 'unsubscribe') return { kind: 'unknown' };
    const { environmentId, subscriberId, contextKeys } = claims;
    const found = await this.environments.find(environmentId);
    if (!found) return { kind: 'unknown' };
    const environment = { id: found._id, organizationId: found.organizationId };
    const subscriber = (await this.subscribers.findByIds(environment, [subscriberId])).get(subscriberId);
    if (!subscriber) return { kind: 'gone' };
    const { workflow, category, targets } = await this.targetsOf(environment, claims);
    if (targets.length === 0) return workflow ? { kind: 'critical', workflow } : { kind: 'gone' };
    const preference = await this.stored.find(environment, { subscriberId, contextKeys });
    const channels = claims.channel ? [claims.channel] : ALL_CHANNELS;
    const isDone = targets
      .map((one) => effectivePreference(one, preference).layers)
      .every((layers) => channels.every((channel) => isOff(resolveChannelPreference(channel, layers, false))));
    return { kind: 'open', claims, environment, subscriber, workflow, category, channels, isDone };
  }

  /** A repetition changes nothing. Returns what the link led to before. `originOf`: how the person did it, for the ledger. */
  async take(token: string, originOf: (target: Unsubscription) => ConsentOrigin): Promise<UnsubscribeTarget> {
    const target = await this.find(token);
    if (target.kind !== 'open' || target.isDone) return target;
    const origin = originOf(target);
    const { environment, subscriber, category, workflow, channels, claims } = target;
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
    return target;
  }

  /** The address of all choices of the person, with what the message was about. */
  async preferencesToken(claims: LinkClaims): Promise<string> {
    return (await this.links.signer())({ ...claims, opens: 'choices' });
  }

  /** Those in the category of the message that are not critical; where none are, its workflow alone. */
  private async targetsOf(
    environment: EnvironmentRef,
    { workflowId, category }: LinkClaims,
  ): Promise<{ workflow?: WorkflowSummary; category?: string; targets: WorkflowSummary[] }> {
    const own = workflowId && (await this.workflows.findByIds(environment, [workflowId])).get(workflowId);
    const workflow = own && { workflow: own };
    if (category !== undefined) {
      const all = await this.workflows.findSummaries(environment);
      const targets = all.filter((one) => categoryOf(one) === category && !isCritical(one));
      const isOwnOut = own !== undefined && !isCritical(own) && categoryOf(own) !== category;
      // A workflow that has left the category is what the person meant.
      if (targets.length > 0 && !isOwnOut) return { ...workflow, category, targets };
    }
    return { ...workflow, targets: own && !isCritical(own) ? [own] : [] };
  }
}

function isOff({ enabled, decidedBy }: ReturnType<typeof resolveChannelPreference>): boolean {
  return !enabled && isOwnChoice(decidedBy);
}
