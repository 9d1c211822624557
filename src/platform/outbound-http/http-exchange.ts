/** A request to a server that is not ours. */
export interface OutboundRequest {
  method: string;
  /** An http or https address, as a person may have written it. */
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  /** Milliseconds for all of it: looking up names, connecting, every redirect, and the last byte of the answer. */
  timeoutMs: number;
  /** Cuts the request short. */
  signal?: AbortSignal;
  /** Bytes the answer may have. Default: 262,144. */
  maxResponseBytes?: number;
  /**
   * Default: a GET is sent on to where it is redirected, and a redirect of any other method is a failure, because
   * requests that change something would be repeated without being asked for. False: a redirect is an answer.
   */
  followRedirects?: false;
}

/** Why there is no answer. `forbidden` and `unreachable` tell that nothing was sent; after all others it may be done. */
export type FailureKind =
  /** The address is none that may be called, or none at all. */
  | 'forbidden'
  | 'timeout'
  /** By the caller's signal. */
  | 'aborted'
  | 'too_large'
  /** Redirected too often, or where that is not followed. */
  | 'redirect'
  /** No connection came about. */
  | 'unreachable'
  /** The connection broke, or what came through it was no answer. */
  | 'connection';

/** An answer of whatever status, or why there is none. */
export type HttpReply =
  | {
      ok: true;
      statusCode: number;
      /** Names in lower case; several values of one name are joined with a comma and a space. */
      headers: Record<string, string>;
      body: string;
    }
  | { ok: false; failure: FailureKind; error: string };
