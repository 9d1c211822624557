import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderLock } from '#libs/folder-lock/folder-lock.js';
import type { ApiClient } from '../api-client.js';
import { HOUR, MovableClock } from '../delivery/engine-scene.js';
import { asSoonAs, eventually } from '../eventually.js';
import { CarillonProcess, clientOf } from '../server/carillon-process.js';
import { mountSmallDisk, unmount } from '../store/support/small-disk.js';
import { startTestApp } from '../test-app.js';
import { TriggerLoad } from './trigger-load.js';

const KEY = '5e'.repeat(16);
/** What is lost on the way to the queue is found soon. */
const SOON = { SWEEP_AFTER_SECONDS: '2', SWEEP_INTERVAL_SECONDS: '1' };
/** `npm run security` tries for longer. */
const LONG = process.env.SECURITY_REQUESTS !== undefined;
const ROUNDS = LONG ? 8 : 2;
const TRIGGERS = LONG ? 200 : 20;

describe('while triggers come all the time', () => {
  let parent: string;
  let dataDir: string;
  let running: CarillonProcess[];
  let mounted = false;

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'carillon-faults-'));
    dataDir = join(parent, 'data');
    running = [];
  });

  afterEach(async () => {
    await Promise.all(running.map((carillon) => carillon.kill('SIGKILL')));
    if (mounted) unmount(dataDir);
    mounted = false;
    await eventually(() => rm(parent, { recursive: true, force: true }));
  });

  async function start() {
    const carillon = CarillonProcess.spawn({ DATA_DIR: dataDir, BOOTSTRAP_API_KEY: KEY, ...SOON });
    running.push(carillon);
    return { carillon, api: clientOf(await carillon.ready(), KEY) };
  }

  /** The process that holds the store. */
  const child = async () => (await FolderLock.holderOf(join(dataDir, 'store', 'store.lock')))!.pid;

  const readiness = (api: ApiClient) => api.get('/health/ready');
  const isReady = (api: ApiClient) =>
    eventually(async () => expect(await readiness(api)).toMatchObject({ status: 200, body: { status: 'ok' } }));

  /** Of what was not accepted, nothing failed in another way than one to try again. */
  const expectOnlyOutages = (load: TriggerLoad, carillon: CarillonProcess) => {
    const others = load.refused.filter(({ status, retryAfter }) => status !== 503 || !retryAfter);
    expect(others.map((other) => ({ ...other, log: carillon.logOf(other.message) }))).toEqual([]);
  };

  it('the embedded store is killed: it comes back by itself, and all that was accepted arrives once', async () => {
    const { carillon, api } = await start();
    const load = await TriggerLoad.start(api);
    for (let kills = 0; kills < ROUNDS; kills++) {
      await load.goesOn(TRIGGERS);
      process.kill(await child(), 'SIGKILL');
      await asSoonAs(async () => (await readiness(api)).status === 503);
      await isReady(api);
    }
    await load.goesOn();
    expect(await load.arrives()).toEqual([]);
    expectOnlyOutages(load, carillon);
    expect(carillon.printed.match(/embedded store ended; it is started again/g)).toHaveLength(ROUNDS);
  });

  it('the embedded store stands still: requests are answered with 503 meanwhile, and it goes on afterwards', async () => {
    const { carillon, api } = await start();
    const load = await TriggerLoad.start(api);
    await load.goesOn();
    const frozen = await child();
    process.kill(frozen, 'SIGSTOP');
    try {
      // Each of these would wait for the end of the standstill, which is after them.
      const payload = { text: 'more than a socket holds', ballast: 'x'.repeat(400_000) };
      const large = api.post('/v1/events/trigger', { name: 'load', to: 'large', payload });
      await load.isRefused(/store cannot be reached/);
      expect(await api.get('/v2/subscribers')).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
      expect(await large).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
      expect((await api.get('/health/live')).status).toBe(200);
      expect((await readiness(api)).body).toMatchObject({
        message: 'The store does not respond',
        // The queue is in the process itself.
        parts: { store: { status: 'down' }, queue: { status: 'up' } },
      });
    } finally {
      process.kill(frozen, 'SIGCONT');
    }
    await isReady(api);
    await load.goesOn();
    expect(await load.arrives()).toEqual([]);
    expectOnlyOutages(load, carillon);
    expect(await child()).toBe(frozen);
    expect(carillon.printed).not.toContain('started again');
  });

  it('the disk fills up: 503 says so, and with room again it goes on, nothing lost and nothing twice', async () => {
    await mkdir(dataDir);
    mounted = mountSmallDisk(dataDir, 200);
    if (!mounted)
      return void process.stdout.write('A full disk is not tried: it takes a right to mount a small one.\n');
    const { carillon, api } = await start();
    const load = await TriggerLoad.start(api, { payload: { ballast: 'x'.repeat(50_000) } });
    await load.goesOn();
    const ballast = join(dataDir, 'ballast');
    await fill(ballast);
    expect(await load.isRefused(/^The disk is full/)).toMatchObject({ status: 503, retryAfter: '10' });
    await eventually(async () =>
      expect(await readiness(api)).toMatchObject({
        status: 503,
        body: { message: 'The store takes no writes, because its disk is full', parts: { store: { status: 'down' } } },
      }),
    );
    await rm(ballast);
    await isReady(api);
    await load.goesOn();
    expect(await load.arrives()).toEqual([]);
    expectOnlyOutages(load, carillon);
  });

  it('a process may open no more files: 503, and the log names the limit, also when its services end then, and it recovers', async () => {
    if (!hasPrlimit()) return void process.stdout.write('Descriptors are not tried: there is no prlimit.\n');
    const { carillon, api } = await start();
    const file = Buffer.from('x').toString('base64');
    const load = await TriggerLoad.start(api, {
      senders: 1,
      payload: { attachments: [{ file, name: 'a.txt', mime: 'text/plain' }] },
    });
    await load.goesOn();
    const [own, services] = [carillon.pid, await child()];
    // Its connections stay, and so does the one that the load comes on.
    const giveBack = [leaveNoDescriptor(services), leaveNoDescriptor(own)];
    expect(await load.isRefused(/too much open at once/)).toMatchObject({ status: 503 });
    // The line and the response come over different pipes.
    await eventually(async () =>
      expect(carillon.printed).toContain('No further file or connection can be opened (ulimit -n)'),
    );
    process.kill(services, 'SIGKILL');
    await eventually(async () => expect(carillon.printed).toMatch(/it is started again/));
    for (const undo of giveBack) undo();
    await isReady(api);
    await load.goesOn();
    expect(await load.arrives()).toEqual([]);
    expectOnlyOutages(load, carillon);
  });
});

