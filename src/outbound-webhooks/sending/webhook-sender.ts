import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { EnvironmentLookup } from '../../auth/environment-lookup.service.js';
import { BackgroundTask, pausesOf } from '../../platform/scheduling/background-task.js';
import { Clock } from '../../platform/clock.js';
import { DueTimes } from '../../platform/queue/due-times.js';
import { Config } from '../../platform/config/config.js';
import { withTimeout } from '../../platform/deadline.js';
import { IdMap } from '../../platform/ids.js';
import { Logger, OnceLogger } from '../../platform/logging/logger.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { GuardedHttp } from '../../platform/outbound-http/guarded-http.js';
import { markFailed, type SpanOptions, Tracing } from '../../platform/tracing/tracing.js';
import { WriteBatcher } from '../../platform/scheduling/write-batcher.js';
import type { DeliveryAttempt, WebhookDelivery } from '../recording/webhook-delivery.schema.js';
import { EndpointSecrets, signatureHeaders } from '../endpoints/endpoint-secrets.service.js';
import { WebhookEndpoint } from '../webhook-endpoint.schema.js';
import { type EndpointVerdict, WebhookEndpoints } from '../endpoints/webhook-endpoints.service.js';
import { type AttemptResult, DueDeliveries, type DueDelivery, nextAttempt } from './due-deliveries.service.js';

/** Time in which an endpoint must respond (behaviour B2). */
const TIMEOUT_MS = 15_000;

/** Bytes of a response body that are stored. */
const KEPT_BYTES = 1024;

/** An endpoint that responds with this status wants no more requests. */
const GONE = 410;

/**
 * Maximum number of concurrent requests of a process, and to one endpoint, so that a slow one does not delay others.
 */
const MAX_UNDER_WAY = 200;
const MAX_PER_ENDPOINT = 20;

/** What has become of a request. */
type AttemptOutcome = Omit<DeliveryAttempt, 'at' | 'durationMs'>;

interface Noted {
  result: AttemptResult;
  endpoint: WebhookEndpoint;
}

/**
 * Makes the attempts that are due (behaviour B2). It looks for them in the store, so that none is lost with a process.
 * A delivery whose worker has died is due again when its lease has ended. Runs in the roles `worker` and `all`, in any
 * number of processes.
 */
