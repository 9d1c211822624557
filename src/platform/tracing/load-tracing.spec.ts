import { ConfigError } from '../config/config.js';
import { loadTracing, spanDestination } from './load-tracing.js';
import { toStored } from './trace-context.js';
import { currentTraceId } from './tracing.js';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
const OTLP = { exporter: 'otlp', protocol: 'http/protobuf' };

describe('TR4: traces are recorded', () => {
  it.each([
    ['an endpoint', ENDPOINT, OTLP],
    ['an endpoint for traces', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector/v1/traces' }, OTLP],
    ['an exporter', { OTEL_TRACES_EXPORTER: 'otlp' }, OTLP],
    ['another form', { ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }, { ...OTLP, protocol: 'http/json' }],
    ['the console', { OTEL_TRACES_EXPORTER: 'console' }, { ...OTLP, exporter: 'console' }],
  ])('with %s', (_what, settings, destination) => {
    expect(spanDestination(settings)).toEqual(destination);
  });

  it.each([
    ['no setting', {}],
    ['a name alone', { OTEL_SERVICE_NAME: 'notifications' }],
    ['an empty endpoint', { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }],
    ['an exporter that is none', { ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }],
    ['an SDK that is disabled', { ...ENDPOINT, OTEL_SDK_DISABLED: 'true' }],
  ])('not with %s', (_what, settings) => {
    expect(spanDestination(settings)).toBeUndefined();
  });

  it.each([
    ['OTEL_TRACES_EXPORTER', { OTEL_TRACES_EXPORTER: 'zipkin' }],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', { ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }],
  ])('and a value of %s that cannot be used refuses the start', (variable, settings) => {
    expect(() => spanDestination(settings)).toThrow(ConfigError);
    expect(() => spanDestination(settings)).toThrow(variable);
  });
});

describe('TR7: of the traces that begin here', () => {
  const recordedOf = async (times: number, settings: Record<string, string>) => {
    // Nothing is sent: the SDK waits for more spans than there are here.
    const { tracing } = await loadTracing({ OTEL_TRACES_EXPORTER: 'otlp', ...settings }, {});
    let recorded = 0;
    for (let time = 0; time < times; time += 1) {
      await tracing.span('accept', { detached: true }, (span) => {
        recorded += Number(span.isRecording());
        return Promise.resolve();
      });
    }
    return recorded;
  };

  it('the first of each second are recorded', async () => {
    // They begin within a few milliseconds, which may belong to two seconds.
    const recorded = await recordedOf(400, {});
    expect(recorded).toBeGreaterThanOrEqual(100);
    expect(recorded).toBeLessThan(400);
  });

  it('those that are not recorded are current for nothing, which would make each promise dearer', async () => {
    const { tracing } = await loadTracing({ OTEL_TRACES_EXPORTER: 'otlp' }, {});
    const seen = new Map<boolean, unknown[]>();
    for (let time = 0; time < 400; time += 1) {
      await tracing.span('accept', { detached: true }, async (span) => {
        const { traceId } = span.spanContext();
        seen.set(span.isRecording(), [
          currentTraceId() === traceId,
          await tracing.quietly(() => Promise.resolve(currentTraceId() === traceId)),
          await tracing.span('chunk', { trace: toStored(span.spanContext()), detached: true }, (inner) =>
            Promise.resolve(inner.spanContext().traceId === traceId),
          ),
        ]);
      });
    }
    expect(seen.get(true)).toEqual([true, true, true]);
    expect(seen.get(false)).toEqual([false, false, true]);
  });

  it('all are recorded when a sampler says so', async () => {
    expect(await recordedOf(400, { OTEL_TRACES_SAMPLER: 'parentbased_always_on' })).toBe(400);
  });
});
