import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { isUrl } from '#libs/url/is-url.js';
import { EnvironmentLookup } from '../../auth/environment-lookup.service.js';
import { SigningSecrets } from '../../auth/signing-secrets.service.js';
import { Clock } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { KeyedSemaphore } from '../../platform/scheduling/keyed-semaphore.js';
import { type FailureKind, GuardedHttp, type HttpReply } from '../../platform/outbound-http/guarded-http.js';
import { requestSignature, SIGNATURE_HEADER } from '../../platform/outbound-http/request-signature.js';
import { isObject } from '../../platform/values/is-object.js';

/** What an application is asked for a step: everything that its code may read. */
export interface StepQuestion {
  payload: Record<string, unknown>;
  controls: Record<string, unknown>;
  subscriber: unknown;
  context: unknown;
  env: unknown;
  actor?: unknown;
  /** The results of all earlier steps, in order. */
  state: { stepId: string; outputs: Record<string, unknown>; state: { status: string } }[];
}

/** A request for one step. `preview`: earlier steps without a result get examples, and nothing may be sent for it. */
export interface BridgeCall {
  environmentId: Types.ObjectId;
  action: 'execute' | 'preview';
  /** Address of the application. Default: that of the environment. */
  url?: string;
  workflowId: string;
  stepId: string;
  question: StepQuestion;
}

/** What an application makes of a step. */
export interface StepResponse {
  /** The code says that the step is not executed. */
  skip: boolean;
  outputs: Record<string, unknown>;
  /** What differs for a provider, by its id. */
  providers?: Record<string, Record<string, unknown>>;
}

/** Why there is no usable response. */
export interface BridgeFailure {
  ok: false;
  /**
   * `unreachable`: no response in time, or one that says so; `refused`: the application says that it cannot respond;
   * `invalid`: the response cannot be read.
   */
  kind: 'unreachable' | 'refused' | 'invalid';
  /** Asking again may help (behaviour CF6). */
  transient: boolean;
  error: string;
  at: Date;
}

export type BridgeReply<T> = { ok: true; value: T } | BridgeFailure;

/** Behaviour CF6. */
const TRANSIENT_STATUSES = [408, 429, 500, 503, 504, 521, 522, 524];
const TRANSIENT_FAILURES: readonly FailureKind[] = ['timeout', 'unreachable', 'connection'];

/** Requests to the applications of one environment that are in progress in a process. */
const MAX_CALLS = 50;
/** Bytes. A response for a step is kept in its run while its messages are sent. */
const MAX_STEP_BYTES = 1_048_576;
/** Bytes. The application describes each step with its whole schema and code. */
const MAX_DISCOVERY_BYTES = 16 * 1_048_576;
const MAX_ERROR_LENGTH = 500;

/**
 * Asks applications that define workflows in code (behaviour CF5, CF10). Requests are signed with the key of the
 * environment, have the time of `BRIDGE_TIMEOUT_SECONDS`, and only go to addresses that may be called. Never throws
 * because of the application.
 */
@Injectable()
export class BridgeClient {
  private readonly slots = new KeyedSemaphore(MAX_CALLS);

