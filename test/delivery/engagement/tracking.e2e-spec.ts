import { randomBytes } from 'node:crypto';
import { inApp } from '../engine-scene.js';
import { eventually } from '../../eventually.js';
import { BASE, TrackedMail } from './tracked-mail.js';

const BODY = `<p>Hello</p>
<a href="https://shop.example/?a=1&amp;b=2">Shop</a> <a href="https://shop.example/help">Help</a>
<a href="${BASE}/u/TOKEN">No more</a> <a href="${BASE}/preferences/TOKEN">Choose</a>
<a href="mailto:help@shop.example">Write</a> <a href="#top">Up</a> <a data-track="off" href="https://shop.example/raw">Raw</a>`;

describe('tracked emails', () => {
  let mail: TrackedMail;
  let workflowId: string;
  let through: (tracked: 'both' | 'opens' | 'clicks' | 'none') => { overrides: object };

  beforeAll(async () => {
    mail = await TrackedMail.start();
    const configurations = {
      both: { trackOpens: true, trackClicks: true },
      opens: { trackOpens: true },
      clicks: { trackClicks: true },
      none: { trackOpens: false, payloadSchema: '{}' },
    };
    for (const [identifier, given] of Object.entries(configurations)) await mail.integration(given, { identifier });
    through = (identifier) => ({ overrides: { email: { integrationIdentifier: identifier } } });
    workflowId = await mail.workflow(BODY);
  });

  afterAll(() => mail.close());

  describe('are sent', () => {
    it('CS80: unchanged unless the integration says so', async () => {
      const { html, links, picture } = await mail.send(workflowId, through('none'));
      expect({ links, picture }).toEqual({ links: [], picture: undefined });
      expect(html).toContain('href="https://shop.example/?a=1&amp;b=2"');
    });

    it.each([
      ['both', 2, true],
      ['opens', 0, true],
      ['clicks', 2, false],
    ] as const)('CS81, CS82: with %s', async (tracked, links, hasPicture) => {
      const sent = await mail.send(workflowId, through(tracked));
      expect({ links: sent.links.length, picture: sent.picture !== undefined }).toEqual({ links, picture: hasPicture });
      for (const kept of [
        '/u/TOKEN',
        '/preferences/TOKEN',
        'mailto:help@shop.example',
        '"#top"',
        '"https://shop.example/raw"',
      ])
        expect(sent.html).toContain(kept);
      expect(sent.text).toContain('https://shop.example/?a=1&b=2');
      expect(sent.text).not.toContain('/e/');
    });

    it('CS80: unchanged if the step says so', async () => {
      const untracked = await mail.workflow(BODY, { disableTracking: true });
      const { links, picture } = await mail.send(untracked, through('both'));
      expect({ links, picture }).toEqual({ links: [], picture: undefined });
    });

    it('CS80: with the switches that the API shows', async () => {
      const _id = await mail.integration({ trackOpens: true }, { identifier: 'switched' });
      const shown = async () =>
        (await mail.scene.carillon.api.get('/v1/integrations')).body.find((one: { _id: string }) => one._id === _id)
          .configurations;
      expect(await shown()).toEqual({ trackOpens: true });
      const { api } = mail.scene.carillon;
      await api.put(`/v1/integrations/${_id}`, { configurations: { trackOpens: false } });
      mail.scene.clock.forward(2000);
      const override = { overrides: { email: { integrationIdentifier: 'switched' } } };
      expect((await mail.send(workflowId, override)).picture).toBeUndefined();
      const wrong = await api.put(`/v1/integrations/${_id}`, { configurations: { trackClicks: 'yes' } });
      expect(wrong).toMatchObject({ status: 422 });
      expect(JSON.stringify(wrong.body)).toContain('trackClicks must be a boolean');
    });
  });

  describe('note', () => {
    it('CS84: openings and clicks, the first and how many', async () => {
      const { links, picture, transactionId } = await mail.send(workflowId, through('both'));
      for (let times = 0; times < 3; times++) expect((await mail.follow(picture!)).statusCode).toBe(200);
      const response = await mail.follow(links[0]!);
      expect([response.statusCode, response.headers.location]).toEqual([302, 'https://shop.example/?a=1&b=2']);
      expect(await mail.noted(transactionId, 2)).toEqual(['Opened: 3 times', 'Link clicked: once']);
      await mail.follow(links[1]!);
      await eventually(async () => expect(await mail.noted(transactionId, 2)).toContain('Link clicked: 2 times'));
      const message = await mail.scene.messages.findOne({ transactionId }).lean();
      expect(message?.reports?.map(({ status }) => status)).toEqual(['opened', 'clicked']);
    });

    it('CS83: programs, and do not count them', async () => {
      const { links, picture, transactionId } = await mail.send(workflowId, through('both'));
      const googled = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';
      await mail.follow(picture!, { headers: { 'user-agent': 'Mozilla/5.0' } });
      await mail.follow(picture!, { headers: { 'user-agent': googled } });
      const prefetched = await mail.follow(links[0]!, { headers: { 'sec-purpose': 'prefetch' } });
      expect(prefetched.statusCode).toBe(302);
      expect(await mail.noted(transactionId, 1)).toEqual([
        'Loaded or followed by a program: not counted: prefetch, 3 times',
      ]);
      expect((await mail.scene.messages.findOne({ transactionId }).lean())?.reports).toBeUndefined();
    });

    it('CS83: who follows all links at once', async () => {
      const { links, transactionId } = await mail.send(workflowId, through('both'));
      mail.scene.clock.stop();
      await Promise.all(links.map((link) => mail.follow(link)));
      mail.scene.clock.run();
      expect(await mail.noted(transactionId, 1)).toEqual([
        'Loaded or followed by a program: not counted: all links at once, 2 times',
      ]);
    });

    it('CS83: HEAD redirects, and counts nothing', async () => {
      const { links, picture, transactionId } = await mail.send(workflowId, through('both'));
      const response = await mail.follow(links[0]!, { method: 'HEAD' });
      expect([response.statusCode, response.headers.location]).toEqual([302, 'https://shop.example/?a=1&b=2']);
      expect((await mail.follow(picture!, { method: 'HEAD' })).statusCode).toBe(200);
      expect(await mail.noted(transactionId, 1)).toEqual([
        'Loaded or followed by a program: not counted: no visit, 2 times',
      ]);
    });

    it('CS72: an opening, which ends the wait for it', async () => {
      const { scene } = mail;
      const until = [{ status: 'opened', stepId: 'step-1' }];
      const name = await scene.workflow([
        { type: 'email', controlValues: { subject: 'Hello', body: BODY, editorType: 'html' } },
        { type: 'wait_until', controlValues: { until, timeout: { amount: 30, unit: 'days' } } },
        inApp('{{steps.step-2.outcome}}'),
      ]);
      const { picture, transactionId } = await mail.send(name, through('opens'));
      await mail.follow(picture!);
      await eventually(async () => {
        await scene.later(2000);
        expect(await scene.bodies(transactionId)).toEqual(['status']);
      });
    });

    it('CS85: the funnel of a workflow', async () => {
      const name = await mail.workflow(BODY);
      const sent = [];
      for (let count = 0; count < 3; count++) sent.push(await mail.send(name, through('both')));
      await mail.follow(sent[0]!.picture!);
      await mail.follow(sent[0]!.picture!);
      await mail.follow(sent[1]!.links[0]!);
      await eventually(async () => {
        mail.scene.clock.forward(2000);
        const { status, body } = await mail.scene.carillon.api.get(`/v1/activity/funnel?workflowId=${name}`);
        expect(status).toBe(200);
        expect(body.data.steps).toEqual([
          { stepId: 'step-1', name: 'Step 1', channel: 'email', sent: 3, delivered: 2, opened: 2, clicked: 1, read: 0 },
        ]);
      });
    });
  });

  it('CS85: another environment sees nothing of it', async () => {
    const { api, otherApi } = mail.scene.carillon;
    const { _id } = (await api.get(`/v2/workflows/${workflowId}`)).body.data;
    expect((await otherApi.get(`/v1/activity/funnel?workflowId=${workflowId}`)).status).toBe(404);
    expect((await otherApi.get(`/v1/activity/funnel?workflowId=${_id}`)).body.data.steps).toEqual([]);
  });

  it('CS82: the picture is one whatever its address says', async () => {
    for (const path of ['/e/x.gif', '/e/.gif', '/e/%00.gif', `/e/${'A'.repeat(900)}.gif`]) {
      const { statusCode, headers, rawPayload } = await mail.follow(path);
      expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/gif', 'no-store']);
      expect(rawPayload.subarray(0, 6).toString()).toBe('GIF89a');
    }
  });

  it('CS86: nothing is lost when the process is stopped', async () => {
    const namespace = `t${randomBytes(5).toString('hex')}`;
    const stopped = await TrackedMail.start({}, namespace);
    await stopped.integration({ trackOpens: true, trackClicks: true });
    const name = await stopped.workflow(BODY);
    const { links, picture, transactionId } = await stopped.send(name);
    await stopped.follow(picture!);
    await stopped.follow(links[0]!);
    await stopped.scene.carillon.app.close();
    await stopped.scene.carillon.connection.destroy();
    await stopped.server.close();
    const next = await TrackedMail.start({}, namespace);
    try {
      const message = await next.scene.messages.findOne({ transactionId }).lean();
      expect(message?.engagement).toMatchObject({ opened: { count: 1 }, clicked: { count: 1 } });
      const { body } = await next.scene.carillon.api.get(`/v1/activity/funnel?workflowId=${name}`);
      expect(body.data.steps).toMatchObject([{ sent: 1, opened: 1, clicked: 1 }]);
    } finally {
      await next.close();
    }
  });
});

describe('without a public https address', () => {
  it('CS80: emails are not tracked, and the activity says so', async () => {
    const mail = await TrackedMail.start({ PUBLIC_URL: 'http://notify.example.com' });
    try {
      await mail.integration({ trackOpens: true, trackClicks: true });
      const { html, transactionId } = await mail.send(await mail.workflow(BODY));
      expect(html).toContain('href="https://shop.example/help"');
      expect(html).not.toContain('/e/');
      const { body } = await mail.scene.activity(transactionId);
      const details: { detail: string; raw: string }[] = body.data[0].jobs[0].executionDetails;
      expect(details.find(({ detail }) => detail === 'Not tracked')?.raw).toContain('PUBLIC_URL');
      const { body: all } = await mail.scene.carillon.api.get('/v1/integrations');
      expect(JSON.stringify(all)).toContain('PUBLIC_URL');
    } finally {
      await mail.close();
    }
  });
});
