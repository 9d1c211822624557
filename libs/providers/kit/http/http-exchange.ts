/** A request to a provider. */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

/** The response, whatever its status. Redirects are not followed. */
export interface HttpResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
}

/**
 * Makes one request, with limits for time and size of the response, and only to allowed addresses. Throws
 * {@link UnreachableError} when there is no response, and nothing else.
 */
export type HttpExchange = (request: HttpRequest) => Promise<HttpResponse>;

/** There was no response. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';

  /**
   * `unsent`: the request was not sent. `no_response`: the service may have processed it anyway. `forbidden`: the
   * address is not allowed.
   */
  constructor(
    readonly kind: 'unsent' | 'no_response' | 'forbidden',
    message: string,
  ) {
    super(message);
  }
}
