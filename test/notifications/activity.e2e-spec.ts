import { randomBytes, randomUUID } from 'node:crypto';
import type { Answer } from '../api-client.js';
import { eventually } from '../eventually.js';
import { startTestApp, type TestApp } from '../test-app.js';

describe('activity', () => {
  let carillon: TestApp;

  beforeAll(async () => {
    carillon = await startTestApp();
  });

  afterAll(() => carillon.close());

  const newId = (): string => `x-${randomBytes(6).toString('hex')}`;

  /** Creates a workflow with these steps, triggers it, and waits for the activity of all recipients. */
  async function run(steps: object[], to: string[] = [newId()], workflow: object = {}): Promise<Answer['body'][]> {
    const workflowId = newId();
    const created = await carillon.api.post('/v2/workflows', {
      name: 'Order shipped',
      workflowId,
      active: true,
      steps,
      ...workflow,
    });
    expect(created.status).toBe(201);
    const transactionId = randomUUID();
    await carillon.api.post('/v1/events/trigger', { name: workflowId, to, transactionId, payload: { orderId: 7 } });
    return eventually(async () => {
      const { body } = await carillon.api.get(`/v1/notifications?transactionId=${transactionId}&limit=100`);
      expect(body.data).toHaveLength(to.length);
      return body.data;
    });
  }

  const inApp = (name: string, controlValues: object): object => ({ name, type: 'in_app', controlValues });

  it('tells for a recipient each step, how it ended, and why', async () => {
    const to = newId();
    const [activity] = await run([inApp('Inbox', { body: 'Order {{payload.orderId}}' })], [to], {
      tags: ['orders'],
      severity: 'high',
    });
    const id = expect.stringMatching(/^[0-9a-f]{24}$/);
    const time = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(activity).toEqual({
      _id: id,
      _environmentId: id,
      _organizationId: id,
      _subscriberId: id,
      _templateId: id,
      transactionId: expect.any(String),
      status: 'completed',
      createdAt: time,
      updatedAt: time,
      channels: ['in_app'],
      subscriber: { _id: activity._subscriberId, subscriberId: to },
      template: {
        _id: activity._templateId,
        name: 'Order shipped',
        triggers: [{ type: 'event', identifier: expect.any(String), variables: [] }],
      },
      jobs: [
        {
          _id: id,
          type: 'in_app',
          status: 'completed',
          reason: 'delivered',
          providerId: 'novu',
          executionDetails: [
            {
              _id: id,
              createdAt: time,
              status: 'Success',
              detail: 'Message created',
              isRetry: false,
              isTest: false,
              raw: null,
              source: 'Internal',
            },
          ],
          step: { _id: id, active: true, filters: [], _templateId: id, name: 'Inbox' },
          updatedAt: time,
        },
      ],
      payload: { orderId: 7 },
      tags: ['orders'],
      severity: 'high',
      critical: false,
      contextKeys: [],
    });
    const single = await carillon.api.get(`/v1/notifications/${activity._id}`);
    expect(single.status).toBe(200);
    expect(single.body).toEqual({ data: activity });
  });

  it.each([
    ['L2: invalid syntax', { body: '{{ payload.orderId | ' }, 'template_error', /^body \(line 1, column \d+\): /],
    [
      'L6: a redirect that is refused',
      { body: 'x', redirect: { url: 'javascript:alert(1)' } },
      'content_invalid',
      /redirect/,
    ],
    ['neither subject nor body', { body: '{{payload.nothing}}' }, 'content_invalid', /body or subject/],
    ['L7: a long text in data', { body: 'x', data: { text: 'y'.repeat(257) } }, 'content_invalid', /data\.text/],
  ])('names the reason when a step fails: %s', async (_case, controlValues, reason, raw) => {
    const [activity] = await run([inApp('Inbox', controlValues)]);
    expect(activity.jobs).toMatchObject([
      { status: 'failed', reason, executionDetails: [{ status: 'Failed', raw: expect.stringMatching(raw) }] },
    ]);
  });

  it('P5: a failed step does not stop the run, and P7: one recipient does not affect another', async () => {
    const to = [newId(), newId()];
    const activities = await run(
      [
        inApp('First', { body: `{% if subscriber.subscriberId == "${to[0]}" %}{{ 1 | nonsense }}{% endif %}a` }),
        inApp('Second', { body: 'b' }),
      ],
      to,
    );
    const statuses = Object.fromEntries(
      activities.map(({ subscriber, jobs }) => [
        subscriber.subscriberId,
        jobs.map(({ status }: { status: string }) => status),
      ]),
    );
    expect(statuses[to[0]!]).toEqual(['failed', 'completed']);
  });

  it('fails a hostile template within its limits and goes on', async () => {
    const started = performance.now();
    const [activity] = await run([
      inApp('Loop', { body: '{% for i in (1..100000000) %}{% for j in (1..100000000) %}x{% endfor %}{% endfor %}' }),
      inApp('Inbox', { body: 'fine' }),
    ]);
    expect(activity.jobs).toMatchObject([
      { status: 'failed', reason: 'template_error' },
      { status: 'completed', reason: 'delivered' },
    ]);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('lists newest first, in pages', async () => {
    const to = [newId(), newId(), newId()];
    const [first] = await run([inApp('Inbox', { body: 'x' })], to);
    const url = `/v1/notifications?transactionId=${first.transactionId}&limit=2`;
    const pages = [await carillon.api.get(`${url}&page=0`), await carillon.api.get(`${url}&page=1`)];
    expect(pages.map(({ body }) => [body.data.length, body.hasMore, body.pageSize, body.page])).toEqual([
      [2, true, 2, 0],
      [1, false, 2, 1],
    ]);
    const ids = pages.flatMap(({ body }) => body.data.map(({ _id }: { _id: string }) => _id));
    expect(new Set(ids).size).toBe(3);
  });

  it('filters by subscriber, workflow, channel and severity', async () => {
    const to = newId();
    const [activity] = await run([inApp('Inbox', { body: 'x' })], [to], { severity: 'low' });
    const found = async (query: string): Promise<number> =>
      (await carillon.api.get(`/v1/notifications?${query}`)).body.data.length;
    expect(await found(`subscriberIds=${to}`)).toBe(1);
    expect(await found(`subscriberIds=${to}&subscriberIds=other`)).toBe(1);
    expect(await found('subscriberIds=nobody')).toBe(0);
    expect(await found(`templates=${activity._templateId}`)).toBe(1);
    expect(await found(`templates=${activity._templateId}&channels=in_app`)).toBe(1);
    expect(await found(`templates=${activity._templateId}&channels=email`)).toBe(0);
    expect(await found(`templates=${activity._templateId}&severity=low`)).toBe(1);
    expect(await found(`templates=${activity._templateId}&severity=high`)).toBe(0);
    expect(await found(`templates=${activity._templateId}&after=2100-01-01T00:00:00Z`)).toBe(0);
  });

  it.each(['page=-1', 'limit=0', 'limit=101', 'severity=huge', 'after=yesterday'])('refuses %s', async (query) => {
    const { status, body } = await carillon.api.get(`/v1/notifications?${query}`);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([query.split('=')[0]]);
  });

  it("answers 404 for unknown entries and another environment's alike", async () => {
    const [activity] = await run([inApp('Inbox', { body: 'x' })]);
    for (const id of ['000000000000000000000000', 'nonsense']) {
      const { status, body } = await carillon.api.get(`/v1/notifications/${id}`);
      expect([status, body.message]).toEqual([404, `Notification '${id}' was not found`]);
    }
    const foreign = await carillon.otherApi.get(`/v1/notifications/${activity._id}`);
    expect([foreign.status, foreign.body.message]).toEqual([404, `Notification '${activity._id}' was not found`]);
    const list = await carillon.otherApi.get(`/v1/notifications?transactionId=${activity.transactionId}`);
    expect(list.body.data).toEqual([]);
  });
});
