import { readFileSync } from 'node:fs';
import { GOLDEN } from '../../../libs/rendering/blocks/testing/documents.js';
import { documentOf, node, paragraph, text, variable } from '../../../libs/rendering/blocks/testing/nodes.js';
import { expectSuccess, PromotionScene } from '../../promotion/promotion-scene.js';
import { CredentialBox } from '../../../src/subscribers/credentials/credential-box.js';
import { EngineScene } from '../engine-scene.js';
import { RenderingScene } from './rendering-scene.js';

const BODY = documentOf(
  node('heading', { level: 1 }, text('{{ t.title }}')),
  paragraph('Hello ', variable('subscriber.firstName', { fallback: 'there' }), ', ', variable('payload.note')),
  node('repeat', { each: 'payload.items' }, paragraph(variable('current.name'), ': ', variable('payload.items.price'))),
  node('paragraph', { showIfKey: 'payload.isLate' }, text('We are sorry.')),
  node('button', { text: 'Track', url: 'payload.url', isUrlVariable: true, variant: 'filled' }),
  paragraph(),
);
const PAYLOAD = {
  note: 'a <b> & c',
  items: [
    { name: 'Shoes', price: 40 },
    { name: 'Socks', price: 5 },
  ],
  url: 'javascript:alert(1)',
};
const TITLE = { title: 'Auf dem Weg, {{ subscriber.firstName }}' };

