import type { Schema } from 'mongoose';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { compareIndexes, type IndexDescription } from '../../platform/persistence/compare-indexes.js';
import { STORED_COLLECTIONS } from '../stored/stored-collections.js';
import { advice, type Finding, ok, problem } from './finding.js';

/** Clocks that differ by more than this let waits end visibly early or late. */
const MAX_SKEW_MS = 2000;

/** The store must know index filters and updates as MongoDB 5 does. */
const MIN_MONGODB = 5;

/** What the store says about itself. */
export interface StoreFacts {
  /** How it is named to users. */
  readonly name: string;
  /** The version of MongoDB; undefined for the embedded store. */
  readonly version?: string;
  /** Milliseconds that its clock is ahead of this machine's, and by how much that may be wrong. */
  readonly clock?: { readonly aheadMs: number; readonly errorMs: number };
  readonly isReplicaSet?: boolean;
  /** Indexes by collection, without those of the ids. */
  readonly indexes: ReadonlyMap<string, readonly IndexDescription[]>;
  /** Ids of the keys that stored secrets are encrypted with; undefined in a store that was never started on. */
  readonly keyIds?: readonly string[];
}

/** What is to be done about a store. */
export function storeFindings(facts: StoreFacts): Finding[] {
  return [...versionFindings(facts), ...clockFindings('Store clock', facts.clock), ...indexFindings(facts)];
}

function versionFindings({ name, version, isReplicaSet }: StoreFacts): Finding[] {
  if (version === undefined) return [ok('Store', `${name} can be read`)];
  const findings =
    Number(version.split('.')[0]) < MIN_MONGODB
      ? [problem('Store', `${name} is MongoDB ${version}`, `Use MongoDB ${MIN_MONGODB} or newer`)]
      : [ok('Store', `${name} is reached, MongoDB ${version}`)];
  if (isReplicaSet === false) {
    findings.push(
      advice(
        'Store',
        'it is a single server: what it has acknowledged is lost with its disk',
        'Run MongoDB as a replica set of three',
      ),
    );
  }
  return findings;
}

/** `subject`: whose clock it is. */
export function clockFindings(subject: string, clock: StoreFacts['clock']): Finding[] {
  if (!clock) return [];
  const { aheadMs, errorMs } = clock;
  const seconds = `${(Math.abs(aheadMs) / 1000).toFixed(1)} seconds ${aheadMs < 0 ? 'behind' : 'ahead of'} the clock of this machine`;
  return Math.abs(aheadMs) - errorMs > MAX_SKEW_MS
    ? [problem(subject, `it is ${seconds}`, 'Let NTP set the clocks of all machines (timedatectl set-ntp true)')]
    : [ok(subject, `it is ${seconds}`)];
}

function indexFindings({ indexes }: StoreFacts): Finding[] {
  if (indexes.size === 0) {
    return [advice('Indexes', 'there are no data yet', 'Start Carillon once; it makes its collections and indexes')];
  }
  const findings = STORED_COLLECTIONS.flatMap(({ name, schema }) => {
    const { missing, different, unexpected } = compareIndexes(indexes.get(name) ?? [], declaredIndexes(schema));
    return [
      ...missing.map((index) =>
        problem(
          'Indexes',
          `${name} lacks the index ${index}`,
          'Start Carillon, which creates it; if it is still missing, its log says why',
        ),
      ),
      ...different.map((index) =>
        problem(
          'Indexes',
          `${name} has another index by the name ${index}`,
          `Drop it, and start Carillon, which creates the right one: db.${name}.dropIndex('${index}')`,
        ),
      ),
      ...unexpected.map((index) =>
        advice(
          'Indexes',
          `${name} has an index that Carillon does not use, ${index}`,
          'If nothing else uses it, drop it: each write keeps it up to date',
        ),
      ),
    ];
  });
  const count = STORED_COLLECTIONS.reduce((sum, { schema }) => sum + declaredIndexes(schema).length, 0);
  return findings.length > 0 ? findings : [ok('Indexes', `all ${count} are there, as they should be`)];
}

function declaredIndexes(schema: Schema): IndexDescription[] {
  return schema.indexes().map(([key, options]) => ({
    name: Object.entries(key)
      .map(([field, order]) => `${field}_${String(order)}`)
      .join('_'),
    ...(options as Omit<IndexDescription, 'name' | 'key'>),
    key,
  }));
}

/** Whether the secret key of this process opens what is stored. `secretKey`: undefined when there is none. */
export function keyFindings(
  facts: Pick<StoreFacts, 'keyIds'>,
  secretKey: string | undefined,
  previous?: string,
): Finding[] {
  const subject = 'Secret key';
  if (facts.keyIds === undefined) return [];
  if (secretKey === undefined) {
    return [
      problem(
        subject,
        'there is none, and stored secrets are encrypted with one',
        'Set SECRET_KEY to it, or restore the file secret.key of DATA_DIR from a backup',
      ),
    ];
  }
  const box = new SecretBox(secretKey, previous);
  const unknown = facts.keyIds.filter((id) => !box.knows(id));
  if (unknown.length === 0) return [ok(subject, 'it opens what is stored')];
  return [
    problem(
      subject,
      'it is not the one that stored secrets are encrypted with',
      facts.keyIds.length > 1
        ? 'A change of the key is under way: set SECRET_KEY to the new one and SECRET_KEY_PREVIOUS to the old one'
        : 'Set SECRET_KEY to the one from before; to change it, set SECRET_KEY_PREVIOUS to that one, too',
    ),
  ];
}
