/** A request to a provider. */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

/** What came back, whatever its status. Redirects are not followed. */
export interface HttpResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
}

/**
 * Makes one request: bounded in time and in the size of the answer, and only to addresses that may be called. Throws
 * {@link UnreachableError} when there is no answer, and nothing else.
 */
export type HttpExchange = (request: HttpRequest) => Promise<HttpResponse>;

/** There was no answer. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';

  /**
   * `unsent`: nothing has left. `unanswered`: it may have been done all the same. `forbidden`: the address is none that
   * may be called.
   */
  constructor(
    readonly kind: 'unsent' | 'unanswered' | 'forbidden',
    message: string,
  ) {
    super(message);
  }
}
