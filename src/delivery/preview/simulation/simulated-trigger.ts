import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { type EnvironmentRef, mayIn } from '../../../auth/environment-ref.js';
import { Context } from '../../../contexts/context.schema.js';
import { contextKey, contextKeys, type TriggerContext } from '../../../contexts/trigger-context.js';
import { newEvent, SealCredentials } from '../../../events/accept/new-event.js';
import { readTrigger, type Trigger } from '../../../events/accept/read-trigger.js';
import type { TriggerEventDto } from '../../../events/accept/trigger.dto.js';
import { TriggerEvaluation } from '../../../events/accept/trigger-evaluation.service.js';
import type { Event } from '../../../events/store/event.schema.js';
import type { Cursor } from '../../../events/store/expansion.js';
import { Clock } from '../../../platform/clock.js';
import { Computation } from '../../../platform/computation/computation.service.js';
import { Config } from '../../../platform/config/config.js';
import { PayloadValidationException } from '../../../platform/errors/exceptions.js';
import type { PayloadViolation } from '../../../platform/errors/payload-violation.js';
import { ProfileCredentials } from '../../../subscribers/profiles/profile-credentials.js';
import { newSubscriber } from '../../../subscribers/profiles/profile-writes.js';
import {
  changedFields,
  mergeProfiles,
  type SubscriberProfile,
} from '../../../subscribers/profiles/subscriber-profile.js';
import type { Subscriber } from '../../../subscribers/subscriber.schema.js';
import { SubscribersService } from '../../../subscribers/subscribers.service.js';
import type { Tenant } from '../../../contexts/tenants/tenant.schema.js';
import { TenantsService } from '../../../contexts/tenants/tenants.service.js';
import { contextScope } from '../../../topics/subscriptions/topic-subscription.schema.js';
import { TopicSubscriptionsService } from '../../../topics/subscriptions/topic-subscriptions.service.js';
import { type CheckedPayload, payloadTask } from '../../../workflows/payload-schema/payload-check.js';
import { payloadWith } from '../../../workflows/samples.dto.js';
import type { Workflow } from '../../../workflows/workflow.schema.js';
import { namedBy } from '../../dispatch/event-scopes.service.js';
import { type NamedTopic, TopicMembers } from '../../dispatch/expansion/topic-members.js';
import type { ExpansionScope, RunRecipient } from '../../engine/run-input.js';
import { fromHex } from '../../../platform/ids.js';

/** Why a trigger does not reach a member of a topic that it names. */
export const UNREACHED_REASONS = [
  'actor',
  'excluded',
  'other_context',
  'subscription_rules',
  'condition_error',
] as const;

/** A member of a topic whom a trigger does not reach. */
export interface UnreachedMember {
  subscriberId: string;
  topicKey: string;
  reason: (typeof UNREACHED_REASONS)[number];
}

/** Members of topics, as far as they were looked at. */
export interface SimulatedMembersResult {
  recipients: RunRecipient[];
  unreached: UnreachedMember[];
  /** There are members who were not looked at. */
  hasMore: boolean;
}

/** Finds which members of its topics a trigger would reach, and which not. */
@Injectable()
export class SimulatedMembers {
  constructor(
    private readonly topicMembers: TopicMembers,
    private readonly subscriptions: TopicSubscriptionsService,
    private readonly subscribers: SubscribersService,
  ) {}

  /** Looks at the first members of the topics, `limit` in all. */
  async find(scope: ExpansionScope, limit: number): Promise<SimulatedMembersResult> {
    const topics = await this.topicMembers.findNamed(scope);
    const result: SimulatedMembersResult = { recipients: [], unreached: [], hasMore: false };
    let room = limit;
    for (const [index, named] of topics.entries()) {
      if (!named.topic) continue;
      if (room <= 0) return { ...result, hasMore: true };
      const { members, next } = await this.subscriptions.findMembers(scope.environment, named.topic._id, undefined, {
        limit: room,
      });
      const ids = [...members.keys()].slice(0, room);
      room -= ids.length;
      result.hasMore ||= next !== undefined || ids.length < members.size;
      await this.add(result, scope, topics, index, ids);
    }
    const reached = new Set(result.recipients.map(({ subscriber }) => subscriber.subscriberId));
    return { ...result, unreached: result.unreached.filter(({ subscriberId }) => !reached.has(subscriberId)) };
  }

