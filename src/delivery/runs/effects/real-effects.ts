import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { SendResult } from '#libs/providers/kit/provider.js';
import { EnvironmentLookup } from '../../../auth/environment-lookup.service.js';
import { SigningSecrets } from '../../../auth/signing-secrets.service.js';
import { type BridgeCall, BridgeClient, type BridgeReply, type StepResponse } from '../../../bridge/bridge-client.js';
import { logIdsOfRun } from '../../../events/store/log-ids.js';
import { ActivityCounter } from '../../../notifications/activity/charts/activity-counter.service.js';
import { Clock } from '../../../platform/clock.js';
import { Computation } from '../../../platform/computation/computation.service.js';
import { Logger } from '../../../platform/logging/logger.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { GuardedHttp } from '../../../platform/outbound-http/guarded-http.js';
import type { HttpCall, HttpResponse } from '../../../platform/outbound-http/http-call.js';
import { requestSignature, SIGNATURE_HEADER } from '../../../platform/outbound-http/request-signature.js';
import { markFailed, type SpanOptions, Tracing } from '../../../platform/tracing/tracing.js';
import { TickBatcher } from '../../../platform/scheduling/tick-batcher.js';
import { CredentialsService } from '../../../subscribers/credentials/credentials.service.js';
import type { DigestJoin, DigestRequest, WindowEnd } from '../digest/decide-join.js';
import type { DigestClosing, DigestedEvents } from '../digest/digest-events.js';
import { DigestsService } from '../digest/digests.service.js';
import { EnvironmentDeletedException } from '../execution/environment-facts.service.js';
import { IntegrationRates, type RateRequest } from '../../sending/rates/integration-rates.service.js';
import type { Slot } from '../../sending/rates/rate-slots.js';
import { ChannelSender, type OutgoingMessage } from '../../sending/channel-sender.js';
import { type Passage, type ThrottleRequest, ThrottlesService } from '../throttle/throttles.service.js';
import type { UnregisteredDevice, StepEffects } from '../../engine/step-effects.js';

/** The real effects of steps. Database commands are batched for many runs. */
@Injectable()
export class RealEffects implements StepEffects {
  private readonly throttling: TickBatcher<ThrottleRequest, Passage>;
  private readonly pacing: TickBatcher<RateRequest, Slot>;
  private readonly joining: TickBatcher<DigestRequest, DigestJoin>;
  private readonly closing: TickBatcher<WindowEnd & { run: Types.ObjectId }, DigestClosing>;
  private readonly reading: TickBatcher<Types.ObjectId, DigestedEvents>;

  constructor(
    throttles: ThrottlesService,
    rates: IntegrationRates,
    private readonly digests: DigestsService,
    private readonly sender: ChannelSender,
    private readonly credentials: CredentialsService,
    private readonly environments: EnvironmentLookup,
    private readonly secrets: SigningSecrets,
    private readonly bridge: BridgeClient,
    private readonly http: GuardedHttp,
    private readonly counter: ActivityCounter,
    private readonly metrics: Metrics,
    private readonly tracing: Tracing,
    private readonly clock: Clock,
    private readonly logger: Logger,
    computation: Computation,
  ) {
    const moreExpected = () => computation.isBusyHere;
    this.throttling = new TickBatcher((requests) => throttles.count(requests), moreExpected);
    this.pacing = new TickBatcher((requests) => rates.take(requests), moreExpected);
    this.joining = new TickBatcher((requests) => digests.join(requests), moreExpected);
    this.closing = new TickBatcher((requests) => digests.close(requests), moreExpected);
    this.reading = new TickBatcher((windows) => digests.read(windows), moreExpected);
  }

  countThrottle(request: ThrottleRequest): Promise<Passage> {
    return this.throttling.add(request);
  }

  joinDigest(request: DigestRequest): Promise<DigestJoin> {
    return this.joining.add(request);
  }

  extendDigest(end: WindowEnd): Promise<void> {
    return this.digests.extend([end]);
  }

  async closeDigest(end: WindowEnd & { run: Types.ObjectId }): Promise<DigestClosing> {
    const closing = await this.closing.add(end);
    if (this.tracing.isOn && closing.kind === 'closed') this.tracing.link(closing.events.map(({ trace }) => trace));
    return closing;
  }