describe('bodies made of blocks', () => {
  let scene: EngineScene;
  let rendering: RenderingScene;

  beforeAll(async () => {
    scene = await EngineScene.start();
    rendering = new RenderingScene(scene);
    await scene.integration('email');
  });

  afterAll(() => scene.close());

  const email = (body: string, more: object = {}) => ({
    name: 'Mail',
    stepId: 'mail',
    type: 'email',
    controlValues: { subject: 'S', body, editorType: 'block', ...more },
  });

  async function sent(steps: object[], fields: object = {}, payload: object = PAYLOAD) {
    const name = await scene.workflow(steps, fields);
    await rendering.translation('workflow', name, 'de', TITLE);
    const to = await scene.subscriber({ email: 'ada@example.com', firstName: 'Ada', locale: 'de' });
    const transactionId = await scene.trigger(name, { to, payload });
    const story = await scene.story(transactionId);
    const [message] = await scene.sent(transactionId);
    const { body } = await scene.carillon.api.post('/v1/events/simulate', { name, to, payload });
    // What a simulation shows is what is sent.
    expect(body.data.recipients[0].steps[0].content).toEqual(message && [message.content]);
    return { story, content: message?.content as { html: string; text: string } | undefined };
  }

  it('BL1, BL4, BL8: an email is sent as a whole document, with its text, in translations, with harmless addresses', async () => {
    const { story, content } = await sent([email(BODY)], { isTranslationEnabled: true });
    expect(story).toEqual(['completed: delivered']);
    expect(content!.html).toMatch(/^<!doctype html>[^]*max-width:600px[^]*<\/html>\s*$/);
    expect(content!.html).toContain('<a href="#" target="_blank"');
    expect(content!.html).not.toContain('javascript:');
    expect(content!.text).toBe('AUF DEM WEG, ADA\n\nHello Ada, a <b> & c\n\nShoes: 40\n\nSocks: 5\n\nTrack');
  });

  const asHtml = (body: string, more: object = {}) => scene.carillon.api.post('/v1/blocks/html', { body, ...more });

  it('BL11: documents as long as those of emails are taken, and nothing that is not known', async () => {
    const text = { type: 'paragraph', content: [{ type: 'text', text: 'a'.repeat(200) }] };
    const long = JSON.stringify({ type: 'doc', content: Array.from({ length: 450 }, () => text) });
    expect((await asHtml(long)).status).toBe(201);
    expect((await asHtml(BODY, { layout: true })).status).toBe(422);
  });

  it('BL11: written as HTML it sends the same email, alone and in a layout, with the same checks', async () => {
    const alone = await asHtml(BODY);
    expect(alone.status).toBe(201);
    expect(alone.body.data.warnings).toEqual([]);
    const html = { editorType: 'html' };
    const [blocks, written] = [
      await sent([email(BODY)], { isTranslationEnabled: true }),
      await sent([email(alone.body.data.html, html)], { isTranslationEnabled: true }),
    ];
    // BL20: the language of the reader is that of blocks alone.
    const { html: sentBlocks } = blocks.content!;
    const inEnglish = sentBlocks.replace('<html lang="de"', '<html lang="en"');
    expect(inEnglish).not.toBe(sentBlocks);
    expect(written).toEqual({ ...blocks, content: { ...blocks.content, html: inEnglish } });
    const layoutId = await rendering.layout('<main>{{content}}</main>');
    const content = (await asHtml(BODY, { document: false })).body.data.html;
    const framed = await sent([email(content, { ...html, layoutId })]);
    expect(framed.content!.text).toBe((await sent([email(BODY, { layoutId })])).content!.text);
    expect(framed.content!.html).not.toContain('<!doctype');
  });

  it('BL11: a layout of blocks frames the same as the HTML that it is written as', async () => {
    const layout = documentOf(paragraph('Before'), paragraph(variable('content')), paragraph('After'));
    const written = (await asHtml(layout)).body.data.html;
    const [one, other] = [await rendering.layout(layout), await rendering.layout(written)];
    const inside = (layoutId: string) => sent([email('<p>Inside</p>', { editorType: 'html', layoutId })]);
    expect(await inside(other)).toEqual(await inside(one));
  });

  it('BL11: says what has no effect, and refuses what is no document', async () => {
    const { body } = await asHtml(documentOf(node('carousel')));
    expect(body.data.warnings).toMatchObject([{ path: 'content.0', message: expect.stringContaining('carousel') }]);
    const refused = await asHtml('<p>Hello</p>');
    expect(refused.status).toBe(422);
    expect(refused.body.errors.body.messages).toEqual([expect.stringContaining('JSON object of type doc')]);
  });

  it('BL5: in a layout of HTML it is content, and a layout of blocks frames it', async () => {
    const html = await rendering.layout('<main>{{content}}</main>');
    const framed = await sent([email(documentOf(paragraph('Inside')), { layoutId: html })]);
    expect(framed.content!.html).toMatch(/^<main>\s*<p [^>]*>Inside<\/p>\s*<\/main>$/);
    const layout = documentOf(
      paragraph('Above ', variable('subscriber.firstName')),
      paragraph(variable('content')),
      node('footer', {}, text('Below')),
    );
    const blocks = await rendering.layout(layout, { email: { body: layout, editorType: 'block' } });
    const { content } = await sent([email(documentOf(paragraph('Inside')), { layoutId: blocks })]);
    expect(content!.html.match(/<html/g)).toHaveLength(1);
    expect(content!.text).toBe('Above Ada\n\nInside\n\nBelow');
    const plain = await sent([email('<p>HTML inside</p>', { layoutId: blocks, editorType: 'html' })]);
    expect(plain.content!.text).toBe('Above Ada\n\nHTML inside\n\nBelow');
  });

  it('BL7: a document that takes too long fails the step, and delays nothing', async () => {
    const nested = node(
      'repeat',
      { each: 'payload.list' },
      node('repeat', { each: 'payload.list' }, node('repeat', { each: 'payload.list' }, paragraph('x'))),
    );
    const { story, content } = await sent(
      [email(documentOf(nested))],
      {},
      { list: Array.from({ length: 1000 }, (_entry, index) => index) },
    );
    expect([story, content]).toEqual([['failed: template_error'], undefined]);
  });

  it('BL2, BL3, BL4: what is wrong is an issue that names the node, and unknown variables are found', async () => {
    const body = documentOf(
      node('carousel', {}, paragraph('x')),
      paragraph(variable('payload.nothing')),
      node('repeat', { each: 'payload.items' }, paragraph(variable('current.colour'), variable('current.name'))),
      paragraph(variable('payload.name | nofilter')),
    );
    const item = { type: 'object', properties: { name: { type: 'string' } } };
    const payloadSchema = {
      type: 'object',
      properties: { name: { type: 'string' }, items: { type: 'array', items: item } },
    };
    const steps = [
      email(body),
      email(
        documentOf(
          paragraph(variable('payload.nothing')),
          node('repeat', { each: 'payload.items' }, paragraph(variable('current.colour'))),
        ),
      ),
    ];
    const created = await scene.carillon.api.workflow({
      payloadSchema,
      steps: steps.map((step, index) => ({ ...step, stepId: `mail-${index}` })),
    });
    const issues = created.steps.map(
      (step: { issues: { controls: { body: { message: string; severity?: string }[] } } }) =>
        step.issues.controls.body.map(({ message, severity }) => `${severity ?? 'error'} ${message}`),
    );
    expect(issues).toEqual([
      [
        'error content.3.content.0: undefined filter: nofilter',
        "warning content.0: 'carousel' is unknown here; what is in it is shown without it",
      ],
      [
        "error Variable 'payload.nothing' does not exist here",
        "error Variable 'payload.items.*.colour' does not exist here",
      ],
    ]);
  });

  it('BL4: a preview makes up entries for loops; a chat message is previewed as a card and sent as a text', async () => {
    const chat = {
      name: 'Chat',
      stepId: 'chat',
      type: 'chat',
      controlValues: {
        body: documentOf(
          paragraph('Hi ', variable('payload.who')),
          node('cardButton', { label: 'Open', url: 'https://example.com' }),
        ),
        editorType: 'block',
      },
    };
    const made = await scene.carillon.api.workflow({
      name: 'Preview',
      workflowId: 'blocks-preview',
      steps: [email(BODY), chat],
    });
    const { workflowId } = made;
    const preview = async (step: string) =>
      (await scene.carillon.api.post(`/v2/workflows/${workflowId}/step/${step}/preview`, {})).body.data;
    const shown = await preview('mail');
    expect(shown.result.preview.body).toContain('name: price');
    expect(shown.previewPayloadExample.payload.items).toEqual([{ name: 'name', price: 'price' }]);
    expect((await preview('chat')).result.preview).toEqual({
      card: {
        type: 'card',
        children: [
          { type: 'text', content: 'Hi who' },
          { type: 'actions', children: [{ type: 'link-button', label: 'Open', url: 'https://example.com' }] },
        ],
      },
    });
    const integration = await scene.integration('chat');
    const credentials = { webhookUrl: 'https://chat.example.com/1' };
    const subscriberId = await scene.subscriber();
    const owner = { environmentId: scene.environment.id, subscriberId };
    const open = { providerId: 'slack', integrationId: integration._id, credentials };
    const channels = [scene.carillon.app.get(CredentialBox).seal(owner, open)];
    await scene.subscribers.updateOne({ subscriberId }, { $set: { channels } });
    const name = await scene.workflow([{ type: 'chat', controlValues: chat.controlValues }]);
    const transactionId = await scene.trigger(name, { to: subscriberId, payload: { who: 'Ada' } });
    await scene.settled(transactionId);
    expect(await scene.sent(transactionId)).toMatchObject([
      { content: { body: 'Hi Ada\n\nOpen: https://example.com' } },
    ]);
  });

  it('BL4: the keys that a document looks up are those of its translations', async () => {
    const workflowId = await scene.workflow([email(BODY)], { isTranslationEnabled: true });
    await rendering.translation('workflow', workflowId, 'de', {});
    const { body } = await scene.carillon.api.get(`/v2/translations/group/workflow/${workflowId}`);
    expect(body.data.missingKeys).toMatchObject({ de: ['title'] });
  });

  it('BL1: every golden document can be saved without an error, and looks in a delivery as it does in its file', async () => {
    // That of a digest reads a step before it.
    for (const [name, document] of Object.entries(GOLDEN).filter(([name]) => name !== 'digest')) {
      const { steps } = await scene.carillon.api.workflow({ steps: [email(document)] });
      const found: { severity?: string }[] = steps[0].issues?.controls?.body ?? [];
      const errors = found.filter(({ severity }) => severity !== 'warning');
      expect({ name, errors }).toEqual({ name, errors: [] });
    }
    const { content } = await sent([email(GOLDEN['section']!)]);
    const file = new URL('../../../libs/rendering/blocks/testing/golden/section.html', import.meta.url);
    expect(content!.html).toBe(readFileSync(file, 'utf8'));
  });
});

