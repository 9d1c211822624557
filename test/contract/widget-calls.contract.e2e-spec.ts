import { createHmac } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { aSlackIntegration } from '../builders/channel.js';
import { aSubscriber } from '../builders/subscriber.js';
import { anInAppStep } from '../builders/workflow.js';
import { eventually } from '../eventually.js';
import { type SessionClient, WidgetScene } from '../inbox/widget/widget-scene.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { callsOf } from './widget-calls.js';

/** What the calls below are about. */
interface Named {
  notification: string;
  workflow: string;
  topic: string;
  slack: string;
  subscriberId: string;
}

/** A call: when widgets make it, the status of the response, and a request that is in order. */
interface Call {
  when: string;
  status: number;
  /** Values for the `{}` of the path, in order. */
  path?: (named: Named) => string[];
  query?: string;
  body?: (named: Named) => object;
}

const LATER = new Date(Date.now() + 3_600_000).toISOString();
const one = ({ notification }: Named) => [notification];
const subscription = ({ topic }: Named) => [topic, 'mine'];
const ofSlack = ({ slack }: Named) => ({ integrationIdentifier: slack });

/** By call, in an order in which each has what it needs: those of agents and of inboxes without keys say what else to do. */
const CALLS: Record<string, Call> = {
  'POST /v1/inbox/session': { when: 'a widget starts', status: 201 },
  'GET /v1/inbox/notifications': { when: 'an inbox is opened, scrolled or filtered', status: 200, query: '?limit=10' },
  'GET /v1/inbox/notifications/count': { when: 'the bell is shown', status: 200, query: '?filters=[{"read":false}]' },
  'POST /v1/inbox/notifications/seen': { when: 'notifications were on screen', status: 204, body: () => ({}) },
  'PATCH /v1/inbox/notifications/{}/read': { when: 'one is clicked', status: 200, path: one },
  'PATCH /v1/inbox/notifications/{}/unread': { when: 'one is marked', status: 200, path: one },
  'PATCH /v1/inbox/notifications/{}/archive': { when: 'one is archived', status: 200, path: one },
  'PATCH /v1/inbox/notifications/{}/unarchive': { when: 'one is taken back', status: 200, path: one },
  'PATCH /v1/inbox/notifications/{}/snooze': {
    when: 'one is snoozed',
    status: 200,
    path: one,
    body: () => ({ snoozeUntil: LATER }),
  },
  'PATCH /v1/inbox/notifications/{}/unsnooze': { when: 'a snooze is ended', status: 200, path: one },
  'PATCH /v1/inbox/notifications/{}/complete': {
    when: 'a button is pressed',
    status: 200,
    path: one,
    body: () => ({ actionType: 'primary' }),
  },
  'PATCH /v1/inbox/notifications/{}/revert': {
    when: 'a button is put back by code',
    status: 200,
    path: one,
    body: () => ({ actionType: 'primary' }),
  },
  'POST /v1/inbox/notifications/read': { when: 'all are marked read', status: 204, body: () => ({}) },
  'POST /v1/inbox/notifications/archive': { when: 'all are archived', status: 204, body: () => ({}) },
  'POST /v1/inbox/notifications/read-archive': { when: 'all read ones are archived', status: 204, body: () => ({}) },
  'DELETE /v1/inbox/notifications/{}/delete': { when: 'one is deleted', status: 204, path: one },
  'POST /v1/inbox/notifications/delete': { when: 'all are deleted', status: 204, body: () => ({}) },
  'GET /v1/inbox/preferences': { when: 'preferences are opened', status: 200 },
  'GET /v1/inbox/preferences/global': { when: 'quiet hours are read', status: 200 },
  'PATCH /v1/inbox/preferences': { when: 'a channel is switched', status: 200, body: () => ({ email: false }) },
  'PATCH /v1/inbox/preferences/{}': {
    when: 'a channel of a workflow is switched',
    status: 200,
    path: ({ workflow }) => [workflow],
    body: () => ({ in_app: false }),
  },
  'PATCH /v1/inbox/preferences/bulk': {
    when: 'a group of workflows is switched',
    status: 200,
    body: ({ workflow }) => ({ preferences: [{ workflowId: workflow, in_app: true }] }),
  },
  'POST /v1/inbox/topics/{}/subscriptions': {
    when: 'a topic is followed',
    status: 201,
    path: ({ topic }) => [topic],
    body: ({ workflow }) => ({ identifier: 'mine', preferences: [{ workflowId: workflow, enabled: true }] }),
  },
  'GET /v1/inbox/topics/{}/subscriptions': { when: 'a topic is shown', status: 200, path: ({ topic }) => [topic] },
  'GET /v1/inbox/topics/{}/subscriptions/{}': { when: 'a follow button is shown', status: 200, path: subscription },
  'PATCH /v1/inbox/topics/{}/subscriptions/{}': {
    when: 'a subscription is renamed',
    status: 200,
    path: subscription,
    body: () => ({ name: 'Mine' }),
  },
  'PATCH /v1/inbox/subscriptions/{}/preferences/{}': {
    when: 'a workflow of a subscription is switched',
    status: 200,
    path: ({ workflow }) => ['mine', workflow],
    body: () => ({ enabled: false }),
  },
  'DELETE /v1/inbox/topics/{}/subscriptions/{}': { when: 'a topic is left', status: 204, path: subscription },
  'POST /v1/inbox/channel-connections/oauth': { when: 'Slack is connected', status: 201, body: ofSlack },
  'POST /v1/inbox/channel-endpoints/oauth': { when: 'a user of Slack is linked', status: 201, body: ofSlack },
  'POST /v1/inbox/chat/oauth': { when: 'an older component connects Slack', status: 201, body: ofSlack },
  'POST /v1/inbox/channel-endpoints/link': { when: 'Telegram is linked', status: 200, body: ofSlack },
  'POST /v1/inbox/channel-connections': {
    when: 'code stores a connection',
    status: 201,
    body: (named) => ({
      ...ofSlack(named),
      identifier: `chconn-slack-default-${named.subscriberId}`,
      subscriberId: named.subscriberId,
      workspace: { id: 'T1' },
      auth: { accessToken: 'xoxb-very-secret' },
    }),
  },
  'GET /v1/inbox/channel-connections': { when: 'connections are listed', status: 200, query: '?contextKeys=' },
  'GET /v1/inbox/channel-connections/{}': {
    when: 'a connect button is shown, and while the user is at the provider',
    status: 200,
    path: ({ subscriberId }) => [`chconn-slack-default-${subscriberId}`],
    query: '?connectionMode=subscriber',
  },
  'POST /v1/inbox/channel-endpoints': {
    when: 'code stores an address',
    status: 201,
    body: (named) => ({
      ...ofSlack(named),
      identifier: 'my-slack',
      connectionIdentifier: `chconn-slack-default-${named.subscriberId}`,
      type: 'slack_user',
      endpoint: { userId: 'U1' },
    }),
  },
  'GET /v1/inbox/channel-endpoints': {
    when: 'a link button is shown',
    status: 200,
    query: '?limit=1&providerId=slack',
  },
  'GET /v1/inbox/channel-endpoints/{}': { when: 'an address is read by code', status: 200, path: () => ['my-slack'] },
  'DELETE /v1/inbox/channel-endpoints/{}': { when: 'a user is unlinked', status: 204, path: () => ['my-slack'] },
  'DELETE /v1/inbox/channel-connections/{}': {
    when: 'Slack is disconnected',
    status: 204,
    path: ({ subscriberId }) => [`chconn-slack-default-${subscriberId}`],
  },
  'POST /v1/inbox/events': { when: 'an inbox without an environment sends its sample', status: 404, body: () => ({}) },
  'POST /v1/web-chat/conversations': { when: 'a message is written to an agent', status: 404, body: () => ({}) },
  'GET /v1/web-chat/conversations': { when: 'a chat with an agent is opened', status: 404 },
  'GET /v1/web-chat/conversations/{}/events': { when: 'its history is shown', status: 404, path: () => ['x'] },
};

