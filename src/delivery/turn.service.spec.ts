import { Types } from 'mongoose';
import type { EventProgressStore } from '../events/expansion/event-progress.store.js';
import type { Config } from '../platform/config/config.js';
import type { Logger } from '../platform/logging/logger.js';
import type { JobQueue } from '../platform/queue/job-queue.js';
import type { Tracing } from '../platform/tracing/tracing.js';
import type { EventDeliveryService } from './event-delivery.service.js';
import { asSoonAs } from '../../test/eventually.js';
import { Shares, TurnService } from './turn.service.js';

describe('shares of a worker', () => {
  it('an environment has so many turns at a time, whatever others have', () => {
    const shares = new Shares(2);
    expect(['a', 'a', 'a', 'b', 'b', 'b'].map((one) => shares.begin(one))).toEqual([
      true,
      true,
      false,
      true,
      true,
      false,
    ]);
  });

  it('a turn that was refused is made up for once, by the first that ends', () => {
    const shares = new Shares(2);
    for (const one of ['a', 'a', 'a', 'a', 'b']) shares.begin(one);
    expect([shares.end('b'), shares.end('a'), shares.end('a')]).toEqual([false, true, false]);
  });

  it('has room again when a turn has ended', () => {
    const shares = new Shares(1);
    expect([shares.begin('a'), shares.begin('a')]).toEqual([true, false]);
    expect(shares.end('a')).toBe(true);
    expect([shares.begin('a'), shares.end('a')]).toEqual([true, false]);
  });
});

describe('turns of an environment that has its share already', () => {
  const environmentId = new Types.ObjectId().toHexString();
  const turn = { environmentId, priority: 'low' } as const;
  /** Each event is delivered when its function is called. */
  let deliver: (() => void)[];
  let requested: number;
  let turns: TurnService;

  beforeEach(() => {
    deliver = [];
    requested = 0;
    turns = new TurnService(
      { add: async () => void (requested += 1) } as Partial<JobQueue> as JobQueue,
      {
        findWaiting: async () => [new Types.ObjectId()],
        take: async (ids: Types.ObjectId[]) => ids.map((_id) => ({ event: { _id }, claim: 'mine' })),
      } as unknown as EventProgressStore,
      { deliverTaken: () => new Promise<void>((resolve) => deliver.push(resolve)) } as unknown as EventDeliveryService,
      { isOn: false } as Tracing,
      {} as Logger,
      { workerConcurrency: 2, lowPriorityConcurrency: 2, eventsPerBatch: 16 } as Config,
    );
  });

  const delivering = (events: number) => asSoonAs(async () => deliver.length === events);

  it('Z7: one that is refused leaves the queue before, so that the turn in progress can request another one', async () => {
    const first = turns.take(turn);
    await delivering(1);
    let left = false;
    await turns.take({ ...turn, begin: async () => void (left = true) });
    expect([left, requested]).toEqual([true, 0]);
    deliver[0]!();
    await first;
    expect([deliver.length, requested]).toEqual([1, 1]);
  });

  it('Z7: takes the turn that could not be requested while it left the queue', async () => {
    const first = turns.take(turn);
    await delivering(1);
    const second = turns.take({
      ...turn,
      begin: async () => {
        deliver[0]!();
        await first;
      },
    });
    await delivering(2);
    deliver[1]!();
    await second;
  });
});
