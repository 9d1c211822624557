import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { TemporaryProject } from './temporary-project.js';

const describeWhereBashIs = process.platform === 'win32' ? describe.skip : describe;

describeWhereBashIs('the gate', () => {
  it('ends with a count and fails when not even the installation succeeds', () => {
    const project = new TemporaryProject();
    try {
      project.copyScripts();
      cpSync(join(import.meta.dirname, '../../.ci'), project.path('.ci'), { recursive: true });
      project.write('package.json', { name: 'sample', version: '1.0.0' });
      const { status, stdout } = spawnSync('bash', [project.path('.ci/run')], { encoding: 'utf8' });
      expect(stdout).toMatch(/\nFailed: install\n0 passed, 1 failed\n$/);
      expect(status).toBe(1);
    } finally {
      project.dispose();
    }
  });
});
