import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

// Jest has a context of its own switched on, so that this runs in a process of its own. Where Node follows promises, each has
// an id of its own.
const PROGRAM = `
  import { executionAsyncId } from 'node:async_hooks';
  import { setImmediate as turn } from 'node:timers/promises';
  import { AsyncContext } from '${resolve('dist/src/platform/async-context.js')}';

  const idOf = async () => {
    await undefined;
    return executionAsyncId();
  };
  const followsPromises = async () => (await idOf()) !== (await idOf());

  const context = new AsyncContext();
  const fail = () => { throw new Error('no'); };
  const works = {
    returns: () => context.run(1, () => undefined),
    'ends later': () => context.run(1, () => turn()),
    throws: () => { try { context.run(1, fail); } catch {} },
    'fails later': () => context.run(1, async () => fail()).catch(() => undefined),
  };
  const found = {};
  for (const [how, work] of Object.entries(works)) {
    await work();
    await turn();
    found[how] = await followsPromises();
  }
  const release = context.hold();
  found.during = await context.run(1, followsPromises);
  found.held = await followsPromises();
  release();
  found.released = await followsPromises();
  console.log(JSON.stringify(found));
`;

it('a context is switched off when its work returns, ends, throws or fails, and none holds it', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', PROGRAM], { encoding: 'utf8' });
  const isCheap = Number(process.versions.node.split('.')[0]) >= 24;
  expect(JSON.parse(printed)).toEqual({
    returns: false,
    'ends later': false,
    throws: false,
    'fails later': false,
    during: !isCheap,
    held: !isCheap,
    released: false,
  });
});
