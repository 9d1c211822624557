import type { SendResult } from '#libs/providers/kit/send-result.js';
import type { Types } from 'mongoose';
import type { OutgoingMessage } from '../channels/channel-sender.js';
import type { DigestClosing, DigestedEvents, DigestJoin, DigestRequest, WindowEnd } from '../digest/digest.js';
import type { HttpResponse, HttpCall } from '../../platform/outbound-http/http-call.js';
import type { Integration } from '../../integrations/integration.schema.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';
import type { ThrottleRequest } from '../throttle/throttle-window.js';

/** A device of a subscriber, as a provider has known it. */
export interface GoneDevice {
  subscriber: Subscriber;
  integration: Integration;
  token: string;
}

/**
 * Everything a step can do to the world. Real effects write; those of a simulation do not. Each may be asked twice for
 * the same run and does it once, except for calls to others, which carry an id by which they can be recognized.
 */
export interface StepEffects {
  /** Counts the run in its window. False: the window is full (behaviour H3). */
  countThrottle(request: ThrottleRequest): Promise<boolean>;
  /** Puts the run into the open window of its group, or opens one (behaviour DG2, DG7). */
  joinDigest(request: DigestRequest): Promise<DigestJoin>;
  /** Moves the end of a window, as far as it is still open. */
  extendDigest(end: WindowEnd): Promise<void>;
  /** Closes a window and hands its events to the run, if no other run has got them. */
  closeDigest(end: WindowEnd & { run: Types.ObjectId }): Promise<DigestClosing>;
  /** The events of a window that was closed earlier. */
  readDigest(window: Types.ObjectId): Promise<DigestedEvents>;
  callHttp(call: HttpCall): Promise<HttpResponse>;
  /** Hands a message to its channel's provider. */
  send(message: OutgoingMessage): Promise<SendResult>;
  /** Forgets a device that its provider knows no more (behaviour U3). */
  forgetDevice(device: GoneDevice): Promise<void>;
}
