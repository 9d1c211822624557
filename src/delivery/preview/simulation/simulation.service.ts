import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type EnvironmentRef, mayIn } from '../../../auth/environment-ref.js';
import { BridgeClient } from '../../../bridge/bridge-client.js';
import { Context } from '../../../contexts/context.schema.js';
import { contextKey, type TriggerContext } from '../../../contexts/trigger-context.js';
import { newEvent, SealCredentials } from '../../../events/accept/new-event.js';
import { readTrigger, type Trigger } from '../../../events/accept/read-trigger.js';
import { skipReason } from '../../../events/accept/acceptance.js';
import type { Event } from '../../../events/store/event.schema.js';
import type { TriggerEventDto } from '../../../events/accept/trigger.dto.js';
import { TriggersService } from '../../../events/accept/triggers.service.js';
import { IntegrationsService } from '../../../integrations/integrations.service.js';
import type { Message } from '../../../notifications/messages/message.schema.js';
import { Clock } from '../../../platform/clock.js';
import { Computation } from '../../../platform/computation/computation.service.js';
import { Config } from '../../../platform/config/config.js';
import { PayloadValidationException } from '../../../platform/errors/exceptions.js';
import { Tracing } from '../../../platform/tracing/tracing.js';
import { ProfileCredentials } from '../../../subscribers/credentials/profile-credentials.js';
import { newSubscriber } from '../../../subscribers/profiles/profile-writes.js';
import {
  changedFields,
  mergeProfiles,
  type SubscriberProfile,
} from '../../../subscribers/profiles/subscriber-profile.js';
import type { Subscriber } from '../../../subscribers/subscriber.schema.js';
import { SubscribersService } from '../../../subscribers/subscribers.service.js';
import { TenantsService } from '../../../tenants/tenants.service.js';
import { payloadTask } from '../../../workflows/payload-schema/payload-check.js';
import type { Workflow } from '../../../workflows/workflow.schema.js';
import { EnvironmentFactsService } from '../../runs/execution/environment-facts.service.js';
import { executeRun } from '../../engine/execute-run.js';
import { newRun } from '../../engine/run-documents.js';
import { RunExecutor } from '../../runs/execution/run-executor.service.js';
import { RunScopesService } from '../../runs/execution/run-scopes.service.js';
import type { RunInput } from '../../engine/run-input.js';
import { SimulatedMembers } from './simulated-members.js';
import { SimulatedEffects, toSimulatedRun } from './simulated-run.js';
import type { SimulatedRunDto, SimulationDto } from './simulation.dto.js';

/** Maximum number of waits of one run: each step waits once, and each wait is extended a few times at most. */
const MAX_WAITS = 200;

