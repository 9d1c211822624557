import { Injectable } from '@nestjs/common';
import { createTemplateEngines } from '#libs/rendering/liquid-engine.js';
import { Types } from 'mongoose';
import { Clock } from '../common/clock.js';
import { Config } from '../config/config.js';
import type { EnvironmentRef } from '../environments/environment-ref.js';
import type { Event } from '../events/event.schema.js';
import { EventsService } from '../events/events.service.js';
import type { Recipient } from '../events/recipients.js';
import { IntegrationsService } from '../integrations/integrations.service.js';
import { addToLogContext } from '../logging/log-context.js';
import { Logger } from '../logging/logger.js';
import { RunsService } from '../notifications/activity/runs.service.js';
import { MessagesService } from '../notifications/messages/messages.service.js';
import type { Subscriber } from '../subscribers/subscriber.schema.js';
import type { SubscriberProfile } from '../subscribers/subscriber-profile.js';
import { SubscribersService } from '../subscribers/subscribers.service.js';
import { WorkflowsService } from '../workflows/workflows.service.js';
import { executeRun, type Retention, type RunResult } from './execute-run.js';
import type { EventScope } from './run-input.js';

const DAY_MS = 86_400_000;

/**
 * Delivers one event from recipients to messages: reads what all recipients share once, executes every run in
 * memory, and writes in bulk. It may be interrupted anywhere and run again: what it stores has ids that follow from
 * the event, and the event counts as delivered only after everything else is stored.
 */
@Injectable()
export class EventDeliveryService {
  private readonly engines;
  private readonly retention: Retention;

  constructor(
    private readonly events: EventsService,
    private readonly workflows: WorkflowsService,
    private readonly subscribers: SubscribersService,
    private readonly integrations: IntegrationsService,
    private readonly messages: MessagesService,
    private readonly runs: RunsService,
    private readonly clock: Clock,
    private readonly logger: Logger,
    config: Config,
  ) {
    this.engines = createTemplateEngines({ now: () => clock.now() });
    this.retention = { runMs: config.activityRetentionDays * DAY_MS, inAppMs: config.inAppRetentionDays * DAY_MS };
  }

  async deliver(eventId: string): Promise<void> {
    const event = await this.events.find(new Types.ObjectId(eventId));
    // Gone, or delivered by an earlier run of this job.
    if (!event?.sweepAt) return;
    const environment = { id: event.environmentId, organizationId: event.organizationId };
    addToLogContext({ environmentId: environment.id.toHexString(), transactionId: event.transactionId });
    const results = await this.executeRuns(environment, event);
    await this.messages.insertNew(results.flatMap(({ messages }) => messages));
    await this.runs.insertNew(results.map(({ run }) => run));
    await this.events.markDelivered(event);
    for (const { run, messages } of results) {
      const ids = { subscriberId: run.subscriberId.toHexString(), runId: run._id.toHexString() };
      this.logger.info({ ...ids, status: run.status, messages: messages.length }, 'Run finished');
    }
  }

  private async executeRuns(environment: EnvironmentRef, event: Event): Promise<RunResult[]> {
    const workflow = await this.workflows.findForDelivery(environment, event.workflowId);
    if (!workflow) {
      this.logger.warn({ workflowId: event.workflowId.toHexString() }, 'The workflow was deleted; nothing is sent');
      return [];
    }
    const { recipients, actor } = await this.resolveSubscribers(environment, event);
    const inAppActive = await this.integrations.isInAppActive(environment);
    const scope: EventScope = { event, workflow, actor, inAppActive, now: this.clock.now() };
    return recipients.map((subscriber) => executeRun({ ...scope, subscriber }, this.engines, this.retention));
  }

  /** Creates or updates everybody the event names, in one go; each recipient appears once (behaviour R1 to R5, R8). */
  private async resolveSubscribers(
    environment: EnvironmentRef,
    event: Event,
  ): Promise<{ recipients: Subscriber[]; actor?: Subscriber }> {
    const named = event.recipients.flatMap((recipient) => this.profileOf(recipient));
    const known = await this.subscribers.findOrCreateMany(environment, event.actor ? [event.actor, ...named] : named);
    const ids = new Set(named.map(({ subscriberId }) => subscriberId));
    return {
      recipients: [...ids].flatMap((id) => known.get(id) ?? []),
      actor: event.actor && known.get(event.actor.subscriberId),
    };
  }

  private profileOf(recipient: Recipient): SubscriberProfile[] {
    if (recipient.kind === 'subscriber') return [recipient.profile];
    // Behaviour R10: a topic that nobody has created has no members; the other recipients still run.
    this.logger.warn({ topicKey: recipient.topicKey }, 'Unknown topic; its members are not notified');
    return [];
  }
}
