import { EngineScene } from '../engine-scene.js';
import { RenderingScene } from './rendering-scene.js';

const SENT = ['completed: delivered'];

describe('layouts', () => {
  let scene: EngineScene;
  let rendering: RenderingScene;

  beforeAll(async () => {
    scene = await EngineScene.start();
    rendering = new RenderingScene(scene);
    await scene.integration('email');
  });

  afterAll(() => scene.close());

  const email = (controlValues: object = {}) => ({
    type: 'email',
    controlValues: { subject: 'S', body: '<p>{{payload.x}}</p>', editorType: 'html', ...controlValues },
  });

  /** Sends one email; returns its content and the run's step. */
  async function sent(controlValues: object = {}, trigger: object = {}) {
    const name = await scene.workflow([email(controlValues)]);
    const to = await scene.subscriber({ email: 'ada@example.com', locale: 'de' });
    const fields = { to, payload: { x: '<&>' }, ...trigger };
    const transactionId = await scene.trigger(name, fields);
    const story = await scene.story(transactionId);
    const [run] = await scene.settled(transactionId);
    const [message] = await scene.sent(transactionId);
    const { body } = await scene.carillon.api.post('/v1/events/simulate', { name, ...fields });
    // What a simulation shows is what is sent.
    expect(body.data.recipients[0].steps[0].content).toEqual(message && [message.content]);
    return { story, step: run!.steps[0]!, content: message?.content as { html: string; text: string } | undefined };
  }

  it('L11: without any layout, the body alone', async () => {
    expect((await sent()).content).toMatchObject({ html: '<p>&lt;&amp;&gt;</p>' });
  });

  it("L11: the step's own, by identifier or internal id, with the data of the run", async () => {
    const layoutId = await rendering.layout('<i>{{payload.x}} {{env.name}}</i>{{content}}<i>bye</i>');
    const { content } = await sent({ layoutId });
    expect(content!.html).toBe('<i>&lt;&amp;&gt; Development</i><p>&lt;&amp;&gt;</p><i>bye</i>');
    expect(content!.text).toContain('bye');
    const found = await scene.carillon.connection.collection('layouts').findOne({ layoutId });
    expect((await sent({ layoutId: found!._id.toHexString() })).content!.html).toBe(content!.html);
  });

  it('L11: in its own translations', async () => {
    const layoutId = await rendering.layout('{{content}}{{t.bye}}', { isTranslationEnabled: true });
    await rendering.translation('layout', layoutId, 'de', { bye: 'Tschüs {{payload.x}}' });
    expect((await sent({ layoutId })).content!.html).toBe('<p>&lt;&amp;&gt;</p>Tschüs &lt;&amp;&gt;');
  });

  describe('with style blocks', () => {
    const styled = '<style>p { margin: 0 }</style>';
    const styledBody = '<p style="margin: 0;">&lt;&amp;&gt;</p>';

    it('L12: those of the layout and of the body are applied to their elements', async () => {
      const layoutId = await rendering.layout(`${styled}<i>{{payload.x}}</i>{{content}}`);
      const { content } = await sent({ layoutId });
      expect(content!.html).toBe(`<i>&lt;&amp;&gt;</i>${styledBody}`);
      expect(content!.text).toMatch(/^<&>\s+<&>$/);
      expect((await sent({ body: `${styled}<p>{{payload.x}}</p>` })).content!.html).toBe(styledBody);
    });

    it('L12, E2: they stay where the step wants its output as it is, and in HTML of the trigger', async () => {
      const body = `${styled}<p>a</p>`;
      expect((await sent({ body, disableOutputSanitization: true })).content!.html).toBe(body);
      expect((await sent({}, { overrides: { email: { html: body } } })).content!.html).toBe(body);
    });
  });

  describe('of which one is the default', () => {
    beforeAll(() => rendering.layout('DEFAULT {{content}}', { isDefault: true }));

    it('L11: it frames emails that name none, and none that want none', async () => {
      expect((await sent()).content!.html).toMatch(/^DEFAULT <p>/);
      expect((await sent({ layoutId: null })).content!.html).toMatch(/^<p>/);
    });

    it('L11: there is one per environment', async () => {
      await expect(rendering.layout('{{content}}', { isDefault: true })).rejects.toThrow('duplicate key');
    });

    it('L11: a trigger replaces the layout for itself', async () => {
      const own = await rendering.layout('OWN {{content}}');
      const other = await rendering.layout('OTHER {{content}}');
      const html = async (overrides: object) => (await sent({ layoutId: own }, { overrides })).content!.html;
      expect(await html({})).toMatch(/^OWN/);
      expect(await html({ layoutIdentifier: other })).toMatch(/^OTHER/);
      expect(await html({ channels: { email: { layoutId: other } } })).toMatch(/^OTHER/);
      expect(await html({ steps: { 'step-1': { layoutId: other } } })).toMatch(/^OTHER/);
      expect(await html({ layoutIdentifier: other, steps: { 'step-1': { layoutId: null } } })).toMatch(/^<p>/);
      expect(await html({ channels: { email: { layoutId: null } } })).toMatch(/^<p>/);
    });

    it('E2: HTML of the trigger is sent as it is', async () => {
      const { content } = await sent({}, { overrides: { email: { html: '<u>mine</u>' } } });
      expect(content).toMatchObject({ html: '<u>mine</u>', text: 'mine' });
    });

    it.each([
      ['that does not exist', () => Promise.resolve('nobody'), "Layout 'nobody' does not exist"],
      ['without a place for the content', () => rendering.layout('<p>only me</p>'), 'no place for the content'],
      ['of blocks without one', () => rendering.layout('{"type":"doc"}'), 'no place for the content'],
    ])('L11: a layout %s is left out, and the activity says so', async (_case, make, reason) => {
      const { story, content, step } = await sent({ layoutId: await make() });
      expect(story).toEqual(SENT);
      expect(content!.html).toMatch(/^<p>/);
      expect(step.details).toMatchObject([
        { status: 'Warning', detail: 'Sent without its layout', raw: expect.stringContaining(reason) },
        { status: 'Success', detail: 'Message sent' },
      ]);
    });

    it('L11: one that nobody has written yet adds nothing', async () => {
      const { step, content } = await sent({ layoutId: await rendering.layout(undefined) });
      expect(content!.html).toMatch(/^<p>/);
      expect(step.details).toHaveLength(1);
    });

    it('L11: that of another environment does not exist', async () => {
      const environmentId = scene.environment.organizationId;
      const layoutId = await rendering.layout('STRANGE {{content}}', { environmentId });
      expect((await sent({ layoutId })).content!.html).toMatch(/^<p>/);
    });

    it('L2: a variable that only the layout prints is missing there', async () => {
      const layoutId = await rendering.layout('{{content}} {{payload.footer}}');
      const { story, step } = await sent({ layoutId });
      expect(story).toEqual(SENT);
      expect(step.details[0]).toMatchObject({
        status: 'Warning',
        raw: expect.stringContaining(`Layout '${layoutId}': payload.footer is missing`),
      });
    });

    it.each([
      ['loops', '{% for a in (1..100000) %}{% for b in (1..100000) %}{% endfor %}{% endfor %}{{content}}'],
      ['explodes', '{% for a in (1..100000) %}{{content}}{% endfor %}'],
      ['reads a file', '{% include "package.json" %}{{content}}'],
      ['is no template', '{{content}}{{ oops | '],
    ])('L2: a layout that %s fails the step with its reason', async (_case, body) => {
      const layoutId = await rendering.layout(body);
      const { story, step, content } = await sent({ layoutId });
      expect(story).toEqual(['failed: template_error']);
      expect(content).toBeUndefined();
      expect(step.details.at(-1)!.raw).toMatch(new RegExp(`^Layout '${layoutId}': layout`));
    });
  });
});
