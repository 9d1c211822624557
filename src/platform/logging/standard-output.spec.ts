import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { builtFile } from '../package-root.js';
import { LineWriter } from './standard-output.js';

describe('lines of the log', () => {
  let written: string[];
  let planned: (() => void)[];
  let writer: LineWriter;

  beforeEach(() => {
    [written, planned] = [[], []];
    writer = new LineWriter({ write: (text) => written.push(text) }, (work) => planned.push(work));
  });

  const elapse = () => {
    for (const work of planned.splice(0)) work();
  };

  it('are written together, after a while', () => {
    writer.write('a\n');
    writer.write('b\n');
    expect(written).toEqual([]);
    expect(planned).toHaveLength(1);
    elapse();
    expect(written).toEqual(['a\nb\n']);
  });

  it('wait anew after they were written', () => {
    writer.write('a\n');
    elapse();
    writer.write('b\n');
    elapse();
    expect(written).toEqual(['a\n', 'b\n']);
  });

  it('do not wait when they are many', () => {
    const line = `${'x'.repeat(1023)}\n`;
    for (let count = 0; count < 16; count++) writer.write(line);
    expect(written).toEqual([line.repeat(16)]);
    elapse();
    expect(written).toHaveLength(1);
  });
});

describe('the last lines of a process', () => {
  const module = pathToFileURL(builtFile('src/platform/logging/standard-output.js'));
  const run = (end: string) => {
    const program = `import { toStandardOutput } from ${JSON.stringify(module.href)};
      const output = toStandardOutput();
      for (let line = 0; line < 300; line++) output.write('x'.repeat(99) + '\\n');
      ${end}`;
    return spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  };

  it.each([
    ['has nothing left to do', ''],
    ['exits', 'process.exit(3)'],
    ['fails', "throw new Error('gone')"],
  ])('are written when it %s', (_how, end) => {
    expect(run(end).stdout).toBe(`${'x'.repeat(99)}\n`.repeat(300));
  });
});
