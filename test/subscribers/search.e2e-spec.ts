import { getModelToken } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { findCursorPage } from '../../src/platform/paging/cursor-page.js';
import { Subscriber } from '../../src/subscribers/subscriber.schema.js';
import { aSubscriber } from '../builders/subscriber.js';
import { startTestApp, type TestApp } from '../test-app.js';

const TOTAL = 60;
const ORDERS = ['_id', 'createdAt', 'updatedAt'] as const;

interface Item {
  _id: string;
  subscriberId: string;
  createdAt: string;
  updatedAt: string;
}

interface Page {
  data: Item[];
  next: string | null;
  previous: string | null;
  totalCount: number;
}

describe('subscriber search', () => {
  let test: TestApp;
  let model: Model<Subscriber>;
  let environmentId: Types.ObjectId;
  let organizationId: Types.ObjectId;

  beforeAll(async () => {
    test = await startTestApp();
    model = test.app.get<Model<Subscriber>>(getModelToken(Subscriber.name));
    const { data } = (await test.api.get('/v1/environments')).body;
    environmentId = new Types.ObjectId(data[0]._id);
    organizationId = new Types.ObjectId(data[0]._organizationId);
    await test.otherApi.subscriber({ email: 'stranger@example.com' });
  });

  afterAll(() => test.close());

  beforeEach(() => model.deleteMany({ environmentId }));

  // Straight into the store, so that several rows share one time of creation, as in a bulk import.
  async function store(subscriberIds: string[], fields: Partial<Subscriber> = {}): Promise<void> {
    const base = new Date('2026-01-01T00:00:00Z').getTime();
    const rows = subscriberIds.map((subscriberId, index) => ({
      environmentId,
      organizationId,
      subscriberId,
      channels: [],
      createdAt: new Date(base + Math.floor(index / 7)),
      updatedAt: new Date(base - (index % 5)),
      ...fields,
    }));
    await model.insertMany(rows, { timestamps: false });
  }

  const ids = (prefix: string, count: number) =>
    Array.from({ length: count }, (_value, index) => `${prefix}-${String(index).padStart(3, '0')}`);

  const search = (query: Record<string, string | number | boolean> = {}) => {
    const text = Object.entries(query)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&');
    return test.api.get(`/v2/subscribers${text && `?${text}`}`);
  };

  describe('page', () => {
    it('is bare and has all five keys, also when there is nothing', async () => {
      const { status, body } = await search();
      expect(status).toBe(200);
      expect(body).toEqual({ data: [], next: null, previous: null, totalCount: 0, totalCountCapped: false });
    });

    it('holds subscribers in the shape they are retrieved in', async () => {
      const created = await test.api.subscriber({ firstName: 'Ada' });
      expect(created).toBeDefined();
      expect((await search()).body).toEqual({
        data: [created],
        next: null,
        previous: null,
        totalCount: 1,
        totalCountCapped: false,
      });
    });

    it('has ten items and begins with the newest when nothing else is asked for', async () => {
      await store(ids('s', 12));
      const { body } = await search();
      expect(body.data.map(({ subscriberId }: Item) => subscriberId)).toEqual(ids('s', 12).reverse().slice(0, 10));
      expect(body).toMatchObject({ next: expect.any(String), previous: null, totalCount: 12 });
    });

    it('has no next one when the items fit exactly', async () => {
      await store(ids('s', 10));
      expect((await search()).body).toMatchObject({ next: null, previous: null });
    });

    it('shows the item at the cursor when asked to', async () => {
      await store(ids('s', 9));
      const first = (await search({ limit: 3 })).body;
      const withCursor = (await search({ limit: 3, after: first.next, includeCursor: true })).body;
      expect(withCursor.data[0]).toEqual(first.data[2]);
      expect(withCursor.previous).not.toBeNull();
      const back = (await search({ limit: 3, before: withCursor.next, includeCursor: true })).body;
      expect(back.data).toEqual(withCursor.data);
    });

    it('takes an empty cursor for none', async () => {
      await store(ids('s', 2));
      expect((await search({ after: '', before: '' })).body.data).toHaveLength(2);
    });

    it('leads back when everything on it has been deleted', async () => {
      await store(ids('s', 6));
      const first = (await search({ limit: 3, orderDirection: 'ASC' })).body;
      await model.deleteMany({ environmentId, subscriberId: { $gte: 's-003' } });
      const empty = (await search({ limit: 3, orderDirection: 'ASC', after: first.next })).body;
      expect(empty).toMatchObject({ data: [], next: null, previous: expect.any(String) });
      const back = (await search({ limit: 3, orderDirection: 'ASC', before: empty.previous })).body;
      expect(back.data).toEqual(first.data);
    });
  });

  describe.each(ORDERS)('ordered by %s', (orderBy) => {
    describe.each(['ASC', 'DESC'])('%s', (orderDirection) => {
      const query = { orderBy, orderDirection, limit: 7 };

      it('shows each of sixty once and in order, forward and back again', async () => {
        await store(ids('s', TOTAL));
        const forward = await walk(query, 'next');
        const shown = forward.flatMap(({ data }) => data);
        expect(shown).toEqual([...shown].sort(inOrder(orderBy, orderDirection)));
        expect(shown.map(({ subscriberId }) => subscriberId).sort()).toEqual(ids('s', TOTAL));
        expect(forward.map(({ previous }) => previous === null)).toEqual([true, ...Array(8).fill(false)]);

        const back = await walk(query, 'previous', forward.at(-1)?.previous);
        expect(back.reverse()).toEqual(forward.slice(0, -1));
      });

      it('repeats none and hides none of those that stay while others are inserted and deleted', async () => {
        await store([...ids('leaving', TOTAL / 2), ...ids('staying', TOTAL / 2)]);
        const disturb = async ({ data }: Page) => {
          const leaving = data.map(({ subscriberId }) => subscriberId).filter((id) => id.startsWith('leaving'));
          await model.deleteMany({ environmentId, subscriberId: { $in: leaving } });
          await store(Array.from({ length: 3 }, () => aSubscriber().subscriberId));
        };
        const forward = await walk(query, 'next', undefined, disturb);
        const last = forward.at(-1);
        const back = await walk(query, 'previous', last?.previous, disturb);
        for (const shown of [forward, [...back, last]]) {
          const shownIds = shown.flatMap((page) => page?.data ?? []).map(({ subscriberId }) => subscriberId);
          expect(new Set(shownIds).size).toBe(shownIds.length);
          expect(shownIds.filter((id) => id.startsWith('staying')).sort()).toEqual(ids('staying', TOTAL / 2));
        }
      });
    });
  });

  describe('filter', () => {
    beforeEach(async () => {
      await test.api.subscriber({
        subscriberId: 'ada.1',
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'ada+news@example.com',
        phone: '+4915112345678',
      });
      await test.api.subscriber({
        subscriberId: 'grace_2',
        firstName: 'Grace',
        lastName: 'Hopper (US)',
        email: 'grace@example.org',
        phone: '+120255501',
      });
      await test.api.subscriber({ subscriberId: 'adam', firstName: 'Adam' });
    });

    it.each<[Record<string, string>, string[]]>([
      [{ email: 'ada+news@example.com' }, ['ada.1']],
      [{ email: '@example.' }, ['ada.1', 'grace_2']],
      [{ email: 'Ada' }, []],
      [{ email: 'a.a' }, []],
      [{ email: '.*' }, []],
      [{ phone: '+49' }, ['ada.1']],
      [{ phone: '5' }, ['ada.1', 'grace_2']],
      [{ subscriberId: 'ada' }, ['ada.1', 'adam']],
      [{ subscriberId: 'ada.' }, ['ada.1']],
      [{ subscriberId: '^' }, []],
      [{ name: 'Ada' }, ['ada.1', 'adam']],
      [{ name: 'lace' }, ['ada.1']],
      [{ name: 'ada' }, []],
      [{ name: 'Ada Lovelace' }, ['ada.1']],
      [{ name: 'a Love' }, ['ada.1']],
      [{ name: 'Lovelace Ada' }, []],
      [{ name: '(US)' }, ['grace_2']],
      [{ name: '$firstName' }, []],
      [{ name: '', email: '', phone: '', subscriberId: '' }, ['ada.1', 'grace_2', 'adam']],
      [{ email: 'example', name: 'Grace' }, ['grace_2']],
      [{ email: 'example.com', name: 'Grace' }, []],
      [{ email: 'a\0', phone: '\0', subscriberId: '\0' }, []],
      [{ email: 'stranger' }, []],
      [{ name: ' ' }, ['ada.1', 'grace_2', 'adam']],
      [{ name: 'm ' }, ['adam']],
      [{ name: ' H' }, ['grace_2']],
      [{ name: 'r (U' }, ['grace_2']],
      [{ name: 'a  Love' }, []],
      [{ email: 'm' }, ['ada.1', 'grace_2']],
      [{ search: 'LOVELACE' }, ['ada.1']],
      [{ search: 'ADA' }, ['ada.1', 'adam']],
      [{ search: 'Example.ORG' }, ['grace_2']],
      [{ search: '151 / 1234' }, ['ada.1']],
      [{ search: 'a', name: 'Grace' }, ['grace_2']],
      [{ search: '' }, ['ada.1', 'grace_2', 'adam']],
      [{ search: 'nobody' }, []],
      [{ email: 'ex', phone: '20', subscriberId: '_', name: 'pp' }, ['grace_2']],
    ])('%j finds %j', async (query, expected) => {
      const { status, body } = await search({ ...query, orderDirection: 'ASC' });
      expect(status).toBe(200);
      expect(body.data.map(({ subscriberId }: Item) => subscriberId)).toEqual(expected);
      expect(body.totalCount).toBe(expected.length);
    });

    it('follows every change of a field', async () => {
      const found = async (query: Record<string, string>) =>
        (await search(query)).body.data.map(({ subscriberId }: Item) => subscriberId);
      expect(await found({ name: 'a L' })).toEqual(['ada.1']);
      await test.api.patch('/v2/subscribers/ada.1', { lastName: 'King 😀👩‍🚀' });
      expect(await found({ name: 'a L' })).toEqual([]);
      expect(await found({ name: 'a King 😀👩' })).toEqual(['ada.1']);
      expect(await found({ name: '😁' })).toEqual([]);
      await test.api.patch('/v2/subscribers/ada.1', { firstName: null, email: 'ada@example.net' });
      expect(await found({ name: ' King' })).toEqual(['ada.1']);
      expect(await found({ name: 'Ada' })).toEqual(['adam']);
      expect(await found({ email: 'le.n' })).toEqual(['ada.1']);
      await test.api.patch('/v2/subscribers/ada.1', { email: null });
      expect(await found({ email: 'le.n' })).toEqual([]);
      await test.api.delete('/v2/subscribers/ada.1');
      expect(await found({ name: 'King' })).toEqual([]);
    });

    it('finds all that were created and changed at the same time', async () => {
      const write = (index: number) =>
        test.api.post('/v2/subscribers', { subscriberId: `c-${index % 10}`, email: `c-${index}@example.info` });
      await Promise.all(Array.from({ length: 50 }, (_, index) => write(index)));
      expect((await search({ email: '@example.info' })).body).toMatchObject({ totalCount: 10 });
      const stored = await model.find({ environmentId, subscriberId: /^c-/ }).lean();
      for (const { subscriberId, email } of stored) {
        expect((await search({ email: email ?? '' })).body.data).toMatchObject([{ subscriberId, email }]);
      }
    });

    it.each(ORDERS)('gives the order %s for texts that few and that all have', async (orderBy) => {
      await store(ids('o', 40), { email: 'o@example.se' });
      await test.api.patch('/v2/subscribers/o-010', { email: 'rare@example.se' });
      await test.api.patch('/v2/subscribers/o-005', { email: 'rare@example.se' });
      for (const email of ['rare', 'example.se']) {
        const pages = await walk({ email, orderBy, orderDirection: 'DESC', limit: 100 }, 'next');
        const shown = pages.flatMap(({ data }) => data);
        expect(shown).toEqual([...shown].sort(inOrder(orderBy, 'DESC')));
        expect(shown).toHaveLength(email === 'rare' ? 2 : 40);
      }
    });

    it('holds on every page', async () => {
      await store(ids('x', 25), { email: 'x@example.net' });
      const pages = await walk({ email: 'example.net', limit: 10 }, 'next');
      expect(pages.map(({ data, totalCount }) => [data.length, totalCount])).toEqual([
        [10, 25],
        [10, 25],
        [5, 25],
      ]);
    });
  });

  describe('total', () => {
    it('is exact up to its cap and says when there are more', async () => {
      await store(ids('s', 12));
      const request = { orderBy: '_id', orderDirection: 'ASC', limit: 5 } as const;
      const totals = async (cap: number) => {
        const { totalCount, totalCountCapped } = await findCursorPage(model, { environmentId }, request, { cap });
        return [totalCount, totalCountCapped];
      };
      expect(await totals(11)).toEqual([11, true]);
      expect(await totals(12)).toEqual([12, false]);
    });

    it('R20: is the same for a search, whether or not its first page has all', async () => {
      await store(ids('s', 12), { firstName: 'Ada' });
      const pages = await walk({ search: 'ADA', limit: 5 }, 'next');
      expect(pages.map(({ totalCount }) => totalCount)).toEqual([12, 12, 12]);
      for (const [text, count] of [
        ['s-01', 2],
        ['adA', 12],
        ['nobody', 0],
      ] as const)
        expect((await search({ search: text, limit: 12 })).body).toMatchObject({ totalCount: count, next: null });
    });
  });

  describe('refuses', () => {
    it.each([
      ['limit=0', 'limit', 'limit must not be less than 1'],
      ['limit=101', 'limit', 'limit must not be greater than 100'],
      ['limit=1.5', 'limit', expect.any(String)],
      ['limit=ten', 'limit', expect.any(String)],
      ['limit=', 'limit', expect.any(String)],
      ['limit=1&limit=2', 'limit', expect.any(String)],
      ['orderBy=email', 'orderBy', 'orderBy must be one of the following values: _id, createdAt, updatedAt'],
      ['orderBy=', 'orderBy', 'orderBy must be one of the following values: _id, createdAt, updatedAt'],
      [
        'orderDirection=asc',
        'orderDirection',
        "orderDirection must be one of the following values: ASC, DESC. Did you mean 'ASC'?",
      ],
      ['includeCursor=maybe', 'includeCursor', 'includeCursor must be a boolean value'],
      ['email=a&email=b', 'email', expect.any(String)],
      [`email=${'x'.repeat(513)}`, 'email', 'email must be shorter than or equal to 512 characters'],
      ['after=x', 'after', 'after must be a cursor from a page of this list with the same orderBy'],
      ['before=x', 'before', 'before must be a cursor from a page of this list with the same orderBy'],
      ['after=6925a1f0c0ffee0123456789', 'after', expect.any(String)],
      ['after=x&before=y', 'before', 'before cannot be combined with after'],
    ])('%s', async (query, field, message) => {
      const { status, body } = await test.api.get(`/v2/subscribers?${query}`);
      expect(status).toBe(422);
      expect(body).toEqual({
        statusCode: 422,
        timestamp: expect.any(String),
        path: '/v2/subscribers',
        message: 'Validation failed',
        errors: { [field]: expect.objectContaining({ messages: expect.arrayContaining([message]) }) },
      });
    });

    it('a cursor of another order, and one that somebody has made up', async () => {
      await store(ids('s', 3));
      const { next } = (await search({ limit: 1, orderBy: 'createdAt' })).body;
      expect((await search({ after: next, orderBy: 'createdAt' })).status).toBe(200);
      expect((await search({ after: next, orderBy: 'updatedAt' })).status).toBe(422);
      const madeUp = Buffer.from(JSON.stringify(['createdAt', '0'.repeat(24), 'text'])).toString('base64url');
      expect((await search({ after: madeUp, orderBy: 'createdAt' })).status).toBe(422);
    });
  });

  it('shows nothing of another environment, also by its cursor', async () => {
    await test.otherApi.subscriber();
    const { next } = (await test.otherApi.get('/v2/subscribers?limit=1')).body;
    await store(ids('own', 2));
    const { body } = await search({ after: next, includeCursor: true, orderDirection: 'ASC' });
    expect(body.data.map(({ subscriberId }: Item) => subscriberId)).toEqual(ids('own', 2));
  });

  /** All pages from a cursor on, one way, in the order they are read. */
  async function walk(
    query: Record<string, string | number>,
    way: 'next' | 'previous',
    start?: string | null,
    afterPage: (page: Page) => Promise<void> = async () => {},
  ): Promise<Page[]> {
    const pages: Page[] = [];
    let cursor = start;
    do {
      const { status, body } = await search({
        ...query,
        ...(cursor && { [way === 'next' ? 'after' : 'before']: cursor }),
      });
      expect(status).toBe(200);
      pages.push(body);
      await afterPage(body);
      cursor = body[way];
    } while (cursor);
    return pages;
  }
});

function inOrder(orderBy: (typeof ORDERS)[number], direction: string): (a: Item, b: Item) => number {
  const sign = direction === 'ASC' ? 1 : -1;
  const key = (item: Item) => `${item[orderBy]} ${item._id}`;
  return (a, b) => (key(a) < key(b) ? -sign : sign);
}
