import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { openStore, type StoreUnderTest } from '../support/store-under-test.js';
import { applies, compareVersions, type ServerFacts, serverFacts } from './requirements.js';
import { runCase } from './run-case.js';
import { readUnifiedFile } from './unified-file.js';

/** What became of the cases of one folder or file. */
interface Tally {
  applicable: number;
  failures: string[];
}

const ownCases = join(import.meta.dirname, 'cases');

describe('cases in the unified test format', () => {
  let store: StoreUnderTest;
  let admin: MongoClient;
  let server: ServerFacts;

  beforeAll(async () => {
    store = await openStore();
    admin = await new MongoClient(store.uri).connect();
    server = await serverFacts(admin);
  });

  afterAll(async () => {
    await admin?.close();
    await store?.close();
  });

  /** Runs every case of a file that applies to the server, and names the failed ones with the reason. */
  async function runFile(path: string): Promise<Tally> {
    const file = await readUnifiedFile(path);
    const tally: Tally = { applicable: 0, failures: [] };
    if (!applies(file.runOnRequirements, server)) return tally;
    for (const test of file.tests) {
      if (test.skipReason !== undefined || !applies(test.runOnRequirements, server)) continue;
      tally.applicable += 1;
      try {
        await runCase(store.uri, admin, file, test);
      } catch (error) {
        tally.failures.push(`${file.description}: ${test.description}\n    ${String(error)}`);
      }
    }
    return tally;
  }

  it('passes what the runner must understand, and leaves out what does not apply', async () => {
    expect(await runFile(join(ownCases, 'runner-proof.json'))).toEqual({ applicable: 5, failures: [] });
  });

  it('reports every wrong case as failed', async () => {
    const { applicable, failures } = await runFile(join(ownCases, 'must-fail.json'));
    expect(applicable).toBe(18);
    expect(failures).toHaveLength(applicable);
    // sixteen because something differs, two because a call failed that should not have been made or should not fail
    expect(failures.filter((failure) => failure.includes('\n    MismatchError: '))).toHaveLength(16);
  });

  it('writes report what they did', async () => {
    expect(await runFile(join(ownCases, 'writes.json'))).toEqual({ applicable: 8, failures: [] });
  });

  it('compares versions part by part', () => {
    expect(compareVersions('7.0.12', '4.2.99')).toBeGreaterThan(0);
    expect(compareVersions('4.10', '4.9')).toBeGreaterThan(0);
    expect(compareVersions('4.4', '4.4.0')).toBe(0);
    expect(compareVersions('3.4.99', '3.5')).toBeLessThan(0);
  });

  // MongoDB publishes its CRUD cases apart from this repository; CRUD_SPEC_DIR names a folder that holds them
  const publicCases = process.env.CRUD_SPEC_DIR;
  (publicCases === undefined ? it.skip : it)('public CRUD cases (CRUD_SPEC_DIR)', async () => {
    const total: Tally = { applicable: 0, failures: [] };
    for (const name of (await readdir(publicCases ?? '')).filter((entry) => entry.endsWith('.json')).sort()) {
      const { applicable, failures } = await runFile(join(publicCases ?? '', name));
      total.applicable += applicable;
      total.failures.push(...failures);
    }
    const passed = total.applicable - total.failures.length;
    const lines = [`${passed} of ${total.applicable} applicable cases passed`, ...total.failures];
    process.stdout.write(`${lines.join('\n')}\n`);
    expect(total.applicable).toBeGreaterThan(0);
    expect(passed).toBeGreaterThanOrEqual(Number(process.env.CRUD_SPEC_MINIMUM ?? total.applicable));
  });
});
