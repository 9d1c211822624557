import { HttpException, Injectable, UnprocessableEntityException } from '@nestjs/common';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { runId } from '../../delivery/engine/run-documents.js';
import { readTrigger, type Trigger, type TriggerLimits } from '../../events/accept/read-trigger.js';
import type { Event, EventLegacy } from '../../events/store/event.schema.js';
import { EventsService } from '../../events/store/events.service.js';
import { TriggersService } from '../../events/accept/triggers.service.js';
import { RunsService } from '../../notifications/activity/runs.service.js';
import { MessagesService } from '../../notifications/messages/messages.service.js';
import { notFound } from '../../platform/errors/exceptions.js';
import { Clock } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { type FieldViolations, ValidationException } from '../../platform/errors/validation.exception.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import type { LegacyApplication } from '../applications/legacy-application.schema.js';
import { LegacyApplicationsService } from '../applications/legacy-applications.service.js';
import { NotificationTypesService } from '../types/notification-types.service.js';
import type { LegacyNotification, SendNotificationDto } from './legacy-notifications.dto.js';

/** Fields of a trigger, and their names in this API. */
const NAMES: readonly (readonly [trigger: string, here: string])[] = [
  ['payload', 'metadata'],
  ['to', 'externalId'],
];

/**
 * Behaviour A12: a notification of the legacy API is a trigger of its type's workflow for one recipient. Everything
 * that happens to it happens to the event of that trigger, which also contains the response of the call. Sending to a
 * user with a number as id costs one store command, to another known user two.
 */
@Injectable()
export class LegacyNotificationsService {
  constructor(
    private readonly types: NotificationTypesService,
    private readonly applications: LegacyApplicationsService,
    private readonly triggers: TriggersService,
    private readonly events: EventsService,
    private readonly subscribers: SubscribersService,
    private readonly runs: RunsService,
    private readonly messages: MessagesService,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws 404 for an unknown type, 422 for values its templates or its workflow cannot use, or one that is not active.
   */
  async send(application: LegacyApplication, request: SendNotificationDto): Promise<LegacyNotification> {
    const { externalId, metadata = {} } = request;
    const type = await this.types.findForSending(application, request.type);
    const trigger = readNotification(type.workflowId, { externalId, metadata }, this.config);
    const rendered = await this.types.render(type, metadata);
    const legacy: EventLegacy = {
      applicationId: application._id,
      type: type.identifier,
      appUser: await this.applications.userNumber(application, externalId),
      ...rendered,
      createdAt: this.clock.now(),
    };
    const { result } = await this.triggers.accept(environmentOf(application), { ...trigger, legacy });
    const { status, transactionId } = result;
    // The response is a notification, so it must exist; a trigger without effect has a status instead.
    if (transactionId === undefined) throw new UnprocessableEntityException({ message: status, errors: {} });
    return { ...legacy, id: transactionId, isRead: false };
  }

  /**
   * Returns a notification while its event is kept. Throws 404 for one of another application. Costs four store
   * commands.
   */
  async findOrFail(application: LegacyApplication, id: string): Promise<LegacyNotification> {
    const event = await this.events.findByTransaction(environmentOf(application), id);
    const [recipient] = event?.recipients ?? [];
    if (!event?.legacy?.applicationId.equals(application._id) || recipient?.kind !== 'subscriber')
      throw notFound('Notification', id);
    return { ...event.legacy, id, isRead: await this.isRead(event, recipient.profile.subscriberId) };
  }

  /** Returns whether any in-app message of the run has been read: usually there is one. */
  private async isRead(event: Event, externalId: string): Promise<boolean> {
    const [subscriberId] = await this.subscribers.findIds({ id: event.environmentId }, [externalId]);
    if (!subscriberId) return false;
    const id = runId(event, subscriberId);
    const run = (await this.runs.findMany([id])).get(id);
    const inApp = run?.steps.filter(({ type }) => type === 'in_app') ?? [];
    const states = await this.messages.findStates(inApp.flatMap(({ messageIds = [] }) => messageIds));
    return [...states.values()].some(({ read }) => read);
  }
}

function environmentOf({ environmentId, organizationId }: LegacyApplication): EnvironmentRef {
  return { id: environmentId, organizationId };
}

/** Reads a notification as a trigger, with the same rules. Throws its errors with the names of this API. */
function readNotification(
  workflowId: string,
  { externalId, metadata }: { externalId: string; metadata: Record<string, unknown> },
  limits: TriggerLimits,
): Trigger {
  try {
    return readTrigger({ name: workflowId, to: externalId, payload: metadata }, limits);
  } catch (error) {
    if (error instanceof ValidationException) throw new ValidationException(renamed(error.errors));
    if (error instanceof HttpException) throw new HttpException(rename(error.message), error.getStatus());
    throw error;
  }
}

function renamed(errors: FieldViolations): FieldViolations {
  return Object.fromEntries(
    Object.entries(errors).map(([field, violation]) => [
      rename(field),
      { ...violation, messages: violation.messages.map(rename) },
    ]),
  );
}

function rename(text: string): string {
  const name = NAMES.find(
    ([trigger]) => text === trigger || text.startsWith(`${trigger}.`) || text.startsWith(`${trigger} `),
  );
  return name ? `${name[1]}${text.slice(name[0].length)}` : text;
}
