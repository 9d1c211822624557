import { setImmediate as nextTurn } from 'node:timers/promises';
import { WriteBatcher } from './write-batcher.js';

/** A partner whose exchanges end when the test says so; the result is how many items there were. */
class SlowPartner {
  readonly exchanges: { items: string[]; end: () => void; fail: (error: Error) => void }[] = [];
  readonly batcher = new WriteBatcher<string, number>(
    (items) =>
      new Promise((resolve, reject) => {
        this.exchanges.push({ items, end: () => resolve(items.length), fail: reject });
      }),
  );

  exchange(number: number) {
    const found = this.exchanges.at(number);
    if (!found) throw new Error(`Exchange ${number} has not begun`);
    return found;
  }

  get items(): string[][] {
    return this.exchanges.map(({ items }) => items);
  }
}

describe('a batcher of writes', () => {
  it('writes at once when nothing is being written, and with the next batch otherwise', async () => {
    const partner = new SlowPartner();
    const first = partner.batcher.add(['a']);
    const later = [partner.batcher.add(['b']), partner.batcher.add(['c', 'd'])];
    expect(partner.items).toEqual([['a']]);
    partner.exchange(0).end();
    expect(await first).toBe(1);
    await nextTurn();
    expect(partner.items).toEqual([['a'], ['b', 'c', 'd']]);
    const last = partner.batcher.add(['e']);
    expect(partner.items).toHaveLength(2);
    partner.exchange(1).end();
    expect(await Promise.all(later)).toEqual([3, 3]);
    await nextTurn();
    expect(partner.items).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
    partner.exchange(2).end();
    await last;
    await nextTurn();
    const alone = partner.batcher.add(['f']);
    expect(partner.items.at(-1)).toEqual(['f']);
    partner.exchange(3).end();
    await alone;
  });

  it('fails for every caller of a batch that fails, and for no other', async () => {
    const partner = new SlowPartner();
    const given = ['a'];
    const first = partner.batcher.add(given);
    const [second, third] = [partner.batcher.add(['b']), partner.batcher.add(['c'])];
    partner.exchange(0).fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await nextTurn();
    partner.exchange(1).fail(new Error('still away'));
    await expect(second).rejects.toThrow('still away');
    await expect(third).rejects.toThrow('still away');
    await nextTurn();
    const fourth = partner.batcher.add(['d']);
    partner.exchange(2).end();
    await fourth;
    expect(partner.items).toEqual([['a'], ['b', 'c'], ['d']]);
    expect(given).toHaveLength(1);
  });
});
