import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { MongoClient } from 'mongodb';
import { inDatabase } from '../../src/platform/persistence/database-name.js';
import { aWorkflow, anInAppStep } from '../builders/workflow.js';
import { eventually } from '../eventually.js';
import { CarillonProcess, clientOf } from '../server/carillon-process.js';
import { requiredVariable } from '../required-variable.js';
import { type TemporaryFolder, temporaryFolder } from '../store/support/temporary-folder.js';
import { composeEnvironment, readComposeFile } from './compose-file.js';

const SERVICES = ['api', 'worker'] as const;
const KEY = randomBytes(16).toString('hex');
const VARIABLES = {
  SECRET_KEY: randomBytes(32).toString('hex'),
  MONGODB_PASSWORD: 'x',
  REDIS_PASSWORD: 'x',
  BOOTSTRAP_API_KEY: KEY,
};

type Service = (typeof SERVICES)[number];

/**
 * The settings of docker-compose.yml start the built application as it does there: API and worker at the same time, on
 * an empty database they share. Only the addresses are others: those of the servers that the tests are given, or of the
 * embedded store. Without a Redis to share each process has a queue of its own. Then the worker never hears
 * of a trigger and finds it in the store, which is what Carillon promises of any queue that loses what it holds.
 */
describe('the services of docker-compose.yml', () => {
  const name = `compose-${randomBytes(5).toString('hex')}`;
  const mongodbUri = inDatabase(requiredVariable('TEST_MONGODB_URI'), name);
  let folder: TemporaryFolder;
  const processes = new Map<Service, CarillonProcess>();
  let urls: Record<Service, string>;

  beforeAll(async () => {
    folder = await temporaryFolder('compose');
    const [api, worker] = await Promise.all([start('api'), start('worker')]);
    urls = { api: await api.ready(), worker: await worker.ready() };
  });

  afterAll(async () => {
    await Promise.all([...processes.values()].map((one) => one.kill('SIGTERM')));
    const client = new MongoClient(mongodbUri);
    await client.db().dropDatabase();
    await client.close();
    await folder.remove();
  });

  async function start(service: Service): Promise<CarillonProcess> {
    const { MONGODB_URI, REDIS_URL, ...settings } = composeEnvironment(service, VARIABLES);
    expect([MONGODB_URI, REDIS_URL]).toEqual([expect.stringMatching(/^mongodb:/), expect.stringMatching(/^redis:/)]);
    const carillon = CarillonProcess.spawn({
      ...settings,
      ...(await queueSettings(service)),
      PORT: '0',
      LEGACY_PORT: '0',
      MONGODB_URI: mongodbUri,
      // So that others may use the same Redis.
      QUEUE_PREFIX: name,
    });
    processes.set(service, carillon);
    return carillon;
  }

  async function queueSettings(service: Service): Promise<Record<string, string>> {
    const { REDIS_URL } = process.env;
    if (REDIS_URL) return { REDIS_URL };
    const dataDir = `${folder.path}/${service}`;
    return { DATA_DIR: dataDir, SWEEP_INTERVAL_SECONDS: '1', SWEEP_AFTER_SECONDS: '1' };
  }

  it.each(SERVICES)('%s is ready, also by the health check of the file', async (service) => {
    const answer = await fetch(new URL('/health/ready', urls[service]));
    expect(answer.status).toBe(200);
    const check = readComposeFile().services[service]?.healthcheck?.test ?? [];
    const [, program, ...argv] = check.map((part) => part.replace(':3000/', `:${new URL(urls[service]).port}/`));
    expect(program).toBe('node');
    await expect(promisify(execFile)(process.execPath, argv)).resolves.toMatchObject({ stderr: '' });
  });

  it('deliver in the worker what the API accepts', async () => {
    const api = clientOf(urls.api, KEY);
    const workflow = aWorkflow({ steps: [anInAppStep({ controlValues: { body: '{{payload.text}}' } })] });
    await api.workflow(workflow);
    const trigger = { name: workflow.workflowId, to: 'ada', payload: { text: 'from one process to the other' } };
    expect(await api.post('/v1/events/trigger', trigger)).toMatchObject({ status: 201 });
    await eventually(async () => {
      expect(await api.inbox('ada')).toMatchObject([{ body: 'from one process to the other' }]);
    });
    await eventually(async () => expect(processes.get('worker')?.printed).toContain('"Run finished"'));
    await eventually(async () => expect(processes.get('api')?.printed).toContain('"Trigger accepted"'));
    expect(processes.get('api')?.printed).not.toContain('"Run finished"');
  });
});