describe('publishing bodies made of blocks', () => {
  it('BL4: workflows and layouts arrive as they are, and then there is no difference', async () => {
    const promotion = await PromotionScene.start();
    const layout = documentOf(paragraph(variable('content')));
    expectSuccess(await promotion.api.post('/v2/layouts', { layoutId: 'frame', name: 'Frame' }));
    const controlValues = { email: { body: layout, editorType: 'block' } };
    expectSuccess(await promotion.api.put('/v2/layouts/frame', { name: 'Frame', controlValues }));
    await promotion.workflow({
      workflowId: 'mail',
      steps: [
        {
          name: 'm',
          stepId: 'm',
          type: 'email',
          controlValues: { subject: 'S', body: BODY, editorType: 'block', layoutId: 'frame' },
        },
      ],
    });
    expect(await promotion.differences()).toEqual(['added layout frame', 'added workflow mail']);
    expectSuccess(await promotion.publish());
    expect(await promotion.differences()).toEqual([]);
    const [workflow] = await promotion.stored('workflows', promotion.production);
    expect(workflow).toMatchObject({ steps: [{ controlValues: { body: BODY, editorType: 'block' } }] });
    expect(await promotion.stored('layouts', promotion.production)).toMatchObject([{ email: controlValues.email }]);
    await promotion.close();
  });
});
