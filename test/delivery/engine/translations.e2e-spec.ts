import { EngineScene, inApp } from '../engine-scene.js';
import { RenderingScene } from './rendering-scene.js';

describe('translations', () => {
  let scene: EngineScene;
  let rendering: RenderingScene;

  beforeAll(async () => {
    scene = await EngineScene.start();
    rendering = new RenderingScene(scene);
    await scene.integration('email');
    await scene.integration('sms');
  });

  afterAll(() => scene.close());

  const translated = (steps: object[], isTranslationEnabled = true) => scene.workflow(steps, { isTranslationEnabled });

  async function told(name: string, locale: string | undefined): Promise<string> {
    const to = await scene.subscriber({ firstName: 'Ada', ...(locale !== undefined && { locale }) });
    const transactionId = await scene.trigger(name, { to });
    await scene.settled(transactionId);
    return (await scene.bodies(transactionId))[0]!;
  }

  it('L10: the own locale, the same language, the default locale, the key', async () => {
    const name = await translated([inApp('{{t.hello}} {{t.common}} {{t.nobody.has}}')]);
    await rendering.translation('workflow', name, 'de_DE', { hello: 'Hallo {{subscriber.firstName}}' });
    await rendering.translation('workflow', name, 'fr', { hello: '' });
    await rendering.translation('workflow', name, 'en_US', { hello: 'Hello', common: 'all' });
    const german = 'Hallo Ada all nobody.has';
    const english = 'Hello all nobody.has';
    for (const [locale, expected] of [
      ['de_DE', german],
      ['de-DE', german],
      ['de', german],
      ['de_AT', german],
      ['fr_FR', english],
      ['en', english],
      ['ja', english],
      [undefined, english],
    ] as const) {
      expect([locale, await told(name, locale)]).toEqual([locale, expected]);
    }
  });

  it('L10: each recipient in their own language, of one chunk with one read', async () => {
    const name = await translated([inApp('{{t.hello}}')]);
    await rendering.translation('workflow', name, 'de', { hello: 'Hallo' });
    await rendering.translation('workflow', name, 'en_US', { hello: 'Hello' });
    const to = await Promise.all(['de', 'en', 'de_CH'].map((locale) => scene.subscriber({ locale })));
    const transactionId = await scene.trigger(name, { to });
    await scene.settled(transactionId, 3);
    expect((await scene.bodies(transactionId)).sort()).toEqual(['Hallo', 'Hallo', 'Hello']);
  });

  it('L10: without translations, and where they are switched off, the key', async () => {
    expect(await told(await translated([inApp('{{t.hello}}')]), 'de')).toBe('hello');
    const off = await translated([inApp('{{t.hello}}')], false);
    await rendering.translation('workflow', off, 'de', { hello: 'Hallo' });
    expect(await told(off, 'de')).toBe('hello');
  });

  it('L10: texts of another workflow are not taken', async () => {
    const [one, other] = [await translated([inApp('{{t.x}}')]), await translated([inApp('{{t.x}}')])];
    await rendering.translation('workflow', other, 'en_US', { x: 'other' });
    await rendering.translation('layout', one, 'en_US', { x: 'layout' });
    expect(await told(one, 'en')).toBe('x');
  });

  it('L4, L10: on every channel, and in HTML its data is escaped', async () => {
    const name = await translated([
      { type: 'email', controlValues: { subject: '{{t.s}}', body: '<p>{{t.s}}</p>', editorType: 'html' } },
      { type: 'sms', controlValues: { body: '{{t.s}}' } },
    ]);
    await rendering.translation('workflow', name, 'de', { s: '<b>Hallo</b> {{payload.who}}' });
    const to = await scene.subscriber({ locale: 'de', email: 'a@example.com', phone: '+491' });
    const transactionId = await scene.trigger(name, { to, payload: { who: 'A&B' } });
    expect(await scene.story(transactionId)).toEqual(['completed: delivered', 'completed: delivered']);
    const contents = (await scene.sent(transactionId)).map((one) => one.content);
    expect(contents).toMatchObject([
      { subject: '<b>Hallo</b> A&B', html: '<p><b>Hallo</b> A&amp;B</p>', text: 'Hallo A&B' },
      { body: '<b>Hallo</b> A&B' },
    ]);
    const simulated = await scene.carillon.api.post('/v1/events/simulate', { name, to, payload: { who: 'A&B' } });
    expect(simulated.body.data.recipients[0].steps.flatMap((step: { content: object[] }) => step.content)).toEqual(
      contents,
    );
  });

  it('L10: what data prints in a translation is never read as a template', async () => {
    const name = await translated([inApp('{{t.hello}}')]);
    await rendering.translation('workflow', name, 'en_US', { hello: 'Hello {{payload.who}}' });
    const transactionId = await scene.trigger(name, { payload: { who: '{{env.name}}{% raw %}{{t.hello}}' } });
    await scene.settled(transactionId);
    expect(await scene.bodies(transactionId)).toEqual(['Hello {{env.name}}{% raw %}{{t.hello}}']);
  });

  it.each([
    ['loops', '{% for a in (1..100000) %}{% for b in (1..100000) %}{% endfor %}{% endfor %}'],
    ['grows', '{% assign a = "xxxxxxxxxx" %}{% for i in (1..40) %}{% assign a = a | append: a %}{% endfor %}'],
    ['is no template', '{{ oops | '],
  ])('L2: a translation that %s fails its step with the reason', async (_case, text) => {
    const name = await translated([inApp('{{t.a.b}}'), inApp('fine')]);
    await rendering.translation('workflow', name, 'en_US', { a: { b: text } });
    const transactionId = await scene.trigger(name);
    expect(await scene.story(transactionId)).toEqual(['failed: template_error', 'completed: delivered']);
    const [run] = await scene.settled(transactionId);
    expect(run!.steps[0]!.details.at(-1)!.raw).toMatch(/^body.*: Translation 'a\.b': /);
  });
});
