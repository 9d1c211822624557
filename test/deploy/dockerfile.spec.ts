import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type Instruction, copiedFromContext, readDockerfile } from './dockerfile.js';
import { repositoryRoot } from './compose-file.js';

const instructions = readDockerfile();
const lastStage = Math.max(...instructions.map(({ stage }) => stage));
const final = instructions.filter(({ stage }) => stage === lastStage);
const values = (list: Instruction[], name: string) => list.filter((one) => one.name === name).map(({ value }) => value);

it('builds on one image of a named version of Node that Carillon supports, named by its content', () => {
  const images = values(instructions, 'FROM').map((image) => image.split(' AS ')[0]);
  expect(new Set(images).size).toBe(1);
  expect(images[0]).toMatch(/^node:22\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/);
});

it('copies only files that exist and that .dockerignore lets through', () => {
  const ignore = readFileSync(join(repositoryRoot, '.dockerignore'), 'utf8').split('\n');
  expect(ignore).toContain('*');
  const copied = copiedFromContext(instructions);
  expect(copied).toContain('src');
  for (const path of copied) {
    expect({ path, exists: existsSync(join(repositoryRoot, path)) }).toEqual({ path, exists: true });
    const allowed = ignore.some((line) => line === `!${path}` || path.startsWith(`${line.slice(1)}/`));
    expect({ path, allowed }).toEqual({ path, allowed: true });
  }
});

it('ships production packages, the build and package.json, nothing else', () => {
  const stages = values(instructions, 'FROM').map((image) => image.split(' AS ')[1]);
  const packages = instructions.filter(({ stage }) => stage === stages.indexOf('packages'));
  expect(values(packages, 'RUN')).toEqual(['npm ci --omit=dev --workspaces=false']);
  expect(values(final, 'COPY')).toEqual([
    '--from=packages /app/node_modules node_modules',
    '--from=build /app/dist dist',
    'bin bin',
    'scripts/node-version.mjs scripts/',
    'package.json ./',
  ]);
});

it('starts what npm start starts, as the first process and not as root', () => {
  const manifest = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const command = 'node bin/carillon.mjs start';
  expect(values(final, 'CMD').map((words) => JSON.parse(words).join(' '))).toEqual([command]);
  expect(manifest.scripts.start).toBe(command);
  expect(values(final, 'USER')).toEqual(['node']);
});

describe('the health check', () => {
  const command = JSON.parse(values(final, 'HEALTHCHECK')[0]?.replace(/^.*? CMD /, '') ?? '') as string[];

  async function exitCode(status: number): Promise<number | null> {
    const paths: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url);
      response.writeHead(status).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    try {
      return await runCheck(port);
    } finally {
      server.close();
      expect(paths).toEqual(['/health/ready']);
    }
  }

  it('succeeds when Carillon is ready', async () => {
    expect(await exitCode(200)).toBe(0);
  });

  it('fails when Carillon is not ready', async () => {
    expect(await exitCode(503)).toBe(1);
  });

  it('fails when nothing listens', async () => {
    expect(await runCheck(1)).toBe(1);
  });

  function runCheck(port: number): Promise<number | null> {
    const [program = '', ...args] = command;
    expect(program).toBe('node');
    const child = spawn(process.execPath, args, { env: { ...process.env, PORT: String(port) } });
    return new Promise((resolve) => child.once('close', resolve));
  }
});
