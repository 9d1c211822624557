import { type Connection, type Model, type Types } from 'mongoose';
import type { EnvironmentRecord } from '../../platform/persistence/environment-record.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';
import { fromHex } from '../../platform/ids.js';

/** A subscriber, by both ids. */
export interface Person {
  environmentId: Types.ObjectId;
  /** Internal. */
  id: Types.ObjectId;
  /** The caller's own. */
  subscriberId: string;
  /** Email address and phone number; empty for deletions that an earlier release has begun. */
  addresses: readonly string[];
}

export function personOf({ environmentId, _id: id, subscriberId, email, phone }: Subscriber): Person {
  return { environmentId, id, subscriberId, addresses: [email, phone].filter((one) => typeof one === 'string') };
}

export function toText({ id, subscriberId, addresses }: Person): string {
  return JSON.stringify([id, subscriberId, addresses]);
}

export function fromText(environmentId: Types.ObjectId, text: string): Person {
  const [id, subscriberId, addresses = []] = JSON.parse(text) as [string, string, string[]?];
  return { environmentId, id: fromHex(id), subscriberId, addresses };
}

/** A collection whose documents belong to one subscriber each. */
export interface PersonalCollection {
  model: Model<EnvironmentRecord>;
  /** Whether documents name the subscriber by the internal id or by the caller's own. */
  by: 'internal' | 'external';
  /** Filters the documents of one person by the first fields of an index. */
  filterOf: (person: Person) => Record<string, unknown>;
}

/**
 * All collections with documents of subscribers: those whose schema has a field `subscriberId`. Since they are found
 * through the schemas, a collection that is added later is included. `except`: models that are deleted in another way.
 */
export function personalCollections(connection: Connection, except: readonly string[]): PersonalCollection[] {
  return Object.values(connection.models)
    .filter(({ modelName }) => !except.includes(modelName))
    .flatMap((model) => toPersonal(model as Model<EnvironmentRecord>) ?? []);
}

function toPersonal(model: Model<EnvironmentRecord>): PersonalCollection | undefined {
  const { schema, modelName } = model;
  const path = schema.path('subscriberId');
  if (!path) return undefined;
  const hasEnvironment = schema.path('environmentId') !== undefined;
  // An ObjectId is `Mixed` in the schema.
  if (path.instance !== 'String') {
    return {
      model,
      by: 'internal',
      filterOf: ({ environmentId, id }) => ({ ...(hasEnvironment && { environmentId }), subscriberId: id }),
    };
  }
  // The caller's own id is only unique within an environment.
  if (!hasEnvironment) throw new Error(`${modelName} has a subscriberId, but no environmentId`);
  return { model, by: 'external', filterOf: ({ environmentId, subscriberId }) => ({ environmentId, subscriberId }) };
}
