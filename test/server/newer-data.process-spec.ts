import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATA_FORMAT, OLDEST_COMPATIBLE } from '../../src/server/data-format/data-format.js';
import { assertFolderUsable, markFolder } from '../../src/server/data-format/folder-mark.js';
import { assertStoreUsable, markStore } from '../../src/server/data-format/store-mark.js';
import { VERSION } from '../../src/platform/package-root.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { CARILLON, CarillonProcess } from './carillon-process.js';

const OWN = { format: DATA_FORMAT, oldest: OLDEST_COMPATIBLE, version: VERSION };
const NEWER = { format: DATA_FORMAT + 2, oldest: DATA_FORMAT + 1, version: '9.1.0' };
const REFUSED =
  /was used by Carillon 9\.1\.0.*Nothing was changed\. Start Carillon 9\.1\.0 or newer, or restore the backup/;

describe('UP1: a data folder that a later release has used', () => {
  let dataDir: string;
  const mark = () => join(dataDir, 'carillon.json');

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'carillon-newer-'));
  });

  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('is refused by the service and by commands, and nothing in it is touched', async () => {
    await writeFile(mark(), JSON.stringify(NEWER));
    await mkdir(join(dataDir, 'store'));
    const programs = [undefined, [CARILLON, 'keys', 'list']];
    const ends = await Promise.all(
      programs.map((program) => CarillonProcess.spawn({ DATA_DIR: dataDir }, program).end()),
    );
    for (const { code, output } of ends) {
      expect(code).toBe(1);
      expect(output).toMatch(REFUSED);
      expect(output).toContain(dataDir);
    }
    expect(await readdir(dataDir, { recursive: true })).toEqual(['carillon.json', 'store']);
    expect(JSON.parse(await readFile(mark(), 'utf8'))).toEqual(NEWER);
  });

  it('UP2: is used beside a later release that stores nothing new, which keeps its mark', async () => {
    const beside = { ...NEWER, oldest: OLDEST_COMPATIBLE };
    await assertFolderUsable(dataDir);
    await markFolder(dataDir);
    expect(JSON.parse(await readFile(mark(), 'utf8'))).toEqual(OWN);
    await writeFile(mark(), JSON.stringify(beside));
    await assertFolderUsable(dataDir);
    await markFolder(dataDir);
    expect(JSON.parse(await readFile(mark(), 'utf8'))).toEqual(beside);
  });
});

describe('UP1: a store that a later release has used', () => {
  const namespace = `t${randomBytes(5).toString('hex')}`;
  let test: TestApp;
  const marks = () => test.connection.collection<{ _id: string }>('dataformat');

  beforeAll(async () => {
    test = await startTestApp({ namespace });
  });

  afterAll(() => test.close());

  it('UP2: is marked by the first start of several, before it is migrated', async () => {
    expect(await marks().find().toArray()).toEqual([{ _id: 'data', ...OWN }]);
    await marks().deleteMany({});
    await Promise.all([1, 2, 3, 4].map(() => markStore(test.connection)));
    expect(await marks().find().toArray()).toEqual([{ _id: 'data', ...OWN }]);
  });

  it('is refused at the start and by commands, and nothing in it is changed', async () => {
    await marks().updateOne({ _id: 'data' }, { $set: NEWER });
    await expect(startTestApp({ namespace })).rejects.toThrow(REFUSED);
    await expect(assertStoreUsable(test.connection)).rejects.toThrow(REFUSED);
    expect(await marks().find().toArray()).toEqual([{ _id: 'data', ...NEWER }]);
  });
});
