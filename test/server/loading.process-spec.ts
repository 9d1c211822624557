import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const LIST = fileURLToPath(new URL('list-modules.mjs', import.meta.url));

/** For each module of the build, the packages that it loads and those before it have not. */
async function packagesOf(...modules: string[]): Promise<string[][]> {
  const urls = modules.map((module) => new URL(`../../dist/src/${module}`, import.meta.url).href);
  const { stdout } = await promisify(execFile)(process.execPath, [LIST, ...urls]);
  return JSON.parse(stdout) as string[][];
}

const ONLY_FOR_SENDING = ['nodemailer', 'undici', 'web-push'];

describe('a start', () => {
  it('forks the embedded store before it loads any package', async () => {
    const [greeting, pages, start, serve] = await packagesOf(
      'server/bootstrap/greeting.js',
      'pages/served-pages.js',
      'server/start/start.js',
      'server/start/serve.js',
    );
    expect([greeting, pages, start]).toEqual([[], [], []]);
    expect(serve).toEqual(expect.arrayContaining(['@nestjs/core', 'fastify', 'mongoose']));
  });

  it('does not wait for what only sending needs, which the process loads when it is ready', async () => {
    const [serve, late] = await packagesOf('server/start/serve.js', 'server/late-parts.js');
    for (const name of [...ONLY_FOR_SENDING, 'juice']) expect(serve).not.toContain(name);
    // TR4: the SDK of OpenTelemetry is loaded when its settings ask for it.
    expect([...serve!, ...late!].filter((name) => name.startsWith('@opentelemetry/'))).toEqual(['@opentelemetry/api']);
    expect(late).toEqual(expect.arrayContaining(ONLY_FOR_SENDING));
  });
});
