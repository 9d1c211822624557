import { Types } from 'mongoose';
import type { EventProgressStore } from './event-progress.store.js';
import type { Config } from '../../platform/config/config.js';
import type { Logger } from '../../platform/logging/logger.js';
import type { JobQueue, Turn } from '../../platform/queue/job-queue.js';
import { Tracing } from '../../platform/tracing/tracing.js';
import type { EventDeliveryService } from './event-delivery.service.js';
import type { EventScopes } from './event-scopes.service.js';
import { eventually } from '../../../test/eventually.js';
import { Shares, TurnService } from './turn.service.js';

describe('shares of a worker', () => {
  it('an environment has a limited number of turns at a time, whatever others have', () => {
    const shares = new Shares(2);
    expect(['a', 'a', 'a', 'b', 'b', 'b'].map((one) => shares.begin(one) !== undefined)).toEqual([
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
    const [first, second, , , other] = ['a', 'a', 'a', 'a', 'b'].map((one) => shares.begin(one));
    expect([other!(), first!(), second!()]).toEqual([false, true, false]);
  });

  it('has room again when a turn has ended', () => {
    const shares = new Shares(1);
    const first = shares.begin('a');
    expect(shares.begin('a')).toBeUndefined();
    expect(first!()).toBe(true);
    const next = shares.begin('a');
    expect(next!()).toBe(false);
  });
});

describe('turns of an environment that has its share already', () => {
  const environmentId = new Types.ObjectId().toHexString();
  const turn = { environmentId, priority: 'low' } as const;
  /** Each event is delivered when its function is called. */
  let deliver: ((hasNext: boolean) => void)[];
  let requested: string[];
  /** Events that wait for a turn. */
  let waiting: number;
  let turns: TurnService;

  beforeEach(() => {
    deliver = [];
    requested = [];
    waiting = 1;
    turns = started(2);
  });

  function started(slots: number): TurnService {
    return new TurnService(
      { add: async ([{ priority }]: [Turn]) => void requested.push(priority) } as unknown as JobQueue,
      {
        findWaiting: async () => Array.from({ length: waiting }, () => new Types.ObjectId()),
        claim: async (ids: Types.ObjectId[]) => ids.map((_id) => ({ event: { _id }, claim: 'mine' })),
      } as unknown as EventProgressStore,
      { deliver: () => new Promise<boolean>((resolve) => deliver.push(resolve)) } as unknown as EventDeliveryService,
      {} as EventScopes,
      new Tracing(),
      {} as Logger,
      { workerConcurrency: slots, lowPriorityConcurrency: slots, eventsPerBatch: 16 } as Config,
    );
  }

  const delivering = (events: number) => eventually(async () => expect(deliver).toHaveLength(events));

  it('Z7: one that is refused leaves the queue before, so that the turn in progress can request another one', async () => {
    const first = turns.run(turn);
    await delivering(1);
    let left = false;
    await turns.run({ ...turn, begin: async () => void (left = true) });
    expect([left, requested]).toEqual([true, []]);
    deliver.at(0)?.(false);
    await first;
    expect([deliver.length, requested]).toEqual([1, ['low']]);
  });

  it('Z7: takes the turn that could not be requested while it left the queue', async () => {
    const first = turns.run(turn);
    await delivering(1);
    const second = turns.run({
      ...turn,
      begin: async () => {
        deliver.at(0)?.(false);
        await first;
      },
    });
    await delivering(2);
    deliver.at(1)?.(false);
    await second;
  });

  it('Z5: an event with a next chunk asks for one turn, when its own has ended', async () => {
    const first = turns.run(turn);
    await delivering(1);
    await turns.run(turn);
    expect(requested).toEqual([]);
    deliver.at(0)?.(true);
    await first;
    expect(requested).toEqual(['low']);
  });

  it('Z5: the next chunk of an event that began with others is delivered in a turn of low priority', async () => {
    const first = turns.run({ ...turn, priority: 'normal' });
    await delivering(1);
    deliver.at(0)?.(true);
    await first;
    expect(requested).toEqual(['low']);
  });

  it('Z7: other events of the environment ask for a turn at once while it has less than its share', async () => {
    waiting = 2;
    turns = started(4);
    const first = turns.run(turn);
    await delivering(1);
    expect(requested).toEqual(['low']);
    const second = turns.run(turn);
    await delivering(2);
    expect(requested).toEqual(['low']);
    deliver.at(0)?.(false);
    await first;
    expect(requested).toEqual(['low', 'low']);
    deliver.at(1)?.(false);
    await second;
    expect(requested).toEqual(['low', 'low']);
  });

  it('Z7: and also when its share is one turn, for the other processes', async () => {
    waiting = 2;
    const first = turns.run(turn);
    await delivering(1);
    expect(requested).toEqual(['low']);
    deliver.at(0)?.(false);
    await first;
  });
});
