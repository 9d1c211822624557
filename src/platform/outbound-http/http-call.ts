import type { Types } from 'mongoose';
import type { StoredTrace } from '../tracing/trace-context.js';

/** A request of an HTTP step. */
export interface HttpCall {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  timeoutMs: number;
  /** The environment whose secret signs the request. */
  environmentId: Types.ObjectId;
  /** The same for every attempt of one step of one run. */
  idempotencyKey: string;
  /** The trace that the request continues. */
  trace?: StoredTrace;
}

/** A response of any status, or why there is none. */
export type HttpResponse =
  | { ok: true; statusCode: number; body: string }
  /** `simulated`: nothing was called. */
  | { ok: true; simulated: true }
  | { ok: false; error: string };
