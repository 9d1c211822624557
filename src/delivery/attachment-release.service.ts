import { Injectable, Module } from '@nestjs/common';
import { AttachmentsService } from '../events/attachments/attachments.service.js';
import type { Event } from '../events/event.schema.js';
import { EventsModule } from '../events/events.module.js';
import { EventsService } from '../events/events.service.js';
import { RunsService } from '../notifications/activity/runs.service.js';
import { NotificationsModule } from '../notifications/notifications.module.js';

/** Forgets the attachments of events that nobody needs any more (behaviour E4, E5). */
@Injectable()
export class AttachmentRelease {
  constructor(
    private readonly events: EventsService,
    private readonly attachments: AttachmentsService,
    private readonly runs: RunsService,
  ) {}

  /**
   * Call it after a run of the event has ended or its last recipient was found, when that is stored. Of several who do so
   * at once the last to look sees that nothing is left. Events that are part of another one's digest keep their
   * attachments until they expire: they may have to take its place.
   */
  async release(event: Pick<Event, '_id' | 'environmentId' | 'transactionId' | 'attachments'>): Promise<void> {
    if (!event.attachments || event.attachments.length === 0) return;
    const now = await this.events.find(event._id);
    if (now && !now.expansion.done) return;
    if (await this.runs.hasOpen(event)) return;
    if ((await this.runs.findMerged(event)).length > 0) return;
    await this.attachments.deleteOf({ environmentId: event.environmentId, eventId: event._id });
  }
}

@Module({
  imports: [EventsModule, NotificationsModule],
  providers: [AttachmentRelease],
  exports: [AttachmentRelease],
})
export class AttachmentReleaseModule {}
