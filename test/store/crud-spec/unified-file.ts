import { readFile } from 'node:fs/promises';
import { EJSON, type Document } from 'bson';

/** Condition on the server: it must hold for the cases below it to apply. */
export interface RunOnRequirement {
  minServerVersion?: string;
  maxServerVersion?: string;
  topologies?: string[];
  serverless?: 'require' | 'forbid' | 'allow';
  auth?: boolean;
}

/** A client of a case, with the events that are recorded of it. */
export interface ClientEntity {
  id: string;
  uriOptions?: Document;
  observeEvents?: string[];
  ignoreCommandMonitoringEvents?: string[];
}

/** Read and write settings of a database or a collection. */
export interface DataOptions {
  readConcern?: { level: string };
  writeConcern?: Document;
  readPreference?: { mode: string; maxStalenessSeconds?: number };
}

/** One object that the operations of a file refer to by its id. */
export interface EntityDefinition {
  client?: ClientEntity;
  database?: { id: string; client: string; databaseName: string; databaseOptions?: DataOptions };
  collection?: { id: string; database: string; collectionName: string; collectionOptions?: DataOptions };
  session?: { id: string; client: string };
}

/** Documents of one collection, before a case (initial data) or after it (outcome). */
export interface CollectionData {
  databaseName: string;
  collectionName: string;
  documents: Document[];
}

/** What an operation must fail with. */
export interface ExpectedError {
  isError?: boolean;
  isClientError?: boolean;
  errorContains?: string;
  errorCode?: number;
  errorCodeName?: string;
  errorLabelsContain?: string[];
  errorLabelsOmit?: string[];
  errorResponse?: Document;
  expectResult?: unknown;
}

/** One call on an object of the case. */
export interface Operation {
  name: string;
  object: string;
  arguments?: Document;
  expectResult?: unknown;
  expectError?: ExpectedError;
  saveResultAsEntity?: string;
  ignoreResultAndError?: boolean;
}

/** The events one client must have sent, in order. */
export interface ExpectedEvents {
  client: string;
  events: Document[];
  ignoreExtraEvents?: boolean;
}

/** One case. */
export interface UnifiedTest {
  description: string;
  runOnRequirements?: RunOnRequirement[];
  skipReason?: string;
  operations: Operation[];
  expectEvents?: ExpectedEvents[];
  outcome?: CollectionData[];
}

/** A file of cases in MongoDB's unified test format. */
export interface UnifiedFile {
  description: string;
  schemaVersion: string;
  runOnRequirements?: RunOnRequirement[];
  createEntities?: EntityDefinition[];
  initialData?: CollectionData[];
  tests: UnifiedTest[];
}

/** Reads one file. Values in extended JSON become BSON values, plain numbers stay JavaScript numbers. */
export async function readUnifiedFile(path: string): Promise<UnifiedFile> {
  return EJSON.parse(await readFile(path, 'utf8'), { relaxed: true }) as UnifiedFile;
}
