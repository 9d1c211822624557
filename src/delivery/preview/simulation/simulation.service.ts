import { Injectable } from '@nestjs/common';
import { type EnvironmentRef, mayIn } from '../../../auth/environment-ref.js';
import { BridgeClient } from '../../../workflows/bridge/bridge-client.js';
import { skipReason } from '../../../events/accept/acceptance.js';
import type { TriggerEventDto } from '../../../events/accept/trigger.dto.js';
import { IntegrationsService } from '../../../integrations/integrations.service.js';
import type { Message } from '../../../notifications/messages/message.schema.js';
import { Clock } from '../../../platform/clock.js';
import { SuppressionLists } from '../../../suppressions/suppression-lists.service.js';
import { Tracing } from '../../../platform/tracing/tracing.js';
import type { Subscriber } from '../../../subscribers/subscriber.schema.js';
import { executeRun } from '../../engine/execute-run.js';
import { newRun } from '../../engine/run-documents.js';
import type { RunInput } from '../../engine/run-input.js';
import { EnvironmentFactsService } from '../../runs/scopes/environment-facts.service.js';
import { RunExecutor } from '../../runs/execution/run-executor.service.js';
import { RunScopesService } from '../../runs/scopes/run-scopes.service.js';
import { namedBy } from '../../dispatch/event-scopes.service.js';
import { SimulatedEvents, SimulatedMembers } from './simulated-trigger.js';
import { SimulatedEffects, toSimulatedRun } from './simulated-run.js';
import { endByFirst } from './simulated-waits.js';
import type { SimulatedRunDto, SimulateQueryDto, SimulationDto } from './simulation.dto.js';

/** Maximum number of waits of one run: each step waits once, and each wait is extended a few times at most. */
const MAX_WAITS = 200;

/** Simulates a trigger by executing its runs with effects that do nothing. */
@Injectable()
export class SimulationService {
  constructor(
    private readonly events: SimulatedEvents,
    private readonly members: SimulatedMembers,
    private readonly integrations: IntegrationsService,
    private readonly facts: EnvironmentFactsService,
    private readonly scopes: RunScopesService,
    private readonly executor: RunExecutor,
    private readonly bridge: BridgeClient,
    private readonly suppressions: SuppressionLists,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores nothing and makes no requests. The workflow need not be active. `members`: number of members of topics to be
   * simulated. Throws what the trigger would throw.
   */
  async simulate(
    environment: EnvironmentRef,
    input: TriggerEventDto,
    { members, waitsEnd, sample }: SimulateQueryDto,
  ): Promise<SimulationDto> {
    const { trigger, tenants, workflow, event } = await this.events.read(environment, input, sample);
    const named = namedBy(event);
    const known = await this.events.findSubscribers(environment, event.actor ? [event.actor, ...named] : named);
    const actor = event.actor && known.get(event.actor.subscriberId);
    const inAppActive = await this.integrations.isInAppActive(environment);
    const env = await this.facts.find(environment);
    const shared = { event, workflow, ...(actor && { actor }), env, inAppActive, now: this.clock.now() };
    const direct = [...new Set(named.map(({ subscriberId }) => subscriberId))].flatMap((id) => known.get(id) ?? []);
    const topics = event.recipients.flatMap((one) => (one.kind === 'topic' ? [one.topicKey] : []));
    const mayList = members > 0 && mayIn(environment, 'topics:read') && mayIn(environment, 'subscribers:read');
    const found = mayList ? await this.members.find({ ...shared, environment, named: [] }, members) : undefined;
    const recipients: SimulatedRunDto[] = [];
    const simulateRun = (subscriber: Subscriber) => this.simulateRun(environment, { ...shared, subscriber }, waitsEnd);
    for (const subscriber of direct) recipients.push(await simulateRun(subscriber));
    for (const { subscriber, topics: through = [] } of found?.recipients ?? []) {
      const run = await simulateRun(subscriber);
      recipients.push(Object.assign(run, { topics: through.map(({ key }) => key) }));
    }
    return {
      status: skipReason(workflow, trigger, tenants) ?? 'processed',
      recipients,
      topics,
      ...(event.problems && { warnings: event.problems.map(({ detail }) => detail) }),
      ...(found && { unreached: found.unreached, hasMoreMembers: found.hasMore }),
    };
  }

  /** Waits take no time: the run continues immediately, at the time at which the wait would end. */
  private async simulateRun(
    environment: EnvironmentRef,
    input: RunInput,
    waitsEnd: SimulateQueryDto['waitsEnd'],
  ): Promise<SimulatedRunDto> {
    const { event, subscriber } = input;
    const { services } = this.executor;
    const retention = await this.executor.retentionOf(environment.id);
    const { createdAt: time, payload, validUntil } = event;
    const simulated = { id: event._id.toHexString(), time, payload, ...(validUntil && { validUntil }) };
    const effects = new SimulatedEffects(simulated, this.bridge, this.suppressions);
    const run = newRun(input, retention.runMs);
    const [scope] = await this.scopes.load(environment, [{ run, input, recovering: false }]);
    if (!scope) throw new Error('A run has no scope');
    const messages: Message[] = [];
    let now = input.now;
    for (let waits = 0; waits <= MAX_WAITS; waits++) {
      const at = now;
      const scopeNow = { ...scope, now: at, hidesSecrets: true };
      const untraced = { ...services, effects, now: () => at, tracing: new Tracing() };
      messages.push(...(await executeRun(run, scopeNow, untraced, retention)).messages);
      if (run.status !== 'waiting' || !run.wakeAt) break;
      if (waitsEnd === 'first' && endByFirst(run, scope.messageStates, now)) continue;
      now = run.wakeAt;
    }
    return toSimulatedRun(subscriber.subscriberId, run, messages, effects);
  }
}
