import fc from 'fast-check';
import { getModelToken } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { newSubscriber } from '../../src/subscribers/profiles/profile-writes.js';
import { Subscriber } from '../../src/subscribers/subscriber.schema.js';
import { startTestApp, type TestApp } from '../test-app.js';

interface Page {
  data: { subscriberId: string }[];
  next: string | null;
}

/** What others do between two pages; numbers choose among those who are there, or a place in time. */
type Change = { kind: 'insert'; at: number } | { kind: 'delete'; which: number };

const TIMES = 5;
const START = Date.parse('2026-01-01T00:00:00Z');

const change = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat(TIMES) }),
  fc.record({ kind: fc.constant('delete' as const), which: fc.nat() }),
);

describe('pages of subscribers while others come and go', () => {
  let test: TestApp;
  let model: Model<Subscriber>;
  let environment: { id: Types.ObjectId; organizationId: Types.ObjectId };

  beforeAll(async () => {
    test = await startTestApp();
    model = test.app.get<Model<Subscriber>>(getModelToken(Subscriber.name));
    const [first] = (await test.api.get('/v1/environments')).body.data;
    environment = { id: new Types.ObjectId(first._id as string), organizationId: new Types.ObjectId() };
  });

  afterAll(() => test.close());

  /** A world of subscribers of which many share a time of creation. */
  class World {
    private count = 0;
    readonly present = new Set<string>();
    /** Those who were there all the time. */
    readonly stayed = new Set<string>();

    static async with(times: readonly number[]): Promise<World> {
      await model.deleteMany({ environmentId: environment.id });
      const world = new World();
      for (const at of times) world.stayed.add(await world.insert(at));
      return world;
    }

    async insert(at: number): Promise<string> {
      const subscriberId = `s-${this.count++}`;
      await model.collection.insertOne(newSubscriber(environment, { subscriberId }, new Date(START + at)));
      this.present.add(subscriberId);
      return subscriberId;
    }

    async apply(one: Change): Promise<void> {
      if (one.kind === 'insert') {
        await this.insert(one.at);
        return;
      }
      const subscriberId = [...this.present][one.which % Math.max(1, this.present.size)];
      if (subscriberId === undefined) return;
      await model.deleteOne({ environmentId: environment.id, subscriberId });
      this.present.delete(subscriberId);
      this.stayed.delete(subscriberId);
    }
  }

  it('nobody is shown twice, and nobody who was there all the time is left out', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(TIMES), { maxLength: 20 }),
        fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 10 }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom('_id', 'createdAt', 'updatedAt'),
        fc.constantFrom('ASC', 'DESC'),
        async (times, changes, limit, orderBy, orderDirection) => {
          const world = await World.with(times);
          const shown: string[] = [];
          const path = `/v2/subscribers?limit=${limit}&orderBy=${orderBy}&orderDirection=${orderDirection}`;
          let page: Page = (await test.api.get(path)).body;
          for (let number = 0; ; number++) {
            shown.push(...page.data.map(({ subscriberId }) => subscriberId));
            if (page.next === null) break;
            for (const one of changes[number] ?? []) await world.apply(one);
            page = (await test.api.get(`${path}&after=${page.next}`)).body;
          }
          expect(shown.length).toBe(new Set(shown).size);
          expect(shown).toEqual(expect.arrayContaining([...world.stayed]));
        },
      ),
      { numRuns: 25 },
    );
  });
});
