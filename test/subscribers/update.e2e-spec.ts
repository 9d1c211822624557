import { aFullSubscriber, aSubscriber } from '../builders/subscriber.js';
import { HOUR, MovableClock } from '../delivery/engine-scene.js';
import { startTestApp, type TestApp } from '../test-app.js';

describe('updating a subscriber', () => {
  const clock = new MovableClock();
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp({ clock });
  });

  afterAll(() => test.close());

  const created = async (fields: object = aFullSubscriber()) =>
    (await test.api.post('/v2/subscribers', { ...aSubscriber(), ...fields })).body.data;
  const get = async (subscriberId: string) => (await test.api.get(`/v2/subscribers/${subscriberId}`)).body.data;
  const FIELDS = ['firstName', 'lastName', 'email', 'phone', 'avatar', 'locale', 'timezone', 'data'] as const;

  const ways = [
    ['PATCH', '/v2/subscribers'],
    ['PUT', '/v1/subscribers'],
  ] as const;

  describe.each(ways)('with %s %s', (method, path) => {
    const change = (subscriberId: string, payload: object, api = test.api) =>
      api.request({ method, url: `${path}/${subscriberId}`, payload });

    it('changes the fields that are sent and no others', async () => {
      const before = await created();
      clock.forward(1000);
      const { status, body } = await change(before.subscriberId, { firstName: 'Augusta', data: { seats: 3 } });
      expect(status).toBe(200);
      expect(body.data).toEqual({
        ...before,
        firstName: 'Augusta',
        data: { seats: 3 },
        updatedAt: expect.any(String),
      });
      expect(body.data.updatedAt > before.updatedAt).toBe(true);
      expect(await get(before.subscriberId)).toEqual(body.data);
    });

    it.each(FIELDS)('clears %s when it is null', async (field) => {
      const { [field]: _cleared, ...rest } = await created();
      const { body } = await change(rest.subscriberId, { [field]: null });
      expect(body.data).toEqual({ ...rest, updatedAt: expect.any(String) });
    });

    it('changes nothing when nothing is sent, and never the id', async () => {
      const before = await created();
      clock.forward(1000);
      for (const payload of [{}, { subscriberId: 'other', _id: 'x', isOnline: true, __v: 7 }]) {
        const { warnings = [], ...after } = (await change(before.subscriberId, payload)).body.data;
        expect(after).toEqual(before);
        expect(warnings).toHaveLength(Object.keys(payload).length);
      }
    });

    it('is 404 for nobody and for a stranger, and creates nobody', async () => {
      const { subscriberId } = await created();
      expect(await change('nobody', { firstName: 'x' })).toMatchObject({
        status: 404,
        body: { message: "Subscriber 'nobody' was not found" },
      });
      expect((await change(subscriberId, { firstName: 'x' }, test.otherApi)).status).toBe(404);
      expect((await test.api.get('/v2/subscribers/nobody')).status).toBe(404);
      expect((await change(subscriberId, {}, test.anonymous)).status).toBe(401);
    });

    it.each<[string, object, string]>([
      ['a number as name', { firstName: 7 }, 'firstName'],
      ['a long name', { lastName: 'x'.repeat(256) }, 'lastName'],
      ['no email address', { email: 'ada' }, 'email'],
      ['a long phone number', { phone: '1'.repeat(65) }, 'phone'],
      ['a long avatar', { avatar: 'x'.repeat(2049) }, 'avatar'],
      ['a language by name', { locale: 'English' }, 'locale'],
      ['an unknown time zone', { timezone: 'Mars' }, 'timezone'],
      ['a list as data', { data: [] }, 'data'],
      ['an operator in data', { data: { $set: 1 } }, 'data'],
    ])('refuses %s', async (_case, payload, field) => {
      const before = await created();
      const { status, body } = await change(before.subscriberId, payload);
      expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: [field] });
      expect(await get(before.subscriberId)).toEqual(before);
    });

    it('of fifty at once with different fields none is lost', async () => {
      const { subscriberId } = await created({});
      const fields = ['firstName', 'lastName', 'phone', 'avatar'];
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_value, index) => change(subscriberId, { [fields[index % 4]!]: '5' })),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
      expect(await get(subscriberId)).toMatchObject({ firstName: '5', lastName: '5', phone: '5', avatar: '5' });
    });
  });

  describe('online status', () => {
    const set = (subscriberId: string, payload: object, api = test.api) =>
      api.patch(`/v1/subscribers/${subscriberId}/online-status`, payload);

    it.each(['isOnline', 'online'])(
      'says when the person was last online once he or she is not (%s)',
      async (field) => {
        const before = await created({});
        const online = await set(before.subscriberId, { [field]: true });
        expect(online).toMatchObject({ status: 200, body: { data: { isOnline: true } } });
        expect(online.body.data).not.toHaveProperty('lastOnlineAt');
        clock.forward(HOUR);
        const earliest = clock.now().toISOString();
        const { body } = await set(before.subscriberId, { [field]: false });
        expect(body.data).toMatchObject({ isOnline: false, lastOnlineAt: expect.any(String) });
        expect(body.data.lastOnlineAt >= earliest).toBe(true);
        const again = await set(before.subscriberId, { [field]: true });
        expect(again.body.data).toMatchObject({ isOnline: true, lastOnlineAt: body.data.lastOnlineAt });
        expect(await get(before.subscriberId)).toEqual(again.body.data);
      },
    );

    it('takes isOnline where both are sent', async () => {
      const { subscriberId } = await created({});
      expect((await set(subscriberId, { isOnline: true, online: false })).body.data.isOnline).toBe(true);
    });

    it.each<[string, object, string]>([
      ['nothing', {}, 'isOnline'],
      ['null', { isOnline: null }, 'isOnline'],
      ['a text', { isOnline: 'true' }, 'isOnline'],
      ['a number', { isOnline: 1 }, 'isOnline'],
      ['null in the older spelling', { online: null }, 'online'],
      ['a text in the older spelling', { online: 'yes' }, 'online'],
    ])('refuses %s', async (_case, payload, field) => {
      const { subscriberId } = await created({});
      const { status, body } = await set(subscriberId, payload);
      expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: [field] });
    });

    it('is 404 for nobody and for a stranger', async () => {
      const { subscriberId } = await created({});
      expect((await set('nobody', { isOnline: true })).status).toBe(404);
      expect((await set(subscriberId, { isOnline: true }, test.otherApi)).status).toBe(404);
      expect((await set(subscriberId, { isOnline: true }, test.anonymous)).status).toBe(401);
    });
  });
});
