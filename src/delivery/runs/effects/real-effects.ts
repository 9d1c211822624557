import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import {
  type BridgeCall,
  BridgeClient,
  type BridgeReply,
  type StepResponse,
} from '../../../workflows/bridge/bridge-client.js';
import { logIdsOfRun } from '../../../events/store/log-ids.js';
import { MessagesService } from '../../../notifications/messages/messages.service.js';
import { Clock } from '../../../platform/clock.js';
import { Computation } from '../../../platform/computation/computation.service.js';
import { Logger } from '../../../platform/logging/logger.js';
import type { HttpCall, HttpResponse } from '../../../platform/outbound-http/http-call.js';
import { TickBatcher } from '../../../platform/scheduling/tick-batcher.js';
import { CredentialsService } from '../../../subscribers/credentials/credentials.service.js';
import type { AddressQuery } from '../../../suppressions/suppression-rules.js';
import type { Suppression } from '../../../suppressions/suppression.schema.js';
import type {
  DigestClosing,
  DigestedEvents,
  DigestJoin,
  DigestRequest,
  OutgoingMessage,
  Passage,
  RateRequest,
  Slot,
  StepEffects,
  ThrottleRequest,
  TimedResult,
  UnregisteredDevice,
  WindowEnd,
} from '../../engine/step-effects.js';
import { ChannelSender } from '../../sending/channel-sender.js';
import { HttpCalls } from '../../sending/http-calls.js';
import { IntegrationRates } from '../../sending/rates/integration-rates.service.js';
import { DigestsService } from '../digest/digests.service.js';
import { SendOrder } from './send-order.js';
import { SuppressionGuard } from './suppression-guard.service.js';
import { ThrottlesService } from '../throttle/throttles.service.js';

/** Milliseconds for which a message waits for the one before it to the same recipient on the same channel. */
const PATIENCE_MS = 2000;

/** The real effects of steps. Database commands are batched for many runs. */
@Injectable()
export class RealEffects implements StepEffects {
  private readonly order = new SendOrder(PATIENCE_MS);
  private readonly throttling: TickBatcher<ThrottleRequest, Passage>;
  private readonly pacing: TickBatcher<RateRequest, Slot>;
  private readonly joining: TickBatcher<DigestRequest, DigestJoin>;
  private readonly closing: TickBatcher<WindowEnd & { run: Types.ObjectId }, DigestClosing>;
  private readonly reading: TickBatcher<Types.ObjectId, DigestedEvents>;
  private readonly awaiting: TickBatcher<readonly Types.ObjectId[], undefined>;

  constructor(
    throttles: ThrottlesService,
    rates: IntegrationRates,
    private readonly digests: DigestsService,
    private readonly sender: ChannelSender,
    private readonly suppressions: SuppressionGuard,
    private readonly http: HttpCalls,
    private readonly bridge: BridgeClient,
    private readonly credentials: CredentialsService,
    private readonly logger: Logger,
    private readonly clock: Clock,
    computation: Computation,
    messages: MessagesService,
  ) {
    const moreExpected = () => computation.isBusyHere;
    this.throttling = new TickBatcher((requests) => throttles.count(requests), moreExpected);
    this.pacing = new TickBatcher((requests) => rates.take(requests), moreExpected);
    this.joining = new TickBatcher((requests) => digests.join(requests), moreExpected);
    this.closing = new TickBatcher((requests) => digests.close(requests), moreExpected);
    this.reading = new TickBatcher((windows) => digests.read(windows), moreExpected);
    this.awaiting = new TickBatcher(async (requests) => {
      await messages.markAwaited(requests.flat());
      return requests.map(() => undefined);
    });
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

  closeDigest(end: WindowEnd & { run: Types.ObjectId }): Promise<DigestClosing> {
    return this.closing.add(end);
  }

  readDigest(window: Types.ObjectId): Promise<DigestedEvents> {
    return this.reading.add(window);
  }

  awaitMessages(ids: readonly Types.ObjectId[]): Promise<void> {
    return this.awaiting.add(ids);
  }

  takeSlot(request: RateRequest): Promise<Slot> {
    return this.pacing.add(request);
  }

  callHttp(call: HttpCall): Promise<HttpResponse> {
    return this.http.call(call);
  }

  askBridge(call: Omit<BridgeCall, 'action'>): Promise<BridgeReply<StepResponse>> {
    return this.bridge.step({ ...call, action: 'execute' });
  }

  findSuppressions(query: AddressQuery): Promise<readonly Suppression[]> {
    return this.suppressions.find(query);
  }

  send(message: OutgoingMessage): Promise<TimedResult | undefined> {
    const { subscriberId, eventId, content } = message;
    if (!subscriberId) return this.attempt(message);
    const line = `${subscriberId} ${content.channel}`;
    return this.order.run(line, String(eventId), async () => {
      // It may have waited for the message before.
      const isLate = content.expiresAt && this.clock.now() >= content.expiresAt;
      return isLate ? undefined : this.attempt(message);
    });
  }

  private attempt(message: OutgoingMessage): Promise<TimedResult> {
    return this.suppressions.send(message, (allowed) => this.sender.attempt(allowed));
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
