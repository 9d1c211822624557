import { loadConfig } from '../config/config.js';
import { Logger } from '../logging/logger.js';
import { LocalPubSub, NoticeChannel, Subscribers } from './pub-sub.js';

const TIMES = new NoticeChannel<{ at: Date }>('times', {
  toPlain: ({ at }) => ({ at: at.getTime() }),
  fromPlain: (plain) => ({ at: new Date((plain as { at: number }).at) }),
});

describe('notices', () => {
  const lines: string[] = [];
  const logger = new Logger(loadConfig({}), { write: (line: string) => void lines.push(line) });
  const noop = () => undefined;

  it('are handed over as they are within a process', async () => {
    const pubSub = new LocalPubSub(logger);
    const received: unknown[] = [];
    await pubSub.subscribe(TIMES, { onNotices: (notices) => void received.push(...notices), onInterruption: noop });
    const notice = { at: new Date() };
    pubSub.publish(TIMES, notice);
    pubSub.publish(new NoticeChannel('other'), {});
    await pubSub.close();
    pubSub.publish(TIMES, notice);
    expect(received).toEqual([notice]);
    expect(received[0]).toBe(notice);
  });

  it('of other processes are read from plain data', () => {
    const subscribers = new Subscribers(logger);
    const received: unknown[] = [];
    subscribers.add(TIMES, { onNotices: (notices) => void received.push(notices), onInterruption: noop });
    subscribers.onPlainNotices([
      ['times', { at: 1 }],
      ['other', {}],
      ['times', { at: 2 }],
    ]);
    expect(received).toEqual([[{ at: new Date(1) }, { at: new Date(2) }]]);
  });

  it('O8: a subscriber that fails is logged, and affects neither the others nor the publisher', async () => {
    const pubSub = new LocalPubSub(logger);
    const fail = () => {
      throw new Error('the socket is gone');
    };
    let received = 0;
    await pubSub.subscribe(TIMES, { onNotices: fail, onInterruption: fail });
    await pubSub.subscribe(TIMES, { onNotices: () => void (received += 1), onInterruption: noop });
    pubSub.publish(TIMES, { at: new Date() });
    expect(received).toBe(1);
    expect(lines.join('')).toContain('the socket is gone');
  });
});
