import { Injectable } from '@nestjs/common';
import { mongo } from 'mongoose';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { assertMayToo } from '../../../auth/may-write.js';
import { RetentionService } from '../../../auth/retention.service.js';
import { BridgeClient } from '../../../workflows/bridge/bridge-client.js';
import { newEvent } from '../../../events/accept/new-event.js';
import { newTransactionId } from '../../../events/accept/read-trigger.js';
import type { Event } from '../../../events/store/event.schema.js';
import { EventsService } from '../../../events/store/events.service.js';
import { IntegrationsService } from '../../../integrations/integrations.service.js';
import { MessageContents } from '../../../notifications/activity/content/message-contents.service.js';
import { RunsService } from '../../../notifications/activity/runs.service.js';
import type { Run } from '../../../notifications/activity/run.schema.js';
import { MessagesService } from '../../../notifications/messages/messages.service.js';
import { Clock } from '../../../platform/clock.js';
import { Computation } from '../../../platform/computation/computation.service.js';
import { PayloadValidationException } from '../../../platform/errors/exceptions.js';
import { Tracing } from '../../../platform/tracing/tracing.js';
import type { Subscriber } from '../../../subscribers/subscriber.schema.js';
import { SubscribersService } from '../../../subscribers/subscribers.service.js';
import { SuppressionLists } from '../../../suppressions/suppression-lists.service.js';
import { payloadExample } from '../../../workflows/payload-example.js';
import { payloadTask } from '../../../workflows/payload-schema/payload-check.js';
import { payloadWith } from '../../../workflows/samples.dto.js';
import type { Workflow } from '../../../workflows/workflow.schema.js';
import { WorkflowChangesService } from '../../../workflows/workflow-changes.service.js';
import { WorkflowsService } from '../../../workflows/workflows.service.js';
import { executeRun, type RunResult } from '../../engine/execute-run.js';
import { newRun } from '../../engine/run-documents.js';
import type { EventScope, RunInput } from '../../engine/run-input.js';
import { RealEffects } from '../../runs/effects/real-effects.js';
import { countRuns } from '../../runs/execution/run-counting.service.js';
import { RunExecutor } from '../../runs/execution/run-executor.service.js';
import { EnvironmentFactsService } from '../../runs/scopes/environment-facts.service.js';
import { RunScopesService } from '../../runs/scopes/run-scopes.service.js';
import { TestEffects } from './test-effects.js';
import { type TestedRun, toTestRecipient } from './tested-run.js';
import type { TestResultDto, TestWorkflowDto } from './test-sends.dto.js';

/** Maximum number of waits of one run, as in a simulation. */
const MAX_WAITS = 200;

