import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { CommandError } from '../platform/command-line/errors.js';
import { changedNumber } from '../platform/http/bodies/exact-numbers.js';
import { KeyedSemaphore } from '../platform/scheduling/keyed-semaphore.js';
import { isObject } from '../platform/values/is-object.js';
import { EXIT, type Endpoint } from './import.js';

/** A JSON object with any members. */
export type Fields = Record<string, unknown>;

/** A server could not be reached, or refused a request. */
export class ApiError extends CommandError {
  override readonly name = 'ApiError';

  /** `status`: of the response; absent when there was none. */
  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message, EXIT.failed);
  }
}

const MAX_ATTEMPTS = 8;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;
/** A server that asks for more is busy for longer than a person waits. */
const MAX_ASKED_WAIT_MS = 300_000;
const TIMEOUT_MS = 120_000;

/** Requests that may be made at the same time, and how to wait between attempts. */
interface ApiOptions {
  concurrency: number;
  wait?: (ms: number) => Promise<unknown>;
}

/**
 * The API of a Novu-compatible server. Requests are limited in number, repeated after network errors, 408, 429, 5xx and a
 * 409 that asks for it, and a repeated write has the same `Idempotency-Key`.
 */
export class Api {
  /** Requests that were not reads. */
  writes = 0;
  private readonly slots: KeyedSemaphore;
  private readonly wait: (ms: number) => Promise<unknown>;

  constructor(
    private readonly endpoint: Endpoint,
    options: ApiOptions,
  ) {
    this.slots = new KeyedSemaphore(options.concurrency);
    this.wait = options.wait ?? ((ms) => wait(ms));
  }

  /** The body without its envelope; undefined for a 404: the server has no such resource, or not such a route. */
  async find<T>(path: string): Promise<T | undefined> {
    try {
      return await this.call<T>('GET', path);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  }

  /** Sends a change. Throws {@link ApiError}. */
  write<T>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<T> {
    this.writes++;
    return this.call<T>(method, path, body, randomUUID());
  }

  /** Sends a request that changes nothing and needs a body. Throws {@link ApiError}. */
  ask<T>(path: string, body: object): Promise<T> {
    return this.call<T>('POST', path, body);
  }

  private async call<T>(method: string, path: string, body?: object, callId?: string): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.slots.run(this.endpoint.url, () => this.attempt(method, path, body, callId));
      if ('value' in outcome) return outcome.value as T;
      if (!outcome.mayRepeat || attempt === MAX_ATTEMPTS) throw outcome.error;
      const growing = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), MAX_WAIT_MS);
      await this.wait(outcome.waitMs ?? growing * (0.5 + Math.random() / 2));
    }
  }

  private async attempt(
    method: string,
    path: string,
    body: object | undefined,
    callId: string | undefined,
  ): Promise<{ value: unknown } | { error: ApiError; mayRepeat: boolean; waitMs?: number | undefined }> {
    const { url, apiKey } = this.endpoint;
    try {
      const response = await fetch(url + path, {
        method,
        headers: {
          authorization: `ApiKey ${apiKey}`,
          accept: 'application/json',
          ...(callId !== undefined && { 'idempotency-key': callId }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        // A key must not follow a redirect to another server.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      if (response.ok) return { value: withoutEnvelope(text) };
      const { status } = response;
      const waitMs = waitOf(response.headers);
      const mayRepeat = status === 408 || status === 429 || status >= 500 || (status === 409 && waitMs !== undefined);
      return { error: refusal(`${method} ${url}${path}`, status, text), mayRepeat, waitMs };
    } catch (error) {
      if (error instanceof NumberError) {
        return { error: new ApiError(`${method} ${url}${path}: ${error.message}`), mayRepeat: false };
      }
      if (error instanceof SyntaxError) {
        return { error: new ApiError(`${method} ${url}${path}: the response is not JSON`), mayRepeat: false };
      }
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const reason = cause instanceof Error ? cause.message : String(cause);
      return { error: new ApiError(`${url} cannot be reached: ${reason}`), mayRepeat: true };
    }
  }
}

/** A response has a number that would be another one here. */
class NumberError extends Error {
  override readonly name = 'NumberError';
}

function withoutEnvelope(text: string): unknown {
  if (text === '') return undefined;
  const body: unknown = JSON.parse(text);
  const number = changedNumber(text);
  if (number) throw new NumberError(`the number at ${number.path.join('.')} ${number.problem}`);
  return isObject(body) && Object.keys(body).length === 1 && 'data' in body ? body['data'] : body;
}

function refusal(request: string, status: number, text: string): ApiError {
  if (status === 401) return new ApiError(`${request}: the server does not accept the API key`, status);
  return new ApiError(`${request} failed with status ${status}: ${messageIn(text)}`, status);
}

const MAX_MESSAGE_LENGTH = 500;

/** The message of an error body, with the invalid fields; the beginning of the text itself when it is another body. */
function messageIn(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    if (!isObject(body)) return text.slice(0, MAX_MESSAGE_LENGTH);
    const errors = isObject(body['errors']) ? Object.entries(body['errors']) : [];
    const fields = errors.map(([field, problem]) =>
      isObject(problem) && Array.isArray(problem['messages']) ? problem['messages'].join(', ') : field,
    );
    return [String(body['message']), ...fields].join('; ').slice(0, MAX_MESSAGE_LENGTH);
  } catch {
    return text.slice(0, MAX_MESSAGE_LENGTH);
  }
}

/** How long a response asks to wait, in milliseconds. */
function waitOf(headers: Headers): number | undefined {
  const ms = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (ms >= 0) return Math.min(ms, MAX_ASKED_WAIT_MS);
  const after = headers.get('retry-after');
  if (after === null) return undefined;
  const seconds = Number(after);
  const asked = Number.isNaN(seconds) ? Date.parse(after) - Date.now() : seconds * 1000;
  return Number.isNaN(asked) ? undefined : Math.min(Math.max(asked, 0), MAX_ASKED_WAIT_MS);
}
