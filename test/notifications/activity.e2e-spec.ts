import { randomBytes, randomUUID } from 'node:crypto';
import { getModelToken } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Run } from '../../src/notifications/activity/run.schema.js';
import { findScannedPage } from '../../src/platform/paging/cursor-page.js';
import type { ApiResponse } from '../api-client.js';
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
  async function run(steps: object[], to: string[] = [newId()], workflow: object = {}): Promise<ApiResponse['body'][]> {
    const workflowId = newId();
    await carillon.api.workflow({ workflowId, steps, ...workflow });
    const transactionId = randomUUID();
    await carillon.api.trigger(workflowId, { to, transactionId, payload: { orderId: 7 } });
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
      acceptedAt: time,
      startedAt: time,
      endedAt: time,
      queueDelayMs: expect.any(Number),
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
          startedAt: time,
          endedAt: time,
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
    ['neither subject nor body', { body: '{{payload.nothing | default: ""}}' }, 'content_invalid', /body or subject/],
    ['L7: a long text in data', { body: 'x', data: { text: 'y'.repeat(257) } }, 'content_invalid', /data\.text/],
  ])('names the reason when a step fails: %s', async (_case, controlValues, reason, raw) => {
    const [activity] = await run([inApp('Inbox', controlValues)]);
    expect(activity.jobs).toMatchObject([
      { status: 'failed', reason, executionDetails: [{ status: 'Failed', raw: expect.stringMatching(raw) }] },
    ]);
  });

  it('L6: a link that is not allowed is left out with a warning; a scheme of the environment is kept', async () => {
    const redirect = { url: 'myapp://orders/7' };
    const controls = { body: 'x', redirect, primaryAction: { label: 'y', redirect: { url: 'javascript:alert(1)' } } };
    const { body } = await carillon.api.get('/v1/environments/me');
    const allow = (linkSchemes: string[]) => carillon.api.put(`/v1/environments/${body.data._id}`, { linkSchemes });
    const leftOut = async () => {
      const [{ jobs }] = await run([inApp('Inbox', controls)]);
      expect(jobs).toMatchObject([{ status: 'completed', reason: 'delivered' }]);
      return jobs[0].executionDetails.flatMap(({ detail, raw }: { detail: string; raw?: string }) =>
        detail === 'Link left out' ? [raw?.split(' ')[0]] : [],
      );
    };
    expect(await leftOut()).toEqual(['primaryAction.redirect.url', 'redirect.url']);
    expect((await allow(['myapp:'])).body.data.linkSchemes).toEqual(['myapp:']);
    expect(await leftOut()).toEqual(['primaryAction.redirect.url']);
    for (const scheme of ['javascript:', 'data:', 'vbscript:', 'file:', 'myapp', 'https:'])
      expect(await allow([scheme])).toMatchObject({ status: 422, body: { errors: { linkSchemes: {} } } });
    expect((await allow([])).status).toBe(200);
  });

  it('L2: a missing payload variable is a warning on the step, for the recipient who lacks it', async () => {
    const [activity] = await run([
      inApp('Inbox', {
        subject: '{{ payload.order.id }}',
        body: 'Order {{payload.number}} for {{ subscriber.firstName | default: "you" }}',
        primaryAction: { label: '{{payload.number}}' },
      }),
    ]);
    expect(activity.jobs).toMatchObject([
      {
        status: 'completed',
        reason: 'delivered',
        executionDetails: [
          {
            status: 'Warning',
            detail: 'Variable missing',
            raw:
              'subject: payload.order.id, body: payload.number, primaryAction.label: payload.number are missing; ' +
              'rendered empty',
          },
          { status: 'Success', detail: 'Message created' },
        ],
      },
    ]);
  });

  it('L2: of very many missing variables the warning names some', async () => {
    const body = Array.from({ length: 12 }, (_, index) => `{{payload.v${index}}}`).join(' ');
    const [activity] = await run([inApp('Inbox', { body: `${body} x` })]);
    const [{ executionDetails }] = activity.jobs;
    expect(executionDetails[0].raw).toMatch(/^body: payload\.v0, .*body: payload\.v9 and 2 more are missing; /);
  });

  it('L2: with strictVariables a missing payload variable fails the step and is named', async () => {
    const strict = { strictVariables: true };
    const steps = [
      inApp('Strict', { body: 'Order {{payload.number}}' }),
      inApp('Fine', { body: '{{payload.orderId}}' }),
    ];
    const [activity] = await run(steps, undefined, strict);
    expect(activity.jobs).toMatchObject([
      {
        status: 'failed',
        reason: 'variable_missing',
        executionDetails: [{ status: 'Failed', raw: 'missing: body: payload.number' }],
      },
      { status: 'completed', reason: 'delivered' },
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
    const [activity] = await run([
      inApp('Loop', { body: '{% for i in (1..100000000) %}{% for j in (1..100000000) %}x{% endfor %}{% endfor %}' }),
      inApp('Inbox', { body: 'fine' }),
    ]);
    expect(activity.jobs).toMatchObject([
      { status: 'failed', reason: 'template_error' },
      { status: 'completed', reason: 'delivered' },
    ]);
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

  describe('a filter', () => {
    const found = async (query: string): Promise<string[]> => {
      const { status, body } = await carillon.api.get(`/v1/notifications?limit=100&${query}`);
      expect({ query, status, errors: body.errors }).toEqual({ query, status: 200 });
      return body.data.map(({ transactionId }: { transactionId: string }) => transactionId);
    };

    it('AV1: narrows the list to what it names, and is never ignored', async () => {
      const name = newId();
      const digits = String(Number.parseInt(name.slice(-8), 16)).padStart(10, '0');
      const subscriberId = newId();
      await carillon.api.subscriber({
        subscriberId,
        email: `${name}@example.com`,
        firstName: `Ada ${name}`,
        lastName: 'Lovelace',
        phone: `+1${digits}`,
      });
      const [topicKey, workflowId] = [newId(), newId()];
      const subscribed = await carillon.api.post(`/v2/topics/${topicKey}/subscriptions`, {
        subscriptions: [{ subscriberId, identifier: newId() }],
      });
      const subscriptionId = subscribed.body.data[0]._id;
      const steps = [
        inApp('Inbox', { body: 'x' }),
        { name: 'Mail', type: 'email', controlValues: { subject: 'x', body: 'x' } },
        { name: 'Text', type: 'sms', controlValues: { body: 'x' } },
      ];
      const [other] = await run([inApp('Inbox', { body: 'x' })]);
      const created = await carillon.api.workflow({ name: 'x', workflowId, severity: 'medium', steps });
      const transactionId = randomUUID();
      const context = { tenant: name };
      await carillon.api.post('/v2/contexts', { type: 'tenant', id: name });
      await carillon.api.post(`/v2/topics/${topicKey}/subscriptions`, {
        subscriptions: [{ subscriberId, identifier: newId() }],
        context,
      });
      const to = { type: 'Topic', topicKey };
      await carillon.api.trigger(workflowId, { to, transactionId, context });
      const [activity] = await eventually(async () => {
        const { body } = await carillon.api.get(`/v1/notifications?transactionId=${transactionId}`);
        expect(body.data).toHaveLength(1);
        expect(body.data[0].status).not.toMatch(/running|waiting/);
        return body.data;
      });
      const reasons = activity.jobs.map(({ reason }: { reason: string }) => reason);
      expect(reasons).toContain('no_active_integration');
      const { _id, slug } = created;

      const fits = [
        `emails=${name}@example.com`,
        `emails=nobody@example.com&emails=${name}@example.com`,
        `emails[]=${name}@example.com`,
        `search=${name}@exa`,
        `search=${subscriberId.slice(1)}`,
        `search=1${digits}`,
        `search=Ada ${name} Love`,
        `templates=${workflowId}`,
        `templates=${_id}`,
        `templates=${slug}`,
        `workflowIds=${workflowId}&templates=${_id}`,
        `stepType=sms&reason=no_active_integration&topicKey=${topicKey}`,
        `channel=in_app&channel=sms&reason=delivered&topicKey=${topicKey}`,
        `from=${new Date(Date.parse(activity.createdAt)).toISOString()}&to=${activity.createdAt}&topicKey=${topicKey}`,
        `topicKey=${topicKey}`,
        `subscriptionId=${subscriptionId}&subscriberIds=${subscriberId}`,
        `contextKeys=tenant:${name}`,
        ...['channels=sms', 'severity=medium', 'severity=low&severity=medium', `status=${activity.status}`].map(
          (filter) => `${filter}&topicKey=${topicKey}`,
        ),
        `reason=no_active_integration&subscriberIds=${subscriberId}`,
      ];
      for (const query of fits) {
        expect({ query, found: await found(query) }).toEqual({ query, found: [transactionId] });
        const cursor = `${query}&paging=cursor`;
        expect({ cursor, found: await found(cursor) }).toEqual({ cursor, found: [transactionId] });
      }
      for (const query of ['channels=sms', 'severity=medium', 'reason=no_active_integration']) {
        expect(await found(query)).not.toContain(other.transactionId);
        expect(await found(query)).toContain(transactionId);
      }

      const misfits = [
        `emails=${name}@EXAMPLE.com`,
        `search=nobody-${name}`,
        'templates=no-such-workflow',
        'topicKey=no-such-topic',
        `subscriptionId=${subscriptionId}&subscriberIds=someone-else`,
        'subscriptionId=nonsense',
        'subscriptionId=6925a1f0c0ffee0123456789',
        `contextKeys=tenant:${name}&contextKeys=app:x`,
        `status=waiting&topicKey=${topicKey}`,
        `reason=throttled&topicKey=${topicKey}`,
        `channels=push&topicKey=${topicKey}`,
        `stepType=in_app&reason=no_active_integration&topicKey=${topicKey}`,
        `stepType=delay&channel=sms&topicKey=${topicKey}`,
        `providerId=twilio&topicKey=${topicKey}`,
        `workflowIds=${workflowId}&templates=no-such-workflow`,
        `to=2000-01-01T00:00:00Z&topicKey=${topicKey}`,
        `from=2100-01-01T00:00:00Z&after=2000-01-01T00:00:00Z&topicKey=${topicKey}`,
        `severity=none&topicKey=${topicKey}`,
      ];
      for (const query of misfits) {
        expect({ query, found: await found(query) }).toEqual({ query, found: [] });
        // A cursor that is a time is refused.
        if (query.includes('after=')) continue;
        expect({ query, found: await found(`${query}&paging=cursor`) }).toEqual({ query, found: [] });
      }
    });

    it('finds the steps that a cancelled run has not come to', async () => {
      const to = newId();
      const wait = { name: 'Wait', type: 'delay', controlValues: { type: 'regular', amount: 1, unit: 'hours' } };
      const [activity] = await run([wait, inApp('Inbox', { body: 'x' })], [to]);
      const query = `reason=run_canceled&subscriberIds=${to}`;
      expect(await found(query)).toEqual([]);
      await carillon.api.delete(`/v1/events/trigger/${activity.transactionId}`);
      await eventually(async () => expect(await found(query)).toEqual([activity.transactionId]));
      expect(await found(`status=canceled&subscriberIds=${to}`)).toEqual([activity.transactionId]);
    });

    it('by a text that fits more than 100 subscribers is refused', async () => {
      const name = newId();
      const subscribers = Array.from({ length: 101 }, (_, index) => ({ subscriberId: `${name}-${index}` }));
      await carillon.api.post('/v1/subscribers/bulk', { subscribers });
      const { status, body } = await carillon.api.get(`/v1/notifications?search=${name}`);
      expect([status, body.errors]).toEqual([
        422,
        { search: { messages: [expect.stringContaining('more than 100 subscribers; give more of the text')] } },
      ]);
      expect(await found(`search=${name}-100`)).toEqual([]);
    });
  });

  it('AV2: pages of a cursor follow each other without gaps, in both directions', async () => {
    const [first] = await run([inApp('Inbox', { body: 'x' })], [newId(), newId(), newId(), newId(), newId()]);
    const page = async (query: string) => {
      const url = `/v1/notifications?transactionId=${first.transactionId}&paging=cursor&limit=2&${query}`;
      const { body } = await carillon.api.get(url);
      return { ...body, ids: body.data?.map(({ _id }: { _id: string }) => _id) };
    };
    const pages = [await page('')];
    while (pages.at(-1).next) pages.push(await page(`after=${pages.at(-1).next}`));
    expect(pages.map(({ ids, hasMore, previous }) => [ids.length, hasMore, previous === null])).toEqual([
      [2, true, true],
      [2, true, false],
      [1, false, false],
    ]);
    expect(new Set(pages.flatMap(({ ids }) => ids)).size).toBe(5);
    const back = await page(`before=${pages[2].previous}`);
    expect(back.ids).toEqual(pages[1].ids);
    expect((await page(`before=${back.previous}`)).ids).toEqual(pages[0].ids);
    expect((await page('after=2026-01-01T00:00:00Z')).errors.after.messages).toEqual([
      expect.stringContaining('must be a cursor from a page of this list'),
    ]);
    const numbered = await carillon.api.get(`/v1/notifications?after=${pages[0].next}`);
    expect(numbered.body.errors.after.messages).toEqual([expect.stringContaining('send paging=cursor')]);
  });

  it('AV3: a page ends after as many runs as it may examine, and its cursor continues', async () => {
    const found = await run([inApp('Inbox', { body: 'x' })], [newId(), newId(), newId(), newId(), newId()]);
    const { _id, _environmentId, transactionId } = found.at(-1);
    const scan = {
      indexed: { environmentId: new Types.ObjectId(_environmentId as string), transactionId },
      rest: { _id: new Types.ObjectId(_id as string) },
    };
    const page = (after?: string | null) =>
      findScannedPage(
        carillon.app.get<Model<Run>>(getModelToken(Run.name)),
        scan,
        { orderBy: 'createdAt', orderDirection: 'DESC', limit: 2, after: after ?? undefined },
        { maxExamined: 2 },
      );
    const pages = [await page()];
    while (pages.at(-1)!.next) pages.push(await page(pages.at(-1)!.next));
    expect(pages.map(({ data }) => data.map((one) => one._id.toHexString()))).toEqual([[], [], [_id]]);
  });

  it.each([
    'page=-1',
    'limit=0',
    'limit=101',
    'severity=huge',
    'after=yesterday',
    'from=yesterday',
    'status=fine',
    'reason=none',
    'paging=both',
    'channel=delay',
    'stepType=letter',
  ])('refuses %s', async (query) => {
    const { status, body } = await carillon.api.get(`/v1/notifications?${query}`);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([query.split('=')[0]]);
  });

  describe('a trigger', () => {
    const list = async (query: string): Promise<ApiResponse['body']> => {
      const { status, body } = await carillon.api.get(`/v1/events?${query}`);
      expect({ query, status, errors: body.errors }).toEqual({ query, status: 200 });
      return body;
    };
    const trigger = async (body: object, path = ''): Promise<string> => {
      const transactionId = randomUUID();
      const url = `/v1/events/trigger${path}`;
      expect((await carillon.api.post(url, { transactionId, ...body })).status).toBe(201);
      await carillon.api.get(`/v1/events/trigger/${transactionId}?wait=30`);
      return transactionId;
    };

    it('Z8: is listed with its progress, and found by workflow, state, time and id', async () => {
      const to = [newId(), newId()];
      const [{ transactionId, template, _templateId }] = await run([inApp('Inbox', { body: 'x' })], to);
      const workflowId = template.triggers[0].identifier;
      await carillon.api.get(`/v1/events/trigger/${transactionId}?wait=30`);
      const { data, next, previous } = await list(`workflowIds=${workflowId}`);
      const time = expect.stringMatching(/^\d{4}-.*Z$/);
      expect(data).toEqual([
        {
          transactionId,
          kind: 'single',
          state: 'expanded',
          workflow: { _id: _templateId, workflowId, name: 'Order shipped' },
          to: { subscribers: 2, topics: 0 },
          expanded: 2,
          sent: 2,
          failed: 0,
          skipped: 0,
          waiting: 0,
          problems: [],
          createdAt: time,
          expiresAt: time,
        },
      ]);
      expect([next, previous]).toEqual([null, null]);
      const { createdAt } = data[0];
      const ids = async (query: string) => (await list(query)).data.map((one: typeof data) => one.transactionId);
      const fits = [
        `transactionId=${transactionId}`,
        'status=expanded',
        'status=cancelled&status=expanded',
        `from=${createdAt}`,
      ];
      for (const query of [...fits, `to=${createdAt}`]) {
        expect({ query, ids: await ids(`workflowIds=${_templateId}&${query}`) }).toEqual({
          query,
          ids: [transactionId],
        });
      }
      for (const query of [
        'transactionId=x',
        'status=expanding',
        'to=2000-01-01T00:00:00Z',
        'from=2100-01-01T00:00:00Z',
      ]) {
        expect({ query, ids: await ids(`workflowIds=${_templateId}&${query}`) }).toEqual({ query, ids: [] });
      }
      expect((await carillon.otherApi.get('/v1/events')).body.data).toEqual([]);
    });

    it('Z10: has recipients, with their outcomes and reasons', async () => {
      const to = [newId(), newId(), newId()];
      const body = `{% if subscriber.subscriberId == "${to[0]}" %}{% else %}a{% endif %}`;
      const skip = { '!=': [{ var: 'subscriber.subscriberId' }, to[1]] };
      const [{ transactionId }] = await run([inApp('Inbox', { body, skip })], to);
      const recipients = async (query = ''): Promise<ApiResponse['body']> =>
        (await carillon.api.get(`/v1/events/${transactionId}/recipients?${query}`)).body;
      await carillon.api.get(`/v1/events/trigger/${transactionId}?wait=30`);
      const all = await recipients();
      expect(all.event).toMatchObject({ transactionId, expanded: 3, sent: 1, failed: 1, skipped: 1 });
      const shown = ({ data }: ApiResponse['body']) =>
        data.map((one: { subscriberId: string; outcome: string; reason: string }) => [
          one.subscriberId,
          one.outcome,
          one.reason,
        ]);
      const [failed, skipped, sent] = [
        [to[0], 'failed', 'content_invalid'],
        [to[1], 'skipped', 'condition_false'],
        [to[2], 'sent', 'delivered'],
      ];
      expect(shown(all)).toHaveLength(3);
      expect(shown(all)).toEqual(expect.arrayContaining([failed, skipped, sent]));
      expect(shown(await recipients('outcome=failed'))).toEqual([failed]);
      expect(shown(await recipients('reason=condition_false'))).toEqual([skipped]);
      expect(shown(await recipients('outcome=sent&reason=condition_false'))).toEqual([]);
      const first = await recipients('limit=2');
      const second = await recipients(`limit=2&after=${first.next}`);
      expect(new Set([...shown(first), ...shown(second)].map(String)).size).toBe(3);
      expect((await carillon.otherApi.get(`/v1/events/${transactionId}/recipients`)).status).toBe(404);
      const counts = await carillon.api.get(`/v1/events/${transactionId}/reasons`);
      expect(counts.body.data).toMatchObject({ counted: 3, capped: false });
      expect(new Set(counts.body.data.reasons)).toEqual(
        new Set(
          ['condition_false', 'content_invalid', 'delivered'].map((reason) => ({
            stepType: 'in_app',
            reason,
            count: 1,
          })),
        ),
      );
      expect((await carillon.otherApi.get(`/v1/events/${transactionId}/reasons`)).status).toBe(404);
    });

    it('Z9: without recipients says why nothing was sent', async () => {
      const workflowId = newId();
      const steps = [inApp('Inbox', { body: 'x' })];
      await carillon.api.workflow({ workflowId, steps });
      const topicKey = newId();
      await carillon.api.topic({ key: topicKey });
      const why = async (to: object) => {
        const { body } = await carillon.api.get(`/v1/events/${await trigger({ name: workflowId, to })}/recipients`);
        expect(body.data).toEqual([]);
        return body.event.nothingSent.reason;
      };
      expect(await why({ type: 'Topic', topicKey: 'no-such-topic' })).toBe('unknown_topic');
      expect(await why({ type: 'Topic', topicKey })).toBe('no_members');
    });
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
