import { Integration } from '../../../src/integrations/integration.schema.js';
import { EngineScene } from '../engine-scene.js';

const sms = (body: string, more: object = {}) => ({ type: 'sms', controlValues: { body, ...more } });
const email = (controlValues: object) => ({
  type: 'email',
  controlValues: { subject: 'Hi', body: '<p>Hi</p>', editorType: 'html', ...controlValues },
});

describe('what fits', () => {
  let scene: EngineScene;

  beforeAll(async () => {
    scene = await EngineScene.start();
    await scene.integration('email', { providerId: 'mailer' });
    await scene.integration('sms', { providerId: 'messagebird', primary: true });
  });

  afterAll(() => scene.close());

  /** What a trigger makes of one step: its entry in the activity, what was sent, and what a simulation says. */
  async function outcome(step: object, fields: object = {}) {
    const to = await scene.subscriber({ email: 'ada@example.com', phone: '+4915112345678' });
    const workflow = await scene.workflow([step]);
    const transactionId = await scene.trigger(workflow, { to, ...fields });
    await scene.settled(transactionId);
    const [job] = (await scene.activity(transactionId)).body.data[0].jobs;
    const [sent] = await scene.sent(transactionId);
    const { body } = await scene.carillon.api.post('/v1/events/simulate', { name: workflow, to, ...fields });
    const details = job.executionDetails.map(({ status, detail, raw }: Record<string, string>) => [
      status,
      detail,
      raw,
    ]);
    return {
      job,
      details,
      content: sent?.content as unknown as Record<string, string>,
      simulated: body.data.recipients[0].steps[0],
    };
  }

  const preview = async (step: { type: string; controlValues: object }, previewPayload: object = {}) => {
    const workflow = await scene.workflow([step]);
    const path = `/v2/workflows/${workflow}/step/new/preview`;
    const { body } = await scene.carillon.api.post(path, { ...step, previewPayload });
    return body.data.result;
  };

  describe('M2: the size of a text message', () => {
    it.each([
      ['Hello', {}, { encoding: 'GSM-7', units: 5, segments: 1 }],
      ['Grüße 5 €', {}, { encoding: 'GSM-7', units: 10, segments: 1 }],
      ['“Hello”', {}, { encoding: 'UCS-2', units: 7, segments: 1 }],
      ['“Hello”', { smartEncoding: true }, { encoding: 'GSM-7', units: 7, segments: 1 }],
      ['x'.repeat(161), {}, { encoding: 'GSM-7', units: 161, segments: 2 }],
      ['ж'.repeat(71), {}, { encoding: 'UCS-2', units: 71, segments: 2 }],
    ])('%.20s %j is in preview, simulation and activity', async (text, more, size) => {
      const step = sms('{{payload.text}}', more);
      const { job, simulated, content } = await outcome(step, { payload: { text } });
      expect([job.sms, simulated.sms, (await preview(step, { payload: { text } })).sms]).toEqual([size, size, size]);
      expect(content.body).toBe('smartEncoding' in more ? '"Hello"' : text);
    });
  });

  it('S12: what a provider cuts is in preview, simulation and activity', async () => {
    const text = 'x'.repeat(1400);
    const step = sms('{{payload.text}}');
    const { job, details, simulated } = await outcome(step, { payload: { text } });
    const raw = 'body has 10 segments, and messagebird takes 9';
    expect(details).toEqual([
      ['Warning', 'Text cut to the limit of the provider', raw],
      ['Success', 'Message sent', null],
    ]);
    expect(job.sms).toEqual({ encoding: 'GSM-7', units: 1377, segments: 9 });
    expect(simulated.warnings).toEqual([raw]);
    const cut = { providerId: 'messagebird', field: 'body', length: 10, max: 9, unit: 'segments' };
    expect(await preview(step, { payload: { text } })).toMatchObject({ cuts: [cut], sms: { segments: 9 } });
  });

  it('S12: a text that is cut for everyone is an issue when it is saved', async () => {
    const { body } = await scene.carillon.api.post('/v2/workflows', {
      name: 'Long',
      workflowId: 'long-text',
      active: true,
      steps: [{ name: 'SMS', ...sms('x'.repeat(1400)) }],
    });
    expect(body.data.status).toBe('ERROR');
    expect(body.data.steps[0].issues.controls).toEqual({
      body: [{ issueType: 'TIER_LIMIT_EXCEEDED', message: 'body has 10 segments; messagebird cuts it, to 9 segments' }],
    });
    const { details } = await outcome(sms('x'.repeat(1400)));
    expect(details[0]).toEqual([
      'Warning',
      'The step was saved with issues',
      'body: body has 10 segments; messagebird cuts it, to 9 segments',
    ]);
  });

  it('K8: a chat message is escaped for each of its services, once for each', async () => {
    const slack = await scene.integration('chat', { providerId: 'slack' });
    const hook = await scene.integration('chat', { providerId: 'chat-webhook' });
    try {
      const to = await scene.subscriber();
      for (const [integration, url] of [
        [slack, 'https://chat.example.com/1'],
        [slack, 'https://chat.example.com/2'],
        [hook, 'https://chat.example.com/3'],
      ] as const) {
        const endpoint = {
          subscriberId: to,
          integrationIdentifier: integration.identifier,
          type: 'webhook',
          endpoint: { url },
        };
        expect((await scene.carillon.api.post('/v1/channel-endpoints', endpoint)).status).toBe(201);
      }
      const step = { type: 'chat', controlValues: { body: '<!here> {{payload.name}} {{payload.name | raw}}' } };
      const workflow = await scene.workflow([step]);
      const name = '<!channel> & <@U1>';
      const payload = { name };
      const transactionId = await scene.trigger(workflow, { to, payload });
      await scene.settled(transactionId);
      const sent = await scene.sent(transactionId);
      const escaped = `<!here> &lt;!channel&gt; &amp; &lt;@U1&gt; ${name}`;
      const plain = `<!here> ${name} ${name}`;
      expect(sent.map(({ content }) => (content as { body: string }).body).toSorted()).toEqual(
        [escaped, escaped, plain].toSorted(),
      );
      // The newest integration.
      expect((await preview(step, { payload })).preview).toEqual({ body: plain });
      const given = await scene.trigger(workflow, { to, payload, overrides: { chat: { content: name } } });
      await scene.settled(given);
      expect((await scene.sent(given)).map(({ content }) => (content as { body: string }).body)).toEqual([
        name,
        name,
        name,
      ]);
    } finally {
      await scene.model(Integration).deleteMany({ channel: 'chat' });
    }
  });

  describe('an email', () => {
    it('E11: has a preheader that is not seen, and not in its text', async () => {
      const step = email({ preheader: 'For {{payload.name}}' });
      const { content } = await outcome(step, { payload: { name: '<Ada>' } });
      expect(content.html).toMatch(/^<div style="display:none;[^"]*">For &lt;Ada&gt;<\/div><p>Hi<\/p>$/);
      expect(content.text).toBe('Hi');
      const { preview: shown } = await preview(step, { payload: { name: '<Ada>' } });
      expect(shown.body).toBe(content.html);
      const given = await outcome(step, { overrides: { email: { html: '<p>Own</p>' } } });
      expect(given.content.html).toBe('<p>Own</p>');
    });

    it('E3: uses the sender of the integration where the step says so', async () => {
      const from = { email: 'orders@example.com', name: 'Orders' };
      expect((await outcome(email({ from }))).content).toMatchObject({ from: from.email, senderName: 'Orders' });
      const { content } = await outcome(email({ from, useProviderDefaults: true }));
      expect([content.from, content.senderName]).toEqual([undefined, undefined]);
    });

    it('S5: keeps the names of its recipients, each of which is one address', async () => {
      const overrides = {
        email: {
          to: [
            'Grace Hopper <grace@example.com>',
            '"grace" <grace@example.com>',
            'Eve <eve@example.com>, x@example.com',
          ],
          cc: ['"Ada, Countess" <cc@example.com>'],
          replyTo: 'Help <help@example.com>',
        },
      };
      const { content, details } = await outcome(email({}), {
        payload: { email: 'Ada <ada@example.com>' },
        overrides,
      });
      expect(content).toMatchObject({
        to: ['"Ada" <ada@example.com>', '"Grace Hopper" <grace@example.com>'],
        cc: ['"Ada, Countess" <cc@example.com>'],
        replyTo: '"Help" <help@example.com>',
      });
      expect(details[0][2]).toBe('no email address: overrides.email.to');
    });

    it('E13: says what is conspicuous about it', async () => {
      const body = '<a href="{{payload.url}}">Open</a><img src="https://example.org/p.png">';
      const { details, simulated } = await outcome(email({ body }), { payload: { url: '' } });
      expect(details).toContainEqual(['Warning', 'Look at the content', '1 link leads nowhere']);
      expect(simulated.hints).toEqual(['1 link leads nowhere', '1 image has no alternative text']);
      expect((await preview(email({ body }), { payload: { url: '' } })).hints).toEqual(simulated.hints);
      expect((await preview(email({}))).hints).toBeUndefined();
    });

    it('BL1: in blocks is never sent as their JSON, whatever its editor is', async () => {
      const text = { type: 'text', text: 'Hello' };
      const body = JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [text] }] });
      const { content } = await outcome(email({ body }));
      expect(content.html).not.toContain('"doc"');
      expect(content.text).toBe('Hello');
    });
  });
});
