import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection, Types } from 'mongoose';
import { AttachmentRelease } from '../../delivery/attachments/attachment-release.service.js';
import { EventMentions } from '../../events/mentions/event-mentions.service.js';
import { EventsService } from '../../events/events.service.js';
import { Run } from '../../notifications/activity/run.schema.js';
import { RunsService } from '../../notifications/activity/runs.service.js';
import { Subscriber } from '../../subscribers/subscriber.schema.js';
import type { Person } from './person.js';
import { type PersonalCollection, personalCollections } from './personal-collections.js';

/** Runs that are deleted together. */
const BATCH = 1000;

/** Deletes what is stored of a person besides the subscriber (behaviour R17). Each part may be done again. */
@Injectable()
export class PersonalDataService {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly runs: RunsService,
    private readonly events: EventsService,
    private readonly mentions: EventMentions,
    private readonly attachments: AttachmentRelease,
  ) {}

  /**
   * Everything. It also deletes what is filed under the caller's own id, which the next subscriber may have: to be used
   * only before somebody else can have it.
   */
  async deleteAll(person: Person): Promise<void> {
    await this.mentions.forgetElsewhere({ id: person.environmentId }, person.subscriberId);
    await this.deleteInternal(person);
    await this.deleteFrom(person, 'external');
  }

  /** Everything that names the person by the internal id, which nobody else ever has. */
  async deleteInternal(person: Person): Promise<void> {
    await this.deleteRuns(person);
    await this.deleteFrom(person, 'internal');
  }

  private async deleteFrom(person: Person, by: PersonalCollection['by']): Promise<void> {
    const collections = personalCollections(this.connection, [Subscriber.name, Run.name]);
    await Promise.all(
      collections
        .filter((one) => one.by === by)
        .map(({ name, filterOf }) => this.connection.collection(name).deleteMany(filterOf(person))),
    );
  }

  /** Events are reached through runs, so that each run goes only after the person was taken out of its event. */
  private async deleteRuns({ environmentId, id, subscriberId }: Person): Promise<void> {
    for (;;) {
      const runs = await this.runs.findSomeOf({ environmentId, subscriberId: id }, BATCH);
      if (runs.length === 0) return;
      await this.mentions.forgetRecipient(
        { id: environmentId },
        subscriberId,
        runs.map(({ eventId }) => eventId),
      );
      await this.runs.delete(runs.map(({ _id }) => _id));
      await this.releaseAttachments(
        runs.flatMap(({ eventId, status }) => (status === 'running' || status === 'waiting' ? [eventId] : [])),
      );
    }
  }

  /** Attachments that only these runs were waiting to send. */
  private async releaseAttachments(eventIds: Types.ObjectId[]): Promise<void> {
    if (eventIds.length === 0) return;
    for (const event of (await this.events.findMany(eventIds)).values()) await this.attachments.release(event);
  }
}
