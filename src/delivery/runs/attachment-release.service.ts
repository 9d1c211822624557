import { Injectable } from '@nestjs/common';
import { AttachmentsService } from '../../events/attachments/attachments.service.js';
import type { Event } from '../../events/store/event.schema.js';
import { EventsService } from '../../events/store/events.service.js';
import { RunsService } from '../../notifications/activity/runs.service.js';
import { MessagesService } from '../../notifications/messages/messages.service.js';

/** Deletes the attachments of events when no run of the event can send them any more (behaviour E4, E5). */
@Injectable()
export class AttachmentRelease {
  constructor(
    private readonly events: EventsService,
    private readonly attachments: AttachmentsService,
    private readonly runs: RunsService,
    private readonly messages: MessagesService,
  ) {}

  /**
   * Call this when the end of a run, or the end of the expansion of recipients, is stored. Of several concurrent calls the
   * last one sees that nothing is left. Events merged into the digest of another event keep their attachments until they
   * expire: they may have to replace that event. So do events with emails that were given up, which can be sent again (E12).
   */
  async release(event: Pick<Event, '_id' | 'environmentId' | 'transactionId' | 'attachments'>): Promise<void> {
    if (!event.attachments || event.attachments.length === 0) return;
    const now = await this.events.find(event._id);
    if (now && !now.expansion.done) return;
    if (await this.runs.hasOpen(event)) return;
    if ((await this.runs.findMerged(event)).length > 0) return;
    if (await this.messages.hasDeadLetters(event)) return;
    await this.attachments.deleteOf({ environmentId: event.environmentId, eventId: event._id });
  }
}
