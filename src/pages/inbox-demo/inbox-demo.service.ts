import { randomInt } from 'node:crypto';
import { ConflictException, ForbiddenException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Config } from '../../platform/config/config.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Environment } from '../../auth/environment.schema.js';
import type { TriggerResultDto } from '../../events/events.dto.js';
import { TriggersService } from '../../events/triggers.service.js';
import { BoundIdentifiers } from '../../inbox/widget/sessions/bound-identifiers.service.js';
import type { SubscriberSession } from '../../inbox/widget/sessions/session.guard.js';
import { WorkflowChangesService } from '../../workflows/workflow-changes.service.js';
import { WorkflowsService } from '../../workflows/workflows.service.js';
import { hasOutbox } from '../../outbox/outbox-rules.js';
import { OUTBOX_STEPS, REACHABLE_PERSON } from './sample-channels.js';
import { SAMPLE_PERSON, SAMPLE_WORKFLOW_ID, sampleWorkflow } from './sample.js';

/**
 * What the page does on the server: one workflow, for one person, in the Development environment; through all channels where
 * there is an outbox.
 */
@Injectable()
export class InboxDemo {
  constructor(
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    private readonly workflows: WorkflowsService,
    private readonly workflowChanges: WorkflowChangesService,
    private readonly triggers: TriggersService,
    private readonly boundIdentifiers: BoundIdentifiers,
    private readonly config: Config,
  ) {}

  /** The oldest environment of type `dev`, that of the first start unless it was deleted. Throws 404 without one. */
  async environment(): Promise<Environment> {
    const environment = await this.environments.findOne({ type: 'dev' }).sort({ _id: 1 }).lean();
    if (!environment) throw new NotFoundException('There is no Development environment');
    return environment;
  }

  /** What the page's widget names as its application: it opens the inbox of the sample person and nobody else's. */
  async identifier(): Promise<string> {
    return this.boundIdentifiers.issue((await this.environment())._id, SAMPLE_PERSON.subscriberId);
  }

  /** Sends the sample to the person of the session. Throws 403 for anybody but the sample person. */
  async trigger({ environment, subscriber }: SubscriberSession): Promise<TriggerResultDto> {
    const { _id } = await this.environment();
    if (!environment.id.equals(_id) || subscriber.subscriberId !== SAMPLE_PERSON.subscriberId) {
      throw new ForbiddenException('Only the sample person of this page is sent the sample');
    }
    await this.ensureWorkflow(environment);
    const { result } = await this.triggers.trigger(environment, {
      name: SAMPLE_WORKFLOW_ID,
      to: hasOutbox(this.config) ? REACHABLE_PERSON : SAMPLE_PERSON.subscriberId,
      payload: { number: randomInt(1000, 10_000) },
    });
    return result;
  }

  /** Of several first uses at once one makes the workflow; the others find it. */
  private async ensureWorkflow(environment: EnvironmentRef): Promise<void> {
    if (await this.workflows.findForTrigger(environment, SAMPLE_WORKFLOW_ID)) return;
    try {
      await this.workflowChanges.create(environment, sampleWorkflow(hasOutbox(this.config) ? OUTBOX_STEPS : []));
    } catch (error) {
      if (!(error instanceof ConflictException)) throw error;
    }
  }
}