  readDigest(window: Types.ObjectId): Promise<DigestedEvents> {
    return this.reading.add(window);
  }

  takeSlot(request: RateRequest): Promise<Slot> {
    return this.pacing.add(request);
  }

  /**
   * Makes the request of an HTTP step: signed, limited in time and size, and only to public addresses (behaviour W3, W4).
   * Failures of the other side do not throw: they are a response with `ok: false`.
   */
  callHttp(call: HttpCall): Promise<HttpResponse> {
    return this.tracing.span(
      'http',
      () => ({ kind: 'CLIENT', trace: call.trace, attributes: { 'http.request.method': call.method } }),
      () => this.callOrFail(call),
      (span, response) => {
        if ('statusCode' in response) span.setAttribute('http.response.status_code', response.statusCode);
        if (!response.ok) markFailed(span, 'no_response');
      },
    );
  }

  private async callOrFail(call: HttpCall): Promise<HttpResponse> {
    const { method, url, body, timeoutMs } = call;
    try {
      return await this.http.send({ method, url, body, timeoutMs, headers: await this.headersOf(call) });
    } catch (error) {
      return { ok: false, error: error instanceof Error ? error.message : 'the request could not be signed' };
    }
  }

  /** The step's own headers come before those of the trace, and behind those that prove the sender. */
  private async headersOf({
    headers,
    body,
    environmentId,
    idempotencyKey,
    trace,
  }: HttpCall): Promise<Record<string, string>> {
    const secret = await this.signingSecret(environmentId);
    return {
      ...this.tracing.headers(trace),
      ...headers,
      'idempotency-key': idempotencyKey,
      ...(secret !== undefined && { [SIGNATURE_HEADER]: requestSignature(secret, body ?? '', this.clock.now()) }),
    };
  }

  /** Throws {@link EnvironmentDeletedException}, so that no unsigned request is sent. */
  private async signingSecret(environmentId: Types.ObjectId): Promise<string | undefined> {
    if (!(await this.environments.find(environmentId))) throw new EnvironmentDeletedException(environmentId);
    return this.secrets.find(environmentId);
  }

  askBridge(call: Omit<BridgeCall, 'action'>): Promise<BridgeReply<StepResponse>> {
    return this.bridge.step({ ...call, action: 'execute' });
  }

  /** When the sender throws, it is unknown whether the message was sent; it counts as not sent. */
  async send(message: OutgoingMessage): Promise<SendResult> {
    const result = await this.tracing.span(
      'send',
      () => spanOf(message),
      () => this.sendOrFail(message),
      (span, sent) => {
        span.setAttribute('carillon.send.result', sent.ok ? 'sent' : sent.kind);
        if (!sent.ok) markFailed(span, sent.kind);
      },
    );
    const { _id: integrationId, environmentId: id, organizationId } = message.integration;
    const attempt = { integrationId, ...(!result.ok && { failure: result.kind }) };
    this.counter.attempted({ id, organizationId }, attempt);
    this.metrics.sendAttempts.add({
      channel: message.content.channel,
      provider: message.integration.providerId,
      result: result.ok ? 'sent' : result.kind,
    });
    return result;
  }

  private async sendOrFail(message: OutgoingMessage): Promise<SendResult> {
    try {
      return await this.sender.send(message);
    } catch (error) {
      const text = error instanceof Error ? error.message : 'the provider failed';
      return { ok: false, kind: 'transient', error: text, ambiguous: true };
    }
  }

  /** Does not throw: if the device cannot be removed now, the next message to it will fail and remove it. */
  async forgetDevice({ subscriber, integration, token, run, event }: UnregisteredDevice): Promise<void> {
    const ids = { ...logIdsOfRun(run, event), integrationId: integration._id.toHexString() };
    try {
      await this.credentials.forgetDevice(subscriber, integration, token);
      this.logger.info(ids, 'Device removed: its provider no longer knows it');
    } catch (error) {
      this.logger.warn({ ...ids, err: error }, 'A device that no longer exists could not be removed');
    }
  }
}

function spanOf({ integration, content, trace, id }: OutgoingMessage): SpanOptions {
  return {
    kind: 'CLIENT',
    trace,
    attributes: {
      'carillon.channel': content.channel,
      'carillon.provider': integration.providerId,
      'carillon.integration.id': integration._id.toHexString(),
      'carillon.message.id': id,
    },
  };
}
