import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection, type mongo, type Schema, Types } from 'mongoose';
import { AttachmentRelease } from '../../delivery/attachment-release.service.js';
import { EventsService } from '../../events/events.service.js';
import { Event } from '../../events/event.schema.js';
import { forgetElsewhere, forgetRecipient } from '../../events/event-mentions.js';
import { Run } from '../../notifications/activity/run.schema.js';
import { RunsService } from '../../notifications/activity/runs.service.js';
import { rawCollection } from '../../platform/persistence/writes.js';
import { Subscriber } from '../../subscribers/subscriber.schema.js';

/** A subscriber, by both ids. */
export interface Person {
  environmentId: Types.ObjectId;
  /** Internal. */
  id: Types.ObjectId;
  /** The caller's own. */
  subscriberId: string;
}

export function personOf({ environmentId, _id: id, subscriberId }: Subscriber): Person {
  return { environmentId, id, subscriberId };
}

export function toText({ id, subscriberId }: Person): string {
  return JSON.stringify([id.toHexString(), subscriberId]);
}

export function fromText(environmentId: Types.ObjectId, text: string): Person {
  const [id, subscriberId] = JSON.parse(text) as [string, string];
  return { environmentId, id: new Types.ObjectId(id), subscriberId };
}

/** A collection whose documents belong to one subscriber each. */
interface PersonalCollection {
  name: string;
  /** Whether documents name the subscriber by the internal id or by the caller's own. */
  by: 'internal' | 'external';
  /** Filters the documents of one person by the first fields of an index. */
  filterOf: (person: Person) => Record<string, unknown>;
}

/**
 * All collections with documents of subscribers: those whose schema has a field `subscriberId`. Since they are found
 * through the schemas, a collection that is added later is included. `except`: models that are deleted in another way.
 */
function personalCollections(connection: Connection, except: readonly string[]): PersonalCollection[] {
  return Object.values(connection.models)
    .filter(({ modelName }) => !except.includes(modelName))
    .flatMap(({ collection, schema }) => {
      const personal = toPersonal(collection.name, schema);
      return personal ? [personal] : [];
    });
}

function toPersonal(name: string, schema: Schema): PersonalCollection | undefined {
  const path = schema.path('subscriberId');
  if (!path) return undefined;
  const hasEnvironment = schema.path('environmentId') !== undefined;
  // An ObjectId is `Mixed` in the schema.
  if (path.instance !== 'String') {
    return {
      name,
      by: 'internal',
      filterOf: ({ environmentId, id }) => ({ ...(hasEnvironment && { environmentId }), subscriberId: id }),
    };
  }
  // The caller's own id is only unique within an environment.
  if (!hasEnvironment) throw new Error(`The collection ${name} has a subscriberId, but no environmentId`);
  return { name, by: 'external', filterOf: ({ environmentId, subscriberId }) => ({ environmentId, subscriberId }) };
}

/** Runs that are deleted together. */
const BATCH = 1000;

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
  async deleteAll(person: Person): Promise<void> {
    await forgetElsewhere(this.storedEvents, { id: person.environmentId }, person.subscriberId);
    await this.deleteInternal(person);
    await this.deleteFrom(person, 'external');
  }

  /** Deletes everything stored under the internal id, which is never reused. */
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

  /** Events are found through runs, so each run is deleted only after the person was removed from its event. */
  private async deleteRuns({ environmentId, id, subscriberId }: Person): Promise<void> {
    for (;;) {
      const runs = await this.runs.findSomeOf({ environmentId, subscriberId: id }, BATCH);
      if (runs.length === 0) return;
      await forgetRecipient(
        this.storedEvents,
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

  private get storedEvents(): mongo.Collection<Event> {
    return rawCollection<Event>(this.connection.model<Event>(Event.name));
  }

  /** Deletes attachments that only these runs were waiting to send. */
  private async releaseAttachments(eventIds: Types.ObjectId[]): Promise<void> {
    if (eventIds.length === 0) return;
    for (const event of (await this.events.findMany(eventIds)).values()) await this.attachments.release(event);
  }
}
