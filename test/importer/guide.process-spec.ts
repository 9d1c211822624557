import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pageBlocks } from '../../scripts/page-blocks.mjs';
import { startTestApp, type TestApp } from '../test-app.js';
import { fill, listening } from './importer-scene.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const GUIDE = readFileSync(`${ROOT}docs/coming-from-novu.md`, 'utf8');

const execute = promisify(execFile);

/** Ends what a block prints; variables that it exports come after it. */
const MARK = '--- variables ---';

describe('docs/coming-from-novu.md', () => {
  let source: TestApp;
  let target: TestApp;
  let variables: NodeJS.ProcessEnv;

  beforeAll(async () => {
    source = await startTestApp();
    target = await startTestApp();
    const { _id } = (await source.api.get('/v1/environments/me')).body.data;
    await fill(source.api, _id);
    const { PATH, HOME } = process.env;
    variables = {
      PATH,
      HOME,
      FROM_URL: await listening(source),
      FROM_KEY: source.api.apiKey!,
      TO_URL: await listening(target),
      TO_KEY: target.api.apiKey!,
    };
  });

  afterAll(async () => {
    await source.close();
    await target.close();
  });

  /** Pastes a block; what it exports is there for later ones. */
  async function paste(language: string, code: string): Promise<string> {
    if (language === 'js') {
      // Beside the packages that it imports.
      const file = `${ROOT}.cache/guide-${process.pid}.mjs`;
      await writeFile(file, code);
      try {
        return (await execute(process.execPath, [file], { env: variables, cwd: ROOT })).stdout;
      } finally {
        await rm(file);
      }
    }
    const script = `set -eo pipefail\n${code}\necho '${MARK}'\nenv -0`;
    const { stdout } = await execute('bash', ['-c', script], { env: variables, cwd: ROOT });
    const [printed = '', exported = ''] = stdout.split(`${MARK}\n`);
    variables = Object.fromEntries(
      exported.split('\0').flatMap((one) => (one.includes('=') ? [one.split(/=(.*)/s).slice(0, 2)] : [])),
    );
    return printed;
  }

  it('has commands that work as they are pasted, in their order', async () => {
    const blocks = pageBlocks(GUIDE);
    const printed: string[] = [];
    for (const { language, code, note } of blocks) {
      if (note === undefined) printed.push(await paste(language, code));
    }
    const [client, plan, imported, waiting, simulated, _identifier, widget, again] = printed;
    expect(client).toBe('0 subscribers\n');
    expect(plan).toMatch(/\+ workflow order/);
    expect(imported).toMatch(/^Done, with [1-9]\d* requests/m);
    expect(waiting).toMatch(/shop-mail.*shop-slack|shop-slack.*shop-mail/s);
    expect(JSON.parse(simulated!)).toHaveProperty('data');
    expect(widget).toBe('0\n');
    expect(again).toMatch(/^Nothing is to be written$/m);
    expect(printed).toHaveLength(8);
    for (const text of printed) for (const { apiKey } of [source.api, target.api]) expect(text).not.toContain(apiKey);
  });

  it('leaves out only what is yours to enter', () => {
    expect(pageBlocks(GUIDE).flatMap(({ note }) => (note === undefined ? [] : [note]))).toEqual([
      'elsewhere, the values are yours',
    ]);
  });

  it('says what a newcomer must know', () => {
    for (const said of [
      /408, \*\*409\*\*, 429 and 5xx for up to an hour/,
      /nothing is sent/i,
      /bridge\.md/,
      /socketUrl/,
      /legacy/i,
    ]) {
      expect(GUIDE).toMatch(said);
    }
  });
});