/** Sends workflows to chosen subscribers, to look at what arrives (behaviour CK20). */
@Injectable()
export class TestSendsService {
  constructor(
    private readonly workflows: WorkflowsService,
    private readonly changes: WorkflowChangesService,
    private readonly subscribers: SubscribersService,
    private readonly integrations: IntegrationsService,
    private readonly facts: EnvironmentFactsService,
    private readonly scopes: RunScopesService,
    private readonly executor: RunExecutor,
    private readonly effects: RealEffects,
    private readonly bridge: BridgeClient,
    private readonly suppressions: SuppressionLists,
    private readonly events: EventsService,
    private readonly runs: RunsService,
    private readonly messages: MessagesService,
    private readonly contents: MessageContents,
    private readonly retention: RetentionService,
    private readonly computation: Computation,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws 404 for an unknown workflow or subscriber, 403 for a draft of a caller who may not save it, what an update with
   * the draft would throw, and 400 for a payload that a trigger would refuse.
   */
  async send(
    environment: EnvironmentRef,
    reference: string,
    { draft, subscriberIds, sample, payload: given }: TestWorkflowDto,
  ): Promise<TestResultDto> {
    if (draft) assertMayToo(environment, 'workflows:write');
    const stored = await this.workflows.findOrFail(environment, reference);
    const workflow = draft ? await this.changes.draft(environment, stored.workflowId, draft, stored) : stored;
    const people: Subscriber[] = [];
    for (const id of subscriberIds) people.push(await this.subscribers.findOrFail(environment, id));
    const payload = await this.payloadOf(environment, workflow, payloadWith(workflow, sample, given));
    const event = await this.eventOf(environment, workflow, subscriberIds, payload);
    const [env, inAppActive] = await Promise.all([
      this.facts.find(environment),
      this.integrations.isInAppActive(environment),
    ]);
    const shared: EventScope = { event, workflow, env, inAppActive, now: this.clock.now() };
    const tested: TestedRun[] = [];
    for (const subscriber of people) tested.push(await this.execute(environment, { ...shared, subscriber }));
    await this.store(event, tested);
    return { transactionId: event.transactionId, recipients: tested.map(toTestRecipient) };
  }

  private async payloadOf(
    { id }: EnvironmentRef,
    { payloadSchema: schema, validatePayload }: Workflow,
    given: Record<string, unknown> | undefined,
  ): Promise<Record<string, unknown>> {
    const payload = given ?? (schema && payloadExample(schema)) ?? {};
    if (!schema) return payload;
    const work = { environmentId: id, urgent: true };
    const checked = await this.computation.run(payloadTask, { schema, payload }, work);
    if (validatePayload && checked.violations.length > 0) throw new PayloadValidationException(checked.violations);
    return checked.payload ?? payload;
  }

  /** An event of which nothing is left to do: it is for the activity, which shows its payload. */
  private async eventOf(
    environment: EnvironmentRef,
    workflow: Workflow,
    subscriberIds: readonly string[],
    payload: Record<string, unknown>,
  ): Promise<Event> {
    const createdAt = this.clock.now();
    const { event } = newEvent(
      environment,
      {
        name: workflow.workflowId,
        kind: 'single',
        recipients: subscriberIds.map((subscriberId) => ({ kind: 'subscriber', profile: { subscriberId } })),
        payload,
        attachments: [],
        transactionId: newTransactionId(),
      },
      workflow,
      { createdAt, expiresAt: await this.retention.expiry(environment.id, 'triggers', createdAt) },
    );
    return Object.assign(event, { test: true, expansion: { ...event.expansion, chunk: 1, done: true } });
  }

  /** Waits take no time: the run continues at once, as if somebody had ended the wait by hand. */
  private async execute(environment: EnvironmentRef, input: RunInput): Promise<TestedRun> {
    const { event, now, subscriber } = input;
    const retention = await this.executor.retentionOf(environment.id);
    const run: Run = Object.assign(newRun(input, retention.runMs), { test: true });
    const [loaded] = await this.scopes.load(environment, [{ run, input, recovering: false }]);
    if (!loaded) throw new Error('A run has no scope');
    const scope = { ...loaded, isTest: true };
    const digested = { id: String(event._id), time: event.createdAt, payload: event.payload };
    const services = {
      ...this.executor.services,
      effects: new TestEffects(digested, this.bridge, this.suppressions, this.effects),
      // Somebody waits for the result: the first one counts.
      retries: { ...this.executor.services.retries, tries: 1, endsAfterTries: true },
      tracing: new Tracing(),
    };
    const result: RunResult = { messages: [], contents: [] };
    for (let waits = 0; waits <= MAX_WAITS; waits++) {
      const { messages, contents } = await executeRun(run, scope, services, retention);
      result.messages.push(...messages);
      result.contents.push(...contents);
      if (run.status !== 'waiting' || !run.wait) break;
      run.wait = { ...run.wait, until: now, released: true };
    }
    // Nobody sends a test again.
    for (const message of result.messages) delete message.deadAt;
    return { run, subscriberId: subscriber.subscriberId, ...result };
  }

  /** Past the counters of charts, which a test does not change. */
  private async store(event: Event, tested: readonly TestedRun[]): Promise<void> {
    const runs = tested.map(({ run }) => run);
    const counted = Object.assign(event, { counters: { expanded: runs.length, ...countRuns(runs) } });
    await this.events.insertNew([{ event: counted, size: mongo.BSON.calculateObjectSize(counted) }]);
    await this.contents.insert(tested.flatMap(({ contents }) => contents));
    await this.messages.insertNew(tested.flatMap(({ messages }) => messages));
    await this.runs.insertNew(runs);
  }
}