  constructor(
    private readonly http: GuardedHttp,
    private readonly environments: EnvironmentLookup,
    private readonly secrets: SigningSecrets,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** What the application says of itself, unsigned. */
  health(environmentId: Types.ObjectId, url: string): Promise<BridgeReply<Record<string, unknown>>> {
    return this.send(environmentId, url, { action: 'health-check' }, undefined, MAX_STEP_BYTES, readObject);
  }

  /** The description of the workflows, not checked yet. */
  discover(environmentId: Types.ObjectId, url: string): Promise<BridgeReply<Record<string, unknown>>> {
    return this.send(environmentId, url, { action: 'discover' }, undefined, MAX_DISCOVERY_BYTES, readObject);
  }

  async step(call: BridgeCall): Promise<BridgeReply<StepResponse>> {
    const { environmentId, action, workflowId, stepId, question } = call;
    const url = call.url ?? (await this.environments.find(environmentId))?.bridge?.url;
    if (url === undefined) return this.failure('unreachable', false, 'the environment has no bridge URL');
    const body = JSON.stringify(question);
    return this.send(environmentId, url, { action, workflowId, stepId }, body, MAX_STEP_BYTES, readStep);
  }

  /** With a body, a POST. Time spent waiting for other requests of the environment does not count as the application's. */
  private async send<T>(
    environmentId: Types.ObjectId,
    address: string,
    query: Record<string, string>,
    body: string | undefined,
    maxResponseBytes: number,
    read: (body: unknown) => T | undefined,
  ): Promise<BridgeReply<T>> {
    if (!isUrl(address)) return this.failure('unreachable', false, 'the bridge URL is not an address');
    const url = new URL(address);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const isDevelopment = (await this.environments.find(environmentId))?.type === 'dev';
    const reply = await this.slots.run(environmentId, async () =>
      this.http.send({
        method: body === undefined ? 'GET' : 'POST',
        url: url.href,
        headers: await this.headers(environmentId, body),
        ...(body !== undefined && { body }),
        timeoutMs: this.config.bridgeTimeoutSeconds * 1000,
        maxResponseBytes,
        followRedirects: false,
        purpose: isDevelopment ? 'own-application' : 'http',
      }),
    );
    return this.evaluate(reply, read);
  }

  /** The application writes the JSON again before it compares signatures: the body must be exactly `JSON.stringify`. */
  private async headers(environmentId: Types.ObjectId, body: string | undefined): Promise<Record<string, string>> {
    const secret = await this.secrets.find(environmentId);
    return {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(secret !== undefined && { [SIGNATURE_HEADER]: requestSignature(secret, body ?? '{}', this.clock.now()) }),
    };
  }

  private evaluate<T>(reply: HttpReply, read: (body: unknown) => T | undefined): BridgeReply<T> {
    if (!reply.ok) {
      const isInvalid = reply.failure === 'too_large';
      const isTransient = TRANSIENT_FAILURES.includes(reply.failure);
      const seconds = this.config.bridgeTimeoutSeconds;
      const error = reply.failure === 'timeout' ? `no response within ${seconds} seconds` : reply.error;
      return this.failure(isInvalid ? 'invalid' : 'unreachable', isTransient, error);
    }
    const { statusCode } = reply;
    const parsed = parse(reply.body);
    if (statusCode < 200 || statusCode > 299) {
      const isTransient = TRANSIENT_STATUSES.includes(statusCode);
      return this.failure(isTransient ? 'unreachable' : 'refused', isTransient, errorOf(statusCode, parsed));
    }
    const value = read(parsed);
    return value === undefined
      ? this.failure('invalid', false, 'this is not a response of an application with workflows in code')
      : { ok: true, value };
  }

  private failure(kind: BridgeFailure['kind'], transient: boolean, error: string): BridgeFailure {
    return { ok: false, kind, transient, error: error.slice(0, MAX_ERROR_LENGTH), at: this.clock.now() };
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** `status 400, ExecutionEventPayloadInvalidError: Workflow with id …` */
function errorOf(statusCode: number, body: unknown): string {
  const { code, message, data } = isObject(body) ? body : {};
  const what = [code, message].filter((one) => typeof one === 'string').join(': ');
  const details = Array.isArray(data) ? ` ${JSON.stringify(data)}` : '';
  return `status ${statusCode}${what === '' ? '' : `, ${what}`}${details}`;
}

function readObject(body: unknown): Record<string, unknown> | undefined {
  return isObject(body) ? body : undefined;
}

function readStep(body: unknown): StepResponse | undefined {
  if (!isObject(body)) return undefined;
  const { outputs, providers, options } = body;
  const skip = isObject(options) && options.skip === true;
  if (!isObject(outputs) && !skip) return undefined;
  const own = Object.entries(isObject(providers) ? providers : {}).filter(
    (entry): entry is [string, Record<string, unknown>] => isObject(entry[1]),
  );
  return {
    skip,
    outputs: isObject(outputs) ? outputs : {},
    ...(own.length > 0 && { providers: Object.fromEntries(own) }),
  };
}
