import type { ServerResponse } from 'node:http';
import { type DynamicModule, Module } from '@nestjs/common';
import {
  type Attributes,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { AsyncContext } from '../async-context.js';
import { parsed, type StoredTrace, toStored, traceHeaders } from './trace-context.js';

/** Where in a trace the current work is. */
interface Scope {
  /** Absent while work is done for several traces together. */
  readonly place?: SpanContext;
  /** The span, if this process has begun it. */
  readonly span?: Span;
  /** Store commands that were sent within the span; of work for several traces, within that of the first. */
  readonly counter: { commands: number };
  /** No spans are begun. */
  readonly quiet?: boolean;
}

const scopes = new AsyncContext<Scope | undefined>();

export interface SpanOptions {
  kind?: keyof typeof SpanKind;
  /** Ids and names of closed lists; never values that people have chosen about people (behaviour TR6). */
  attributes?: Attributes;
  /** The trace it belongs to. It is a child of the current span if that is in this trace, too. */
  trace?: StoredTrace;
  /** Not a child of the current span: without `trace` the span begins a trace of its own. */
  detached?: boolean;
  /** Spans of other traces that it is about, too. */
  links?: readonly Link[];
}

/** Runs the rest of a request in the trace that the request names: `work` begins it, and it ends with the response. */
export function withinTrace(place: SpanContext, response: Pick<ServerResponse, 'once'>, work: () => void): void {
  response.once('close', scopes.hold());
  scopes.run({ place, counter: { commands: 0 } }, work);
}

/** Runs work that does not belong to what has started it, such as that of a timer. */
export function outsideTraces<T>(work: () => T): T {
  return scopes.current ? scopes.run(undefined, work) : work();
}

/** Runs work that is done for several callers together; its store commands are counted in the span of the first. */
export function forSeveralTraces<T>(work: () => T): T {
  const scope = scopes.current;
  return scope ? scopes.run({ counter: scope.counter }, work) : work();
}

/** The trace of the current work, to be stored with what continues it later. */
export function currentTrace(): StoredTrace | undefined {
  const place = scopes.current?.place;
  return place && toStored(place);
}

/** The id of the trace of the current work, for its log lines (behaviour TR2). */
export function currentTraceId(): string | undefined {
  return scopes.current?.place?.traceId;
}

/** A store command was sent. */
export function countCommand(): void {
  const scope = scopes.current;
  if (scope) scope.counter.commands += 1;
}

/**
 * Records spans. Where no settings ask for traces there is no tracer: then nothing is made for a span, and traces of callers
 * are only handed on.
 */
export class Tracing {
  constructor(private readonly tracer?: Tracer) {}

  get isOn(): boolean {
    return this.tracer !== undefined;
  }

  /**
   * Executes `work` within a span, which ends with it. `note` adds facts of the result to the span. An error of the work is one
   * of the span, by its class alone. Without a tracer only `work` runs: give options that cost something as a function. A span
   * that is not recorded costs as little as none: it is not current for what the work does.
   */
  span<T>(
    name: string,
    options: SpanOptions | (() => SpanOptions),
    work: (span: Span) => Promise<T>,
    note?: (span: Span, result: T) => void,
  ): Promise<T> {
    if (!this.tracer) return work(NO_SPAN);
    const span = this.start(name, typeof options === 'function' ? options() : options);
    if (!span?.isRecording()) return work(span ?? NO_SPAN);
    const scope = scopeOf(span);
    return scopes.run(scope, async () => {
      try {
        const result = await work(span);
        note?.(span, result);
        return result;
      } catch (error) {
        markFailed(span, error instanceof Error ? error.name : 'unknown');
        throw error;
      } finally {
        end(span, scope);
      }
    });
  }

  /**
   * Begins the span of work that is shared by several traces; undefined where no traces are recorded. It is a trace of its
   * own, linked to those.
   */
  sharedSpan(name: string, attributes: Attributes): SharedSpan | undefined {
    const span = this.tracer && this.start(name, { detached: true, attributes });
    return span && new SharedSpan(span);
  }

  /** Executes `work` without recording its spans: of thousands of recipients, few are looked at. */
  quietly<T>(work: () => T): T {
    const scope = scopes.current;
    return scope ? scopes.run({ ...scope, quiet: true }, work) : work();
  }

  /** The headers by which a request continues the trace of the current span, or the stored one. */
  headers(stored: StoredTrace | undefined): Record<string, string> {
    const scope = this.tracer && scopes.current;
    const place = scope?.span && parentOf(stored && parsed(stored), scope.place);
    return traceHeaders(place ? toStored(place) : stored);
  }

  /** Links the current span to other traces. */
  link(traces: readonly (StoredTrace | undefined)[]): void {
    scopes.current?.span?.addLinks(linksTo(traces));
  }

  private start(
    name: string,
    { kind = 'INTERNAL', attributes, trace: stored, detached = false, links }: SpanOptions,
  ): Span | undefined {
    const outer = scopes.current;
    if (!this.tracer || outer?.quiet) return undefined;
    const place = parentOf(stored && parsed(stored), detached ? undefined : outer?.place);
    const parent = place ? trace.setSpanContext(ROOT_CONTEXT, place) : ROOT_CONTEXT;
    return this.tracer.startSpan(name, { kind: SpanKind[kind], attributes, links: links && [...links] }, parent);
  }
}

/** A span of work that several traces share. */
export class SharedSpan {
  private readonly scope: Scope;

  constructor(private readonly span: Span) {
    this.scope = scopeOf(span);
  }

  /** For spans of those traces. */
  get link(): Link {
    return { context: this.span.spanContext() };
  }

  /** Executes a part of the work. */
  run<T>(work: () => T): T {
    return this.span.isRecording() ? scopes.run(this.scope, work) : work();
  }

  add(traces: readonly (StoredTrace | undefined)[]): void {
    this.span.addLinks(linksTo(traces));
  }

  /** Ends the span when all parts have ended, in whatever way. */
  async endAfter(parts: readonly Promise<unknown>[]): Promise<void> {
    const results = await Promise.allSettled(parts);
    if (results.some(({ status }) => status === 'rejected')) markFailed(this.span, 'unknown');
    end(this.span, this.scope);
  }
}

/** Marks a span as failed. `type`: the class of the failure, never its text, which may name people. */
export function markFailed(span: Span, type: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', type);
}

const NO_SPAN = trace.wrapSpanContext({ traceId: '0'.repeat(32), spanId: '0'.repeat(16), traceFlags: 0 });

function scopeOf(span: Span): Scope {
  return { place: span.spanContext(), span, counter: { commands: 0 } };
}

function end(span: Span, { counter }: Scope): void {
  if (counter.commands > 0) span.setAttribute('carillon.store.commands', counter.commands);
  span.end();
}

/** The parent of a span: the current one, unless the span belongs to another trace. */
function parentOf(stored: SpanContext | undefined, current: SpanContext | undefined): SpanContext | undefined {
  return stored && stored.traceId !== current?.traceId ? stored : (current ?? stored);
}

function linksTo(traces: readonly (StoredTrace | undefined)[]): Link[] {
  return traces.flatMap((stored) => {
    const context = stored && parsed(stored);
    return context ? [{ context }] : [];
  });
}

@Module({})
export class TracingModule {
  static forRoot(tracing: Tracing): DynamicModule {
    return {
      module: TracingModule,
      global: true,
      providers: [{ provide: Tracing, useValue: tracing }],
      exports: [Tracing],
    };
  }
}
