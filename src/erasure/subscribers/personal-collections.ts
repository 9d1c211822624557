import type { Connection, Schema } from 'mongoose';
import type { Person } from './person.js';

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
