import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { EngineScene } from '../../delivery/engine-scene.js';
import { eventually } from '../../eventually.js';

const ROOT = resolve(import.meta.dirname, '../../..');

describe('the page about workflows in code', () => {
  it('CF1, CF4, CF9: has an application and commands that work', async () => {
    const page = await readFile(join(ROOT, 'docs/bridge.md'), 'utf8');
    const blocks = (language: string) =>
      [...page.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, code]) => code!);
    const scene = await EngineScene.start({
      settings: { HTTP_PRIVATE_TARGETS: '127.0.0.1', BRIDGE_TIMEOUT_SECONDS: '60' },
    });
    // Beside the packages that it imports.
    const file = join(import.meta.dirname, `application-${scene.newId()}.mjs`);
    await writeFile(file, blocks('js')[0]!);
    const key = scene.carillon.api.apiKey!;
    const env = { PATH: process.env.PATH, PORT: '0', NOVU_SECRET_KEY: key };
    const application = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [printed] = (await once(application.stdout, 'data')) as [Buffer];
      await scene.carillon.app.listen(0, '127.0.0.1');
      const { port } = scene.carillon.app.getHttpServer().address() as AddressInfo;
      const commandEnv = {
        PATH: process.env.PATH,
        CARILLON: `http://127.0.0.1:${port}`,
        KEY: key,
        BRIDGE: `http://127.0.0.1:${/\d+/.exec(printed.toString())![0]}/api/novu`,
      };
      const results: Record<string, unknown>[] = [];
      for (const command of blocks('sh')) {
        const { stdout } = await promisify(execFile)('sh', ['-c', command], { env: commandEnv });
        results.push((JSON.parse(stdout) as { data: Record<string, unknown> }).data);
      }
      expect(results).toMatchObject([
        { isValid: true },
        { workflows: [{ workflowId: 'order-shipped', action: 'created' }] },
        { status: 'ok', discovered: { workflows: 1, steps: 3 } },
        { status: 'processed' },
        { status: 'processed' },
        { controls: { subject: 'Good news, {{subscriber.firstName}}' } },
      ]);
      const id = String(results[3]!.transactionId);
      await eventually(async () => {
        await scene.wake();
        // Of the two triggers of the page, either may be the first in the digest.
        expect((await scene.story(id)).slice(0, 2)).toEqual([
          'completed: delivered',
          expect.stringMatching(/^(delayed: digest_waiting|merged: digest_merged)$/),
        ]);
      });
      expect(await scene.bodies(id)).toEqual(['Parcel 4711 is on its way.']);
    } finally {
      application.kill();
      await rm(file);
      await scene.close();
    }
  });
});
