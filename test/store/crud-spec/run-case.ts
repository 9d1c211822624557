import { type Document, MongoBulkWriteError, type MongoClient, MongoServerError } from 'mongodb';
import { Entities } from './entities.js';
import { Matcher, MismatchError } from './matching.js';
import { bulkWriteResult, callCollection, callDatabase } from './operations.js';
import type {
  CollectionData,
  ExpectedError,
  ExpectedEvents,
  Operation,
  UnifiedFile,
  UnifiedTest,
} from './unified-file.js';

/**
 * Runs one case against the server at `uri` and throws when something differs. `admin` prepares the data and reads
 * the outcome, so that it does not show up in the recorded events.
 */
export async function runCase(uri: string, admin: MongoClient, file: UnifiedFile, test: UnifiedTest): Promise<void> {
  await prepare(admin, file.initialData ?? []);
  const entities = new Entities(uri);
  const matcher = new Matcher((id) => entities.get(id));
  const failPoints = new Set<string>();
  try {
    await entities.create(file.createEntities ?? []);
    for (const operation of test.operations) await runOperation(admin, entities, matcher, operation, failPoints);
    const observed = (test.expectEvents ?? []).map((expected) => ({
      expected,
      events: [...entities.client(expected.client).events],
    }));
    await entities.settle();
    for (const { expected, events } of observed) checkEvents(matcher, expected, events);
    for (const outcome of test.outcome ?? []) await checkOutcome(admin, matcher, outcome);
  } finally {
    for (const name of failPoints) await admin.db('admin').command({ configureFailPoint: name, mode: 'off' });
    await entities.close();
  }
}

async function prepare(admin: MongoClient, data: CollectionData[]): Promise<void> {
  for (const { databaseName, collectionName, documents } of data) {
    const database = admin.db(databaseName);
    await database.dropCollection(collectionName);
    await database.createCollection(collectionName);
    if (documents.length > 0) await database.collection(collectionName).insertMany(documents);
  }
}

async function runOperation(
  admin: MongoClient,
  entities: Entities,
  matcher: Matcher,
  operation: Operation,
  failPoints: Set<string>,
): Promise<void> {
  let result: unknown;
  try {
    result = await call(admin, entities, operation, failPoints);
  } catch (error) {
    if (operation.ignoreResultAndError) return;
    if (operation.expectError === undefined || error instanceof TypeError) throw error;
    checkError(matcher, operation.expectError, error, operation.name);
    return;
  }
  if (operation.ignoreResultAndError) return;
  if (operation.expectError !== undefined) throw new MismatchError(`${operation.name}: expected an error, got none`);
  if ('expectResult' in operation) matcher.check(operation.expectResult, result, operation.name);
  if (operation.saveResultAsEntity !== undefined) entities.save(operation.saveResultAsEntity, result);
}

async function call(
  admin: MongoClient,
  entities: Entities,
  operation: Operation,
  failPoints: Set<string>,
): Promise<unknown> {
  const args = operation.arguments ?? {};
  if (operation.object === 'testRunner') {
    if (operation.name !== 'failPoint') throw new TypeError(`The runner does not know ${operation.name}`);
    const failPoint = args.failPoint as Document;
    await admin.db('admin').command(failPoint);
    failPoints.add(String(failPoint.configureFailPoint));
    return undefined;
  }
  const collection = entities.collection(operation.object);
  return collection === undefined
    ? callDatabase(entities.database(operation.object), operation.name, args, entities)
    : callCollection(collection, operation.name, args, entities);
}

function checkError(matcher: Matcher, expected: ExpectedError, error: unknown, place: string): void {
  const fail = (what: string): never => {
    throw new MismatchError(`${place}: expected an error ${what}, got ${String(error)}`);
  };
  if (!(error instanceof Error)) return fail('object');
  const server = error instanceof MongoServerError ? error : undefined;
  if (expected.isClientError !== undefined && expected.isClientError !== (server === undefined)) {
    fail(expected.isClientError ? 'of the client' : 'of the server');
  }
  if (
    expected.errorContains !== undefined &&
    !error.message.toLowerCase().includes(expected.errorContains.toLowerCase())
  ) {
    fail(`containing "${expected.errorContains}"`);
  }
  if (expected.errorCode !== undefined && server?.code !== expected.errorCode) fail(`of code ${expected.errorCode}`);
  if (expected.errorCodeName !== undefined && server?.codeName !== expected.errorCodeName) {
    fail(`of name ${expected.errorCodeName}`);
  }
  for (const label of expected.errorLabelsContain ?? []) if (!server?.hasErrorLabel(label)) fail(`labelled ${label}`);
  for (const label of expected.errorLabelsOmit ?? []) if (server?.hasErrorLabel(label)) fail(`without label ${label}`);
  if (expected.errorResponse !== undefined) matcher.check(expected.errorResponse, server?.errorResponse, place);
  if ('expectResult' in expected) {
    const partial = error instanceof MongoBulkWriteError ? bulkWriteResult(error.result) : undefined;
    matcher.check(expected.expectResult, partial, place);
  }
}

function checkEvents(matcher: Matcher, expected: ExpectedEvents, events: Document[]): void {
  const names = events.map((event) => (event.commandStartedEvent as Document).commandName as string);
  const tooMany = events.length > expected.events.length && expected.ignoreExtraEvents !== true;
  if (tooMany || events.length < expected.events.length) {
    throw new MismatchError(`events: expected ${expected.events.length}, got ${events.length}: ${names.join(', ')}`);
  }
  for (const [i, event] of expected.events.entries()) {
    const actual = events[i]?.commandStartedEvent as Document;
    const wanted = event.commandStartedEvent as Document | undefined;
    if (wanted === undefined) throw new MismatchError('The runner knows only commandStartedEvent');
    // each part is a root of its own: a command carries session and database fields that no case names
    for (const [part, value] of Object.entries(wanted)) matcher.check(value, actual[part], `event[${i}].${part}`);
  }
}

async function checkOutcome(admin: MongoClient, matcher: Matcher, outcome: CollectionData): Promise<void> {
  const collection = admin.db(outcome.databaseName).collection(outcome.collectionName);
  const documents = await collection.find({}, { sort: { _id: 1 } }).toArray();
  const place = `outcome of ${outcome.collectionName}`;
  matcher.check(outcome.documents.length, documents.length, `${place}: count`);
  for (const [i, document] of outcome.documents.entries()) {
    // the stored document must be exactly the expected one
    matcher.check(document, documents[i], `${place}[${i}]`, false);
  }
}