@Injectable()
export class WebhookSender implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task = new BackgroundTask(
    new OnceLogger(this.logger, 'Could not look for webhooks that are due; it will be tried again'),
    pausesOf(this.config),
    (stop) => this.look(stop),
  );
  /** Requests in progress, by endpoint. */
  private readonly underWay = new IdMap<{ id: Types.ObjectId; count: number }>();
  private readonly running = new Set<Promise<void>>();
  private readonly notes = new WriteBatcher<Noted>((noted) => this.note(noted));

  constructor(
    @InjectModel(WebhookEndpoint.name) private readonly endpoints: Model<WebhookEndpoint>,
    private readonly due: DueDeliveries,
    private readonly dueTimes: DueTimes,
    private readonly webhooks: WebhookEndpoints,
    private readonly secrets: EndpointSecrets,
    private readonly http: GuardedHttp,
    private readonly environments: EnvironmentLookup,
    private readonly metrics: Metrics,
    private readonly tracing: Tracing,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.role === 'api') return;
    // No other process can use the embedded store.
    if (!this.config.mongodbUri) await this.due.releaseAll();
    this.dueTimes.onDue('webhooks', (waitMs) => this.task.runWithin(waitMs));
    this.task.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.task.stop();
    // Attempts that have not finished by then are repeated when their lease has ended.
    await withTimeout(this.config.shutdownSeconds * 1000, Promise.all(this.running)).catch(() => undefined);
  }

  /** Starts what is due. Returns true when there was some, else the milliseconds until the next is due. */
  private async look(stop: AbortSignal): Promise<boolean | number> {
    const next = await this.due.next();
    const waitMs = next ? this.dueTimes.until(next.getTime()) : Infinity;
    if (waitMs > 0) return waitMs;
    let found = false;
    while (!stop.aborted && (await this.startSome())) found = true;
    return found || waitMs;
  }

  /** Starts as many due attempts as the limits allow. Returns false when there was none to start. */
  private async startSome(): Promise<boolean> {
    const room = MAX_UNDER_WAY - this.running.size;
    if (room <= 0) return false;
    const busy = [...this.underWay.values()].filter(({ count }) => count >= MAX_PER_ENDPOINT);
    const found = await this.due.find(
      room,
      busy.map(({ id }) => id),
    );
    if (found.length === 0) return false;
    const taken = await this.due.claim(this.withinLimits(found));
    if (taken.length === 0) return false;
    const endpoints = await this.endpointsOf(taken);
    const pairs = taken.map((delivery) => ({ delivery, endpoint: endpoints.get(delivery.endpointId) }));
    await this.due.delete(pairs.filter(({ endpoint }) => !endpoint).map(({ delivery }) => delivery));
    await this.due.giveUp(pairs.filter(({ endpoint }) => endpoint?.enabled === false).map(({ delivery }) => delivery));
    for (const { delivery, endpoint } of pairs) {
      // In a deleted environment a delivery is due again later: it is deleted with the environment, or that is
      // restored.
      if (endpoint?.enabled && (await this.environments.find(delivery.environmentId))) this.start(delivery, endpoint);
    }
    return true;
  }

  /** Returns as many deliveries of each endpoint as its limit allows. */
  private withinLimits(found: readonly DueDelivery[]): DueDelivery[] {
    const groups = IdMap.groupBy(found, ({ endpointId }) => endpointId);
    return [...groups.values()].flatMap((due) =>
      due.slice(0, MAX_PER_ENDPOINT - (this.underWay.get(due[0]!.endpointId)?.count ?? 0)),
    );
  }

  private async endpointsOf(taken: readonly WebhookDelivery[]): Promise<IdMap<WebhookEndpoint>> {
    const ids = new IdMap(taken.map(({ endpointId }) => [endpointId, endpointId]));
    const found = await this.endpoints.find({ _id: { $in: [...ids.values()] } }).lean();
    return IdMap.of(found);
  }

  private start(delivery: WebhookDelivery, endpoint: WebhookEndpoint): void {
    const { _id: id } = endpoint;
    const entry = this.underWay.get(id) ?? { id, count: 0 };
    this.underWay.set(id, entry);
    entry.count += 1;
    const attempt = this.attempt(delivery, endpoint).finally(() => {
      entry.count -= 1;
      if (entry.count === 0) this.underWay.delete(id);
      this.running.delete(attempt);
    });
    this.running.add(attempt);
  }

  private async attempt(delivery: WebhookDelivery, endpoint: WebhookEndpoint): Promise<void> {
    try {
      const result = await this.makeAttempt(delivery, endpoint);
      this.metrics.webhookAttempts.add({ result: result.status });
      await this.notes.add([{ result, endpoint }]);
    } catch (error) {
      const ids = { deliveryId: delivery._id, webhookId: endpoint._id };
      this.logger.warn({ ...ids, err: error }, 'A webhook was cut off and will be repeated');
    }
  }

  /**
   * Makes one attempt: limited in time, signed, and only to an allowed address. Does not throw when the endpoint fails.
   */
  private async makeAttempt(delivery: WebhookDelivery, endpoint: WebhookEndpoint): Promise<AttemptResult> {
    const at = this.clock.now();
    const begun = performance.now();
    const outcome = await this.tracing.span(
      'webhook',
      () => spanOf(delivery, endpoint),
      () => this.request(delivery, endpoint, at),
      (span, { statusCode, error }) => {
        if (statusCode !== undefined) span.setAttribute('http.response.status_code', statusCode);
        if (error !== undefined) markFailed(span, String(statusCode ?? 'no_response'));
      },
    );
    const attempt = { at, durationMs: Math.round(performance.now() - begun), ...outcome };
    if (outcome.error === undefined) return { delivery, attempt, status: 'delivered' };
    const wakeAt =
      outcome.statusCode === GONE ? undefined : nextAttempt(delivery.failures + 1, this.clock.now(), Math.random());
    return wakeAt ? { delivery, attempt, status: 'pending', wakeAt } : { delivery, attempt, status: 'failed' };
  }

  private async request(
    { eventId, body, trace }: WebhookDelivery,
    endpoint: WebhookEndpoint,
    at: Date,
  ): Promise<AttemptOutcome> {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Carillon-Webhooks',
      ...this.tracing.headers(trace),
      ...signatureHeaders({ id: eventId, at, body }, this.secrets.valid(endpoint, at)),
    };
    const response = await this.http.send({ method: 'POST', url: endpoint.url, headers, body, timeoutMs: TIMEOUT_MS });
    if (!response.ok) return { error: response.error };
    const { statusCode } = response;
    const beginning = beginningOf(response.body);
    return {
      statusCode,
      ...(beginning !== '' && { response: beginning }),
      ...((statusCode < 200 || statusCode > 299) && { error: `responded with status ${statusCode}` }),
    };
  }

  /** Records attempts that end together with one command. */
  private async note(noted: Noted[]): Promise<void> {
    await this.due.note(noted.map(({ result }) => result));
    const now = this.clock.now();
    for (const group of IdMap.groupBy(noted, ({ endpoint }) => endpoint._id).values()) {
      await this.webhooks.noteOutcome(group[0]!.endpoint, verdictOn(group), now);
    }
  }
}

/** The span of an attempt belongs to the trace of the event that the webhook is about. */
function spanOf(delivery: WebhookDelivery, endpoint: WebhookEndpoint): SpanOptions {
  return {
    kind: 'CLIENT',
    trace: delivery.trace,
    detached: true,
    attributes: {
      'carillon.environment.id': delivery.environmentId.toHexString(),
      'carillon.webhook.id': endpoint._id.toHexString(),
      'carillon.webhook.event': delivery.eventType,
      'carillon.attempt': delivery.failures + 1,
    },
  };
}

function verdictOn(group: readonly Noted[]): EndpointVerdict {
  if (group.some(({ result }) => result.attempt.statusCode === GONE)) return 'gone';
  return group.some(({ result }) => result.status === 'delivered') ? 'works' : 'fails';
}

/** Returns the first {@link KEPT_BYTES} bytes of a text, without an incomplete character at the end. */
function beginningOf(text: string): string {
  return new TextDecoder().decode(Buffer.from(text).subarray(0, KEPT_BYTES), { stream: true });
}