const INSTALLED = fileURLToPath(new URL('../../node_modules/@novu', import.meta.url));

/** `@novu/react` and `@novu/nextjs` need React to install; a folder that has them is walked, too. */
const ELSEWHERE = process.env['WIDGET_PACKAGES'];

describe('the calls of inbox widgets', () => {
  it('are those in the table of this file: a package that makes others is not supported until they are in it', () => {
    const { name, version, calls, otherRequests } = callsOf(join(INSTALLED, 'js'));
    const known = Object.keys(CALLS);
    expect({
      package: `${name} ${version}`,
      callsThatTheTableLacks: calls.filter((call) => !known.includes(call)),
      callsThatItNoLongerMakes: known.filter((call) => !calls.includes(call)),
      otherRequests,
    }).toEqual({
      package: `${name} ${version}`,
      callsThatTheTableLacks: [],
      callsThatItNoLongerMakes: [],
      otherRequests: [],
    });
  });

  (ELSEWHERE ? it : it.skip)('are all made by @novu/js: other packages of widgets only wrap it', () => {
    for (const name of readdirSync(ELSEWHERE!).filter((one) => ['react', 'nextjs'].includes(one))) {
      const { calls, otherRequests } = callsOf(join(ELSEWHERE!, name));
      expect({ name, calls, otherRequests }).toEqual({ name, calls: [], otherRequests: [] });
    }
  });

  describe('sent to Carillon', () => {
    let test: TestApp;
    let session: SessionClient;
    let named: Named;

    beforeAll(async () => {
      test = await startTestApp({ settings: { PUBLIC_URL: 'https://notify.example.com' } });
      const scene = await WidgetScene.of(test);
      const { subscriberId } = aSubscriber();
      const subscriberHash = createHmac('sha256', test.api.apiKey!).update(subscriberId).digest('hex');
      session = await scene.session(subscriberId, { subscriberHash });
      const button = { label: 'Show', redirect: { url: '/', target: '_self' } };
      const steps = [anInAppStep({ controlValues: { body: 'Shipped', primaryAction: button } })];
      const { workflowId: workflow } = await test.api.workflow({ steps });
      await test.api.trigger(workflow, { to: subscriberId });
      const notification = await eventually(async () => {
        const { body } = await session.get('notifications?limit=10');
        expect(body.data).toHaveLength(1);
        return body.data[0].id as string;
      });
      const { key: topic } = await scene.openTopic();
      const slack = (await test.api.post('/v1/integrations', aSlackIntegration())).body.data.identifier;
      named = { notification, workflow, topic, slack, subscriberId };
    });

    afterAll(() => test.close());

    it('are answered, each with the status that the table says', async () => {
      const scene = await WidgetScene.of(test);
      for (const [name, { status: expected, path, query = '', body }] of Object.entries(CALLS)) {
        if (name === 'POST /v1/inbox/session') {
          expect((await scene.open({ subscriber: { subscriberId: named.subscriberId } })).status).toBe(expected);
          continue;
        }
        const [method, pattern] = name.split(' ') as ['GET', string];
        const parts = path?.(named) ?? [];
        const url = pattern.replace(/\{\}/g, () => encodeURIComponent(parts.shift()!)) + encodeURI(query);
        const answer = await session.request({ method, url, ...(body && { payload: body(named) }) });
        const problem = answer.status === expected ? {} : { body: answer.body };
        expect({ [name]: answer.status, ...problem }).toEqual({ [name]: expected });
        if (expected === 404) expect(answer.body.message).toMatch(/are not served\. /);
        if (expected < 300) expect(JSON.stringify(answer.body ?? '')).not.toContain('very-secret');
      }
    });
  });
});
