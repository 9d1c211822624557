import { BadRequestException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, PipelineStage, Types } from 'mongoose';
import { DueTimes } from '../../platform/queue/due-times.js';
import { parseInstant } from '#libs/schedule/instants.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { RetentionService } from '../../auth/retention.service.js';
import { DAY_MS } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { rawCollection } from '../../platform/persistence/writes.js';
import {
  type ActionChange,
  actionUpdate,
  shownState,
  snoozeUpdate,
  type StateChange,
  stateChangeUpdate,
  unsnoozeUpdate,
} from '../messages/message-state.js';
import { Message } from '../messages/message.schema.js';
import type { PublishedChange } from '../messages/message-event.js';
import { PendingChanges } from '../messages/pending/pending-changes.service.js';
import { MessageEvents } from '../messages/message-events.service.js';
import { hidden, notHidden } from '../messages/message-filter.js';
import { type NotificationDto, toNotificationDto } from './inbox.dto.js';
import { InboxService, type InboxOwner, type OpenInbox } from './inbox.service.js';

/** A message after a change, and its inbox. */
interface ChangedMessage {
  message: Message;
  inbox: OpenInbox;
}

type Selection = mongo.Filter<Message>;

/** An update that happens only where its condition holds, and the change that it is published as. */
interface GuardedUpdate {
  change: PublishedChange;
  when: Selection;
  update: PipelineStage.Set[];
}

/**
 * Changes the state of single notifications (behaviour section 11). Each change is one atomic update and is published when
 * it is stored. A notification that is not in the owner's inbox is a 404 (A3).
 */
