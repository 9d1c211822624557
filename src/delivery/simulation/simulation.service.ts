import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { Computation } from '../../platform/computation/computation.service.js';
import { Config } from '../../platform/config/config.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { newEvent } from '../../events/accept/new-event.js';
import { PayloadValidationException } from '../../platform/errors/exceptions.js';
import { readTrigger, type Trigger } from '../../events/accept/read-trigger.js';
import { SealCredentials } from '../../events/accept/seal-credentials.service.js';
import { skipReason } from '../../events/accept/skip-reason.js';
import type { TriggerEventDto } from '../../events/trigger.dto.js';
import type { Event } from '../../events/event.schema.js';
import { IntegrationsService } from '../../integrations/integrations.service.js';
import type { Message } from '../../notifications/messages/message.schema.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';
import { TenantsService } from '../../tenants/tenants.service.js';
import type { Workflow } from '../../workflows/workflow.schema.js';
import { WorkflowsService } from '../../workflows/workflows.service.js';
import { executeRun } from '../execution/execute-run.js';
import { newRun } from '../execution/new-run.js';
import { RunExecutionService } from '../execution/run-execution.service.js';
import { RunScopesService } from '../execution/run-scopes.service.js';
import type { RunInput } from '../run-input.js';
import type { SimulatedRunDto, SimulationDto } from './simulation.dto.js';
import { SimulatedEffects } from './simulated-effects.js';
import { SimulatedPeopleService } from './simulated-subscribers.service.js';
import { payloadTask } from '../../workflows/payload-schema/payload-check.js';
import { toSimulatedRun } from './to-simulated-run.js';

/** Waits of one run: each step waits once, and each wait is extended at most a few times. */
const MAX_WAITS = 200;

/** Tells what a trigger would do, by executing it with effects that do nothing. */
@Injectable()
export class SimulationService {
  constructor(
    private readonly workflows: WorkflowsService,
    private readonly people: SimulatedPeopleService,
    private readonly credentials: SealCredentials,
    private readonly tenants: TenantsService,
    private readonly integrations: IntegrationsService,
    private readonly scopes: RunScopesService,
    private readonly execution: RunExecutionService,
    private readonly computation: Computation,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Nothing is stored, and nobody is called. The workflow need not be active. Throws what the trigger would. */
  async simulate(environment: EnvironmentRef, input: TriggerEventDto): Promise<SimulationDto> {
    const trigger = readTrigger(input, this.config);
    const workflow = await this.workflows.findForTrigger(environment, trigger.name);
    if (!workflow) throw await this.workflows.unknown(environment, trigger.name);
    trigger.payload = await this.checkedPayload(environment, workflow, trigger.payload);
    const tenants = await this.tenants.find(environment, trigger.tenant ? [trigger.tenant.identifier] : []);
    const event = await this.eventOf(environment, trigger, workflow);
    const named = event.recipients.flatMap((one) => (one.kind === 'subscriber' ? [one.profile] : []));
    const known = await this.people.find(environment, event.actor ? [event.actor, ...named] : named);
    const actor = event.actor && known.get(event.actor.subscriberId);
    const inAppActive = await this.integrations.isInAppActive(environment);
    const recipients: SimulatedRunDto[] = [];
    for (const id of new Set(named.map(({ subscriberId }) => subscriberId))) {
      const subscriber = known.get(id);
      if (!subscriber) continue;
      const input = { event, workflow, ...(actor && { actor }), inAppActive, now: this.clock.now(), subscriber };
      recipients.push(await this.simulateRun(environment, subscriber, input));
    }
    const topics = event.recipients.flatMap((one) => (one.kind === 'topic' ? [one.topicKey] : []));
    return { status: skipReason(workflow, trigger, tenants) ?? 'processed', recipients, topics };
  }

  /** A wait takes no time: the run goes on at once as if it had passed. */
  private async simulateRun(
    environment: EnvironmentRef,
    subscriber: Subscriber,
    input: RunInput,
  ): Promise<SimulatedRunDto> {
    const { event } = input;
    const { retention, services } = this.execution;
    const effects = new SimulatedEffects({
      id: event._id.toHexString(),
      time: event.createdAt,
      payload: event.payload,
    });
    const run = newRun(input, retention.runMs);
    const [scope] = await this.scopes.load(environment, [{ run, input, recovering: false }]);
    if (!scope) throw new Error('A run has no scope');
    const messages: Message[] = [];
    let now = input.now;
    for (let waits = 0; waits <= MAX_WAITS; waits++) {
      messages.push(
        ...(await executeRun(run, { ...scope, now, hidesSecrets: true }, { ...services, effects }, retention)),
      );
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
    const seal = await this.credentials.prepare(environment, [trigger]);
    const { event } = newEvent(environment, seal(trigger), workflow, { createdAt: now, expiresAt: now });
    event.context = await this.people.findContext(environment, event.context);
    return event;
  }
}
