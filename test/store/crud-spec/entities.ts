import {
  type ClientSession,
  Collection,
  type CollectionOptions,
  type DbOptions,
  type CommandStartedEvent,
  Db,
  type Document,
  MongoClient,
} from 'mongodb';
import type { ClientEntity, DataOptions, EntityDefinition } from './unified-file.js';

/** A client of a case and the commands it sent so far. */
export interface ObservedClient {
  client: MongoClient;
  events: Document[];
}

/** The objects of one case, by id. */
export class Entities {
  private readonly clients = new Map<string, ObservedClient>();
  private readonly others = new Map<string, unknown>();

  constructor(private readonly uri: string) {}

  /** Creates the objects in the order of the file; later ones refer to earlier ones. */
  async create(definitions: EntityDefinition[]): Promise<void> {
    for (const { client, database, collection, session } of definitions) {
      if (client) this.clients.set(client.id, await this.connect(client));
      if (database) {
        const options = dataOptions(database.databaseOptions);
        this.others.set(database.id, this.client(database.client).client.db(database.databaseName, options));
      }
      if (collection) {
        const options = dataOptions(collection.collectionOptions);
        this.others.set(
          collection.id,
          this.database(collection.database).collection(collection.collectionName, options),
        );
      }
      if (session) this.others.set(session.id, this.client(session.client).client.startSession());
    }
  }

  client(id: string): ObservedClient {
    const found = this.clients.get(id);
    if (found === undefined) throw new TypeError(`No client ${id}`);
    return found;
  }

  database(id: string): Db {
    const found = this.others.get(id);
    if (!(found instanceof Db)) throw new TypeError(`No database ${id}`);
    return found;
  }

  session(id: string): ClientSession {
    return this.get(id) as ClientSession;
  }

  /** Any object of the case: a database, a collection, a session, a saved result. */
  get(id: string): unknown {
    if (!this.others.has(id)) throw new TypeError(`No object ${id}`);
    return this.others.get(id);
  }

  collection(id: string): Collection | undefined {
    const found = this.others.get(id);
    return found instanceof Collection ? found : undefined;
  }

  save(id: string, value: unknown): void {
    this.others.set(id, value);
  }

  /**
   * Waits until the server has worked off everything the clients sent. Each client has one connection, so the response
   * to a ping comes after unacknowledged writes before it.
   */
  async settle(): Promise<void> {
    for (const { client } of this.clients.values()) await client.db('admin').command({ ping: 1 });
  }

  async close(): Promise<void> {
    for (const { client } of this.clients.values()) await client.close();
  }

  private async connect(definition: ClientEntity): Promise<ObservedClient> {
    const { readConcernLevel, w, ...rest } = definition.uriOptions ?? {};
    const client = new MongoClient(this.uri, {
      ...rest,
      ...(readConcernLevel === undefined ? {} : { readConcern: { level: readConcernLevel as 'local' } }),
      ...(w === undefined ? {} : { writeConcern: { w: w as number } }),
      maxPoolSize: 1,
      monitorCommands: true,
    });
    const observed: ObservedClient = { client, events: [] };
    const ignored = new Set(['configureFailPoint', ...(definition.ignoreCommandMonitoringEvents ?? [])]);
    if (definition.observeEvents?.includes('commandStartedEvent')) {
      client.on('commandStarted', (event: CommandStartedEvent) => {
        if (ignored.has(event.commandName)) return;
        const { command, commandName, databaseName } = event;
        observed.events.push({ commandStartedEvent: { command, commandName, databaseName } });
      });
    }
    await client.connect();
    return observed;
  }
}

function dataOptions(options: DataOptions | undefined): CollectionOptions & DbOptions {
  return (options ?? {}) as CollectionOptions & DbOptions;
}
