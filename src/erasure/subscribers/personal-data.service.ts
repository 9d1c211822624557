import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection, type Schema, Types } from 'mongoose';
import { AttachmentRelease } from '../../delivery/attachment-release.service.js';
import { EventsService } from '../../events/events.service.js';
import { EventMentions } from '../../events/event-mentions.service.js';
import { Run } from '../../notifications/activity/run.schema.js';
import { RunsService } from '../../notifications/activity/runs.service.js';
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
export interface PersonalCollection {
  name: string;
  /** Whether documents name the subscriber by the internal id or by the caller's own. */
  by: 'internal' | 'external';
  /** The documents of one person, by the fields that indexes begin with. */
  filterOf: (person: Person) => Record<string, unknown>;
}

/**
 * All collections with documents of subscribers: those whose schema has a field `subscriberId`. They are found through
 * the schemas, so that one that is added later is not forgotten. `except` are models that are deleted in another way.
 */
export function personalCollections(connection: Connection, except: readonly string[]): PersonalCollection[] {
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
  // An id of the store is `Mixed` to the schema.
  if (path.instance !== 'String') {
    return {
      name,
      by: 'internal',
      filterOf: ({ environmentId, id }) => ({ ...(hasEnvironment && { environmentId }), subscriberId: id }),
    };
  }
  // The caller's own id says nothing without its environment.
  if (!hasEnvironment) throw new Error(`The collection ${name} has a subscriberId, but no environmentId`);
  return { name, by: 'external', filterOf: ({ environmentId, subscriberId }) => ({ environmentId, subscriberId }) };
}

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
