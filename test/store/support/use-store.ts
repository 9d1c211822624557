import { type Collection, type Db, type Document, MongoClient } from 'mongodb';
import { openStore, type StoreUnderTest, uniqueDatabaseName } from './store-under-test.js';

/** What the specs of one file share: a server, a client and a database of their own. */
export interface SharedStore {
  uri(): string;
  client(): MongoClient;
  database(): Db;
  /** An empty collection that no other spec uses. */
  collection<Schema extends Document = Document>(): Collection<Schema>;
}

/** Opens a server for the specs of the enclosing file or `describe`, and closes it after them. */
export function useStore(subject: string): SharedStore {
  let store: StoreUnderTest | undefined;
  let client: MongoClient | undefined;
  let database: Db | undefined;
  let collections = 0;

  beforeAll(async () => {
    store = await openStore();
    client = await new MongoClient(store.uri).connect();
    database = client.db(uniqueDatabaseName(subject));
  });

  afterAll(async () => {
    await database?.dropDatabase();
    await client?.close();
    await store?.close();
  });

  return {
    uri: () => present(store).uri,
    client: () => present(client),
    database: () => present(database),
    collection: <Schema extends Document>() => present(database).collection<Schema>(`c${++collections}`),
  };
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The store is not open yet');
  return value;
}
