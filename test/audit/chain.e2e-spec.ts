import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { AuditEntry } from '../../src/audit/audit-entry.schema.js';
import { AuditRetention } from '../../src/audit/audit-retention.service.js';
import { AuditTrail, systemActor } from '../../src/audit/audit-trail.service.js';
import { splitLines, verifyLines } from '../../src/audit/verify/verify-lines.js';
import { DAY_MS, HOUR_MS } from '../../src/platform/clock.js';
import { MovableClock } from '../delivery/engine-scene.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { CARILLON } from '../server/carillon-process.js';
import { entriesFrom } from './entries.js';
import { aPerson } from './people.js';

const WRITES = 200;
const AUDIT_DAYS = 10;

describe('the chain of the audit trail', () => {
  const namespace = `audit-${process.pid}-${Date.now().toString(36)}`;
  const clock = new MovableClock();
  let one: TestApp;
  let other: TestApp;
  let environmentId: string;

  beforeAll(async () => {
    const settings = { AUDIT_DAYS: String(AUDIT_DAYS) };
    one = await startTestApp({ namespace, clock, settings });
    other = await startTestApp({ namespace, clock, settings });
    environmentId = (await one.api.get('/v1/environments/me')).body.data._id;
  });

  afterAll(async () => {
    await other.app.close();
    await one.close();
  });

  /** What the export sends, as a file. */
  async function exported(query = ''): Promise<Buffer> {
    const owner = await aPerson(one, 'owner');
    const file = await owner.raw(environmentId, `/v1/audit/export${query}`);
    expect(file.statusCode).toBe(200);
    expect(file.headers['content-type']).toMatch(/^application\/x-ndjson/);
    return file.rawPayload;
  }

  const verified = async (file: Buffer) => verifyLines(splitLines([file]));

  it('AU6: concurrent writers of two processes keep one chain', async () => {
    const responses = await Promise.all(
      Array.from({ length: WRITES }, (_, index) =>
        [one, other][index % 2]!.api.post('/v2/topics', { key: `topic-${index}`, name: `Topic ${index}` }),
      ),
    );
    expect(responses.filter(({ status }) => status !== 201)).toEqual([]);
    const entries = await entriesFrom(one, 1);
    const topics = entries.filter(({ operation }) => operation === 'Topics_create');
    expect(new Set(topics.map(({ resourceIds }) => resourceIds.find((id) => id.startsWith('topic-')))).size).toBe(
      WRITES,
    );
    expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, index) => index + 1));
    expect(await verified(await exported())).toMatchObject({ verified: { lines: entries.length, first: 1 } });
  });

  it('AU6: a change in the store is named by the line of the export', async () => {
    const entries = one.connection.collection('audit_entries');
    const [fifth] = await entriesFrom(one, 5);
    await entries.updateOne({ _id: fifth!._id }, { $set: { 'actor.id': 'someone-else' } });
    expect(await verified(await exported())).toEqual({
      wrong: { line: 5, reason: expect.stringContaining('entry 5 does not have the hash') },
    });
    await entries.updateOne({ _id: fifth!._id }, { $set: { 'actor.id': fifth!.actor.id } });
    expect(await verified(await exported())).toHaveProperty('verified');
  });

  it('AU6: the command names the line and fails, without a store', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'carillon-audit-'));
    const path = join(folder, 'audit.jsonl');
    const run = (...words: string[]) =>
      new Promise<{ code: unknown; output: string }>((resolve) => {
        execFile(process.execPath, [CARILLON, 'audit', ...words], (error, stdout, stderr) =>
          resolve({ code: error?.code ?? 0, output: stdout + stderr }),
        );
      });
    try {
      const file = await exported();
      await writeFile(path, file);
      expect(await run('verify', path)).toEqual({ code: 0, output: expect.stringMatching(/^All \d+ lines are right/) });
      const thirdLine = file.indexOf('\n', file.indexOf('\n') + 1) + 1;
      file.writeUInt8(file.readUInt8(thirdLine + 100) ^ 1, thirdLine + 100);
      await writeFile(path, file);
      expect(await run('verify', path)).toEqual({ code: 1, output: expect.stringMatching(/^Line 3 /) });
      expect(await run('check', path)).toMatchObject({ code: 2 });
      expect(await run('verify', join(folder, 'nothing'))).toMatchObject({ code: 2 });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('AU6: entries are neither changed nor deleted through their model', async () => {
    const model = one.app.get<Model<AuditEntry>>(getModelToken(AuditEntry.name), { strict: false });
    const attempts = [
      () => model.updateOne({}, { operation: 'x' }).exec(),
      () => model.updateMany({}, { operation: 'x' }).exec(),
      () => model.findOneAndUpdate({}, { operation: 'x' }).exec(),
      () => model.deleteOne({}).exec(),
      () => model.findOneAndDelete({}).exec(),
      () => new model({}).save({ validateBeforeSave: false }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow(/audit trail are/);
  });

  it('what the system does is recorded as its own, without secrets', async () => {
    const [{ organizationId }] = (await entriesFrom(one, 1)) as [AuditEntry];
    await one.app.get(AuditTrail, { strict: false }).record({
      organizationId,
      actor: systemActor('command line'),
      operation: 'Keys_create',
      resource: 'api-keys',
      resourceIds: ['3f1c9a5be0d24d7f8a6c0b1e2d3f4a5b', 'wf\ud800'],
    });
    const entries = await entriesFrom(one, 1);
    expect(entries.at(-1)).toMatchObject({
      actor: { type: 'system', name: 'command line' },
      resourceIds: ['[redacted]', 'wf\ufffd'],
      changes: [],
    });
    expect(await verified(await exported())).toMatchObject({ verified: { lines: entries.length } });
  });

  it('AU7: the oldest entries are deleted after AUDIT_DAYS, and the rest can be verified', async () => {
    const { length } = await entriesFrom(one, 1);
    // The tests before have taken far less than an hour.
    clock.forward(AUDIT_DAYS * DAY_MS - HOUR_MS);
    await one.api.topic({ key: 'young' });
    const retention = one.app.get(AuditRetention, { strict: false });
    await retention.run();
    expect(await entriesFrom(one, 1)).toHaveLength(length + 1);
    clock.forward(2 * HOUR_MS);
    await retention.run();
    expect((await entriesFrom(one, 1)).map(({ sequence }) => sequence)).toEqual([length + 1]);
    await other.api.topic({ key: 'younger' });
    expect(await verified(await exported())).toMatchObject({ verified: { lines: 2, first: length + 1 } });
    // The last one is kept however old, since the next one continues it.
    clock.forward(3 * AUDIT_DAYS * DAY_MS);
    await retention.run();
    expect((await entriesFrom(one, 1)).map(({ sequence }) => sequence)).toEqual([length + 2]);
  });

  it('an export has the entries of a period', async () => {
    clock.forward(1000);
    const from = clock.now();
    await one.api.topic({ key: 'within' });
    clock.forward(1000);
    const to = clock.now();
    await one.api.topic({ key: 'after' });
    const file = await exported(`?from=${from.toISOString()}&to=${to.toISOString()}`);
    const [line, rest] = file.toString().split('\n');
    expect(JSON.parse(line!)).toMatchObject({
      operation: 'Topics_create',
      resourceIds: expect.arrayContaining(['within']),
    });
    expect(rest).toBe('');
  });
});
