import { randomBytes } from 'node:crypto';
import { statSync, watch } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from 'tar';
import { aPng } from '../../libs/pictures/testing/files.js';
import { aForm } from '../builders/form.js';
import { eventually } from '../eventually.js';
import { mountSmallDisk, unmount } from '../store/support/small-disk.js';
import { CARILLON, CarillonProcess, clientOf, type ProcessEnd } from './carillon-process.js';

const KEY = randomBytes(16).toString('hex');
const PICTURE = aPng();
const ATTACHMENT = { name: 'terms.txt', mime: 'text/plain', file: Buffer.from('the terms').toString('base64') };

describe('carillon backup and carillon restore', () => {
  let folder: string;
  let dataDir: string;
  let file: string;
  let carillon: CarillonProcess;
  let url: string;
  const running: CarillonProcess[] = [];

  const start = async (DATA_DIR: string): Promise<{ carillon: CarillonProcess; url: string }> => {
    const settings = { DATA_DIR, BOOTSTRAP_API_KEY: KEY, IDLE_LOOK_SECONDS: '1', SWEEP_AFTER_SECONDS: '1' };
    const started = CarillonProcess.spawn({ ...settings, SWEEP_INTERVAL_SECONDS: '1' });
    running.push(started);
    return { carillon: started, url: await started.ready() };
  };
  const command = (words: string[], settings: Record<string, string> = {}): Promise<ProcessEnd> =>
    CarillonProcess.spawn({ DATA_DIR: dataDir, ...settings }, [CARILLON, ...words]).end();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'carillon-backup-'));
    dataDir = join(folder, 'data');
    file = join(folder, 'all.backup');
    ({ carillon, url } = await start(dataDir));
  });

  afterAll(async () => {
    await Promise.all(running.map((one) => one.kill('SIGKILL')));
    await eventually(() => rm(folder, { recursive: true, force: true }));
  });

  it('BK1, BK2, BK5: a backup under load has all that was acknowledged before, and goes on where it is restored', async () => {
    const api = clientOf(url, KEY);
    // Longer than a busy machine needs until the backup has come to the attachments: they go when the wait has ended.
    const steps = [
      { name: 'Wait', stepId: 'wait', type: 'delay', controlValues: { amount: 15, unit: 'seconds' } },
      { name: 'Mail', stepId: 'mail', type: 'email', controlValues: { subject: 'S', body: 'B', editorType: 'html' } },
    ];
    const waiting = (await api.workflow({ steps })).workflowId;
    const inApp = { name: 'In-app', stepId: 'in-app', type: 'in_app', controlValues: { body: 'Hello' } };
    const direct = (await api.workflow({ steps: [inApp] })).workflowId;

    const form = aForm([['file', 'logo.png', PICTURE]], { alt: 'Acme' });
    const picture = (await api.request({ method: 'POST', url: '/v1/assets', ...form })).body.data;

    const subscribers: string[] = [];
    const events: string[] = [];
    const state = { isDone: false };
    const load = async (name: string): Promise<void> => {
      for (let n = 0; !state.isDone; n++) {
        const subscriberId = `${name}-${n}`;
        const { status } = await api.post('/v2/subscribers', { subscriberId, firstName: name, email: 'a@example.com' });
        if (status === 201) subscribers.push(subscriberId);
        const { body } = await api.post('/v1/events/trigger', { name: direct, to: subscriberId });
        if (body.data?.acknowledged) events.push(body.data.transactionId);
      }
    };
    const loads = ['a', 'b', 'c', 'd', 'e', 'f'].map(load);
    await eventually(async () => expect(events.length).toBeGreaterThan(100));
    const to = { subscriberId: 'waiting', email: 'w@example.com' };
    const trigger = { name: waiting, to, payload: { attachments: [ATTACHMENT] } };
    const open = (await api.post('/v1/events/trigger', trigger)).body.data.transactionId;

    const acknowledged = { subscribers: [...subscribers], events: [...events] };
    // Other users of the machine could read what is there for a moment, too.
    const modes = new Map<string, number>();
    const watcher = watch(folder, (_event, name) => {
      const mode = statSync(join(folder, name!), { throwIfNoEntry: false })?.mode;
      if (mode !== undefined) modes.set(name!, (modes.get(name!) ?? 0) | (mode & 0o777));
    });
    const made = await command(['backup', file]);
    const during = events.length - acknowledged.events.length;
    state.isDone = true;
    await Promise.all(loads);
    watcher.close();
    expect(Object.fromEntries(modes)).toMatchObject({
      'all.backup.partial': 0o700,
      'all.backup.partial.tar.gz': 0o600,
    });
    expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/1 attachments[^]*contains the secret key/) });
    expect(during).toBeGreaterThan(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).toSorted()).toEqual(['all.backup', 'data']);
    await carillon.kill('SIGTERM');

    const restored = join(folder, 'restored');
    expect(await command(['restore', file], { DATA_DIR: restored })).toMatchObject({
      code: 0,
      output: expect.stringContaining('Checked every document against the indexes'),
    });
    for (const entry of await readdir(restored, { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      expect({ name: entry.name, mode: mode & 0o777 }).toEqual({
        name: entry.name,
        mode: entry.isDirectory() ? 0o700 : 0o600,
      });
    }
    expect((await readdir(restored)).toSorted()).toEqual(['attachments', 'secret.key', 'store']);

    const second = await start(restored);
    const there = clientOf(second.url, KEY);
    const missing: string[] = [];
    for (const subscriberId of acknowledged.subscribers)
      if ((await there.get(`/v2/subscribers/${subscriberId}`)).status !== 200) missing.push(subscriberId);
    for (const transactionId of acknowledged.events)
      if ((await there.get(`/v1/events/trigger/${transactionId}`)).status !== 200) missing.push(transactionId);
    expect(missing).toEqual([]);
    // AS10: pictures are in it, at the same address.
    expect((await there.get('/v1/assets')).body.data).toMatchObject([{ id: picture.id, alt: 'Acme' }]);
    const seen = await fetch(new URL(new URL(picture.url).pathname, second.url));
    expect(Buffer.from(await seen.arrayBuffer()).equals(PICTURE)).toBe(true);
    await eventually(async () => {
      const { body } = await there.get(`/v1/notifications?transactionId=${open}`);
      expect(body.data[0].jobs.map(({ status }: { status: string }) => status)).toEqual(['completed', 'completed']);
    });
    const [sent] = (await there.get(`/v1/outbox?transactionId=${open}`)).body.data;
    expect(JSON.stringify((await there.get(`/v1/outbox/${sent._id}`)).body)).toContain('terms.txt');
    await second.carillon.kill('SIGTERM');
  });

  it('BK3, BK6: what cannot be backed up or restored is refused with the reason, and leaves nothing', async () => {
    const refused = async (words: string[], settings: Record<string, string>, reason: RegExp): Promise<void> => {
      const { code, output } = await command(words, settings);
      expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(reason) });
    };
    const target = join(folder, 'new');
    const damaged = join(folder, 'damaged');
    const bytes = await readFile(file);
    const damage = (change: (content: Buffer) => Buffer) => writeFile(damaged, change(Buffer.from(bytes)));

    await refused(['backup', file], {}, /exists already/);
    await refused(['backup', join(folder, 'x')], { DATA_DIR: join(folder, 'none') }, /There is no store in/);
    await refused(['backup', join(folder, 'x')], { MONGODB_URI: 'mongodb://localhost' }, /Use mongodump/);
    await refused(['restore', file], {}, /is not empty \(/);
    await refused(['restore', join(folder, 'none')], { DATA_DIR: target }, /There is no file/);
    await refused(['restore', join(dataDir, 'secret.key')], { DATA_DIR: target }, /it is not a backup of Carillon/);
    await damage((content) => content.subarray(0, content.length / 2));
    await refused(['restore', damaged], { DATA_DIR: target }, /The backup is damaged, and nothing was restored/);
    await damage((content) => content.fill(0, content.length >> 1, (content.length >> 1) + 64));
    await refused(['restore', damaged], { DATA_DIR: target }, /The backup is damaged/);
    const manifest = { product: 'carillon-backup', format: 1, version: '99.0.0', files: [] };
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
    await create({ file: damaged, cwd: folder, gzip: true }, ['manifest.json']);
    await refused(['restore', damaged], { DATA_DIR: target }, /was made by Carillon 99\.0\.0, and this is/);
    expect(await readdir(target).catch(() => [])).toEqual([]);
    expect((await readdir(folder)).filter((name) => name.startsWith('x'))).toEqual([]);

    expect(await command(['backup'])).toMatchObject({
      code: 2,
      output: expect.stringContaining("Missing required argument 'file'"),
    });
  });

  it('BK4: a disk that becomes full leaves no file', async () => {
    const disk = join(folder, 'disk');
    await mkdir(disk);
    if (!mountSmallDisk(disk, 1)) return;
    try {
      const { code, output } = await command(['backup', join(disk, 'x')]);
      expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/The disk of .* is full/) });
      expect(await readdir(disk)).toEqual([]);
      // Too little is left for what is unpacked.
      await writeFile(join(disk, 'filler'), Buffer.alloc(900_000));
      const restored = join(disk, 'restored');
      const restore = await command(['restore', file], { DATA_DIR: restored });
      expect(restore).toMatchObject({ code: 1, output: expect.stringMatching(/is full\. Nothing was restored/) });
      expect(await readdir(restored)).toEqual([]);
    } finally {
      unmount(disk);
    }
  });
});
