import type { BridgeCall, BridgeReply, StepResponse } from '../../bridge/bridge-client.js';
import type { SendResult } from '#libs/providers/kit/provider.js';
import type { Types } from 'mongoose';
import type { OutgoingMessage } from '../sending/channel-sender.js';
import type { DigestJoin, DigestRequest, WindowEnd } from '../runs/digest/decide-join.js';
import type { DigestClosing, DigestedEvents } from '../runs/digest/digest-events.js';
import type { HttpResponse, HttpCall } from '../../platform/outbound-http/http-call.js';
import type { Event } from '../../events/store/event.schema.js';
import type { Run } from '../../notifications/activity/run.schema.js';
import type { Integration } from '../../integrations/integration.schema.js';
import type { RateRequest } from '../sending/rates/integration-rates.service.js';
import type { Slot } from '../sending/rates/rate-slots.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';
import type { Passage, ThrottleRequest } from '../runs/throttle/throttles.service.js';

/** A device of a subscriber that its provider no longer knows. */
export interface UnregisteredDevice {
  subscriber: Subscriber;
  integration: Integration;
  token: string;
  /** What has been sent to it. */
  run: Run;
  event: Event;
}

/**
 * All side effects of steps. The real effects write and send; those of a simulation do neither. All are idempotent per run,
 * except calls to external services, which carry an id by which the receiver can recognize a repetition.
 */
export interface StepEffects {
  /** Counts the run in its window, which may be full (behaviour H3). */
  countThrottle(request: ThrottleRequest): Promise<Passage>;
  /** Adds the run to the open window of its group, or opens one (behaviour DG2, DG7). */
  joinDigest(request: DigestRequest): Promise<DigestJoin>;
  /** Moves the end of a window if it is still open. */
  extendDigest(end: WindowEnd): Promise<void>;
  /** Closes a window and returns its events, if no other run has them. */
  closeDigest(end: WindowEnd & { run: Types.ObjectId }): Promise<DigestClosing>;
  /** Returns the events of a window that was closed earlier. */
  readDigest(window: Types.ObjectId): Promise<DigestedEvents>;
  /** Counts a message against the rate of its integration: it is sent now, or has to ask again at a time (behaviour IR1). */
  takeSlot(request: RateRequest): Promise<Slot>;
  callHttp(call: HttpCall): Promise<HttpResponse>;
  /** Asks the application that has the workflow for a step. */
  askBridge(call: Omit<BridgeCall, 'action'>): Promise<BridgeReply<StepResponse>>;
  /** Sends a message with the provider of its integration. */
  send(message: OutgoingMessage): Promise<SendResult>;
  /** Removes a device that its provider no longer knows (behaviour U3). */
  forgetDevice(device: UnregisteredDevice): Promise<void>;
}
