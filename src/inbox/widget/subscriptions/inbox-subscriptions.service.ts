import { BadRequestException, ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { ValidationException } from '../../../platform/errors/validation.exception.js';
import { contextOf } from '../../../contexts/trigger-context.js';
import { assertChangeable } from '../../../preferences/choices-by-workflow.js';
import { assertTopicKey } from '../../../topics/assert-topic-key.js';
import { defaultIdentifier } from '../../../topics/subscriptions/creating/identifier.js';
import { SubscribingService } from '../../../topics/subscriptions/creating/subscribing.service.js';
import type { SubscriptionPreferenceDto } from '../../../topics/subscriptions/subscriptions.dto.js';
import type { UpdateSubscriptionDto } from '../../../topics/subscriptions/subscription-requests.dto.js';
import type { ItemError } from '../../../topics/subscriptions/item-error.js';
import { readRules } from '../../../topics/subscriptions/request/read-rules.js';
import { readIdentifier, readName } from '../../../topics/subscriptions/request/read-subscribers.js';
import { SubscriptionRulesService } from '../../../topics/subscriptions/rules/subscription-rules.service.js';
import { shownPreferences } from '../../../topics/subscriptions/showing/shown-preferences.js';
import { SubscriptionViewsService } from '../../../topics/subscriptions/showing/subscription-views.service.js';
import { type SubscriptionOwner, SubscriptionsService } from '../../../topics/subscriptions/subscriptions.service.js';
import { contextScope, type TopicSubscription } from '../../../topics/subscriptions/topic-subscription.schema.js';
import { WorkflowsService } from '../../../workflows/workflows.service.js';
import type { SubscriptionChoice } from '../preferences/read-bulk.js';
import type { SubscriberSession } from '../sessions/subscriber-session.js';
import {
  type CreateInboxSubscriptionDto,
  type InboxSubscriptionDto,
  type ShownWorkflows,
  toInboxSubscriptionDto,
} from './inbox-subscriptions.dto.js';

/** What the subscriber of a session follows, in exactly the contexts of the session. */
@Injectable()
export class InboxSubscriptions {
  constructor(
    private readonly subscribing: SubscribingService,
    private readonly subscriptions: SubscriptionsService,
    private readonly rules: SubscriptionRulesService,
    private readonly views: SubscriptionViewsService,
    private readonly workflows: WorkflowsService,
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
   * Subscribes the session's subscriber to the topic, if it is open to that (behaviour TS9); a subscription that the
   * subscriber has is changed in any topic. Throws 403 for a topic that is closed or unknown, 400 above the limit of
   * subscriptions (TS1), 409 for an identifier that is taken.
   */
  async create(
    session: SubscriberSession,
    topicKey: string,
    { identifier, name, preferences }: CreateInboxSubscriptionDto,
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
  async remove(session: SubscriberSession, topicKey: string, identifier: string): Promise<void> {
    await this.subscriptions.removeOwn(session.environment, topicKey, identifier, ownerOf(session));
  }

  /**
   * Sets what subscriptions say about workflows, all or none of it; returns what they say then, in the order of the
   * choices. Throws 404 for an unknown workflow or subscription, 400 for a critical workflow (behaviour F3).
   */
  async choose(
    session: SubscriberSession,
    choices: readonly SubscriptionChoice[],
  ): Promise<SubscriptionPreferenceDto[]> {
    const names = [...new Set(choices.map(({ workflowId }) => workflowId))];
    const known = await this.workflows.findSummariesByReference(session.environment, names);
    assertChangeable(names, known);
    const changes = choices.map(({ workflowId, ...choice }) => ({ ...choice, workflow: known.get(workflowId)! }));
    const changed = await this.rules.set(session.environment, ownerOf(session), changes);
    return changes.flatMap(({ workflow: of }, index) =>
      shownPreferences(changed[index]!, [of]).filter(({ workflow }) => workflow !== null),
    );
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
 * The identifiers that subscriptions get by themselves belong to those whose they would be: nobody may take somebody
 * else's, who could then not subscribe.
 */
function readOwnIdentifier(
  { subscriber, contextKeys }: SubscriberSession,
  topicKey: string,
  identifier: string,
): string {
  const own = defaultIdentifier(topicKey, subscriber.subscriberId, contextKeys);
  const isReserved = identifier !== own && identifier.startsWith(`tk_${topicKey}:si_`);
  if (!isReserved) return readIdentifier(identifier, 'identifier');
  throw ValidationException.of('identifier', `identifier has the form of one that is made up; yours would be '${own}'`);
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
