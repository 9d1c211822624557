import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readComposeFile, repositoryRoot } from './compose-file.js';

interface Workflow {
  permissions: Record<string, string>;
  concurrency?: { 'cancel-in-progress': boolean };
  jobs: Record<string, Job>;
}

interface Job {
  strategy?: { matrix: { node: string[] } };
  services?: Record<string, { image: string }>;
  env?: Record<string, string>;
  steps: { uses?: string; run?: string }[];
}

const [workflow, nightly] = ['ci', 'nightly'].map(
  (name) => parse(readFileSync(join(repositoryRoot, `.github/workflows/${name}.yml`), 'utf8')) as Workflow,
) as [Workflow, Workflow];
const scripts = Object.keys(
  (JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as { scripts: object }).scripts,
);
const steps = [workflow, nightly].flatMap(({ jobs }) => Object.values(jobs).flatMap((job) => job.steps));

it('may only read, and cancels runs that a newer push has overtaken', () => {
  for (const { permissions } of [workflow, nightly]) expect(permissions).toEqual({ contents: 'read' });
  expect(workflow.concurrency?.['cancel-in-progress']).toBe(true);
});

it('names every action by its content', () => {
  const actions = steps.flatMap(({ uses }) => uses ?? []);
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) expect(action).toMatch(/@[0-9a-f]{40}$/);
});

it('checks, builds and tests the embedded default, on both supported versions of Node', () => {
  const { strategy, services, env, steps: own } = workflow.jobs.embedded ?? { steps: [] };
  expect(strategy?.matrix.node).toEqual(['20', '22']);
  expect({ services, env }).toEqual({ services: undefined, env: undefined });
  expect(own.flatMap(({ run }) => run ?? [])).toEqual(['npm ci', 'npm run build', 'npm run check', 'npm test']);
});

it('tests processes, pages in a browser and the pasted pages beside it, on both versions', () => {
  const { strategy, services, env, steps: own } = workflow.jobs.long ?? { steps: [] };
  expect(strategy?.matrix.node).toEqual(['20', '22']);
  expect({ services, env }).toEqual({ services: undefined, env: undefined });
  expect(own.flatMap(({ run }) => run ?? [])).toEqual(['npm ci', 'npm run build', 'npm run test:long']);
});

it('tests against the MongoDB and the Redis that docker-compose.yml runs', () => {
  const { services, env } = workflow.jobs.servers ?? {};
  expect(Object.keys(env ?? {})).toEqual(['MONGODB_URI', 'REDIS_URL']);
  const compose = readComposeFile().services;
  expect(services?.mongodb?.image).toBe(compose.mongodb?.image);
  expect(services?.redis?.image).toBe(compose.redis?.image);
  const commands = (workflow.jobs.servers?.steps ?? []).flatMap(({ run }) => run ?? []);
  expect(commands).toEqual(['npm ci', 'npm run build', 'npm test', 'npm run test:long']);
});

it('tries every night what takes too long for each change, with the Redis that docker-compose.yml runs', () => {
  const { services, steps: own } = nightly.jobs.campaigns ?? { steps: [] };
  expect(services?.redis?.image).toBe(readComposeFile().services.redis?.image);
  expect(own.some(({ run }) => run?.endsWith('npm run nightly'))).toBe(true);
});

it('runs only scripts that package.json has', () => {
  const named = steps.flatMap(({ run }) => /(?:^| )npm (?:run )?(?!ci)(\S+)$/.exec(run ?? '')?.[1] ?? []);
  expect(named.length).toBeGreaterThan(0);
  for (const name of named) expect(scripts).toContain(name);
});
