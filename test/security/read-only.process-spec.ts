import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { aWorkflow, anInAppStep } from '../builders/workflow.js';
import { eventually } from '../eventually.js';
import { CarillonProcess, clientOf } from '../server/carillon-process.js';
import { type TemporaryFolder, temporaryFolder } from '../store/support/temporary-folder.js';

const USER = 1000;
const KEY = randomBytes(16).toString('hex');

/** Runs what follows where nothing can be written but the folder `$1`, at /mnt, and /tmp, as a user without rights. */
const CONFINE = `
  set -e
  mount --make-rprivate /
  mount --bind "$1" /mnt
  mount -t tmpfs -o mode=1777,noexec tmpfs /tmp
  while read -r _ where type _; do
    case $type in proc | sysfs | devpts | mqueue | cgroup*) continue ;; esac
    case $where in /mnt | /mnt/* | /tmp | /tmp/*) continue ;; esac
    mount -o remount,bind,ro "$where" 2> /dev/null || echo "can be written: $where" >&2
  done < /proc/self/mounts
  ! touch "$PWD/x" 2> /dev/null
  shift
  exec setpriv --reuid ${USER} --regid ${USER} --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all "$@"
`;
const mayConfine =
  process.platform === 'linux' && spawnSync('unshare', ['-m', 'setpriv', '--reuid', '1', 'true']).status === 0;

describe('an installation whose file system cannot be written but for DATA_DIR and temporary files', () => {
  let folder: TemporaryFolder;
  let carillon: CarillonProcess | undefined;

  beforeAll(async () => {
    folder = await temporaryFolder('read-only');
    if (mayConfine) spawnSync('chown', ['-R', `${USER}:${USER}`, folder.path]);
  });

  afterAll(async () => {
    await carillon?.kill('SIGKILL');
    await folder.remove();
  });

  it('starts, delivers with attachments, and stops, as a user without any rights', async () => {
    if (!mayConfine) return process.stdout.write('Not tested: it takes a right to mount.\n');
    const settings = { DATA_DIR: '/mnt', BOOTSTRAP_API_KEY: KEY, NODE_ENV: 'production' };
    carillon = CarillonProcess.spawnWithin(['unshare', '-m', 'sh', '-c', CONFINE, 'sh', folder.path], settings);
    const api = clientOf(await carillon.ready(), KEY);
    const workflow = aWorkflow({
      steps: [
        anInAppStep({ controlValues: { body: 'Hello' } }),
        { name: 'Email', type: 'email', controlValues: { subject: 'Report', body: 'Attached.' } },
      ],
    });
    await api.workflow(workflow);
    const file = { name: 'a.txt', mime: 'text/plain', file: Buffer.from('text').toString('base64') };
    const trigger = {
      name: workflow.workflowId,
      to: { subscriberId: 'ada', email: 'ada@example.com' },
      payload: { attachments: [file] },
    };
    expect(await api.post('/v1/events/trigger', trigger)).toMatchObject({ status: 201 });
    const { _id } = await eventually(async () => {
      const { body } = await api.get('/v1/outbox');
      expect(body.data).toMatchObject([{ subject: 'Report' }]);
      return body.data[0];
    });
    const message = await api.get(`/v1/outbox/${_id}`);
    expect(message.body.data.content).toMatchObject({ attachments: [{ name: 'a.txt' }] });
    // An email is sent while its chunk is delivered; the inbox has its message when the chunk is stored.
    await eventually(async () => {
      expect(await api.inbox('ada')).toMatchObject([{ body: 'Hello' }]);
    });
    const { code, output } = await carillon.kill('SIGTERM');
    expect({ code, problems: output.split('\n').filter((line) => /EROFS|can be written/.test(line)) }).toEqual({
      code: 0,
      problems: [],
    });
  });
});
