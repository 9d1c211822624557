import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { parse } from 'yaml';
import { Sweeper } from '../../src/delivery/dispatch/sweeper.js';
import { JobQueue } from '../../src/platform/queue/job-queue.js';
import { delay, EngineScene, inApp, MINUTE } from '../delivery/engine-scene.js';
import { eventually } from '../eventually.js';
import { MessageServer } from '../delivery/sending/message-server.js';
import { isTrue, parseMetrics, type Scrape } from './prometheus-text.js';

interface Rule {
  alert: string;
  expr: string;
  annotations: { summary: string; action: string };
}

const METRICS_TOKEN = 'a-token-for-the-scraper';
const EMAIL = { name: 'Mail', type: 'email', controlValues: { subject: 'Hello', body: '<p>Hi</p>' } };

const inRepository = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('metrics', () => {
  /** Delivers. */
  let scene: EngineScene;
  /** Accepts and delivers nothing. */
  let api: EngineScene;
  let mail: MessageServer;
  let rules: Rule[];

  beforeAll(async () => {
    const settings = { METRICS_TOKEN, DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1' };
    scene = await EngineScene.start({ settings });
    api = await EngineScene.start({ settings: { ...settings, ROLE: 'api' } });
    mail = await MessageServer.start();
    rules = parse(await inRepository('deploy/prometheus-alerts.yml')).groups[0].rules;
  });

  afterAll(async () => {
    await Promise.all([scene?.close(), api?.close(), mail?.close()]);
  });

  afterEach(() => jest.restoreAllMocks());

  const scrape = async (of: EngineScene): Promise<Scrape> => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const answer = await of.carillon.app.getHttpAdapter().getInstance().inject({ url: '/metrics', headers });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    return parseMetrics(answer.body);
  };
  const valueOf = ({ samples }: Scrape, name: string, labels: Record<string, string> = {}): number =>
    samples.find(
      (one) => one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
    )?.value ?? 0;

  it('are read with the token alone', async () => {
    const instance = scene.carillon.app.getHttpAdapter().getInstance();
    const answers = await Promise.all(
      [{}, { authorization: 'Bearer another' }].map((headers) => instance.inject({ url: '/metrics', headers })),
    );
    const refused = [401, 'Metrics are read with METRICS_TOKEN as a bearer token.\n'];
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([refused, refused]);
  });

  it('say what was accepted and what became of it, without the id of anybody', async () => {
    const workflowId = await scene.workflow([inApp('Hi')]);
    const trigger = (name: string, transactionId?: string) =>
      scene.carillon.api.post('/v1/events/trigger', { name, to: 'a-secret-person', transactionId });
    const before = await scrape(scene);
    await trigger(workflowId, 'counted');
    await trigger(workflowId, 'counted');
    await trigger('there-is-no-such');
    await scene.settled('counted');
    const after = await scrape(scene);
    const grown = (name: string, labels: Record<string, string>) =>
      valueOf(after, name, labels) - valueOf(before, name, labels);
    expect({
      accepted: grown('carillon_triggers_total', { outcome: 'accepted' }),
      replayed: grown('carillon_triggers_total', { outcome: 'replayed' }),
      refused: grown('carillon_triggers_total', { outcome: 'refused' }),
      runs: grown('carillon_runs_total', { status: 'completed' }),
      steps: grown('carillon_steps_total', { type: 'in_app', reason: 'delivered' }),
      visible: grown('carillon_delivery_seconds_count', { channel: 'in_app' }),
    }).toEqual({ accepted: 1, replayed: 1, refused: 1, runs: 1, steps: 1, visible: 1 });
    expect(valueOf(after, 'carillon_store_commands_total', { command: 'insert', result: 'ok' })).toBeGreaterThan(0);
    expect(JSON.stringify(after)).not.toContain('a-secret-person');
    expect(JSON.stringify(after)).not.toContain(scene.environment.id.toHexString());
  });

  it('are those of the dashboard and of the alert rules', async () => {
    const { types } = await scrape(scene);
    const dashboard = await inRepository('deploy/grafana-dashboard.json');
    const used = `${dashboard}${rules.map(({ expr }) => expr).join('\n')}`.match(/\bcarillon_\w+/g) ?? [];
    const unknown = used.filter((name) => !types.has(name) && !types.has(name.replace(/_bucket$/, '')));
    expect(unknown).toEqual([]);
    const drawn = new Set(used.map((name) => name.replace(/_bucket$/, '')));
    const undrawn = [...types.keys()].filter((name) => !drawn.has(name));
    expect(undrawn).toEqual(['carillon_info']);
  });

  it('and those of the run books, which say what to do about each alert', async () => {
    const { types } = await scrape(scene);
    const runBooks = await inRepository('docs/run-books.md');
    const metrics = runBooks.match(/\bcarillon_\w+/g) ?? [];
    expect(metrics.filter((name) => !types.has(name))).toEqual([]);
    const alerts = new Set(runBooks.match(/\bCarillon[A-Z]\w+/g));
    expect([...alerts].toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
  });

  describe('fire the alert', () => {
    /** Lets a provider answer messages with this status; returns the transaction id. */
    const fails = async (status: number, messages: number): Promise<string> => {
      mail.status = () => status;
      const { body } = await scene.carillon.api.post('/v1/integrations', mail.integration('email', `Mail ${status}`));
      await scene.carillon.api.post(`/v1/integrations/${body.data._id}/set-primary`, {});
      const workflowId = await scene.workflow([EMAIL]);
      const to = Array.from({ length: messages }, (_, index) => ({
        subscriberId: `reader-${index}`,
        email: `reader-${index}@example.com`,
      }));
      const earlier = mail.posted.length;
      const transactionId = await scene.trigger(workflowId, { to });
      await eventually(() => Promise.resolve(expect(mail.posted.length).toBe(earlier + messages)));
      return transactionId;
    };

    /** What makes each alert fire, and where. The first is about the absence of scrapes. */
    const CAUSES: Record<string, [of: () => EngineScene, cause: () => Promise<void>]> = {
      CarillonTriggersWait: [
        () => api,
        async () => {
          const workflowId = await api.workflow([inApp('Hi')]);
          await api.carillon.api.trigger(workflowId, { to: 'ada' });
          api.clock.forward(3 * MINUTE);
        },
      ],
      CarillonTriggersRescued: [
        () => api,
        async () => {
          api.clock.forward(3 * MINUTE);
          await api.carillon.app.get(Sweeper, { strict: false }).sweep();
        },
      ],
      CarillonWebhooksLate: [
        () => api,
        async () => {
          await api.carillon.api.post('/v1/webhooks', { url: 'https://hooks.example.com/' });
          await api.workflow([inApp('Hi')]);
          api.clock.forward(10 * MINUTE);
        },
      ],
      CarillonRunsContinueLate: [
        () => scene,
        async () => {
          const workflowId = await scene.workflow([delay(5, 'minutes'), inApp('Hi')]);
          await scene.carillon.api.trigger(workflowId, { to: 'ada' });
          await eventually(async () => expect(await scene.runs.countDocuments({ status: 'waiting' })).toBe(1));
          await scene.later(7 * MINUTE);
        },
      ],
      CarillonDeadLetters: [
        () => scene,
        async () => {
          await scene.settled(await fails(400, 1));
        },
      ],
      CarillonProviderPaused: [() => scene, async () => void (await fails(500, 10))],
      CarillonStoreFails: [
        () => scene,
        async () => {
          const connection = scene.carillon.app.get<Connection>(getConnectionToken());
          await expect(connection.db!.command({ noSuchCommand: 1 })).rejects.toThrow();
        },
      ],
      CarillonEventLoopBlocked: [
        () => scene,
        async () => {
          // More than once, because a busy machine may draw out the time with many short delays beside it.
          for (let times = 0; times < 3; times++) {
            const until = performance.now() + 600;
            while (performance.now() < until);
            // The lateness is noted by a timer.
            await setTimeout(20);
          }
        },
      ],
      CarillonMetricsUnreadable: [
        () => scene,
        () => {
          const queue = scene.carillon.app.get(JobQueue, { strict: false });
          jest.spyOn(queue, 'counts').mockRejectedValue(new Error('away'));
          return Promise.resolve();
        },
      ],
    };

    it('of every rule', () => {
      expect(rules.map(({ alert }) => alert).toSorted()).toEqual(
        ['CarillonUnreachable', ...Object.keys(CAUSES)].toSorted(),
      );
      for (const { annotations } of rules) expect(Object.keys(annotations)).toEqual(['summary', 'action']);
    });

    it.each(Object.keys(CAUSES))('%s when its condition holds, and not before', async (name) => {
      const { expr } = rules.find(({ alert }) => alert === name)!;
      const [of, cause] = CAUSES[name]!;
      await scrape(of());
      const before = await scrape(of());
      expect(isTrue(expr, before, before, 1)).toBe(false);
      await cause();
      // A provider that has been asked has not yet been heard: what its answers change comes a moment later.
      await eventually(async () => expect(isTrue(expr, before, await scrape(of()), 1)).toBe(true));
    });
  });
});
