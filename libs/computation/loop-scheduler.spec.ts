import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { LoopScheduler } from './loop-scheduler.js';

/** Holds the event loop for this many milliseconds. */
function hold(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

/** Pieces of work that each take more than a turn has. */
async function work(turns: LoopScheduler, owner: string, pieces: number, done: string[]): Promise<void> {
  for (let piece = 0; piece < pieces; piece++) {
    const turn = turns.next(owner);
    if (turn) await turn;
    hold(6);
    done.push(owner);
  }
}

describe('turns of the event loop', () => {
  it('cost what is short nothing: the first piece goes on at once', () => {
    expect(new LoopScheduler().next('a')).toBeUndefined();
  });

  it('let requests in between long work', async () => {
    const turns = new LoopScheduler();
    const done: string[] = [];
    const working = work(turns, 'a', 5, done);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(done.length).toBeLessThan(5);
    await working;
    expect(done).toHaveLength(5);
  });

  it('let new connections in, however many there are', async () => {
    const done: string[] = [];
    const pieces: number[] = [];
    const server = createServer((socket) => {
      pieces.push(done.length);
      socket.destroy();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const closed = Array.from({ length: 30 }, () => once(connect(port, '127.0.0.1').resume(), 'close'));
    await work(new LoopScheduler(), 'a', 60, done);
    await Promise.all(closed);
    server.close();
    expect(pieces).toHaveLength(30);
    expect(pieces.at(-1)).toBeLessThan(15);
  });

  it('are shared fairly: who has little to do does not wait behind who has much', async () => {
    const turns = new LoopScheduler();
    const done: string[] = [];
    const many = Array.from({ length: 20 }, () => work(turns, 'a', 1, done));
    await work(turns, 'b', 1, done);
    expect(done.indexOf('b')).toBeLessThan(5);
    await Promise.all(many);
    expect(done).toHaveLength(21);
  });

  it('charge an owner for what it does in each, so that one with large pieces waits behind one with small pieces', async () => {
    const turns = new LoopScheduler();
    const done: string[] = [];
    const large = work(turns, 'large', 6, done);
    const small = (async () => {
      for (let piece = 0; piece < 6; piece++) {
        await turns.next('small');
        done.push('small');
      }
    })();
    await small;
    expect(done.filter((owner) => owner === 'large').length).toBeLessThan(4);
    await large;
  });

  it('are given to as many as the slice has time for', async () => {
    const turns = new LoopScheduler();
    let loops = 0;
    let isOver = false;
    const count = () => {
      loops += 1;
      if (!isOver) setImmediate(count);
    };
    await work(turns, 'first', 1, []);
    const waiting = Array.from({ length: 200 }, async () => turns.next('a'));
    count();
    await Promise.all(waiting);
    isOver = true;
    expect(loops).toBeLessThan(100);
  });
});