describe('a clock that jumps', () => {
  it('while triggers come all the time: forward and backward by hours, and each arrives once', async () => {
    const clock = new MovableClock();
    const carillon = await startTestApp({ clock });
    const load = await TriggerLoad.start(carillon.api);
    for (const hours of [6, -12, 24, -18]) {
      await load.goesOn();
      // What is under way is overdue now, or is not due for hours: both only say when to look at it again.
      clock.forward(hours * HOUR);
    }
    await load.goesOn();
    expect(await load.arrives()).toEqual([]);
    expect(load.refused).toEqual([]);
    await carillon.close();
  });
});

/** Writes a file until the disk takes no more of it. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (const size of [1 << 20, 1 << 12]) {
      const bytes = Buffer.alloc(size);
      try {
        for (;;) await file.write(bytes);
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
      }
    }
  } finally {
    await file.close();
  }
}

function hasPrlimit(): boolean {
  try {
    execFileSync('prlimit', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Below every descriptor that a process opens beside its standard ones: what is open stays so, and nothing follows. */
const NO_DESCRIPTOR = 3;

/** Lets a process open nothing more. Returns what allows it again. */
function leaveNoDescriptor(pid: number): () => void {
  const limit = execFileSync('prlimit', ['--pid', String(pid), '--nofile', '--noheadings', '--raw', '--output=SOFT']);
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${NO_DESCRIPTOR}:`]);
  return () => {
    try {
      execFileSync('prlimit', ['--pid', String(pid), `--nofile=${limit.toString().trim()}:`], { stdio: 'ignore' });
    } catch {
      // It has ended meanwhile.
    }
  };
}
