import { FairQueue } from './fair-queue.js';

/** Takes out everything; each thing costs its owner 1. */
function order(queue: FairQueue<string>): string[] {
  const taken: string[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) {
    taken.push(next);
    queue.charge(next.charAt(0), 1);
  }
  return taken;
}

describe('a fair queue', () => {
  it('lets owners take turns, however much one of them brings first', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) queue.add(item.charAt(0), item);
    expect(order(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
    expect(queue.size).toBe(0);
  });

  it('serves who has used little before who has used much', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'b1', 'b2', 'b3']) queue.add(item.charAt(0), item);
    expect(queue.take()).toBe('a1');
    queue.charge('a', 400);
    expect(order(queue)).toEqual(['b1', 'b2', 'b3', 'a2']);
  });

  it('lets nobody save up: who comes back has no more than the others', () => {
    const queue = new FairQueue<string>();
    queue.add('a', 'a0');
    for (let time = 0; time < 5; time++) {
      queue.add('b', `b${time}`);
      queue.charge('b', 100);
    }
    queue.take();
    queue.take();
    queue.add('c', 'c1');
    queue.add('c', 'c2');
    queue.charge('c', 1000);
    expect(queue.take()).toMatch(/^b/);
  });

  it('holds nothing against an owner that it used while nobody waited', () => {
    const queue = new FairQueue<string>();
    queue.charge('b', 1000);
    for (const item of ['a1', 'a2', 'a3', 'b1']) queue.add(item.charAt(0), item);
    expect(order(queue).indexOf('b1')).toBeLessThan(2);
    queue.charge('c', 1);
    for (const item of ['c1', 'c2', 'a4']) queue.add(item.charAt(0), item);
    expect(order(queue).indexOf('a4')).toBeLessThan(2);
  });

  it('goes on when very many owners have come and gone', () => {
    const queue = new FairQueue<string>();
    for (let index = 0; index < 3000; index++) {
      queue.add(`owner-${index}`, 'x');
      queue.take();
    }
    queue.add('a', 'left');
    expect(order(queue)).toEqual(['left']);
  });
});
