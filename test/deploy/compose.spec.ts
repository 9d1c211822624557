import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig, variableName } from '../../src/platform/config/config.js';
import { SETTINGS } from '../../src/platform/config/settings.js';
import { composeEnvironment, readComposeFile, repositoryRoot, substitute } from './compose-file.js';
import { TemporaryProject } from '../scripts/temporary-project.js';

const compose = readComposeFile();
const service = (name: string) => {
  const found = compose.services[name];
  if (!found) throw new Error(`no service ${name}`);
  return found;
};
const SECRET_KEY = 'a secret key of more than thirty-two characters';
const PASSWORDS = { MONGODB_PASSWORD: 'of-mongodb', MONGODB_ROOT_PASSWORD: 'of-root', REDIS_PASSWORD: 'of-redis' };
const SECRETS = { SECRET_KEY, ...PASSWORDS };
const carillon = ['api', 'worker'];
const OTEL = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_TRACES_EXPORTER',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'OTEL_SERVICE_NAME',
  'OTEL_RESOURCE_ATTRIBUTES',
];

it('starts the API, the workers, MongoDB and Redis', () => {
  expect(Object.keys(compose.services)).toEqual(['api', 'worker', 'mongodb', 'redis']);
});

describe.each(Object.keys(compose.services))('%s', (name) => {
  it('names the version of its image, and its content', () => {
    const image = substitute(service(name).image, {});
    const pinned = /^[a-z]+:\d+\.\d+[a-z0-9.-]*@sha256:[0-9a-f]{64}$/;
    expect(image).toMatch(carillon.includes(name) ? /^carillon:local$/ : pinned);
  });

  it('can write to its volumes and to memory alone, and has no capabilities and no way to get any', () => {
    const { read_only, tmpfs, cap_drop, security_opt } = service(name);
    expect({ read_only, tmpfs, cap_drop, security_opt }).toEqual({
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });

  it('does not run as root', () => {
    // The image of Carillon names its user: dockerfile.spec.ts.
    expect(service(name).user).toBe(carillon.includes(name) ? undefined : name);
  });

  it('names no password in a command line, which other users of the host see', () => {
    const { command = [], healthcheck } = service(name);
    expect([...command, ...healthcheck!.test].filter((part) => /\$\{\w*(PASSWORD|AUTH)/.test(part))).toEqual([]);
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
    expect(loadConfig(composeEnvironment(name, SECRETS))).toMatchObject({
      role: name,
      host: '0.0.0.0',
      port: 3000,
      mongodbUri: 'mongodb://carillon:of-mongodb@mongodb:27017/carillon?replicaSet=rs0',
      redisUrl: 'redis://default:of-redis@redis:6379',
      secretKey: SECRET_KEY,
      logLevel: 'info',
    });
  });

  it('is given every setting that is put into .env, save those that this file is about', () => {
    const own = ['ROLE', 'HOST', 'PORT', 'LEGACY_PORT', 'MONGODB_URI', 'REDIS_URL'];
    // The image says where data are.
    const ofImage = ['DATA_DIR', 'ATTACHMENTS_DIR'];
    // Those of OpenTelemetry are standard names, and no settings of ours.
    const names = [...Object.keys(SETTINGS).map(variableName), ...OTEL].filter(
      (variable) => !ofImage.includes(variable),
    );
    const given = Object.fromEntries(names.map((variable) => [variable, `given as ${variable}`]));
    const environment = composeEnvironment(name, { ...PASSWORDS, ...given });
    expect(Object.keys(environment).toSorted()).toEqual(names.toSorted());
    expect(Object.keys(environment).filter((variable) => environment[variable] !== given[variable])).toEqual(
      expect.arrayContaining(own),
    );
    for (const variable of names.filter((one) => !own.includes(one))) {
      expect(environment[variable]).toBe(given[variable]);
    }
  });

  it.each(['SECRET_KEY', 'MONGODB_PASSWORD', 'REDIS_PASSWORD'])('does not start without %s', (variable) => {
    for (const value of [undefined, '']) {
      const start = () => composeEnvironment(name, { ...SECRETS, [variable]: value });
      expect(start).toThrow(`required variable ${variable} is missing`);
    }
  });

  it('asks on its own port whether it is ready', () => {
    const test = service(name).healthcheck?.test ?? [];
    expect(test.slice(0, 3)).toEqual(['CMD', 'node', '-e']);
    expect(test[3]).toContain("'http://127.0.0.1:3000/health/ready'");
  });

  it('may take the time it needs to stop, and open files for many clients', () => {
    expect(service(name).stop_grace_period).toBe('15s');
    expect(service(name).ulimits).toEqual({ nofile: 65_536 });
  });
});

it('lets only the API be reached from outside', () => {
  const reachable = Object.keys(compose.services).filter((name) => service(name).ports !== undefined);
  expect(reachable).toEqual(['api']);
  expect(service('api').ports?.map((port) => substitute(port, {}))).toEqual(['3000:3000', '3001:3001']);
});

it('has MongoDB and Redis in a network that nothing leads out of', () => {
  expect(compose.networks).toEqual({ data: { internal: true } });
  const networks = Object.keys(compose.services).map((name) => [name, service(name).networks]);
  expect(networks).toEqual([
    ...carillon.map((name) => [name, ['default', 'data']]),
    ['mongodb', ['data']],
    ['redis', ['data']],
  ]);
});

it('does not start MongoDB and Redis without passwords', () => {
  for (const name of ['mongodb', 'redis']) expect(() => composeEnvironment(name, {})).toThrow(/^required variable/);
  expect(service('mongodb').command?.join(' ')).toMatch(
    /umask 077 .*MONGODB_ROOT_PASSWORD.* > (\S+) && .*--keyFile \1 /,
  );
  expect(service('redis').command?.join(' ')).toMatch(
    /umask 077 .*requirepass %s.*REDISCLI_AUTH.* > (\S+) && .*redis-server \1 /,
  );
});

it('lets Carillon use its own database of MongoDB alone', () => {
  const check = service('mongodb').healthcheck?.test.at(-1);
  expect(check).toContain("carillon.createUser({ user: 'carillon', pwd: password, roles: ['readWrite', 'dbAdmin'] })");
});

it.each(['docker-compose.yml', 'docs/production.md'])(
  'makes every secret once, for its owner alone, by the lines of %s',
  (file) => {
    const text = readFileSync(join(repositoryRoot, file), 'utf8').replaceAll(/^# {0,3}/gm, '');
    const [lines] = /^\(umask 077 && for name in [^]*?^done\)$/m.exec(text)!;
    const project = new TemporaryProject();
    try {
      const run = () => execFileSync('sh', ['-c', lines], { cwd: project.root });
      // Of an installation that has no passwords yet.
      project.write('.env', `SECRET_KEY=${SECRET_KEY}`.concat('\n'));
      run();
      const first = readFileSync(project.path('.env'), 'utf8');
      const values = Object.fromEntries(
        first
          .trim()
          .split('\n')
          .map((line) => line.split('=')),
      );
      expect(Object.keys(values)).toEqual(Object.keys(SECRETS));
      expect(values).toMatchObject({ SECRET_KEY, REDIS_PASSWORD: expect.stringMatching(/^[0-9a-f]{64}$/) });
      run();
      expect(readFileSync(project.path('.env'), 'utf8')).toBe(first);
      project.remove('.env');
      run();
      expect(statSync(project.path('.env')).mode & 0o777).toBe(0o600);
    } finally {
      project.dispose();
    }
  },
);

it('runs MongoDB as a replica set of one that its health check initiates', () => {
  const { command, healthcheck } = service('mongodb');
  expect(command?.join(' ')).toContain('mongod --replSet rs0');
  expect(healthcheck?.test.at(-1)).toMatch(
    /rs\.initiate\(\{ _id: 'rs0', .*host: 'mongodb:27017'.*!isWritablePrimary\) quit\(1\)/,
  );
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
  expect(() => composeEnvironment('web', SECRETS)).toThrow("no service 'web'");
});
