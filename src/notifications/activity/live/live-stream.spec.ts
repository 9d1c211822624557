import { setImmediate as nextTurn } from 'node:timers/promises';
import { Types } from 'mongoose';
import { IdSet } from '../../../platform/ids.js';
import type { ActivityNotificationDto } from '../activity.dto.js';
import type { RunStatus } from '../statuses.js';
import type { LiveRunsDto } from './live-activity.dto.js';
import { type LiveFilter, LiveStream } from './live-stream.js';
import type { NoticedRun } from './run-notices.js';

/** Time that passes when the test says so. */
class TestTime {
  private ms = 0;
  private next?: { at: number; callback: () => void };

  readonly setTimeout = ((callback: () => void, pause: number) => {
    this.next = { at: this.ms + pause, callback };
    return {};
  }) as unknown as typeof setTimeout;

  readonly clearTimeout = () => {
    this.next = undefined;
  };

  readonly now = () => this.ms;

  async pass(milliseconds: number): Promise<void> {
    const end = this.ms + milliseconds;
    while (this.next && this.next.at <= end) {
      const { at, callback } = this.next;
      this.next = undefined;
      this.ms = at;
      callback();
      await nextTurn();
    }
    this.ms = end;
  }
}

/** A run whose id is made of its number. */
const aRun = (n: number, status: RunStatus = 'completed', workflow = 1, subscriber = 1): NoticedRun => ({
  _id: anId(n),
  workflowId: anId(workflow),
  subscriberId: anId(subscriber),
  status,
});

const anId = (n: number) => new Types.ObjectId(n.toString(16).padStart(24, '0'));

const notice = (runs: NoticedRun[], leftOut = 0) => ({ environmentId: anId(1), runs, leftOut });

/** A stream whose runs are all stored, and the data of the events that its client has taken. */
function aStream(filter: LiveFilter = {}, read?: () => Promise<never>) {
  const failures: unknown[] = [];
  const stored = (ids: Types.ObjectId[]) =>
    Promise.resolve(ids.map((id) => ({ _id: id.toHexString() }) as ActivityNotificationDto));
  const time = new TestTime();
  const stream = new LiveStream(filter, read ?? stored, (error) => failures.push(error), time);
  let text = '';
  const take = () => {
    for (let part = stream.body.read(); part !== null; part = stream.body.read()) text += String(part);
    return [...text.matchAll(/event: runs\ndata: (.*)\n\n/g)].map(([, data = '']) => JSON.parse(data) as LiveRunsDto);
  };
  return { stream, time, take, failures, text: () => text };
}

describe('a stream of activity', () => {
  it('LA3: at most four messages a second, each with the newest changes and the number of the others', async () => {
    const { stream, time, take } = aStream();
    take();
    stream.offer(notice(Array.from({ length: 50 }, (_value, n) => aRun(n))));
    await time.pass(0);
    const [first] = take();
    expect(first?.changes.map(({ notification }) => notification._id)).toEqual(
      Array.from({ length: 20 }, (_value, n) => anId(n + 30).toHexString()),
    );
    expect(first?.leftOut).toBe(30);
    stream.offer(notice([aRun(60)], 7));
    await time.pass(249);
    expect(take()).toHaveLength(1);
    await time.pass(1);
    expect(take()[1]).toMatchObject({ changes: [{ change: 'ended' }], leftOut: 7 });
    stream.close();
  });

  it('LA3: the last change of each run', async () => {
    const { stream, time, take } = aStream();
    take();
    stream.offer(notice([aRun(1, 'running'), aRun(2, 'running'), aRun(1, 'waiting')]));
    await time.pass(0);
    expect(take()[0]?.changes.map(({ change }) => change)).toEqual(['began', 'changed']);
    stream.close();
  });

  it('LA3: a client that does not read gets one message when it does', async () => {
    const { stream, time, take } = aStream();
    for (let n = 0; n < 40; n++) {
      stream.offer(notice([aRun(n)]));
      await time.pass(250);
    }
    expect(take()).toEqual([]);
    await time.pass(250);
    const [only, ...others] = take();
    expect(others).toEqual([]);
    expect([only?.changes.length, only?.leftOut]).toEqual([20, 20]);
    stream.close();
  });

  it('what could not be read counts as left out', async () => {
    const { stream, time, take, failures } = aStream({}, () => Promise.reject(new Error('away')));
    take();
    stream.offer(notice([aRun(1), aRun(2)], 1));
    await time.pass(0);
    expect(take()).toEqual([]);
    expect(failures).toHaveLength(1);
    await time.pass(250);
    expect(take()).toEqual([{ changes: [], leftOut: 3 }]);
    stream.close();
  });

  it.each<[string, LiveFilter, number[]]>([
    ['workflow', { workflowIds: new IdSet([anId(2)]) }, [2]],
    ['subscriber', { subscriberIds: new IdSet([anId(3)]) }, [3]],
    ['status', { statuses: new Set<RunStatus>(['failed']) }, [4]],
    ['several', { workflowIds: new IdSet([anId(2)]), statuses: new Set<RunStatus>(['failed']) }, []],
  ])('LA1: filters by %s', async (_what, filter, wanted) => {
    const { stream, time, take } = aStream(filter);
    take();
    stream.offer(notice([aRun(1), aRun(2, 'completed', 2), aRun(3, 'completed', 1, 3), aRun(4, 'failed')]));
    await time.pass(0);
    const ids = take().flatMap(({ changes }) => changes.map(({ notification }) => notification._id));
    expect(ids).toEqual(wanted.map((n) => anId(n).toHexString()));
    stream.close();
  });

  it('LA4: says why it ends, and sends nothing more', async () => {
    const { stream, time, take, text } = aStream();
    take();
    stream.offer(notice([aRun(1)]));
    stream.end('access');
    stream.end('shutdown');
    stream.beat();
    await time.pass(1000);
    expect(take()).toEqual([]);
    expect(text()).toMatch(/^event: ready\ndata: \{\}\n\nevent: end\ndata: \{"reason":"access"\}\n\n$/);
  });
});
