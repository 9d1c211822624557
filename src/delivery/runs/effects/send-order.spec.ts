import { SendOrder } from './send-order.js';

/** Sends that end when they are told to; `begun` lists those that have begun. */
function aProvider() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const send = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, send, end: (name: string) => ends.get(name)!() };
}

const noTimers = { setTimeout: (() => 0) as never, clearTimeout: () => undefined };
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('S13: messages to one recipient on one channel', () => {
  it('of different events are sent one after the other, in their order', async () => {
    const { begun, send, end } = aProvider();
    const order = new SendOrder(1000, noTimers);
    const all = ['a', 'b', 'c'].map((name) => order.run('ada email', name, send(name)));
    await turn();
    expect(begun).toEqual(['a']);
    end('a');
    await turn();
    expect(begun).toEqual(['a', 'b']);
    end('b');
    await turn();
    end('c');
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
    expect(order['last'].size).toBe(0);
  });

  it('of one event are sent at the same time, and so are those to others', async () => {
    const { begun, send } = aProvider();
    const order = new SendOrder(1000, noTimers);
    void order.run('ada push', 'a', send('phone'));
    void order.run('ada push', 'a', send('tablet'));
    void order.run('ada sms', 'b', send('sms'));
    void order.run('ben push', 'b', send('ben'));
    await turn();
    expect(begun).toEqual(['phone', 'tablet', 'sms', 'ben']);
  });

  it('do not wait for a failure, nor for long', async () => {
    const { begun, send } = aProvider();
    let overdue = () => {};
    const order = new SendOrder(1000, { ...noTimers, setTimeout: ((end: () => void) => (overdue = end)) as never });
    await expect(order.run('ada sms', 'a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    void order.run('ada sms', 'b', send('b'));
    void order.run('ada sms', 'c', send('c'));
    await turn();
    expect(begun).toEqual(['b']);
    overdue();
    await turn();
    expect(begun).toEqual(['b', 'c']);
  });
});
