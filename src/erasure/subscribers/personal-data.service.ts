import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection, mongo, Types } from 'mongoose';
import { AttachmentRelease } from '../../delivery/runs/attachment-release.service.js';
import { EventsService } from '../../events/store/events.service.js';
import { Event } from '../../events/store/event.schema.js';
import { forgetElsewhere, forgetRecipient } from '../../events/store/event-mentions.js';
import { Run } from '../../notifications/activity/run.schema.js';
import { RunsService } from '../../notifications/activity/runs.service.js';
import { isOpen } from '../../notifications/activity/statuses.js';
import { rawCollection } from '../../platform/persistence/writes.js';
import { Subscriber } from '../../subscribers/subscriber.schema.js';
import { type Person, type PersonalCollection, personalCollections } from './personal-collections.js';

/** Runs that are deleted together. */
const BATCH = 1000;

/** The number of deleted records by collection. */
type DeletedRecords = Record<string, number>;

/** Deletes what is stored about a person besides the subscriber document (behaviour R17). Each part may be repeated. */
@Injectable()
export class PersonalDataService {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly runs: RunsService,
    private readonly events: EventsService,
    private readonly attachments: AttachmentRelease,
  ) {}

  /**
   * Deletes everything, including what is stored under the caller's own id. A later subscriber may have the same id: only
   * call this before such a subscriber can exist.
   */
  async deleteAll(person: Person): Promise<DeletedRecords> {
    await forgetElsewhere(this.storedEvents, { id: person.environmentId }, person);
    return { ...(await this.deleteInternal(person)), ...(await this.deleteFrom(person, 'external')) };
  }

  /** Deletes everything stored under the internal id, which is never reused. */
  async deleteInternal(person: Person): Promise<DeletedRecords> {
    const runs = await this.deleteRuns(person);
    return {
      ...(runs > 0 && { [this.connection.model(Run.name).collection.name]: runs }),
      ...(await this.deleteFrom(person, 'internal')),
    };
  }

  private async deleteFrom(person: Person, by: PersonalCollection['by']): Promise<DeletedRecords> {
    const collections = personalCollections(this.connection, [Subscriber.name, Run.name]);
    const deleted = await Promise.all(
      collections
        .filter((one) => one.by === by)
        .map(async ({ model: { collection }, filterOf }): Promise<[string, number]> => {
          const { deletedCount } = await collection.deleteMany(filterOf(person));
          return [collection.name, deletedCount];
        }),
    );
    return Object.fromEntries(deleted.filter(([, count]) => count > 0));
  }

  /** Events are found through runs, so each run is deleted only after the person was removed from its event. */
  private async deleteRuns(person: Person): Promise<number> {
    const { environmentId, id } = person;
    for (let deleted = 0; ;) {
      const runs = await this.runs.findSomeOf({ environmentId, subscriberId: id }, BATCH);
      if (runs.length === 0) return deleted;
      await forgetRecipient(
        this.storedEvents,
        { id: environmentId },
        person,
        runs.map(({ eventId }) => eventId),
      );
      await this.runs.delete(runs.map(({ _id }) => _id));
      deleted += runs.length;
      await this.releaseAttachments(runs.flatMap(({ eventId, status }) => (isOpen(status) ? [eventId] : [])));
    }
  }

  private get storedEvents(): mongo.Collection<Event> {
    return rawCollection<Event>(this.connection.model<Event>(Event.name));
  }

  /** Deletes attachments that only these runs were waiting to send. */
  private async releaseAttachments(eventIds: Types.ObjectId[]): Promise<void> {
    if (eventIds.length === 0) return;
    for (const event of (await this.events.findMany(eventIds)).values()) await this.attachments.release(event);
  }
}
