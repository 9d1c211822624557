import { randomInt } from 'node:crypto';
import { ConflictException, ForbiddenException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { assertMayIssue, endFor } from '../../auth/credentials.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Environment } from '../../auth/environment.schema.js';
import type { Permission } from '../../auth/permissions.js';
import type { TriggerResultDto } from '../../events/accept/trigger-result.dto.js';
import { TriggersService } from '../../events/accept/triggers.service.js';
import { BoundIdentifiers } from '../../inbox/widget/sessions/bound-identifiers.service.js';
import type { SubscriberSession } from '../../inbox/widget/sessions/session.guard.js';
import { PREVIEW_OPENS } from '../../inbox/widget/sessions/sessions.controller.js';
import { hasOutbox } from '../../outbox/outbox-rules.js';
import { Clock, later } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import { WorkflowChangesService } from '../../workflows/workflow-changes.service.js';
import { WorkflowsService } from '../../workflows/workflows.service.js';
import type { InboxDemoDto, OpenedInboxDemoDto } from './inbox-demo.dto.js';
import { OUTBOX_STEPS, REACHABLE_PERSON, SAMPLE_PERSON, SAMPLE_WORKFLOW_ID, sampleWorkflow } from './sample.js';

/** An hour, as for the preview of an inbox. */
const OPEN_MS = 3_600_000;

/** What the demo opens: an inbox, triggers, and a workflow that is made. */
const OPENS: readonly Permission[] = [...PREVIEW_OPENS, 'events:write', 'workflows:write'];

/**
 * The server side of the screen: triggers one workflow for one subscriber in the Development environment; on all
 * channels if there is an outbox.
 */
@Injectable()
export class InboxDemo {
  constructor(
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    private readonly workflows: WorkflowsService,
    private readonly workflowChanges: WorkflowChangesService,
    private readonly triggers: TriggersService,
    private readonly subscribers: SubscribersService,
    private readonly boundIdentifiers: BoundIdentifiers,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Returns the oldest environment of type `dev`, which the first start creates. */
  private findDevelopment(): Promise<Environment | null> {
    return this.environments.findOne({ type: 'dev' }).sort({ _id: 1 }).lean();
  }

  /** Returns the same, or throws 404 if there is none. */
  private async environment(): Promise<Environment> {
    const environment = await this.findDevelopment();
    if (!environment) throw new NotFoundException('There is no Development environment');
    return environment;
  }

  /** Returns what the screen needs. Its application identifier opens only the inbox of the sample subscriber. */
  async describe(): Promise<InboxDemoDto> {
    const { _id } = await this.environment();
    return {
      applicationIdentifier: this.boundIdentifiers.issue(_id, SAMPLE_PERSON.subscriberId),
      subscriber: SAMPLE_PERSON,
      workflowId: SAMPLE_WORKFLOW_ID,
    };
  }

  /**
   * Opens the inbox of the sample person in an environment of the caller: makes the person and the workflow there if they are
   * missing. Throws 403 unless the caller may do by itself what this opens.
   */
  async open(environment: EnvironmentRef): Promise<OpenedInboxDemoDto> {
    const until = endFor(environment, later(this.clock.now(), OPEN_MS));
    assertMayIssue(environment, { what: 'The inbox demo', permissions: OPENS, until });
    const development = await this.findDevelopment();
    // Elsewhere messages would leave this machine.
    const isKept = hasOutbox(this.config) && development?._id.equals(environment.id) === true;
    await this.ensureWorkflow(environment, isKept);
    const { subscriberId } = SAMPLE_PERSON;
    // Somebody of this id keeps the own name.
    const known = await this.subscribers.findIds(environment, [subscriberId]);
    if (known.length === 0) await this.subscribers.findOrCreateMany(environment, [{ ...SAMPLE_PERSON }]);
    return {
      applicationIdentifier: this.boundIdentifiers.issue(environment.id, subscriberId, until),
      subscriber: SAMPLE_PERSON,
      workflowId: SAMPLE_WORKFLOW_ID,
      to: isKept ? REACHABLE_PERSON : { subscriberId },
      expiresAt: until.toISOString(),
    };
  }

  /** Sends the sample to the subscriber of the session. Throws 403 for anyone but the sample subscriber. */
  async trigger({ environment, subscriber }: SubscriberSession): Promise<TriggerResultDto> {
    const { _id } = await this.environment();
    if (!environment.id.equals(_id) || subscriber.subscriberId !== SAMPLE_PERSON.subscriberId) {
      throw new ForbiddenException('The sample can only be sent to the sample person');
    }
    await this.ensureWorkflow(environment, hasOutbox(this.config));
    const { result } = await this.triggers.trigger(environment, {
      name: SAMPLE_WORKFLOW_ID,
      to: hasOutbox(this.config) ? REACHABLE_PERSON : SAMPLE_PERSON.subscriberId,
      payload: { number: randomInt(1000, 10_000) },
    });
    return result;
  }

  /** Creates the workflow on first use. If concurrent requests do so, one of them creates it and the others find it. */
  private async ensureWorkflow(environment: EnvironmentRef, isKept: boolean): Promise<void> {
    if (await this.workflows.findForTrigger(environment, SAMPLE_WORKFLOW_ID)) return;
    try {
      await this.workflowChanges.create(environment, sampleWorkflow(isKept ? OUTBOX_STEPS : []));
    } catch (error) {
      if (!(error instanceof ConflictException)) throw error;
    }
  }
}
