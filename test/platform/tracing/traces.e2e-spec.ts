import { randomBytes } from 'node:crypto';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { Event } from '../../../src/events/store/event.schema.js';
import { inDatabase } from '../../../src/platform/persistence/database-name.js';
import { Tracing } from '../../../src/platform/tracing/tracing.js';
import { delay, digest, EngineScene, HOUR, inApp } from '../../delivery/engine-scene.js';
import { countCommands } from '../../delivery/store-probe.js';
import { eventually } from '../../eventually.js';
import { WebhookReceiver } from '../../outbound-webhooks/webhook-receiver.js';
import { CarillonProcess, clientOf } from '../../server/carillon-process.js';
import { requiredVariable } from '../../required-variable.js';
import { MessageServer } from '../../delivery/sending/message-server.js';
import { OtlpReceiver } from './otlp-receiver.js';

const SETTINGS = { DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1' };
const EMAIL = { type: 'email', controlValues: { subject: 'Hello', body: '<p>Hi</p>' } };

/** A trace that a caller has begun. */
function aTrace(): { traceId: string; spanId: string; traceparent: string } {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` };
}

/** Records spans in memory. */
function recording(): { tracing: Tracing; spans: (name: string, traceId?: string) => ReadableSpan[] } {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  return {
    tracing: new Tracing(provider.getTracer('carillon')),
    spans: (name, traceId) =>
      exporter
        .getFinishedSpans()
        .filter((span) => span.name === name && (traceId === undefined || span.spanContext().traceId === traceId)),
  };
}

async function trigger(scene: EngineScene, name: string, headers: Record<string, string>, fields: object = {}) {
  const payload = { name, to: { subscriberId: scene.newId(), email: 'ada@example.com' }, ...fields };
  const { body } = await scene.carillon.api.request({ method: 'POST', url: '/v1/events/trigger', payload, headers });
  return body.data.transactionId as string;
}

describe('one trace', () => {
  it('TR2, TR4, TR6: leads from the caller through a process that is killed and a wait of an hour to the provider', async () => {
    const caller = aTrace();
    const namespace = `t${randomBytes(5).toString('hex')}`;
    const secretKey = randomBytes(32).toString('hex');
    const [key, collector, provider] = [
      randomBytes(16).toString('hex'),
      await OtlpReceiver.start(),
      await MessageServer.start(),
    ];
    const redisUrl = process.env.REDIS_URL;
    const first = CarillonProcess.spawn({
      ...SETTINGS,
      MONGODB_URI: inDatabase(requiredVariable('TEST_MONGODB_URI'), namespace),
      ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
      HOST: '127.0.0.1',
      SECRET_KEY: secretKey,
      BOOTSTRAP_API_KEY: key,
      QUEUE_PREFIX: namespace,
      LOG_LEVEL: 'info',
      LOG_FORMAT: 'json',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=secret-of-the-collector',
      OTEL_SERVICE_NAME: 'notifications',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    });
    let scene: EngineScene | undefined;
    try {
      const api = clientOf(await first.ready(), key);
      const { body: created } = await api.post('/v1/integrations', provider.integration('email', 'Mail'));
      await api.post(`/v1/integrations/${created.data._id}/set-primary`, {});
      const steps = [delay(1, 'hours'), EMAIL].map((step, index) => ({ name: `Step ${index}`, ...step }));
      const made = await api.workflow({ workflowId: 'w', steps });
      expect(made.issues ?? {}).toEqual({});
      const { body } = await api.request({
        method: 'POST',
        url: '/v1/events/trigger',
        payload: { name: 'w', to: { subscriberId: 'a-person', email: 'ada@example.com' } },
        headers: { traceparent: caller.traceparent, tracestate: 'congo=t61' },
      });
      const { transactionId } = body.data;
      await eventually(() => {
        expect(collector.named('step').map(({ attributes }) => attributes['carillon.step.reason'])).toEqual([
          'delay_waiting',
        ]);
        expect(collector.named('chunk')).toHaveLength(1);
        // TR5: lines of the log name the trace. They reach the test by a pipe of their own, perhaps after the spans.
        const lines = first.printed.split('\n').filter((line) => /"msg":"(Trigger accepted|Run waits)"/.test(line));
        expect(lines.map((line) => JSON.parse(line).traceId)).toEqual([caller.traceId, caller.traceId]);
        return Promise.resolve();
      });
      await first.kill('SIGKILL');

      const [accepted] = collector.named('accept');
      expect(accepted).toMatchObject({ traceId: caller.traceId, parentSpanId: caller.spanId });
      expect(accepted?.resource).toMatchObject({
        'service.name': 'notifications',
        'deployment.environment.name': 'test',
        'carillon.role': 'all',
      });
      expect(Number(accepted?.attributes['carillon.store.commands'])).toBeGreaterThan(0);
      const [chunk] = collector.named('chunk');
      expect(chunk).toMatchObject({ traceId: caller.traceId, parentSpanId: accepted!.spanId });
      expect(collector.named('step')).toMatchObject([{ traceId: caller.traceId, parentSpanId: chunk!.spanId }]);
      expect(collector.last).toMatchObject({
        path: '/v1/traces',
        headers: { authorization: 'secret-of-the-collector' },
      });
      const { tracing, spans } = recording();
      scene = await EngineScene.start({ settings: SETTINGS, namespace, secretKey, tracing });
      await scene.later(HOUR + 60_000);
      await eventually(() => Promise.resolve(expect(provider.requests).toHaveLength(1)));
      await scene.settled(transactionId);
      const [sent] = spans('send', caller.traceId);
      const step = spans('step', caller.traceId).find(
        (one) => one.spanContext().spanId === sent?.parentSpanContext?.spanId,
      );
      expect(step?.parentSpanContext?.spanId).toBe(accepted!.spanId);
      expect(sent?.attributes).toMatchObject({ 'carillon.channel': 'email', 'carillon.send.result': 'sent' });
      expect(provider.requests[0]!.headers).toMatchObject({
        traceparent: `00-${caller.traceId}-${sent!.spanContext().spanId}-01`,
        tracestate: 'congo=t61',
      });
      // TR6: nobody is named.
      expect(JSON.stringify(collector.spans)).not.toMatch(/a-person|ada@example/);

      const run = await scene.activity(transactionId);
      const progress = await scene.carillon.api.get(`/v1/events/trigger/${transactionId}`);
      expect([run.body.data[0].traceId, progress.body.data.traceId]).toEqual([caller.traceId, caller.traceId]);
    } finally {
      await first.kill('SIGKILL');
      await Promise.all([scene?.close(), collector.close(), provider.close()]);
    }
  });
});

describe('traces', () => {
  let scene: EngineScene;
  let receiver: WebhookReceiver;
  let spans: ReturnType<typeof recording>['spans'];

  beforeAll(async () => {
    const recorded = recording();
    spans = recorded.spans;
    receiver = await WebhookReceiver.start();
    scene = await EngineScene.start({ settings: SETTINGS, tracing: recorded.tracing });
  });

  afterAll(() => Promise.all([scene?.close(), receiver?.close()]));

  it('TR2: begin here when the caller has none, and can be found from the activity', async () => {
    const transactionId = await scene.trigger(await scene.workflow([inApp('Hi')]));
    await scene.settled(transactionId);
    const { traceId } = (await scene.activity(transactionId)).body.data[0];
    const [accepted] = spans('accept', traceId);
    expect(accepted?.parentSpanContext).toBeUndefined();
    await eventually(() => Promise.resolve(expect(spans('chunk', traceId)).toHaveLength(1)));
    expect(spans('step', traceId)).toHaveLength(1);
    expect(Number(spans('chunk', traceId)[0]!.attributes['carillon.store.commands'])).toBeGreaterThan(0);
    const listed = await scene.carillon.api.get(`/v1/events?transactionId=${transactionId}`);
    expect(listed.body.data[0].traceId).toBe(traceId);
  });

  it('TR3: go on in HTTP steps and webhooks', async () => {
    const caller = aTrace();
    await scene.carillon.api.post('/v1/webhooks', { url: receiver.url('/events'), eventTypes: ['message.sent'] });
    const http = { type: 'http_request', controlValues: { method: 'POST', url: receiver.url('/step') } };
    const name = await scene.workflow([http, inApp('Hi')]);
    await scene.settled(await trigger(scene, name, { traceparent: caller.traceparent }));
    const place = ({ headers }: { headers: Record<string, string> }) => headers.traceparent?.split('-').slice(1, 3);
    await eventually(() => Promise.resolve(expect(receiver.at('/events')).toHaveLength(1)));
    await eventually(() => Promise.resolve(expect(spans('webhook', caller.traceId)).toHaveLength(1)));
    for (const [path, span] of [
      ['/step', 'http'],
      ['/events', 'webhook'],
    ] as const) {
      const [request] = receiver.at(path);
      expect([path, place(request!)]).toEqual([
        path,
        [caller.traceId, spans(span, caller.traceId)[0]!.spanContext().spanId],
      ]);
    }
  });

  it('TR5: are linked to those of the events of a digest, and of a batch', async () => {
    const name = await scene.workflow([digest(1, 'hours'), inApp('{{ steps.step-1.eventCount }}')]);
    const to = await scene.subscriber();
    const callers = [aTrace(), aTrace()];
    for (const { traceparent } of callers) await scene.settled(await trigger(scene, name, { traceparent }, { to }));
    await scene.later(HOUR + 60_000);
    const linked = (one: ReadableSpan) => one.links.map(({ context }) => context.traceId).toSorted();
    const expected = callers.map(({ traceId }) => traceId).toSorted();
    const [first] = callers;
    await eventually(() => {
      const closing = spans('step', first!.traceId).find(
        ({ attributes }) => attributes['carillon.step.reason'] === 'digest_complete',
      );
      expect(linked(closing!)).toEqual(expected);
      return Promise.resolve();
    });

    const events = Array.from({ length: 20 }, () => ({ name, to }));
    const { traceId, traceparent } = aTrace();
    const url = '/v1/events/trigger/bulk';
    await scene.carillon.api.request({ method: 'POST', url, payload: { events }, headers: { traceparent } });
    await eventually(() => {
      const chunks = spans('chunk', traceId);
      expect(chunks).toHaveLength(20);
      // A worker that comes early may have taken some of them alone.
      const [batch] = chunks.flatMap(({ links }) => links);
      const shared = spans('batch').find((one) => one.spanContext().spanId === batch!.context.spanId);
      expect(linked(shared!)).toContain(traceId);
      return Promise.resolve();
    });
  });

  it('TR5: show the steps of fifty recipients of a chunk', async () => {
    const to = Array.from({ length: 60 }, () => scene.newId());
    const { traceId, traceparent } = aTrace();
    const transactionId = await trigger(scene, await scene.workflow([inApp('Hi')]), { traceparent }, { to });
    await scene.settled(transactionId, 60);
    await eventually(() => Promise.resolve(expect(spans('chunk', traceId)).toHaveLength(1)));
    expect(spans('step', traceId)).toHaveLength(50);
  });

  it('TR1: are not continued where they are not valid', async () => {
    const transactionId = await trigger(scene, await scene.workflow([inApp('Hi')]), { traceparent: '00-evil' });
    await scene.settled(transactionId);
    const { traceId } = (await scene.activity(transactionId)).body.data[0];
    expect(traceId).toMatch(/^[\da-f]{32}$/);
  });
});

describe('without settings of OpenTelemetry', () => {
  let scene: EngineScene;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    scene = await EngineScene.start({ settings: SETTINGS });
  });

  afterAll(() => Promise.all([scene?.close(), receiver?.close()]));

  it('TR4: a trace is handed on as it came, and one that did not come costs nothing', async () => {
    const { traceId, traceparent } = aTrace();
    const http = { type: 'http_request', controlValues: { method: 'POST', url: receiver.url('/step') } };
    const name = await scene.workflow([http]);
    const traced = await trigger(scene, name, { traceparent });
    await scene.settled(traced);
    expect(receiver.at('/step').map(({ headers }) => headers.traceparent)).toEqual([traceparent]);
    expect((await scene.activity(traced)).body.data[0].traceId).toBe(traceId);
    const plain = await trigger(scene, name, {});
    await scene.settled(plain);
    expect(receiver.at('/step').map(({ headers }) => headers.traceparent)).toEqual([traceparent, undefined]);
    const stored = await scene.model(Event).findOne({ transactionId: plain }).lean();
    expect(stored).not.toHaveProperty('trace');
    expect((await scene.activity(plain)).body.data[0]).not.toHaveProperty('traceId');
  });

  it('TR4: traces add no store command to a trigger', async () => {
    const traced = await EngineScene.start({ settings: { ...SETTINGS, ROLE: 'api' }, tracing: recording().tracing });
    const plain = await EngineScene.start({ settings: { ...SETTINGS, ROLE: 'api' } });
    try {
      const count = async (one: EngineScene) => {
        const name = await one.workflow([inApp('Hi')]);
        await one.trigger(name);
        return countCommands(() => one.trigger(name));
      };
      expect(await count(traced)).toBe(await count(plain));
    } finally {
      await Promise.all([traced.close(), plain.close()]);
    }
  });
});
