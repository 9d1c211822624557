import type { SendResult } from '#libs/providers/kit/send-result.js';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { ChannelSender, type OutgoingMessage } from '../channels/channel-sender.js';
import { Computation } from '../../platform/computation/computation.service.js';
import type { DigestClosing, DigestedEvents, DigestJoin, DigestRequest, WindowEnd } from '../digest/digest.js';
import { DigestsService } from '../digest/digests.service.js';
import type { HttpResponse, HttpCall } from '../../platform/outbound-http/http-call.js';
import { HttpClientService } from '../steps/http-client.service.js';
import type { ThrottleRequest } from '../throttle/throttle-window.js';
import { Logger } from '../../platform/logging/logger.js';
import { CredentialsService } from '../../subscribers/credentials/credentials.service.js';
import { ThrottlesService } from '../throttle/throttles.service.js';
import { TickBatcher } from './tick-batcher.js';
import type { GoneDevice, StepEffects } from './step-effects.js';

/** What steps do when they are executed for real. What goes to the store is done for many runs together. */
@Injectable()
export class RealEffects implements StepEffects {
  private readonly throttling: TickBatcher<ThrottleRequest, boolean>;
  private readonly joining: TickBatcher<DigestRequest, DigestJoin>;
  private readonly closing: TickBatcher<WindowEnd & { run: Types.ObjectId }, DigestClosing>;
  private readonly reading: TickBatcher<Types.ObjectId, DigestedEvents>;

  constructor(
    throttles: ThrottlesService,
    private readonly digests: DigestsService,
    private readonly http: HttpClientService,
    private readonly sender: ChannelSender,
    private readonly credentials: CredentialsService,
    private readonly logger: Logger,
    computation: Computation,
  ) {
    const isMoreToCome = () => computation.isBusyHere;
    this.throttling = new TickBatcher((requests) => throttles.count(requests), isMoreToCome);
    this.joining = new TickBatcher((requests) => digests.join(requests), isMoreToCome);
    this.closing = new TickBatcher((requests) => digests.close(requests), isMoreToCome);
    this.reading = new TickBatcher((windows) => digests.read(windows), isMoreToCome);
  }

  countThrottle(request: ThrottleRequest): Promise<boolean> {
    return this.throttling.ask(request);
  }

  joinDigest(request: DigestRequest): Promise<DigestJoin> {
    return this.joining.ask(request);
  }

  extendDigest(end: WindowEnd): Promise<void> {
    return this.digests.extend([end]);
  }

  closeDigest(end: WindowEnd & { run: Types.ObjectId }): Promise<DigestClosing> {
    return this.closing.ask(end);
  }

  readDigest(window: Types.ObjectId): Promise<DigestedEvents> {
    return this.reading.ask(window);
  }

  callHttp(call: HttpCall): Promise<HttpResponse> {
    return this.http.call(call);
  }

  /** A sender that throws has not told whether it has sent; the message counts as not sent. */
  async send(message: OutgoingMessage): Promise<SendResult> {
    try {
      return await this.sender.send(message);
    } catch (error) {
      const words = error instanceof Error ? error.message : 'the provider failed';
      return { ok: false, kind: 'transient', error: words, ambiguous: true };
    }
  }

  /** What was sent stays sent, also when the device cannot be forgotten now: it will be found gone again. */
  async forgetDevice({ subscriber, integration, token }: GoneDevice): Promise<void> {
    const ids = { subscriberId: subscriber.subscriberId, integrationId: integration._id.toHexString() };
    try {
      await this.credentials.forgetDevice(subscriber, integration, token);
      this.logger.info(ids, 'Device removed: its provider knows it no more');
    } catch (error) {
      this.logger.warn({ ...ids, err: error }, 'A device that is gone could not be removed');
    }
  }
}
