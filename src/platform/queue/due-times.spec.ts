import { Clock } from '../clock.js';
import { loadConfig } from '../config/config.js';
import { Logger } from '../logging/logger.js';
import { type DueKind, DueTimes } from './due-times.js';
import { LocalPubSub } from './pub-sub.js';

describe('times at which something is due', () => {
  const START = Date.UTC(2030, 0, 1);
  let now: number;
  let due: DueTimes;
  /** Kinds, and milliseconds until something is due. */
  let told: [DueKind, number][];

  beforeEach(async () => {
    [now, told] = [START, []];
    const clock: Clock = { now: () => new Date(now) };
    const config = loadConfig({ IDLE_LOOK_SECONDS: '10' });
    due = new DueTimes(new LocalPubSub(new Logger(config)), clock, config);
    await due.onModuleInit();
    for (const kind of ['runs', 'webhooks'] as const) due.onDue(kind, (waitMs) => told.push([kind, waitMs]));
  });

  const at = (seconds: number): Date => new Date(START + seconds * 1000);

  it('are told to the task that does it, the earliest of several', () => {
    due.expect('runs', [at(5), undefined, at(3)]);
    due.expect('webhooks', [at(4)]);
    // A process that has no task of this kind.
    due.expect('snoozes', [at(1)]);
    expect(told).toEqual([
      ['runs', 3000],
      ['webhooks', 4000],
    ]);
  });

  it('are not told when all look by then anyhow', () => {
    due.expect('runs', [at(3)]);
    due.expect('runs', [at(3), at(4)]);
    due.expect('runs', []);
    due.expect('runs', [undefined]);
    due.expect('webhooks', [at(10)]);
    expect(told).toEqual([['runs', 3000]]);
  });

  it('are told again when they are earlier, or the time before has passed', () => {
    due.expect('runs', [at(3)]);
    due.expect('runs', [at(2)]);
    now += 2000;
    due.expect('runs', [at(4)]);
    // It is due already, each time.
    due.expect('runs', [at(0)]);
    due.expect('runs', [at(0)]);
    expect(told.map(([, waitMs]) => waitMs)).toEqual([3000, 2000, 2000, -2000, -2000]);
  });
});
