import { setImmediate as turn } from 'node:timers/promises';
import { AsyncContext } from './async-context.js';

describe('a context', () => {
  it('is known to what work does after a wait, and to nobody else', async () => {
    const context = new AsyncContext<string>();
    const nameLater = async () => {
      await turn();
      return context.current;
    };
    const names = [context.run('one', nameLater), nameLater(), context.run('two', nameLater)];
    expect(await Promise.all(names)).toEqual(['one', undefined, 'two']);
  });

  it('stays switched on while another work is in progress, and while it is held', async () => {
    const context = new AsyncContext<number>();
    const release = context.hold();
    let end = (): void => undefined;
    const open = context.run(1, async () => {
      await new Promise<void>((resolve) => (end = resolve));
      return context.current;
    });
    await context.run(2, () => turn());
    end();
    expect(await open).toBe(1);
    const begun = context.run(3, () => context.hold());
    release();
    expect(context.run(4, () => context.current)).toBe(4);
    begun();
    expect(context.current).toBeUndefined();
  });
});
