import type { RedisFacts } from '../../platform/queue/redis-facts.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import type { IndexDescription } from '../../platform/persistence/compare-indexes.js';
import { STORED_COLLECTIONS } from '../stored/stored-collections.js';
import { apiKeyFindings } from './api-key-findings.js';
import { describeFindings } from './finding.js';
import { redisFindings } from './redis-findings.js';
import { keyFindings, storeFindings, type StoreFacts } from './store-findings.js';

const KEY = 'a key of more than thirty-two characters';
const OTHER = 'another key of more than thirty-two characters';
const ID = new SecretBox(KEY).keyId;

/** A store as Carillon makes it, with indexes as a server lists them. */
function aStore(): StoreFacts & { indexes: Map<string, IndexDescription[]> } {
  const indexes = STORED_COLLECTIONS.map(({ name, schema }): [string, IndexDescription[]] => [
    name,
    schema.indexes().map(([key, options]) => ({
      key: key as Record<string, number>,
      name: Object.entries(key)
        .map(([field, order]) => `${field}_${order}`)
        .join('_'),
      ...(options as object),
    })),
  ]);
  return { name: 'mongodb://db/x', version: '7.0.12', isReplicaSet: true, indexes: new Map(indexes) };
}

const redis: RedisFacts = {
  version: '7.2.4',
  evictionPolicy: 'noeviction',
  maxMemory: 1000,
  usedMemory: 100,
  isPersistent: true,
  snapshotFailed: false,
  clock: { aheadMs: 10, errorMs: 1 },
};

const problemsOf = (findings: ReturnType<typeof storeFindings>) =>
  findings.filter(({ state }) => state === 'problem').map(({ message }) => message);

describe('doctor', () => {
  it('DR1: says of a sound store and a sound Redis that all is well', () => {
    const findings = [
      ...storeFindings(aStore()),
      ...redisFindings('redis://r', redis),
      ...keyFindings({ keyIds: [ID] }, KEY),
    ];
    expect(findings.filter(({ state }) => state !== 'ok')).toEqual([]);
    expect(describeFindings(findings)[0]).toBe('ok       Store: mongodb://db/x is reached, MongoDB 7.0.12');
  });

  it('DR1: names API keys of earlier releases, which reach the organization', () => {
    const hash = (digit: string) => digit.repeat(64);
    const apiKeys = [
      { hash: hash('a') },
      { hash: hash('b'), reach: 'own' },
      { hash: hash('c'), reach: 'organization' },
    ];
    const [found, ...others] = apiKeyFindings([
      { name: 'Production', apiKeys },
      { name: 'New', apiKeys: apiKeys.slice(1) },
    ]);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      state: 'advice',
      message: expect.stringMatching(/^Production has 1 key .*: a{24}$/),
    });
  });

  it('DR1: names each index that is missing, different or unknown', () => {
    const store = aStore();
    const [first, second, ...rest] = store.indexes.get('runs') as [IndexDescription, IndexDescription];
    store.indexes.set('runs', [{ ...second, unique: true }, { name: 'own_1', key: { own: 1 } }, ...rest]);
    const found = storeFindings(store).filter(({ subject, state }) => subject === 'Indexes' && state !== 'ok');
    expect(found.map(({ state, message }) => `${state}: ${message}`)).toEqual([
      `problem: runs lacks the index ${first.name}`,
      `problem: runs has another index by the name ${second.name}`,
      'advice: runs has an index that Carillon does not use, own_1',
    ]);
    expect(found.every(({ action }) => action !== undefined)).toBe(true);
  });

  it.each<[string, Partial<StoreFacts>, RegExp]>([
    ['an old MongoDB', { version: '4.4.1' }, /is MongoDB 4\.4\.1/],
    ['a clock that is ahead', { clock: { aheadMs: 60_000, errorMs: 5 } }, /60\.0 seconds ahead of/],
    ['a clock that is behind', { clock: { aheadMs: -3000, errorMs: 5 } }, /3\.0 seconds behind/],
  ])('DR1: %s of the store is a problem', (_what, facts, message) => {
    expect(problemsOf(storeFindings({ ...aStore(), ...facts }))).toEqual([expect.stringMatching(message)]);
  });

  it('DR1: a clock is not blamed for a slow response', () => {
    expect(problemsOf(storeFindings({ ...aStore(), clock: { aheadMs: 3000, errorMs: 2500 } }))).toEqual([]);
  });

  it.each<[string, Partial<RedisFacts>, RegExp]>([
    ['an old one', { version: '5.0.7' }, /is Redis 5\.0\.7/],
    ['one that evicts', { evictionPolicy: 'allkeys-lru' }, /maxmemory-policy is allkeys-lru/],
    ['one that is nearly full', { usedMemory: 900 }, /90 % of maxmemory/],
    ['one whose snapshots fail', { snapshotFailed: true }, /the last snapshot failed/],
    ['one with another time', { clock: { aheadMs: 9000, errorMs: 1 } }, /9\.0 seconds ahead/],
  ])('DR1: of Redis, %s is a problem', (_what, facts, message) => {
    expect(problemsOf(redisFindings('redis://r', { ...redis, ...facts }))).toEqual([expect.stringMatching(message)]);
  });

  it.each<[string, string[] | undefined, string | undefined, string | undefined, RegExp | undefined]>([
    ['a store that was never started on', undefined, undefined, undefined, undefined],
    ['the right key', [ID], KEY, undefined, undefined],
    ['no key', [ID], undefined, undefined, /there is none/],
    ['another key', [ID], OTHER, undefined, /is not the one/],
    ['the previous key given', [ID], OTHER, KEY, undefined],
  ])('DR1: the secret key with %s', (_what, keyIds, key, previous, message) => {
    expect(problemsOf(keyFindings({ keyIds }, key, previous))).toEqual(
      message === undefined ? [] : [expect.stringMatching(message)],
    );
  });
});
