import { KeyedSlots } from './keyed-slots.js';

describe('KeyedSlots', () => {
  it('lets so much work of a key run at a time, in order, and that of other keys beside it', async () => {
    const slots = new KeyedSlots(2);
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const start = (key: string, name: string) =>
      slots.run(key, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      });
    const all = [start('a', 'a1'), start('a', 'a2'), start('a', 'a3'), start('a', 'a4'), start('b', 'b1')];
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    ends.get('a2')!();
    await all[1];
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
    ends.get('a1')!();
    await all[0];
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
    for (const end of ends.values()) end();
    await Promise.all(all);
  });

  it('frees the slot of work that fails', async () => {
    const slots = new KeyedSlots(1);
    await expect(slots.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(slots.run('a', () => Promise.resolve(1))).resolves.toBe(1);
  });
});
