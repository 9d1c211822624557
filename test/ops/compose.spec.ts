import { loadConfig, variableName } from '../../src/config/config.js';
import { SETTINGS } from '../../src/config/settings.js';
import { composeEnvironment, readComposeFile, substitute } from './compose-file.js';

const compose = readComposeFile();
const service = (name: string) => {
  const found = compose.services[name];
  if (!found) throw new Error(`no service ${name}`);
  return found;
};
const SECRET_KEY = 'a secret key of more than thirty-two characters';
const carillon = ['api', 'worker'];

it('starts the API, the workers, MongoDB and Redis', () => {
  expect(Object.keys(compose.services)).toEqual(['api', 'worker', 'mongodb', 'redis']);
});

describe.each(Object.keys(compose.services))('%s', (name) => {
  it('names the version of its image', () => {
    const image = substitute(service(name).image, {});
    expect(image).toMatch(carillon.includes(name) ? /^carillon:local$/ : /^[a-z]+:\d+\.\d+[a-z0-9.-]*$/);
  });

  it('has a health check that runs without a shell', () => {
    const { test, ...limits } = service(name).healthcheck ?? { test: [] };
    expect(test[0]).toBe('CMD');
    expect(limits).toMatchObject({
      interval: expect.any(String),
      timeout: expect.any(String),
      retries: expect.any(Number),
    });
  });

  it('takes no more memory and processors than it is given, and does not fill the disk with its log', () => {
    const { deploy, logging } = service(name);
    const { cpus, memory } = deploy!.resources.limits;
    expect([substitute(cpus, {}), substitute(memory, {})]).toEqual([
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/^\d+g$/),
    ]);
    expect(logging).toEqual({ driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } });
  });

  it('comes back after a failure', () => {
    expect(service(name).restart).toBe('unless-stopped');
  });
});

describe.each(carillon)('%s', (name) => {
  it('is built here and waits until MongoDB and Redis are healthy', () => {
    expect(service(name).build).toBe('.');
    expect(service(name).depends_on).toEqual({
      mongodb: { condition: 'service_healthy' },
      redis: { condition: 'service_healthy' },
    });
  });

  it('has settings that Carillon accepts', () => {
    expect(loadConfig(composeEnvironment(name, { SECRET_KEY }))).toMatchObject({
      role: name,
      host: '0.0.0.0',
      port: 3000,
      mongodbUri: 'mongodb://mongodb:27017/carillon?replicaSet=rs0',
      redisUrl: 'redis://redis:6379',
      secretKey: SECRET_KEY,
      logLevel: 'info',
    });
  });

  it('is given every setting that is put into .env, save those that this file is about', () => {
    const own = ['ROLE', 'HOST', 'PORT', 'LEGACY_PORT', 'MONGODB_URI', 'REDIS_URL'];
    // The image says where data are.
    const ofImage = ['DATA_DIR', 'ATTACHMENTS_DIR'];
    const names = Object.keys(SETTINGS)
      .map(variableName)
      .filter((variable) => !ofImage.includes(variable));
    const given = Object.fromEntries(names.map((variable) => [variable, `given as ${variable}`]));
    const environment = composeEnvironment(name, given);
    expect(Object.keys(environment).toSorted()).toEqual(names.toSorted());
    expect(Object.keys(environment).filter((variable) => environment[variable] !== given[variable])).toEqual(
      expect.arrayContaining(own),
    );
    for (const variable of names.filter((one) => !own.includes(one))) {
      expect(environment[variable]).toBe(given[variable]);
    }
  });

  it.each([undefined, ''])('does not start when SECRET_KEY is %p', (value) => {
    expect(() => composeEnvironment(name, { SECRET_KEY: value })).toThrow(/^required variable SECRET_KEY is missing/);
  });

  it('asks on its own port whether it is ready', () => {
    const test = service(name).healthcheck?.test ?? [];
    expect(test.slice(0, 3)).toEqual(['CMD', 'node', '-e']);
    expect(test[3]).toContain("'http://127.0.0.1:3000/health/ready'");
  });

  it('may take the time it needs to stop, and has no capabilities', () => {
    expect(service(name).stop_grace_period).toBe('15s');
    expect(service(name).cap_drop).toEqual(['ALL']);
  });
});

it('lets only the API be reached from outside', () => {
  const reachable = Object.keys(compose.services).filter((name) => service(name).ports !== undefined);
  expect(reachable).toEqual(['api']);
  expect(service('api').ports?.map((port) => substitute(port, {}))).toEqual(['3000:3000', '3001:3001']);
});

it('runs MongoDB as a replica set of one that its health check initiates', () => {
  const { command, healthcheck } = service('mongodb');
  expect(command?.join(' ')).toContain('mongod --replSet rs0');
  expect(healthcheck?.test.at(-1)).toMatch(/rs\.initiate\(\{ _id: 'rs0', .*host: 'mongodb:27017'.*isWritablePrimary/);
});

it('keeps the queue on disk and never drops a key', () => {
  const command = service('redis').command?.join(' ');
  expect(command).toContain('--appendonly yes');
  expect(command).toContain('--maxmemory-policy noeviction');
});

it('keeps the data of MongoDB and Redis in named volumes', () => {
  expect(service('mongodb').volumes).toContain('mongodb-data:/data/db');
  expect(service('redis').volumes).toEqual(['redis-data:/data']);
  const used = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes.map((one) => one.split(':')[0]));
  expect(new Set(used)).toEqual(new Set(Object.keys(compose.volumes)));
});

describe('substitute', () => {
  it.each([
    ['${A}', 'one'],
    ['${B}', ''],
    ['${B:-two}', 'two'],
    ['${EMPTY:-two}', 'two'],
    ['${A:-two}', 'one'],
    ['$${A} costs $$1', '${A} costs $1'],
    ['${A}:${A:?needed}', 'one:one'],
  ])('turns %s into %s', (text, expected) => {
    expect(substitute(text, { A: 'one', EMPTY: '' })).toBe(expected);
  });
});

it('refuses a service that does not exist', () => {
  expect(() => composeEnvironment('web', { SECRET_KEY })).toThrow("no service 'web'");
});
