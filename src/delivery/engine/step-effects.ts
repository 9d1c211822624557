import type { Types } from 'mongoose';
import type { ChatContent, EmailContent, PushContent, SmsContent, ToolContent } from '#libs/providers/kit/content.js';
import type { EmailLinks } from '#libs/rendering/email/email-links.js';
import type { SendResult } from '#libs/providers/kit/provider.js';
import type { Outcome } from '#libs/schedule/outcome.js';
import type { DigestOpening } from '#libs/schedule/windows/digest-window.js';
import type { BridgeCall, BridgeReply, StepResponse } from '../../workflows/bridge/bridge-client.js';
import type { AttachmentInfo } from '../../events/store/event.schema.js';
import type { Event } from '../../events/store/event.schema.js';
import type { Integration, IntegrationRate } from '../../integrations/integration.schema.js';
import type { Run } from '../../notifications/activity/run.schema.js';
import type { HttpCall, HttpResponse } from '../../platform/outbound-http/http-call.js';
import type { StoredTrace } from '../../platform/tracing/trace-context.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';
import type { AddressQuery, MessageNature } from '../../suppressions/suppression-rules.js';
import type { Suppression } from '../../suppressions/suppression.schema.js';

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
  /** Notes with stored messages that a run waits for what becomes of them (behaviour CS72). */
  awaitMessages(ids: readonly Types.ObjectId[]): Promise<void>;
  /** Counts a message against the rate of its integration: it is sent now, or has to ask again at a time (behaviour IR1). */
  takeSlot(request: RateRequest): Promise<Slot>;
  callHttp(call: HttpCall): Promise<HttpResponse>;
  /** Asks the application that has the workflow for a step. */
  askBridge(call: Omit<BridgeCall, 'action'>): Promise<BridgeReply<StepResponse>>;
  /** The entries of the suppression list for addresses that a message is about to be sent to (behaviour CS22). */
  findSuppressions(query: AddressQuery): Promise<readonly Suppression[]>;
  /** Sends a message with the provider of its integration. Undefined when it was too late at its turn: nothing was sent. */
  send(message: OutgoingMessage): Promise<TimedResult | undefined>;
  /** Removes a device that its provider no longer knows (behaviour U3). */
  forgetDevice(device: UnregisteredDevice): Promise<void>;
}

/** A run that has reached a throttle step. */
export interface ThrottleRequest {
  /** Key of the group whose runs are counted together (behaviour H1). */
  group: string;
  environmentId: Types.ObjectId;
  subscriberId: Types.ObjectId;
  run: Types.ObjectId;
  /** How many runs pass in a window. */
  threshold: number;
  now: Date;
  /** The end of the window this run opens, if none is open. */
  until: Date;
}

/** Whether a run passes; if not, what the window holds that keeps it back. */
export interface Passage {
  passes: boolean;
  /** Runs that have passed in the window. */
  count?: number;
  /** The end of the window. */
  until?: Date;
}

/** A run that has reached a digest step. */
export interface DigestRequest {
  /** Key of the group whose events are digested together (behaviour DG1). */
  group: string;
  environmentId: Types.ObjectId;
  subscriberId: Types.ObjectId;
  run: Types.ObjectId;
  /** The id of the window if the run opens one. */
  window: Types.ObjectId;
  now: Date;
  /** The run may have joined a window in an attempt that was interrupted. */
  recovering: boolean;
  /** Until then no other worker has the run; afterwards another one may have added it to a window. */
  leaseEnd?: Date;
  /** Decides for the run when there is no open window (behaviour DG2 to DG4). */
  open(lastCompletedAt: Date | undefined): Outcome<DigestOpening>;
}

/** The result: the run waits for the end of its window, is part of another run's window, passes, or cannot be digested. */
export type DigestJoin =
  | { kind: 'opened'; window: Types.ObjectId; until: Date }
  | { kind: 'joined'; window: Types.ObjectId; until: Date; opener?: Types.ObjectId }
  | { kind: 'passed' }
  | { kind: 'invalid'; error: string };

/** A window, and when it ends or ended. */
export interface WindowEnd {
  group: string;
  window: Types.ObjectId;
  until: Date;
}

/** One event of a digest. */
export interface DigestedEvent {
  id: string;
  time: Date;
  payload: Record<string, unknown>;
  /** Not for templates: until when the trigger says that its message is worth sending. */
  validUntil?: Date;
  /** Not for templates. */
  trace?: StoredTrace;
}

/** The events of a window, oldest first; `events` may be only the first of them. */
export interface DigestedEvents {
  events: DigestedEvent[];
  eventCount: number;
}

/** The events of a closed window, or the information that another run has them. */
export type DigestClosing = ({ kind: 'closed' } & DigestedEvents) | { kind: 'taken'; by?: Types.ObjectId };

/** A rendered email; its attachments are read when it is sent. */
export type OutgoingEmail = Omit<EmailContent, 'attachments'> & { attachments?: AttachmentInfo[] };

/** A rendered message for one address. */
export type OutgoingContent = OutgoingEmail | SmsContent | PushContent | ChatContent | ToolContent;

/** A message to send with a provider. */
export interface OutgoingMessage {
  /** Id of the message in hexadecimal; the same for every attempt and every address. */
  id: string;
  /** The same for every attempt at one address, so that a provider recognizes a repetition (behaviour S2). */
  key: string;
  environmentId: Types.ObjectId;
  /** The subscriber's internal id; the deletion of the subscriber finds kept messages by it. */
  subscriberId?: Types.ObjectId;
  transactionId: string;
  /** Id of the event, which has the attachments. */
  eventId: Types.ObjectId;
  /** The trace of the event, which a server of the operator continues. */
  trace?: StoredTrace;
  integration: Integration;
  content: OutgoingContent;
  /** Where the links of an email stand, if an integration that may send it tracks them. */
  links?: EmailLinks;
  /** Changes to the request to the provider that the trigger asked for (behaviour E2). */
  overrides: Record<string, unknown>;
  /** Decides which entries of the suppression list it obeys; absent for one of no workflow, which obeys none. */
  nature?: MessageNature;
}

/** What the provider has made of a message, and how many milliseconds it took. */
export interface TimedResult {
  result: SendResult;
  ms: number;
  /** It was not sent, because its addresses have been suppressed a moment ago. */
  suppressed?: true;
}

/** A message that is about to be sent. */
export interface SlotRequest {
  /** Requests to the provider: one for each address. */
  messages: number;
  /** It has waited for a time, which has come: for its slot, or for another attempt. */
  waited: boolean;
}

/** It may be sent now, or is asked for again at a time. */
export type Slot = { granted: true } | { granted: false; until: number };

/** A message that is about to be sent with an integration that has a rate. */
export interface RateRequest extends SlotRequest {
  integration: Pick<Integration, '_id' | 'environmentId'> & { rateLimit: IntegrationRate };
}

/** A device of a subscriber that its provider no longer knows. */
export interface UnregisteredDevice {
  subscriber: Subscriber;
  integration: Integration;
  token: string;
  /** What has been sent to it. */
  run: Run;
  event: Event;
}
