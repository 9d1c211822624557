import { Injectable } from '@nestjs/common';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Logger } from '../../platform/logging/logger.js';
import { SharedRounds } from '../../platform/scheduling/shared-rounds.js';
import { LastTriggersService } from '../../workflows/last-triggers.service.js';
import { AttachmentsService, type NewAttachments } from '../attachments/attachments.service.js';
import type { Event } from '../store/event.schema.js';
import { EventsService, inGroups } from '../store/events.service.js';
import { logIdsOf } from '../store/log-ids.js';
import { firstOfEach } from './acceptance.js';
import { JobDispatcher } from './job-dispatcher.service.js';
import type { NewEvent } from './new-event.js';

/** How requests of an environment are stored while others trigger, too (behaviour Z7). In the pauses they are delivered. */
const SHARING = { pieces: 16, piecesWithoutPause: 2, pauseMs: 20 };

/** Stores the events of requests with their attachments, and hands them to workers. */
@Injectable()
export class EventIntake {
  private readonly rounds = new SharedRounds(SHARING);

  constructor(
    private readonly events: EventsService,
    private readonly attachments: AttachmentsService,
    private readonly jobs: JobDispatcher,
    private readonly lastTriggers: LastTriggersService,
    private readonly logger: Logger,
  ) {}

  /** Returns the events that were stored: the transaction ids of the others are in use. */
  store({ id }: EnvironmentRef, accepted: readonly NewEvent[]): Promise<ReadonlySet<Event>> {
    return this.rounds.run(id.toHexString(), () => this.storeAll(accepted));
  }

  /** Whether other environments trigger, too. */
  isShared({ id }: EnvironmentRef): boolean {
    return this.rounds.isShared(id.toHexString());
  }

  private async storeAll(accepted: readonly NewEvent[]): Promise<ReadonlySet<Event>> {
    const fresh = firstOfEach(accepted);
    // Attachments are stored first: an event that is in the store must be complete.
    const attachments = attachmentsOf(fresh);
    if (attachments.length > 0) await this.attachments.store(attachments);
    const stored: Event[] = [];
    for (const group of inGroups(fresh)) stored.push(...(await this.storeGroup(group)));
    const unused = attachmentsOf(fresh.filter(({ event }) => !stored.includes(event)));
    if (unused.length > 0) await this.attachments.discard(unused);
    this.note(stored);
    this.lastTriggers.note(stored);
    return new Set(stored);
  }

  /** Returns the events of a group that were stored; a worker has been notified of them. */
  private async storeGroup(group: readonly NewEvent[]): Promise<Event[]> {
    const claimed = this.jobs.claimNew(group.map(({ event }) => event));
    let stored: Event[] = [];
    try {
      // When this throws, an event may be in the store anyway, so its attachments are kept, and the sweeper finds it.
      stored = await this.events.insertNew(group);
    } finally {
      for (const [event, confirm] of claimed) confirm(stored.includes(event));
    }
    await this.jobs.dispatch(stored.filter((event) => !claimed.has(event)));
    return stored;
  }

  private note(events: readonly Event[]): void {
    for (const event of events) {
      const { kind, workflowId, recipients } = event;
      this.logger.info(
        { ...logIdsOf(event), kind, workflow: workflowId, recipients: recipients.length },
        'Trigger accepted',
      );
    }
  }
}

function attachmentsOf(events: readonly NewEvent[]): NewAttachments[] {
  return events.flatMap(({ attachments }) => attachments ?? []);
}
