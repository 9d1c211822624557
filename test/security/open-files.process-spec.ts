import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../eventually.js';
import { CarillonProcess } from '../server/carillon-process.js';
import { lastResponse, Wire } from './wire.js';

describe('a process that may open few files', () => {
  const withOpenFiles = (count: number) => ['sh', '-c', `ulimit -n ${count} && exec "$0" "$@"`];

  it('does not start, and says what to do', async () => {
    const { code, output } = await CarillonProcess.spawnWithin(withOpenFiles(256), {}).end();
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^Carillon cannot run: this process may have 256 files and connections open at once \(ulimit -n\), and needs 1024 at least: raise the limit with `ulimit -n 65536`/,
      ),
    });
  });

  it('keeps enough for itself when clients open more connections than it can have, says so, and goes on', async () => {
    const MOST = 1024 - 512;
    const dataDir = await mkdtemp(join(tmpdir(), 'carillon-files-'));
    const carillon = CarillonProcess.spawnWithin(withOpenFiles(1024), { DATA_DIR: dataDir, LEGACY_API: 'false' });
    try {
      const url = await carillon.ready();
      const wires = await Promise.all(Array.from({ length: MOST + 100 }, () => Wire.to(url)));
      const [first] = wires;
      await eventually(() => {
        expect(carillon.printed).toMatch(/Connections are closed without a response: 512 are open.*ulimit -n/);
        return Promise.resolve();
      });
      first!.request(['GET /health/ready HTTP/1.1', 'Host: localhost']);
      expect(lastResponse(await first!.until(/\}$/)).status).toBe(200);
      for (const wire of wires) wire.close();
      await eventually(async () => expect((await fetch(new URL('/health/ready', url))).status).toBe(200));
    } finally {
      await carillon.kill('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
