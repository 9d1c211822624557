import { Injectable, NotFoundException, UnprocessableEntityException } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { runId } from '../../delivery/execution/new-run.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { toResult } from '../../events/accept/acceptance.js';
import { AcceptanceService } from '../../events/accept/acceptance.service.js';
import type { EventLegacy } from '../../events/event-legacy.js';
import type { Event } from '../../events/event.schema.js';
import { EventsService } from '../../events/events.service.js';
import { RunsService } from '../../notifications/activity/runs.service.js';
import { MessagesService } from '../../notifications/messages/messages.service.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import type { LegacyApplication } from '../applications/legacy-application.schema.js';
import { NotificationTypesService } from '../types/notification-types.service.js';
import { UserNumbersService } from '../users/user-numbers.service.js';
import type { LegacyNotification } from './legacy-notification.js';
import type { SendNotificationDto } from './legacy-notifications.dto.js';
import { readNotification } from './read-notification.js';

/**
 * Behaviour A12: a notification of the legacy API is a trigger of its type's workflow for one recipient. Everything that
 * happens to it happens to the event of that trigger, which also holds what the call was answered: sending to a user with
 * a number as id costs one store command, to another known user two.
 */
@Injectable()
export class LegacyNotificationsService {
  constructor(
    private readonly types: NotificationTypesService,
    private readonly users: UserNumbersService,
    private readonly acceptance: AcceptanceService,
    private readonly events: EventsService,
    private readonly subscribers: SubscribersService,
    private readonly runs: RunsService,
    private readonly messages: MessagesService,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Throws 404 for an unknown type, 422 for values its templates or its workflow cannot use, or one that is not active. */
  async send(application: LegacyApplication, request: SendNotificationDto): Promise<LegacyNotification> {
    const { externalId, metadata = {} } = request;
    const type = await this.types.findForSending(application, request.type);
    const trigger = readNotification(type.workflowId, { externalId, metadata }, this.config);
    const rendered = await this.types.render(type, metadata);
    const legacy: EventLegacy = {
      applicationId: application._id,
      type: type.identifier,
      appUser: await this.users.numberOf(application, externalId),
      ...rendered,
      createdAt: this.clock.now(),
    };
    const [acceptance] = await this.acceptance.accept(environmentOf(application), [{ ...trigger, legacy }]);
    if (!acceptance) throw new Error('A trigger was neither accepted nor refused');
    const { status, transactionId } = toResult(acceptance);
    // Whoever gets a notification as an answer may rely on it; a trigger only says that it leads to nothing.
    if (transactionId === undefined) throw new UnprocessableEntityException({ message: status, errors: {} });
    return { ...legacy, id: transactionId, isRead: false };
  }

  /** As long as its event is kept; 404 for what another application has sent. Costs four store commands. */
  async findOrFail(application: LegacyApplication, id: string): Promise<LegacyNotification> {
    const event = await this.events.findByTransaction(environmentOf(application), id);
    const [recipient] = event?.recipients ?? [];
    if (!event?.legacy?.applicationId.equals(application._id) || recipient?.kind !== 'subscriber') throw notFound(id);
    return { ...event.legacy, id, isRead: await this.isRead(event, recipient.profile.subscriberId) };
  }

  /** Whether any in-app message of the run has been read: usually there is one. */
  private async isRead(event: Event, externalId: string): Promise<boolean> {
    const [subscriberId] = await this.subscribers.findIds({ id: event.environmentId }, [externalId]);
    if (!subscriberId) return false;
    const [run] = await this.runs.findByIds([runId(event, subscriberId)]);
    const inApp = run?.steps.filter(({ type }) => type === 'in_app') ?? [];
    const states = await this.messages.findStates(inApp.flatMap(({ messageIds = [] }) => messageIds));
    return [...states.values()].some(({ read }) => read);
  }
}

function environmentOf({ environmentId, organizationId }: LegacyApplication): EnvironmentRef {
  return { id: environmentId, organizationId };
}

function notFound(id: string): NotFoundException {
  return new NotFoundException(`Notification '${id}' was not found`);
}