  /** `ids`: the members of one topic that are looked at, in the order in which triggers go through them. */
  private async add(
    result: SimulatedMembersResult,
    scope: ExpansionScope,
    topics: readonly NamedTopic[],
    index: number,
    ids: readonly string[],
  ): Promise<void> {
    const { topicKey, topic, exclude } = topics[index]!;
    const last = ids.at(-1);
    if (last === undefined || !topic) return;
    const failed = new Set<string | undefined>();
    const reached = new Set<string>();
    let cursor: Cursor | undefined = { phase: 'topic', index };
    while (cursor?.phase === 'topic' && cursor.index === index) {
      const page = await this.topicMembers.page(scope, topics, cursor, ids.length);
      for (const recipient of page.recipients) {
        const id = recipient.subscriber._id.toHexString();
        if (id <= last && !reached.has(id)) result.recipients.push(recipient);
        reached.add(id);
      }
      for (const { subscriberId } of page.problems) failed.add(subscriberId);
      cursor = page.next;
      if (cursor?.phase === 'topic' && cursor.after && cursor.after.toHexString() >= last) break;
    }
    const others = ids.filter((id) => !reached.has(id)).map(fromHex);
    if (others.length === 0) return;
    const inContext = contextScope(contextKeys(scope.event.context));
    const followed = await this.subscriptions.findOf(scope.environment, [topic._id], inContext, others);
    const named = namedBy(scope.event).map(({ subscriberId }) => subscriberId);
    for (const { _id, subscriberId } of (await this.subscribers.findByIds(scope.environment, others)).values()) {
      if (named.includes(subscriberId)) continue;
      const reason = (): UnreachedMember['reason'] => {
        if (scope.event.actor?.subscriberId === subscriberId) return 'actor';
        if (exclude.includes(subscriberId)) return 'excluded';
        if (!followed.has(_id.toHexString())) return 'other_context';
        return failed.has(subscriberId) ? 'condition_error' : 'subscription_rules';
      };
      result.unreached.push({ subscriberId, topicKey, reason: reason() });
    }
  }
}

/** A trigger that is simulated, and the event that it would be. */
interface SimulatedEvent {
  trigger: Trigger;
  tenants: ReadonlyMap<string, Tenant>;
  workflow: Workflow;
  event: Event;
}

/** Reads triggers that are simulated, without storing what they name. */
@Injectable()
export class SimulatedEvents {
  constructor(
    private readonly evaluation: TriggerEvaluation,
    private readonly subscribers: SubscribersService,
    private readonly profileCredentials: ProfileCredentials,
    private readonly sealCredentials: SealCredentials,
    @InjectModel(Context.name) private readonly contexts: Model<Context>,
    private readonly tenants: TenantsService,
    private readonly computation: Computation,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** `sample`: the name of the sample that has the rest of the payload. Throws what the trigger would throw. */
  async read(environment: EnvironmentRef, input: TriggerEventDto, sample?: string): Promise<SimulatedEvent> {
    const trigger = readTrigger(input, this.config);
    const workflow = await this.evaluation.findWorkflow(environment, trigger);
    const given = payloadWith(workflow, sample, trigger.payload) ?? trigger.payload;
    const { payload, violations } = await this.checkedPayload(environment, workflow, given);
    trigger.payload = payload;
    const tenants = await this.tenants.find(environment, trigger.tenant ? [trigger.tenant.identifier] : []);
    return { trigger, tenants, workflow, event: await this.eventOf(environment, trigger, workflow, violations) };
  }

  private async checkedPayload(
    { id }: EnvironmentRef,
    { payloadSchema: schema, validatePayload }: Workflow,
    payload: Record<string, unknown>,
  ): Promise<Required<CheckedPayload>> {
    if (!schema) return { payload, violations: [] };
    const work = { environmentId: id, urgent: true };
    const checked = await this.computation.run(payloadTask, { schema, payload }, work);
    if (validatePayload && checked.violations.length > 0) throw new PayloadValidationException(checked.violations);
    return { payload, ...checked };
  }

  private async eventOf(
    environment: EnvironmentRef,
    trigger: Trigger,
    workflow: Workflow,
    violations: readonly PayloadViolation[],
  ): Promise<Event> {
    const now = this.clock.now();
    const seal = await this.sealCredentials.prepare(environment, [trigger]);
    const given = { createdAt: now, expiresAt: now };
    const { event } = newEvent(environment, seal(trigger), workflow, given, violations);
    event.context = await this.findContext(environment, event.context);
    return event;
  }

  /** Returns the subscribers as the trigger would store them, by the caller's own id. */
  async findSubscribers(environment: EnvironmentRef, profiles: SubscriberProfile[]): Promise<Map<string, Subscriber>> {
    const merged = mergeProfiles(profiles);
    // Who may not read subscribers simulates as if they were not stored.
    const named = mayIn(environment, 'subscribers:read') ? merged.map(({ subscriberId }) => subscriberId) : [];
    const ids = await this.subscribers.findIds(environment, named);
    const stored = new Map(
      [...(await this.subscribers.findByIds(environment, ids)).values()].map((one) => [one.subscriberId, one]),
    );
    return new Map(
      merged.map((profile) => {
        const known = stored.get(profile.subscriberId);
        const channels = this.profileCredentials.add(environment, profile, known?.channels ?? []);
        const subscriber = known
          ? Object.assign(known, changedFields(known, profile), channels && { channels })
          : newSubscriber(environment, profile, this.clock.now(), channels);
        return [profile.subscriberId, subscriber];
      }),
    );
  }

  /** Returns contexts with their data: that of the trigger, else the stored data (behaviour C4, C7). */
  private async findContext(
    environment: EnvironmentRef,
    context: TriggerContext | undefined,
  ): Promise<TriggerContext | undefined> {
    if (!context || !mayIn(environment, 'contexts:read')) return context;
    const { id: environmentId } = environment;
    const entries = Object.entries(context);
    const keys = entries.map(([type, { id }]) => contextKey(type, id));
    const stored = await this.contexts.find({ environmentId, key: { $in: keys } }).lean();
    return Object.fromEntries(
      entries.map(([type, { id, data }]) => {
        const known = stored.find(({ key }) => key === contextKey(type, id));
        return [type, { id, data: data ?? known?.data ?? {} }];
      }),
    );
  }
}