@Injectable()
export class InboxStates {
  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    private readonly inboxes: InboxService,
    private readonly pending: PendingChanges,
    private readonly events: MessageEvents,
    private readonly due: DueTimes,
    private readonly config: Config,
    private readonly retention: RetentionService,
  ) {}

  /** Makes one of the state changes. A snoozed notification is a 400 (A9). */
  async change(
    environment: Pick<EnvironmentRef, 'id'>,
    owner: InboxOwner,
    id: Types.ObjectId,
    change: StateChange,
  ): Promise<ChangedMessage> {
    const inbox = await this.inboxes.open(environment, owner);
    const { now } = inbox;
    const changed = await this.update(environment, inbox, id, {
      change,
      when: notHidden(now),
      update: stateChangeUpdate(change, now),
    });
    if (changed) return changed;
    const { snoozedUntil } = shownState(await this.findOrFail(inbox, id), inbox.now);
    throw new BadRequestException(
      `Notification '${id}' is snoozed` +
        `${snoozedUntil ? ` until ${snoozedUntil.toISOString()}` : ''}; end the snooze first`,
    );
  }

  /** Completes a button, or sets it back to pending (A4). A missing button is a 400. */
  async setAction(
    environment: Pick<EnvironmentRef, 'id'>,
    owner: InboxOwner,
    id: Types.ObjectId,
    change: ActionChange,
  ): Promise<ChangedMessage> {
    const inbox = await this.inboxes.open(environment, owner);
    const changed = await this.update(environment, inbox, id, {
      change: 'read',
      when: { [`actions.${change.action}`]: { $exists: true } },
      update: actionUpdate(change, inbox.now),
    });
    if (changed) return changed;
    await this.findOrFail(inbox, id);
    throw new BadRequestException(`Notification '${id}' has no ${change.action} action`);
  }

  /** Hides a notification until a time, ISO 8601; a time outside the limits is a 422 (A9). */
  async snooze(
    environment: Pick<EnvironmentRef, 'id'>,
    owner: InboxOwner,
    id: Types.ObjectId,
    snoozeUntil: string,
  ): Promise<ChangedMessage> {
    const inbox = await this.inboxes.open(environment, owner);
    const until = this.snoozeEnd(snoozeUntil, inbox.now);
    const update = snoozeUpdate({ until, expiresAt: await this.expiryAfter(environment, until) }, inbox.now);
    const changed = await this.update(environment, inbox, id, { change: 'snooze', when: {}, update });
    this.due.expect('snoozes', [until]);
    return this.foundOrFail(id, changed);
  }

  /** Shows a snoozed notification again, as it was before (A9). One that is not snoozed stays unchanged. */
  async unsnooze(
    environment: Pick<EnvironmentRef, 'id'>,
    owner: InboxOwner,
    id: Types.ObjectId,
  ): Promise<ChangedMessage> {
    const inbox = await this.inboxes.open(environment, owner);
    const update = unsnoozeUpdate(await this.expiryAfter(environment, inbox.now), inbox.now);
    const changed = await this.update(environment, inbox, id, { change: 'unsnooze', when: hidden(inbox.now), update });
    return changed ?? { message: await this.findOrFail(inbox, id), inbox };
  }

  /** Deletes a notification permanently. */
  async delete(environment: Pick<EnvironmentRef, 'id'>, owner: InboxOwner, id: Types.ObjectId): Promise<void> {
    const inbox = await this.inboxes.open(environment, owner);
    await this.pending.settle(inbox.pending, [id]);
    const { deletedCount } = await this.messages.deleteOne({ ...inbox.filter, _id: id });
    if (deletedCount === 0) throw notFound(id);
    this.events.deleted(environment, [{ channel: 'in_app', subscriberId: inbox.subscriber._id }]);
  }

  private snoozeEnd(text: string, now: Date): Date {
    const until = parseInstant(text);
    const { snoozeMinSeconds, snoozeMaxDays } = this.config;
    if (!until) throw ValidationException.of('snoozeUntil', 'snoozeUntil must be an ISO 8601 date and time', text);
    const wait = until.getTime() - now.getTime();
    if (wait < snoozeMinSeconds * 1000) {
      throw ValidationException.of(
        'snoozeUntil',
        `snoozeUntil must be ${snoozeMinSeconds} seconds ahead at least`,
        text,
      );
    }
    if (wait > snoozeMaxDays * DAY_MS) {
      throw ValidationException.of('snoozeUntil', `snoozeUntil must be ${snoozeMaxDays} days ahead at most`, text);
    }
    return until;
  }

  /** Behaviour N2: the retention starts at the end of the snooze. */
  private expiryAfter({ id }: Pick<EnvironmentRef, 'id'>, end: Date): Promise<Date> {
    return this.retention.expiry(id, 'inApp', end);
  }

  /** Changes a notification of the inbox and publishes the change. Undefined when none with this id fulfils `when`. */
  private async update(
    environment: Pick<EnvironmentRef, 'id'>,
    inbox: OpenInbox,
    id: Types.ObjectId,
    { change, when, update }: GuardedUpdate,
  ): Promise<ChangedMessage | undefined> {
    const { pending, settledUpTo } = inbox;
    await this.pending.settle(pending, [id]);
    // Bypasses mongoose, which would mistake keys of the caller's values for its own.
    const message = await rawCollection<Message>(this.messages).findOneAndUpdate(
      { ...(inbox.filter as Selection), _id: id, ...when },
      settledUpTo ? [...update, { $set: { settledUpTo } }] : update,
      { returnDocument: 'after' },
    );
    if (!message) return undefined;
    await this.events.changed(environment, { change, message, now: inbox.now });
    return { message, inbox };
  }

  private async findOrFail(inbox: OpenInbox, id: Types.ObjectId): Promise<Message> {
    return this.foundOrFail(id, await this.messages.findOne({ ...inbox.filter, _id: id }).lean());
  }

  private foundOrFail<Found>(id: Types.ObjectId, found: Found | null | undefined): Found {
    if (!found) throw notFound(id);
    return found;
  }
}

/** Maps a notification to a response after a change. */
export function notificationOf({ message, inbox: { shown, now } }: ChangedMessage): NotificationDto {
  return toNotificationDto(message, shown, now);
}

function notFound(id: Types.ObjectId): NotFoundException {
  return new NotFoundException(`Notification '${id}' was not found`);
}
