/** @runs-on redis */
import { DEFAULT_ANSWERS } from '#libs/sms-keywords/default-answers.js';
import { eventually } from '../eventually.js';
import { PROVIDERS } from './texting-providers.js';
import { aNumber, OURS, type TextingIntegration, TextingScene } from './texting-scene.js';

const MINUTES_AGO = 6 * 60_000;
const { en, fr } = DEFAULT_ANSWERS;

describe('text messages of people', () => {
  let scene: TextingScene;
  const integrations = new Map<string, TextingIntegration>();

  beforeAll(async () => {
    scene = await TextingScene.start();
    for (const name of Object.keys(PROVIDERS)) integrations.set(name, await scene.integration(name));
  });

  afterAll(() => scene.close());

  const at = (name: string) => integrations.get(name)!;
  const answered = (number: string, ...texts: string[]) =>
    eventually(() => {
      expect(scene.sentTo(number).map(({ text }) => text)).toEqual(texts);
      return Promise.resolve();
    });
  const consents = async (subscriberId: string) => {
    const documents = await scene.carillon.connection
      .collection('consents')
      .find({
        subscriberId: (await scene.carillon.connection.collection('subscribers').findOne({ subscriberId }))!._id,
      })
      .sort({ _id: 1 })
      .toArray();
    return documents.map(({ choice, channels, address, origin }) => ({ choice, channels, address, origin }));
  };

  describe.each(Object.keys(PROVIDERS))('of %s', (name) => {
    it('CS40, CS43, CS44: STOP, HELP and START do what they say, and are answered', async () => {
      const number = aNumber();
      const { subscriberId } = await scene.carillon.api.subscriber({ phone: number });
      expect((await scene.post(at(name), number, 'Stop!')).status).toBe(200);
      expect(await scene.reasons(number)).toEqual(['stop']);
      await answered(number, en.stop);
      expect((await scene.post(at(name), number, 'help')).status).toBe(200);
      await answered(number, en.stop, en.help);
      expect((await scene.post(at(name), number, 'START')).status).toBe(200);
      expect(await scene.reasons(number)).toEqual([]);
      await answered(number, en.stop, en.help, en.start);
      expect(scene.sentTo(number).map(({ from }) => from.replace(/^\+/, ''))).toEqual(
        Array(3).fill(OURS.replace(/^\+/, '')),
      );
      const said = { channels: ['sms'], address: number };
      expect(await consents(subscriberId)).toEqual([
        { ...said, choice: 'opted_out', origin: { source: 'sms_keyword', wording: 'Stop!', language: 'en' } },
        { ...said, choice: 'opted_in', origin: { source: 'sms_keyword', wording: 'START', language: 'en' } },
      ]);
    });

    it('CS41: change nothing unsigned, wrongly signed, or with another text: 401', async () => {
      const number = aNumber();
      const changes: Parameters<TextingScene['post']>[3][] = [
        {
          change: (request) => Object.assign(request, { headers: { 'content-type': request.headers['content-type'] } }),
        },
        {
          change: ({ headers }) => {
            for (const one of Object.keys(headers)) if (one !== 'content-type') headers[one] = 'AAAA';
          },
        },
      ];
      // What Vonage signs with is in the body.
      const inBody: typeof changes = [
        { change: (request) => (request.payload = request.payload.replace(/"sig":"./, '"sig":"x')) },
      ];
      for (const options of name === 'Vonage' ? inBody : changes) {
        expect((await scene.post(at(name), number, 'STOP', options)).status).toBe(401);
      }
      // Infobip proves itself with a password.
      if (name !== 'Infobip') {
        const change: NonNullable<(typeof changes)[number]>['change'] = (request) =>
          (request.payload = request.payload.replace('HELP', 'STOP'));
        expect((await scene.post(at(name), number, 'HELP', { change })).status).toBe(401);
      }
      expect(await scene.reasons(number)).toEqual([]);
      expect(scene.sentTo(number)).toEqual([]);
    });

    it('CS42: count once, however often and where they are posted', async () => {
      const number = aNumber();
      const id = `again-${name}`;
      const posts = Array.from({ length: 10 }, (_, index) =>
        scene.post(at(name), number, 'STOP', { id, ...(index % 2 > 0 && { address: 'delivery-providers' }) }),
      );
      for (const { status } of await Promise.all(posts)) expect(status).toBe(200);
      await answered(number, en.stop);
      expect((await scene.post(at(name), number, 'START')).status).toBe(200);
      await answered(number, en.stop, en.start);
      expect((await scene.post(at(name), number, 'STOP', { id })).status).toBe(200);
      expect(await scene.reasons(number)).toEqual([]);
    });

    if (PROVIDERS[name]!.isTimed) {
      it('CS41: are refused when they were signed more than five minutes ago', async () => {
        const number = aNumber();
        const old = { at: new Date(Date.now() - MINUTES_AGO) };
        expect((await scene.post(at(name), number, 'STOP', old)).status).toBe(401);
        expect(await scene.reasons(number)).toEqual([]);
      });
    }

    it('CS46: are events for webhooks, whatever they say', async () => {
      const number = aNumber();
      const { subscriberId } = await scene.carillon.api.subscriber({ phone: number });
      const { body } = await scene.carillon.api.post('/v1/webhooks', {
        url: 'https://hooks.example.com/texts',
        eventTypes: ['message.received'],
      });
      await scene.post(at(name), number, 'Please stop by tomorrow', { id: `event-${name}` });
      await scene.post(at(name), number, 'end', { id: `keyword-${name}` });
      const { body: page } = await scene.carillon.api.get(`/v1/webhooks/${body.data._id}/deliveries`);
      const events = page.data.map((one: { body: string }) => JSON.parse(one.body).data);
      const people = { subscriberId, subscriberIds: [subscriberId] };
      const common = { channel: 'sms', integrationId: at(name).id, from: number, ...people };
      expect(events).toHaveLength(2);
      expect(events).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ ...common, text: 'Please stop by tomorrow', providerMessageId: `event-${name}` }),
          expect.objectContaining({ ...common, text: 'end', keyword: 'stop' }),
        ]),
      );
      await scene.carillon.api.delete(`/v1/webhooks/${body.data._id}`);
    });
  });

  it('CS40: words are those of the country, and answers in their language', async () => {
    const number = aNumber('3361');
    await scene.post(at('Telnyx'), number, 'Arrêt');
    await answered(number, fr.stop);
    expect(await scene.reasons(number)).toEqual(['stop']);
  });

  it('CS47: each of several people with one number has an entry, in the order in which they were made', async () => {
    const number = aNumber();
    const people = [];
    for (let count = 0; count < 3; count++) people.push(await scene.carillon.api.subscriber({ phone: number }));
    for (const text of ['STOP', 'START', 'Quit']) await scene.post(at('Telnyx'), number, text);
    for (const { subscriberId } of people) {
      const entries = await consents(subscriberId);
      expect(entries.map(({ origin }) => origin.wording)).toEqual(['STOP', 'START', 'Quit']);
    }
  });

  it('CS44: YES means START from a stopped number alone', async () => {
    const number = aNumber();
    await scene.post(at('Sinch'), number, 'Yes');
    await scene.post(at('Sinch'), number, 'STOP');
    await answered(number, en.stop);
    await scene.post(at('Sinch'), number, 'Yes');
    await answered(number, en.stop, en.start);
    expect(await scene.reasons(number)).toEqual([]);
  });

  it('CS44: START takes back no bounce, and is not answered as if it did', async () => {
    const number = aNumber();
    await scene.carillon.api.post('/v1/suppressions', { channel: 'sms', address: number, reason: 'bounce' });
    await scene.post(at('Plivo'), number, 'STOP');
    expect(await scene.reasons(number)).toEqual(['bounce', 'stop']);
    await answered(number, en.stop);
    await scene.post(at('Plivo'), number, 'START');
    expect(await scene.reasons(number)).toEqual(['bounce']);
    await scene.post(at('Plivo'), number, 'HELP');
    await answered(number, en.stop, en.help);
  });

  it('CS43: a further STOP is not answered again', async () => {
    const number = aNumber();
    await scene.post(at('Infobip'), number, 'STOP');
    await scene.post(at('Infobip'), number, 'STOP');
    await scene.post(at('Infobip'), number, 'HELP');
    await answered(number, en.stop, en.help);
  });

  it('CS43: answers are those of the integration and the sender number, or none', async () => {
    const smsKeywords = {
      answers: { stop: 'Bye from the shop.' },
      bySender: { '12345': { answers: { stop: 'Bye from the bank.' } }, '777': { answer: false } },
    };
    const integration = await scene.integration('Twilio', { smsKeywords });
    const [first, second, third] = [aNumber(), aNumber(), aNumber()];
    await scene.post(integration, third, 'STOP', { to: '777' });
    await scene.post(integration, first, 'STOP');
    await scene.post(integration, second, 'STOP', { to: '12345' });
    await answered(first, 'Bye from the shop.');
    await answered(second, 'Bye from the bank.');
    expect(scene.sentTo(third)).toEqual([]);
    expect(await scene.reasons(third)).toEqual(['stop']);
    const { body } = await scene.carillon.api.get('/v1/integrations');
    const shown = body.find(({ _id }: { _id: string }) => _id === integration.id);
    expect(shown.configurations.smsKeywords).toEqual(smsKeywords);
  });

  it('CS43: settings that do not fit are refused with 422', async () => {
    const configurations = { smsKeywords: { answers: { stop: '' } } };
    const { status, body } = await scene.carillon.api.put(`/v1/integrations/${at('Twilio').id}`, { configurations });
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain('smsKeywords.answers.stop must be a text of 1 to 480 characters');
  });

  it('CS41: an integration without a key takes none, and one that reads none says so', async () => {
    const keyless = await scene.integration('Infobip', { inboundWebhookSigningKey: '' });
    const number = aNumber();
    const refused = await scene.post(keyless, number, 'STOP');
    expect(refused.status).toBe(401);
    expect(refused.body).toContain('set inboundWebhookSigningKey');
    expect(await scene.reasons(number)).toEqual([]);
    const { body } = await scene.carillon.api.post('/v1/integrations', {
      providerId: 'clickatell',
      channel: 'sms',
      configurations: { inboundWebhookEnabled: true },
    });
    const other = { ...keyless, id: body.data._id };
    expect(await scene.post(other, number, 'STOP')).toMatchObject({
      status: 400,
      body: expect.stringContaining('clickatell'),
    });
  });

  it('answers of an unknown integration and of another environment are 404', async () => {
    const { body } = await scene.carillon.otherApi.get('/v1/environments/me');
    const stranger = { ...at('Twilio'), environmentId: body.data._id };
    expect((await scene.post(stranger, aNumber(), 'STOP')).status).toBe(404);
    expect((await scene.post({ ...at('Twilio'), id: '6925a1f0c0ffee0123456789' }, aNumber(), 'STOP')).status).toBe(404);
  });

  it.each([
    ['Twilio', 'text/xml', '<Response/>'],
    ['Plivo', 'application/xml', '<Response></Response>'],
    ['Sinch', 'application/json', '{"data":[]}'],
  ])('%s gets the response that it expects', async (name, type, body) => {
    const response = await scene.post(at(name), aNumber(), 'What is this?');
    expect(response).toEqual({ status: 200, type: expect.stringContaining(type), body });
  });

  it('CS43: what Twilio has answered itself is not answered again', async () => {
    const number = aNumber();
    const optOut = (text: string, OptOutType: string) =>
      scene.post(at('Twilio'), number, text, { more: { OptOutType } });
    await optOut('halt', 'STOP');
    expect(await scene.reasons(number)).toEqual(['stop']);
    await optOut('go', 'START');
    expect(await scene.reasons(number)).toEqual([]);
    await scene.post(at('Twilio'), number, 'HELP');
    await answered(number, en.help);
  });
});
