import type { Types } from 'mongoose';
import type { Key } from '../ids.js';
import { outageOf } from '../persistence/outage.js';
import { forSeveralTraces } from '../tracing/tracing.js';
import { groupBy } from '../values/group-by.js';

/**
 * Maximum number of event loop turns that a request waits for others: about a tenth of a second, because up to sixteen
 * turns between two slices of such work belong to other work.
 */
const MAX_TURNS = 320;

interface Call<Request, Result> {
  request: Request;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Collects requests and executes them together: callers work one by one, but many of them cost one command. Collects
 * for one turn of the event loop, and longer while more requests are expected.
 *
 * A request that the store does not accept fails alone: when a shared execution fails for another reason than an
 * outage, each request is executed again by itself. So `execute` must be something that may be repeated.
 */
export class TickBatcher<Request, Result> {
  private waiting: Call<Request, Result>[] = [];

  /**
   * `execute` returns one result per request, in their order. `moreExpected`: whether callers that may make a request are
   * waiting for a later turn of the event loop.
   */
  constructor(
    private readonly execute: (requests: Request[]) => Promise<Result[]>,
    private readonly moreExpected: () => boolean = () => false,
  ) {}

  add(request: Request): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length === 0) this.flushSoon(MAX_TURNS);
      this.waiting.push({ request, resolve, reject });
    });
  }

  private flushSoon(turns: number): void {
    setImmediate(() => {
      if (turns > 0 && this.moreExpected()) this.flushSoon(turns - 1);
      else void this.flush();
    });
  }

  private async flush(): Promise<void> {
    const calls = this.waiting;
    this.waiting = [];
    try {
      const requests = calls.map(({ request }) => request);
      const results = await forSeveralTraces(() => this.execute(requests));
      calls.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      const outage = outageOf(error);
      if (calls.length > 1 && (outage === undefined || outage === 'conflict')) {
        for (const call of calls) await this.executeAlone(call);
      } else {
        for (const { reject } of calls) reject(error);
      }
    }
  }

  private async executeAlone({ request, resolve, reject }: Call<Request, Result>): Promise<void> {
    try {
      resolve((await this.execute([request]))[0]!);
    } catch (error) {
      reject(error);
    }
  }
}

/** Reads what several callers ask for at the same time with one command for each environment. */
export class SharedReader<Key, Found> {
  private readonly batcher = new TickBatcher<{ environmentId: Types.ObjectId; keys: readonly Key[] }, Found>(
    (requests) =>
      inGroups(
        requests,
        ({ environmentId }) => environmentId,
        async (group) => {
          const found = await this.find(
            group[0]!.environmentId,
            group.flatMap(({ keys }) => keys),
          );
          return group.map(() => found);
        },
      ),
  );

  /**
   * `find` is called with the keys of all callers, some maybe several times; each caller gets the result for all of
   * them.
   */
  constructor(private readonly find: (environmentId: Types.ObjectId, keys: Key[]) => Promise<Found>) {}

  read(environmentId: Types.ObjectId, keys: readonly Key[]): Promise<Found> {
    return this.batcher.add({ environmentId, keys });
  }
}

/**
 * Executes requests in groups, concurrently, and returns their results in the order of the requests. `execute` returns one
 * result per request of its group.
 */
export async function inGroups<Request, Result>(
  requests: readonly Request[],
  groupOf: (request: Request) => Key,
  execute: (group: Request[]) => Promise<Result[]>,
): Promise<Result[]> {
  const results = new Map<Request, Result>();
  await Promise.all(
    [...groupBy(requests, groupOf).values()].map(async (group) => {
      const found = await execute(group);
      group.forEach((request, index) => results.set(request, found[index]!));
    }),
  );
  return requests.map((request) => results.get(request)!);
}
