import type { Attributes, Tracer } from '@opentelemetry/api';
import type { Sampler, SpanExporter } from '@opentelemetry/sdk-trace-base';
import { ConfigError } from '../config/config.js';
import { VERSION } from '../package-root.js';
import { Tracing } from './tracing.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Milliseconds that the last spans have to be sent when the process ends. */
const FLUSH_MS = 3000;

const EXPORTERS = ['otlp', 'console'] as const;
const PROTOCOLS = ['http/protobuf', 'http/json'] as const;

/** Where spans go, and how. */
interface Destination {
  exporter: (typeof EXPORTERS)[number];
  protocol: (typeof PROTOCOLS)[number];
}

/** Traces that are recorded, until they are stopped. */
export interface RunningTracing {
  tracing: Tracing;
  /** Sends the spans that have ended. */
  stop(): Promise<void>;
}

/**
 * Where the standard settings of OpenTelemetry want spans to go; undefined when they ask for none: an endpoint or
 * `OTEL_TRACES_EXPORTER` asks for them. Throws {@link ConfigError}.
 */
export function spanDestination(environment: Environment): Destination | undefined {
  const value = (name: string) => environment[name]?.trim() || undefined;
  const endpoint = value('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? value('OTEL_EXPORTER_OTLP_ENDPOINT');
  const exporter = value('OTEL_TRACES_EXPORTER') ?? (endpoint === undefined ? 'none' : 'otlp');
  if (value('OTEL_SDK_DISABLED')?.toLowerCase() === 'true' || exporter === 'none') return undefined;
  const protocolName =
    value('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? value('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/protobuf';
  return {
    exporter: oneOf(EXPORTERS, exporter, 'OTEL_TRACES_EXPORTER', 'none, '),
    protocol: oneOf(PROTOCOLS, protocolName, 'OTEL_EXPORTER_OTLP_PROTOCOL'),
  };
}

/**
 * Loads the SDK of OpenTelemetry, which reads its own settings, if they ask for traces; otherwise nothing is loaded.
 * `attributes` describe this process; `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` come before them.
 */
export async function loadTracing(environment: Environment, attributes: Attributes): Promise<RunningTracing> {
  const destination = spanDestination(environment);
  if (!destination) return { tracing: new Tracing(), stop: () => Promise.resolve() };
  const [
    { BasicTracerProvider, BatchSpanProcessor },
    { detectResources, envDetector, resourceFromAttributes },
    sampler,
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/resources'),
    loadSampler(environment),
  ]);
  const own = resourceFromAttributes({ 'service.name': 'carillon', 'service.version': VERSION, ...attributes });
  const provider = new BasicTracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(await loadExporter(destination))],
    ...(sampler && { sampler }),
  });
  const tracer: Tracer = provider.getTracer('carillon', VERSION);
  return {
    tracing: new Tracing(tracer),
    async stop() {
      await provider.forceFlush({ timeoutMillis: FLUSH_MS }).catch(() => undefined);
      // What could not be sent by now is dropped.
      void provider.shutdown().catch(() => undefined);
    },
  };
}

/** Undefined when the settings name a sampler, which the SDK makes then. */
async function loadSampler(environment: Environment): Promise<Sampler | undefined> {
  if (environment.OTEL_TRACES_SAMPLER?.trim()) return undefined;
  const [{ ParentBasedSampler }, { FirstTraces }] = await Promise.all([
    import('@opentelemetry/sdk-trace-base'),
    import('./first-traces.js'),
  ]);
  return new ParentBasedSampler({ root: new FirstTraces() });
}

async function loadExporter({ exporter, protocol }: Destination): Promise<SpanExporter> {
  if (exporter === 'console') return new (await import('@opentelemetry/sdk-trace-base')).ConsoleSpanExporter();
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter();
}

function oneOf<const T extends string>(values: readonly T[], given: string, variable: string, others = ''): T {
  const found = values.find((value) => value === given);
  if (found === undefined)
    throw new ConfigError(`${variable} must be ${others}${values.join(' or ')}, but is "${given}"`);
  return found;
}
