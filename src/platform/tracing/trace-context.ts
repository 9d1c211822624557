import type { IncomingHttpHeaders } from 'node:http';
import { createTraceState, type SpanContext } from '@opentelemetry/api';

/** A place in a trace as it is stored: the headers of W3C Trace Context. */
export interface StoredTrace {
  /** `traceparent`: version, trace id, span id and flags. */
  parent: string;
  /** `tracestate`: what other systems have added; absent when there is nothing. */
  state?: string;
}

/** Version 00, the only one there is; later ones begin with the same fields. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:$|-)/;

/** Longest `tracestate` that is kept; the specification asks for as much. */
const MAX_STATE = 512;

/** The place in a trace that a request names; undefined when it names none, or an invalid one (behaviour TR1). */
export function traceOfRequest({ traceparent, tracestate }: IncomingHttpHeaders): SpanContext | undefined {
  if (typeof traceparent !== 'string') return undefined;
  return parsed({ parent: traceparent, ...(typeof tracestate === 'string' && { state: tracestate }) });
}

/** The place in a trace that was stored. */
export function parsed({ parent, state }: StoredTrace): SpanContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(parent) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  const traceFlags = Number.parseInt(flags, 16) & 1;
  const traceState = state !== undefined && state.length <= MAX_STATE ? createTraceState(state) : undefined;
  return { traceId, spanId, traceFlags, isRemote: true, ...(traceState?.serialize() && { traceState }) };
}

/** Brings a place in a trace into the form in which it is stored. */
export function toStored({ traceId, spanId, traceFlags, traceState }: SpanContext): StoredTrace {
  const state = traceState?.serialize();
  return { parent: `00-${traceId}-${spanId}-0${traceFlags & 1}`, ...(state && { state }) };
}

/** The headers by which a request continues a trace; none without a trace. */
export function traceHeaders(trace: StoredTrace | undefined): Record<string, string> {
  if (!trace) return {};
  return { traceparent: trace.parent, ...(trace.state !== undefined && { tracestate: trace.state }) };
}

/** The id of a trace, 32 hexadecimal digits, as the API and the log show it. */
export function traceIdOf(trace: Pick<StoredTrace, 'parent'> | undefined): string | undefined {
  return trace?.parent.slice(3, 35);
}

/** Whether the spans of a trace are recorded, by the decision of who has begun it. */
export function isSampled({ parent }: Pick<StoredTrace, 'parent'>): boolean {
  return parent.endsWith('1');
}
