import { BadRequestException, ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { contextOf } from '../../../contexts/trigger-context.js';
import { ValidationException } from '../../../platform/errors/validation.exception.js';
import { assertChangeable } from '../../../preferences/choices-by-workflow.js';
import type { Consent, ConsentOrigin } from '../../../preferences/consents/consent.schema.js';
import { ConsentsService } from '../../../preferences/consents/consents.service.js';
import { defaultIdentifier, type ItemError } from '../../../topics/subscriptions/plan-subscriptions.js';
import { readIdentifier, readName, readRules } from '../../../topics/subscriptions/read-requests.js';
import { SubscribingService } from '../../../topics/subscriptions/subscribing.service.js';
import type { UpdateSubscriptionDto } from '../../../topics/subscriptions/subscription-requests.dto.js';
import { SubscriptionViewsService } from '../../../topics/subscriptions/subscription-views.service.js';
import type { SubscriptionPreferenceDto } from '../../../topics/subscriptions/subscriptions.dto.js';
import { type SubscriptionOwner, SubscriptionsService } from '../../../topics/subscriptions/subscriptions.service.js';
import { shownPreferences } from '../../../topics/subscriptions/to-subscription-dto.js';
import { contextScope, type TopicSubscription } from '../../../topics/subscriptions/topic-subscription.schema.js';
import { assertTopicKey } from '../../../topics/topic-limits.js';
import { WorkflowsService } from '../../../workflows/workflows.service.js';
import type { SubscriberSession } from '../sessions/session.guard.js';
import {
  type CreateInboxSubscriptionDto,
  type InboxSubscriptionDto,
  type ShownWorkflows,
  toInboxSubscriptionDto,
} from './inbox-subscriptions.dto.js';

/** A rule to set in a topic subscription of the session's subscriber. */
export interface SubscriptionChoice {
  /** Identifier or internal id. */
  subscription: string;
  /** Identifier, internal id or slug. */
  workflowId: string;
  enabled?: boolean;
  condition?: Record<string, unknown>;
}

/** The topic subscriptions of the subscriber of a session, in exactly the contexts of the session. */
@Injectable()
export class InboxSubscriptions {
  constructor(
    private readonly subscribing: SubscribingService,
    private readonly subscriptions: SubscriptionsService,
    private readonly views: SubscriptionViewsService,
    private readonly workflows: WorkflowsService,
    private readonly consents: ConsentsService,
  ) {}

  /** Newest first; nothing for an unknown topic. */
  async list(session: SubscriberSession, topicKey: string): Promise<InboxSubscriptionDto[]> {
    const own = await this.subscriptions.findOwn(session.environment, topicKey, ownerOf(session));
    const shown = await this.views.detailsOf(session.environment, own);
    return shown.map((one) => toInboxSubscriptionDto(one));
  }

  /** Undefined when the subscriber has no such subscription. */
  async find(
    session: SubscriberSession,
    topicKey: string,
    identifier: string,
    shown: ShownWorkflows,
  ): Promise<InboxSubscriptionDto | undefined> {
    const own = await this.subscriptions.findOwn(session.environment, topicKey, ownerOf(session));
    const found = own.find((one) => one.identifier === identifier);
    return found && this.show(session, found, shown);
  }

  /**
   * Subscribes the session's subscriber to the topic, if the topic allows that (behaviour TS9); an existing subscription
   * is changed in any topic. Throws 403 for a topic that is closed or unknown, 400 above the limit of
   * subscriptions (TS1), 409 for an identifier that is taken.
   */
  async create(
    session: SubscriberSession,
    topicKey: string,
    { identifier, name, preferences }: CreateInboxSubscriptionDto,
    origin: ConsentOrigin,
  ): Promise<InboxSubscriptionDto> {
    assertTopicKey(topicKey);
    const { subscriberId } = session.subscriber;
    const requested = {
      subscriberId,
      identifier: identifier
        ? readOwnIdentifier(session, topicKey, identifier)
        : defaultIdentifier(topicKey, subscriberId, session.contextKeys),
      ...(name !== undefined && { name: readName(name, 'name') }),
    };
    const rules = readRules(preferences);
    const own = await this.subscriptions.findOwn(session.environment, topicKey, ownerOf(session));
    const known = own.find((one) => one.identifier === requested.identifier);
    if (known && name === undefined && rules === undefined) return this.show(session, known);
    if (known) return this.update(session, topicKey, known.identifier, { name, preferences });
    const { results } = await this.subscribing.subscribe(session.environment, topicKey, {
      subscriptions: [requested],
      context: contextOf(session.contextKeys),
      rules,
      inWidget: true,
    });
    const [result] = results;
    if (!result) throw new Error('A requested subscription has no result');
    if ('error' in result) throw refusal(result.error);
    await this.note(session, { choice: 'opted_in', topicKey, origin });
    return this.show(session, result.subscription);
  }

  /** Changes the name, replaces the rules, or both. 404 when the subscriber has no such subscription. */
  async update(
    session: SubscriberSession,
    topicKey: string,
    identifier: string,
    { name, preferences }: UpdateSubscriptionDto,
  ): Promise<InboxSubscriptionDto> {
    const changes = { ...(name !== undefined && { name: readName(name, 'name') }), rules: readRules(preferences) };
    const { environment } = session;
    const updated = await this.subscriptions.update(environment, topicKey, identifier, changes, ownerOf(session));
    return this.show(session, updated.subscription);
  }

  /** 404 when the subscriber has no such subscription. */
  async remove(session: SubscriberSession, topicKey: string, identifier: string, origin: ConsentOrigin): Promise<void> {
    await this.subscriptions.removeOwn(session.environment, topicKey, identifier, ownerOf(session));
    await this.note(session, { choice: 'opted_out', topicKey, origin });
  }

  /**
   * Sets rules of subscriptions for workflows, all or none of them; returns the stored rules, in the order of the choices.
   * Throws 404 for an unknown workflow or subscription, 400 for a critical workflow (behaviour F3).
   */
  async choose(
    session: SubscriberSession,
    choices: readonly SubscriptionChoice[],
  ): Promise<SubscriptionPreferenceDto[]> {
    const names = [...new Set(choices.map(({ workflowId }) => workflowId))];
    const known = await this.workflows.findSummariesByReference(session.environment, names);
    assertChangeable(names, known);
    const changes = choices.map(({ workflowId, ...choice }) => ({ ...choice, workflow: known.get(workflowId)! }));
    const changed = await this.subscriptions.setRules(session.environment, ownerOf(session), changes);
    return changes.flatMap(({ workflow: of }, index) =>
      shownPreferences(changed[index]!, [of]).filter(({ workflow }) => workflow !== null),
    );
  }

  /** Notes in the ledger that the subscriber has subscribed, or has left (behaviour CS53). */
  private note(
    { environment, subscriber, contextKeys }: SubscriberSession,
    choice: Pick<Consent, 'choice' | 'topicKey' | 'origin'>,
  ): Promise<void> {
    const { _id: subscriberId } = subscriber;
    return this.consents.record(environment, [{ ...choice, subscriberId, contextKeys: [...contextKeys] }]);
  }

  private async show(
    { environment }: SubscriberSession,
    subscription: TopicSubscription,
    shown?: ShownWorkflows,
  ): Promise<InboxSubscriptionDto> {
    return toInboxSubscriptionDto(await this.views.details(environment, subscription), shown);
  }
}

function ownerOf({ subscriber, contextKeys }: SubscriberSession): SubscriptionOwner {
  return { subscriberId: subscriber._id, contextScope: contextScope(contextKeys) };
}

/**
 * A generated identifier is reserved for the subscriber it is generated for: if another subscriber took it, that
 * subscriber could not subscribe.
 */
function readOwnIdentifier(
  { subscriber, contextKeys }: SubscriberSession,
  topicKey: string,
  identifier: string,
): string {
  const own = defaultIdentifier(topicKey, subscriber.subscriberId, contextKeys);
  const isReserved = identifier !== own && identifier.startsWith(`tk_${topicKey}:si_`);
  if (!isReserved) return readIdentifier(identifier, 'identifier');
  throw ValidationException.of('identifier', `identifier has the form of a generated one; yours would be '${own}'`);
}

function refusal({ code, message }: ItemError): Error {
  switch (code) {
    case 'IDENTIFIER_TAKEN':
      return new ConflictException(message);
    case 'SUBSCRIPTION_LIMIT_REACHED':
      return new BadRequestException(message);
    default:
      return new NotFoundException(message);
  }
}
