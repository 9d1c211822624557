import { Injectable } from '@nestjs/common';
import { ContextsService } from '../../contexts/contexts.service.js';
import type { Event } from '../../events/store/event.schema.js';
import { IntegrationsService } from '../../integrations/integrations.service.js';
import { Clock } from '../../platform/clock.js';
import type { SubscriberProfile } from '../../subscribers/profiles/subscriber-profile.js';
import { type KnownSubscribers, SubscribersService } from '../../subscribers/subscribers.service.js';
import { WorkflowsService } from '../../workflows/workflows.service.js';
import type { ExpansionScope } from '../engine/run-input.js';
import { EnvironmentFactsService } from '../runs/scopes/environment-facts.service.js';

/** Loads what all recipients of an event share. */
@Injectable()
export class EventScopes {
  constructor(
    private readonly workflows: WorkflowsService,
    private readonly subscribers: SubscribersService,
    private readonly contexts: ContextsService,
    private readonly integrations: IntegrationsService,
    private readonly environments: EnvironmentFactsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the subscribers that an event names while it is being stored, for a delivery that follows at once. Resolves with
   * undefined when they could not be read; then the delivery reads them.
   */
  async readAhead(event: Event): Promise<KnownSubscribers | undefined> {
    const ids = [...(event.actor ? [event.actor] : []), ...namedBy(event)].map(({ subscriberId }) => subscriberId);
    if (ids.length === 0) return undefined;
    return this.subscribers.findByOwnIds({ id: event.environmentId }, ids).catch(() => undefined);
  }

  /** `known`: what `readAhead` has returned. Returns undefined when the workflow was deleted. */
  async load(event: Event, known: KnownSubscribers | undefined): Promise<ExpansionScope | undefined> {
    const environment = { id: event.environmentId, organizationId: event.organizationId };
    const workflow = event.bridge?.workflow ?? (await this.workflows.findForDelivery(environment, event.workflowId));
    if (!workflow) return undefined;
    // First, because nothing may be written for a deleted environment.
    const env = await this.environments.find(environment);
    const context = await this.contexts.store(environment, event.context, event.createdAt);
    return {
      environment,
      env,
      event: Object.assign({}, event, { context }),
      workflow,
      ...(await this.resolveSubscribers(event, known)),
      inAppActive: await this.integrations.isInAppActive(environment),
      now: this.clock.now(),
    };
  }

  /**
   * Creates or updates all subscribers that the event names, in one command; each recipient appears once (behaviour R1 to
   * R5, R8). Later chunks only read the actor.
   */
  private async resolveSubscribers(
    event: Event,
    stored: KnownSubscribers | undefined,
  ): Promise<Pick<ExpansionScope, 'named' | 'actor'>> {
    const { actor, expansion, environmentId: id, organizationId } = event;
    const first = expansion.chunk === 0;
    const named = first ? namedBy(event) : [];
    const actors = actor ? [first ? actor : { subscriberId: actor.subscriberId }] : [];
    const known = await this.subscribers.findOrCreateMany({ id, organizationId }, [...actors, ...named], stored);
    const ids = new Set(named.map(({ subscriberId }) => subscriberId));
    return {
      named: [...ids].flatMap((one) => known.get(one) ?? []),
      ...(actor && { actor: known.get(actor.subscriberId) }),
    };
  }
}

/** What a trigger says about the subscribers that it names. */
export function namedBy({ recipients }: Pick<Event, 'recipients'>): SubscriberProfile[] {
  return recipients.flatMap((one) => (one.kind === 'subscriber' ? [one.profile] : []));
}
