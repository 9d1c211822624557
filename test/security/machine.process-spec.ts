import { execFile } from 'node:child_process';
import { chmod, lstat, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FolderLock } from '#libs/folder-lock/folder-lock.js';
import { eventually } from '../eventually.js';
import { CarillonProcess, clientOf } from '../server/carillon-process.js';
import { StoreProcess } from '../store/support/store-process.js';

const KEY = '4d'.repeat(16);
const NOBODY = ['--reuid=65534', '--regid=65534', '--clear-groups'];
/** Becoming another user takes root. */
const isRoot = process.getuid?.() === 0;

/** What somebody tries, as a program of Node's own means: connects to sockets, opens files. Prints what has succeeded. */
const TRY = `
  const net = require('node:net'), fs = require('node:fs');
  const { addresses, files } = JSON.parse(process.argv[1]);
  const reached = (address) => new Promise((resolve) => {
    const socket = net.connect(address, () => { socket.destroy(); resolve([JSON.stringify(address)]); });
    socket.on('error', () => resolve([]));
  });
  const opened = (file) => { try { fs.closeSync(fs.openSync(file)); return [file]; } catch { return []; } };
  Promise.all(addresses.map(reached)).then((all) => console.log(JSON.stringify([...all.flat(), ...files.flatMap(opened)])));`;

interface Targets {
  addresses: ({ path: string } | { port: number })[];
  files: string[];
}

/** What of it is reached: by this user, and by another user of the machine. */
async function reachedBy(who: 'us' | 'another user', targets: Targets): Promise<string[]> {
  const node = [process.execPath, '-e', TRY, JSON.stringify(targets)];
  const [command = '', ...args] = who === 'us' ? node : ['setpriv', ...NOBODY, ...node];
  const { stdout } = await promisify(execFile)(command, args, { cwd: '/' });
  return JSON.parse(stdout) as string[];
}

/** Where a process listens, as the kernel says. */
async function listeningOf(pid: number): Promise<Targets['addresses']> {
  const links = await Promise.all(
    (await readdir(`/proc/${pid}/fd`)).map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')),
  );
  const inodes = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
  const rows = async (file: string) =>
    (await readFile(file, 'utf8'))
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/));
  const tcp = [...(await rows('/proc/net/tcp')), ...(await rows('/proc/net/tcp6'))];
  const ports = tcp.filter((row) => row[3] === '0A' && inodes.has(row[9] ?? ''));
  // Flags 00010000: it accepts connections.
  const unix = (await rows('/proc/net/unix')).filter((row) => row[3] === '00010000' && inodes.has(row[6] ?? ''));
  return [
    ...ports.map((row) => ({ port: Number.parseInt(row[1]!.split(':')[1]!, 16) })),
    ...unix.map((row) => ({ path: row[7]! })),
  ];
}

