import { EnvironmentVariable } from '../../../src/env-variables/environment-variable.schema.js';
import { EngineScene, inApp } from '../engine-scene.js';
import { RenderingScene } from './rendering-scene.js';

const MASK = '••••••••';
const SECRET = 'hush-4711';

describe('environment variables', () => {
  let scene: EngineScene;
  let rendering: RenderingScene;

  beforeAll(async () => {
    scene = await EngineScene.start();
    rendering = new RenderingScene(scene);
    await scene.integration('email');
    await rendering.variable('SHOP', 'https://dev.example', { elsewhere: 'https://example' });
    await rendering.variable('TOKEN', SECRET, { isSecret: true, elsewhere: 'other' });
  });

  afterAll(() => scene.close());

  const bodyOf = async (body: string, fields: object = {}) => {
    const transactionId = await scene.trigger(await scene.workflow([inApp(body)], fields));
    expect(await scene.story(transactionId)).toEqual(['completed: delivered']);
    return (await scene.bodies(transactionId))[0];
  };

  it.each([
    ['is read from the environment of the run', '{{env.SHOP}}', 'https://dev.example'],
    ['is case sensitive', '[{{env.shop}}]', '[]'],
    ['may be a secret that the template prints on purpose', '{{env.TOKEN}}', SECRET],
    ['cannot take the place of what the environment is', '{{env.name}} {{env.type}}', 'Development dev'],
  ])('L8: a variable %s', async (_rule, template, expected) => {
    expect(await bodyOf(template)).toBe(expected);
  });

  it('L8: name and type stay those of the environment', async () => {
    await rendering.variable('name', 'x');
    await rendering.variable('type', 'y', { isSecret: true });
    expect(await bodyOf('{{env.name}} {{env.type}}')).toBe('Development dev');
  });

  it('L8: the next run has the new value', async () => {
    await rendering.variable('COLOUR', 'red');
    const name = await scene.workflow([inApp('{{env.COLOUR}}')]);
    const first = await scene.trigger(name);
    await scene.settled(first);
    await rendering.variable('COLOUR', 'blue');
    const second = await scene.trigger(name);
    await scene.settled(second);
    expect([...(await scene.bodies(first)), ...(await scene.bodies(second))]).toEqual(['red', 'blue']);
  });

  it('L8: a secret is encrypted at rest, for this variable and environment alone', async () => {
    const stored = await scene.model(EnvironmentVariable).findOne({ key: 'TOKEN' }).lean();
    expect(JSON.stringify(stored)).not.toContain(SECRET);
    const [own] = stored!.values;
    await scene.model(EnvironmentVariable).create({
      organizationId: scene.environment.organizationId,
      key: 'COPIED',
      type: 'string',
      isSecret: true,
      values: [own!],
    });
    scene.clock.forward(1000);
    expect(await bodyOf('[{{env.COPIED}}] {{env.SHOP}}')).toBe('[] https://dev.example');
  });

  it('X8: conditions see them, secrets, too', async () => {
    const steps = [
      inApp('a', { skip: { '==': [{ var: 'env.SHOP' }, 'https://dev.example'] } }),
      inApp('b', { skip: { '==': [{ var: 'env.TOKEN' }, SECRET] } }),
      inApp('c', { skip: { '==': [{ var: 'env.shop' }, 'https://dev.example'] } }),
    ];
    expect(await scene.tell(steps)).toEqual([
      'completed: delivered',
      'completed: delivered',
      'skipped: condition_false',
    ]);
  });

  it('L8: what explains a failure tells no secret', async () => {
    const call = (url: string) => ({
      type: 'http_request',
      controlValues: { method: 'GET', url, continueOnFailure: true },
    });
    const steps = [
      inApp('a', { redirect: { url: 'mailto:{{env.TOKEN}}' } }),
      inApp('b', { avatar: 'mailto:{{env.TOKEN}}' }),
      inApp('c', { skip: { withinLast: ['2020-01-01', { amount: '{{env.TOKEN}}', unit: 'days' }] } }),
      call('{{env.TOKEN}}'),
      call('http://{{env.TOKEN}}.invalid/'),
      inApp('{{ env.TOKEN | date: env.TOKEN | push: env.TOKEN }}', { data: { a: '{{env.TOKEN}}' } }),
    ];
    const transactionId = await scene.trigger(await scene.workflow(steps));
    const story = await scene.story(transactionId);
    expect(story.filter((line) => line.startsWith('failed')).length).toBeGreaterThan(2);
    const { body } = await scene.activity(transactionId);
    const text = JSON.stringify(body);
    expect(text).toContain(MASK);
    expect(text).not.toContain(SECRET);
  });

  it('L8: a simulation masks secrets in what it shows, and decides with them', async () => {
    const steps = [
      inApp('{{env.TOKEN}} {{env.SHOP}}', { skip: { '==': [{ var: 'env.TOKEN' }, SECRET] } }),
      {
        type: 'email',
        controlValues: { subject: '{{env.TOKEN | base64_encode}}', body: '{{env.TOKEN}}', editorType: 'html' },
      },
    ];
    await rendering.layout('<b>{{env.TOKEN}}</b>{{content}}', { isDefault: true });
    const name = await scene.workflow(steps);
    const to = await scene.subscriber({ email: 'ada@example.com' });
    const { body } = await scene.carillon.api.post('/v1/events/simulate', { name, to });
    const text = JSON.stringify(body);
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(Buffer.from(SECRET).toString('base64'));
    expect(body.data.recipients[0].steps).toMatchObject([
      { status: 'completed', content: [{ body: `${MASK} https://dev.example` }] },
      { status: 'completed', content: [{ html: `<b>${MASK}</b>${MASK}` }] },
    ]);
    const transactionId = await scene.trigger(name, { to });
    await scene.settled(transactionId);
    const [sent] = await scene.sent(transactionId);
    expect(sent!.content).toMatchObject({ html: `<b>${SECRET}</b>${SECRET}` });
  });
});
