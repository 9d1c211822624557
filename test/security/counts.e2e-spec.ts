import { mongo, Types } from 'mongoose';
import { EngineScene, inApp } from '../delivery/engine-scene.js';
import { type SessionClient, WidgetScene } from '../inbox/widget/widget-scene.js';

/** The newest notifications that filters on content are counted among. */
const EXAMINED = 2000;
const FILTERS = 30;

type Method = (...parameters: unknown[]) => { toArray(): Promise<unknown[]> };

describe('counts of an inbox', () => {
  let engine: EngineScene;
  let session: SessionClient;
  let subscriberId: string;

  beforeAll(async () => {
    engine = await EngineScene.start({ settings: { RATE_LIMIT_SESSIONS: '100' } });
    subscriberId = await engine.subscriber();
    session = await (await WidgetScene.of(engine.carillon)).session(subscriberId);
  });

  afterAll(() => engine.close());

  /** Gives the inbox as many notifications as this; the oldest has `data.n` 0. */
  async function fill(count: number): Promise<void> {
    await engine.settled(await engine.trigger(await engine.workflow([inApp('a')]), { to: subscriberId }));
    const messages = engine.messages.collection;
    const { _id, createdAt, ...first } = (await messages.findOne({}))!;
    await messages.deleteOne({ _id });
    const begin = (createdAt as Date).getTime() - count * 1000;
    await messages.insertMany(
      Array.from({ length: count }, (_, n) => ({
        ...first,
        _id: new Types.ObjectId(),
        createdAt: new Date(begin + n * 1000),
        tags: [n % 2 === 0 ? 'even' : 'odd'],
        data: { n },
      })),
    );
  }

  const countsOf = async (filters: object[]) => {
    const path = `/v2/subscribers/${subscriberId}/notifications/count`;
    const { body } = await engine.carillon.api.get(`${path}?filters=${encodeURIComponent(JSON.stringify(filters))}`);
    return body.data.map(({ count, countCapped }: { count: number; countCapped?: true }) => ({ count, countCapped }));
  };

  /** The pipelines that reading messages sends meanwhile. */
  async function pipelinesOf(work: () => Promise<unknown>): Promise<object[][]> {
    const prototype = mongo.Collection.prototype as unknown as { aggregate: Method };
    const { aggregate } = prototype;
    const pipelines: object[][] = [];
    // The driver counts documents by it, too.
    prototype.aggregate = function (this: mongo.Collection, ...parameters) {
      if (this.collectionName === 'messages') pipelines.push(parameters[0] as object[]);
      return aggregate.apply(this, parameters);
    };
    await work().finally(() => (prototype.aggregate = aggregate));
    return pipelines;
  }

  it('A7: filters on content are counted together among the newest 2,000, and say when there are older ones', async () => {
    await fill(EXAMINED + 100);
    const onData = Array.from({ length: FILTERS - 1 }, (_, index) => ({ data: { n: index * 100 } }));
    const filters = [...onData, { tags: ['even'] }];
    let counts: unknown;
    const pipelines = await pipelinesOf(async () => {
      counts = await countsOf(filters);
    });
    // What is older than the newest 2,000 is not looked at: `n` of 0.
    expect(counts).toEqual(
      filters.map((filter) => ({
        count: 'tags' in filter ? EXAMINED / 2 : filter.data.n >= 100 && filter.data.n < EXAMINED + 100 ? 1 : 0,
        countCapped: true,
      })),
    );
    expect(pipelines).toHaveLength(1);
    expect(pipelines[0]!.slice(1, 3)).toEqual([{ $sort: { createdAt: -1, _id: -1 } }, { $limit: EXAMINED + 1 }]);
  });

  it('A7: of filters by state alone the first four are counted exactly in an index, further ones with the others', async () => {
    const byState = [
      {},
      { read: false },
      { read: true },
      { seen: false },
      { seen: true },
      { read: true, archived: true },
    ];
    let counts: unknown;
    const pipelines = await pipelinesOf(async () => {
      counts = await countsOf([...byState, {}]);
    });
    const all = { count: EXAMINED + 100, countCapped: undefined };
    const none = { count: 0, countCapped: true };
    expect(counts).toEqual([all, all, { ...all, count: 0 }, all, none, none, all]);
    // Four in the index, and one among those that are archived and one among the others.
    expect(pipelines).toHaveLength(4 + 2);
  });

  it('RL7: a subscriber without a limit in the settings is refused when it sends far more than widgets do', async () => {
    engine.clock.forward(60_000);
    engine.clock.stop();
    const statuses = new Map<number, number>();
    for (let sent = 0; sent < 1010; sent += 101) {
      const answers = await Promise.all(Array.from({ length: 101 }, () => session.get('preferences')));
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(statuses).toEqual(
      new Map([
        [200, 1000],
        [429, 10],
      ]),
    );
    engine.clock.run();
  });
});
