import { EngineScene } from '../engine-scene.js';

/** Who an email or an SMS goes to: what the payload and the overrides of a trigger say about it. */
describe('addresses', () => {
  let scene: EngineScene;
  let email: string;
  let sms: string;

  beforeAll(async () => {
    scene = await EngineScene.start();
    await scene.integration('email', { providerId: 'mailer' });
    await scene.integration('sms', { providerId: 'texter' });
    email = await scene.workflow([{ type: 'email', controlValues: { subject: 'Hello', body: '<p>Text</p>' } }]);
    sms = await scene.workflow([{ type: 'sms', controlValues: { body: 'Text' } }]);
  });

  afterAll(() => scene.close());

  const person = (name: string) => scene.subscriber({ email: `${name}@example.com`, phone: '+4915112345678' });

  async function sentTo(transactionId: string, count = 1): Promise<unknown[]> {
    await scene.settled(transactionId, count);
    const sent = await scene.sent(transactionId);
    return sent
      .map(({ content }) => ('to' in content ? content.to : undefined))
      .toSorted((one, other) => (String(one) < String(other) ? -1 : 1));
  }

  const stranger = { email: 'stranger@example.com', phone: '+491' };

  describe('E1, M1: of the payload', () => {
    it.each([
      ['one id', (one: string) => one],
      ['a list of one', (one: string) => [one]],
      ['one that is named twice', (one: string) => [one, { subscriberId: one }]],
    ])('count for %s', async (_what, to) => {
      const named = to(await person('ada'));
      expect(await sentTo(await scene.trigger(email, { to: named, payload: stranger }))).toEqual([[stranger.email]]);
      expect(await sentTo(await scene.trigger(sms, { to: named, payload: stranger }))).toEqual([stranger.phone]);
    });

    it.each([
      ['a list', async () => [await person('ada'), await person('bo')]],
      [
        'a topic',
        async () => ({ type: 'Topic', topicKey: await scene.topic([await person('ada'), await person('bo')]) }),
      ],
      [
        'a person and a topic',
        async () => [await person('ada'), { type: 'Topic', topicKey: await scene.topic([await person('bo')]) }],
      ],
    ])('are ignored for %s, with a warning at the trigger and in the activity', async (_what, recipients) => {
      const to = await recipients();
      const { body } = await scene.carillon.api.post('/v1/events/trigger', { name: email, to, payload: stranger });
      expect(body.data.warnings).toEqual([
        expect.stringMatching(/^payload\.email was ignored: it counts for a trigger/),
      ]);
      const { transactionId } = body.data;
      expect(await sentTo(transactionId, 2)).toEqual([['ada@example.com'], ['bo@example.com']]);
      const [job] = (await scene.activity(transactionId)).body.data[0].jobs;
      expect(job.executionDetails[0]).toMatchObject({ status: 'Warning', detail: 'Ignored payload.email' });
      const texts = await scene.trigger(sms, { to, payload: stranger });
      expect(await sentTo(texts, 2)).toEqual(['+4915112345678', '+4915112345678']);
    });

    it('are ignored for a broadcast, with a warning; and bring none to workflows that send nothing there', async () => {
      const broadcast = { name: sms, payload: stranger };
      const { body } = await scene.carillon.api.post('/v1/events/trigger/broadcast', broadcast);
      expect(body.data.warnings).toEqual([expect.stringMatching(/^payload\.phone was ignored/)]);
      const bulk = { events: [{ name: sms, to: [await person('ada'), await person('bo')], payload: { email: 'x' } }] };
      expect((await scene.carillon.api.post('/v1/events/trigger/bulk', bulk)).body.data[0]).not.toHaveProperty(
        'warnings',
      );
    });

    it('never count where the environment says `payloadRedirects: off`', async () => {
      const path = `/v1/environments/${scene.environment.id.toHexString()}`;
      const set = (payloadRedirects: string) => scene.carillon.api.put(path, { payloadRedirects });
      expect((await set('off')).body.data).toMatchObject({ payloadRedirects: 'off' });
      try {
        const transactionId = await scene.trigger(email, { to: await person('ada'), payload: stranger });
        expect(await sentTo(transactionId)).toEqual([['ada@example.com']]);
      } finally {
        expect((await set('single')).body.data).not.toHaveProperty('payloadRedirects');
      }
    });
  });

  describe('E1: of the overrides', () => {
    const send = async (overrides: object, payload = {}) => {
      const transactionId = await scene.trigger(email, {
        to: await person('ada'),
        payload,
        overrides: { email: overrides },
      });
      const story = await scene.story(transactionId);
      const sent = await scene.sent(transactionId);
      const envelopes = sent.map(({ content }) => {
        const { to, cc, bcc } = content as { to: string[]; cc?: string[]; bcc?: string[] };
        return { to, ...(cc && { cc }), ...(bcc && { bcc }) };
      });
      return { story, envelopes: envelopes.toSorted((a, b) => (a.to[0]! < b.to[0]! ? -1 : 1)) };
    };
    const delivered = ['completed: delivered'];

    it('`toRecipient` stands in place of the person, also of the payload', async () => {
      const overrides = { toRecipient: 'bo@example.com', to: ['cy@example.com'] };
      expect(await send(overrides, stranger)).toEqual({
        story: delivered,
        envelopes: [{ to: ['bo@example.com', 'cy@example.com'] }],
      });
    });

    it.each<[string, object, object[]]>([
      ['to', { to: ['b@x.org'], cc: ['c@x.org'] }, [{ to: ['b@x.org'], cc: ['c@x.org'] }]],
      ['only cc', { cc: ['c@x.org'], bcc: ['d@x.org'] }, [{ to: ['c@x.org'], bcc: ['d@x.org'] }]],
      ['only one bcc', { bcc: ['d@x.org'] }, [{ to: ['d@x.org'] }]],
      [
        'only bcc, each unseen by the other',
        { bcc: ['d@x.org', 'e@x.org'] },
        [{ to: ['d@x.org'] }, { to: ['e@x.org'] }],
      ],
    ])('`replaceToRecipient` with %s does not address the person', async (_what, overrides, envelopes) => {
      expect(await send({ ...overrides, replaceToRecipient: true })).toEqual({ story: delivered, envelopes });
    });

    it.each([{}, { to: [] }, { to: '', cc: [] }])('with nobody left (%j) the step is skipped', async (overrides) => {
      expect(await send({ ...overrides, replaceToRecipient: true })).toEqual({
        story: ['skipped: no_recipient'],
        envelopes: [],
      });
    });
  });
});