describe('on a machine with several users', () => {
  let parent: string;
  let dataDir: string;
  let running: CarillonProcess[];

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'carillon-machine-'));
    // Anybody may come as far as the data folder, as under /var/lib or /home.
    await chmod(parent, 0o755);
    dataDir = join(parent, 'data');
    running = [];
  });

  afterEach(async () => {
    await Promise.all(running.map((carillon) => carillon.kill('SIGKILL')));
    await eventually(() => rm(parent, { recursive: true, force: true }));
  });

  async function start() {
    const carillon = CarillonProcess.spawn({ DATA_DIR: dataDir, BOOTSTRAP_API_KEY: KEY });
    running.push(carillon);
    const api = clientOf(await carillon.ready(), KEY);
    return { carillon, api };
  }

  const child = async () => (await FolderLock.holderOf(join(dataDir, 'store', 'store.lock')))!.pid;

  /** Files and folders that others may do anything with. */
  async function openToOthers(): Promise<string[]> {
    const paths = [dataDir, ...(await readdir(dataDir, { recursive: true })).map((name) => join(dataDir, name))];
    const modes = await Promise.all(paths.map((path) => lstat(path).catch(() => undefined)));
    return paths.filter((_path, index) => ((modes[index]?.mode ?? 0) & 0o077) !== 0);
  }

  const trigger = (api: ReturnType<typeof clientOf>, text: string) =>
    api.post('/v1/events/trigger', {
      name: 'welcome',
      to: 'ada',
      payload: {
        text,
        attachments: [{ name: 'a.txt', mime: 'text/plain', file: Buffer.from(text).toString('base64') }],
      },
    });

  async function isDelivered(api: ReturnType<typeof clientOf>, texts: string[]) {
    await eventually(async () => {
      const inbox = await api.inbox('ada');
      expect(inbox.map((one: { body: string }) => one.body)).toEqual(texts.toReversed());
    });
  }

  const WORKFLOW = {
    name: 'Welcome',
    workflowId: 'welcome',
    active: true,
    steps: [
      { name: 'Inbox', type: 'in_app', controlValues: { body: '{{payload.text}}' } },
      { name: 'Wait', type: 'delay', controlValues: { amount: 1, unit: 'hours' } },
    ],
  };

  it('another user does not reach the store, and reads nothing of the data, the key file and the address', async () => {
    if (!isRoot) return void process.stdout.write('Another user is not tried: becoming one takes root.\n');
    const { carillon, api } = await start();
    await api.workflow(WORKFLOW);
    expect((await trigger(api, 'one')).status).toBe(201);
    const names = (await readdir(dataDir, { recursive: true })).map((name) => join(dataDir, name));
    const kinds = await Promise.all(names.map((name) => lstat(name)));
    const files = names.filter((_name, index) => kinds[index]!.isFile());
    for (const name of ['secret.key', 'store.address', 'store/data.mdb']) {
      expect(files).toContain(join(dataDir, name));
    }
    expect(files.some((name) => name.startsWith(join(dataDir, 'attachments')))).toBe(true);
    const addresses = await listeningOf(await child());
    expect(addresses).toHaveLength(1);
    const targets = { addresses, files };
    // The same program by us reaches everything: it knows how.
    expect(await reachedBy('us', targets)).toHaveLength(1 + files.length);
    expect(await reachedBy('another user', targets)).toEqual([]);
    await isDelivered(api, ['one']);
    // The HTTP servers are meant for others, and ask for a key.
    const open = await listeningOf(carillon.pid);
    expect(open.every((address) => 'port' in address)).toBe(true);
    expect(open).toHaveLength(2);
  });

  it('all that the service writes is its own, also what an earlier release has left open', async () => {
    // Nothing is there before: the service makes all of it.
    const first = await start();
    await first.api.workflow(WORKFLOW);
    await trigger(first.api, 'one');
    await isDelivered(first.api, ['one']);
    expect(await openToOthers()).toEqual([]);
    await first.carillon.kill('SIGTERM');
    for (const name of ['', ...(await readdir(dataDir, { recursive: true }))]) {
      const path = join(dataDir, name);
      await chmod(path, (await lstat(path)).isDirectory() ? 0o755 : 0o666);
    }
    const again = await start();
    expect(await openToOthers()).toEqual([]);
    await trigger(again.api, 'two');
    await isDelivered(again.api, ['one', 'two']);
    expect(await openToOthers()).toEqual([]);
  });

  it('the store alone is opened to its own user, and says so when it is opened to others', async () => {
    const own = await StoreProcess.start(join(parent, 'store'));
    const addresses = await listeningOf(own.pid);
    expect(addresses).toEqual([{ path: expect.stringMatching(/store\.sock$/) as string }]);
    if (isRoot) expect(await reachedBy('another user', { addresses, files: [] })).toEqual([]);
    expect(own.output).not.toContain('no password');
    await own.stop();
    const open = await StoreProcess.start(join(parent, 'store'), ['--port', '0']);
    expect(open.output).toContain('It has no password: every user and program that reaches this address');
    await open.stop();
  });
});
