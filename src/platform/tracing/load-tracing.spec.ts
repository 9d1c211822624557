import { ConfigError } from '../config/config.js';
import { spanDestination } from './load-tracing.js';

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
