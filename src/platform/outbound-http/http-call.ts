/** A request that an HTTP step makes. */
export interface HttpCall {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  timeoutMs: number;
  /** Whose secret signs it. */
  environmentId: string;
  /** The same for every attempt of one step of one run. */
  idempotencyKey: string;
}

/** What came back: an answer of whatever status, or why there is none. */
export type HttpResponse =
  | { ok: true; statusCode: number; body: string }
  /** `simulated`: nothing was called. */
  | { ok: true; simulated: true }
  | { ok: false; error: string };