/** Simulates a trigger by executing its runs with effects that do nothing. */
@Injectable()
export class SimulationService {
  constructor(
    private readonly triggers: TriggersService,
    private readonly bridge: BridgeClient,
    private readonly subscribers: SubscribersService,
    private readonly profileCredentials: ProfileCredentials,
    private readonly sealCredentials: SealCredentials,
    @InjectModel(Context.name) private readonly contexts: Model<Context>,
    private readonly tenants: TenantsService,
    private readonly integrations: IntegrationsService,
    private readonly members: SimulatedMembers,
    private readonly facts: EnvironmentFactsService,
    private readonly scopes: RunScopesService,
    private readonly executor: RunExecutor,
    private readonly computation: Computation,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores nothing and makes no requests. The workflow need not be active. `members`: number of members of topics to be
   * simulated. Throws what the trigger would throw.
   */
  async simulate(environment: EnvironmentRef, input: TriggerEventDto, members = 0): Promise<SimulationDto> {
    const trigger = readTrigger(input, this.config);
    const workflow = await this.triggers.findWorkflow(environment, trigger);
    trigger.payload = await this.checkedPayload(environment, workflow, trigger.payload);
    const tenants = await this.tenants.find(environment, trigger.tenant ? [trigger.tenant.identifier] : []);
    const event = await this.eventOf(environment, trigger, workflow);
    const named = event.recipients.flatMap((one) => (one.kind === 'subscriber' ? [one.profile] : []));
    const known = await this.findSubscribers(environment, event.actor ? [event.actor, ...named] : named);
    const actor = event.actor && known.get(event.actor.subscriberId);
    const inAppActive = await this.integrations.isInAppActive(environment);
    const env = await this.facts.find(environment);
    const shared = { event, workflow, ...(actor && { actor }), env, inAppActive, now: this.clock.now() };
    const direct = [...new Set(named.map(({ subscriberId }) => subscriberId))].flatMap((id) => known.get(id) ?? []);
    const topics = event.recipients.flatMap((one) => (one.kind === 'topic' ? [one.topicKey] : []));
    const mayList = members > 0 && mayIn(environment, 'topics:read') && mayIn(environment, 'subscribers:read');
    const found = mayList ? await this.members.find({ ...shared, environment, named: [] }, members) : undefined;
    const recipients: SimulatedRunDto[] = [];
    for (const subscriber of direct)
      recipients.push(await this.simulateRun(environment, subscriber, { ...shared, subscriber }));
    for (const { subscriber, topics: through = [] } of found?.recipients ?? []) {
      const run = await this.simulateRun(environment, subscriber, { ...shared, subscriber });
      recipients.push(Object.assign(run, { topics: through.map(({ key }) => key) }));
    }
    return {
      status: skipReason(workflow, trigger, tenants) ?? 'processed',
      recipients,
      topics,
      ...(found && { unreached: found.unreached, hasMoreMembers: found.hasMore }),
    };
  }

  /** Waits take no time: the run continues immediately, at the time at which the wait would end. */
  private async simulateRun(
    environment: EnvironmentRef,
    subscriber: Subscriber,
    input: RunInput,
  ): Promise<SimulatedRunDto> {
    const { event } = input;
    const { services } = this.executor;
    const retention = await this.executor.retentionOf(environment.id);
    const simulated = { id: event._id.toHexString(), time: event.createdAt, payload: event.payload };
    const effects = new SimulatedEffects(simulated, this.bridge);
    const run = newRun(input, retention.runMs);
    const [scope] = await this.scopes.load(environment, [{ run, input, recovering: false }]);
    if (!scope) throw new Error('A run has no scope');
    const messages: Message[] = [];
    let now = input.now;
    for (let waits = 0; waits <= MAX_WAITS; waits++) {
      const scopeNow = { ...scope, now, hidesSecrets: true };
      const untraced = { ...services, effects, tracing: new Tracing() };
      messages.push(...(await executeRun(run, scopeNow, untraced, retention)).messages);
      if (run.status !== 'waiting' || !run.wakeAt) break;
      now = run.wakeAt;
    }
    return toSimulatedRun(subscriber.subscriberId, run, messages, effects);
  }

  private async checkedPayload(
    { id }: EnvironmentRef,
    { payloadSchema: schema, validatePayload }: Workflow,
    payload: Record<string, unknown>,
  ): Promise<Record<string, unknown>> {
    if (!schema) return payload;
    const work = { environmentId: id.toHexString(), urgent: true };
    const checked = await this.computation.run(payloadTask, { schema, payload }, work);
    if (validatePayload && checked.violations.length > 0) throw new PayloadValidationException(checked.violations);
    return checked.payload ?? payload;
  }

  private async eventOf(environment: EnvironmentRef, trigger: Trigger, workflow: Workflow): Promise<Event> {
    const now = this.clock.now();
    const seal = await this.sealCredentials.prepare(environment, [trigger]);
    const { event } = newEvent(environment, seal(trigger), workflow, { createdAt: now, expiresAt: now });
    event.context = await this.findContext(environment, event.context);
    return event;
  }

  /** Returns the subscribers as the trigger would store them, by the caller's own id. */
  private async findSubscribers(
    environment: EnvironmentRef,
    profiles: SubscriberProfile[],
  ): Promise<Map<string, Subscriber>> {
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
