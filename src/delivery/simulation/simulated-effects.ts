import type { SendResult } from '#libs/providers/kit/send-result.js';
import type { Types } from 'mongoose';
import type { OutgoingContent, OutgoingMessage } from '../channels/channel-sender.js';
import type { DigestClosing, DigestedEvent, DigestedEvents, DigestJoin, DigestRequest } from '../digest/digest.js';
import type { StepEffects } from '../effects/step-effects.js';
import type { HttpResponse } from '../../platform/outbound-http/http-call.js';

/**
 * What steps do when one run is only simulated: nothing. Every throttle passes, a digest gathers the one event, nobody
 * is called, and messages are kept for the answer.
 */
export class SimulatedEffects implements StepEffects {
  private readonly contents = new Map<string, OutgoingContent[]>();

  constructor(private readonly event: DigestedEvent) {}

  /** What would have been sent as the message with this hexadecimal id, once per address. */
  contentsOf(messageId: string): OutgoingContent[] {
    return this.contents.get(messageId) ?? [];
  }

  countThrottle(): Promise<boolean> {
    return Promise.resolve(true);
  }

  joinDigest(request: DigestRequest): Promise<DigestJoin> {
    const { window } = request;
    const opening = request.open(undefined);
    if (!opening.ok) return Promise.resolve({ kind: 'invalid', error: opening.error });
    if (!opening.value.digest) return Promise.resolve({ kind: 'passed' });
    return Promise.resolve({ kind: 'opened', window, until: opening.value.until });
  }

  extendDigest(): Promise<void> {
    return Promise.resolve();
  }

  closeDigest(): Promise<DigestClosing> {
    return Promise.resolve({ kind: 'closed', events: [this.event], eventCount: 1 });
  }

  readDigest(_window: Types.ObjectId): Promise<DigestedEvents> {
    return Promise.resolve({ events: [this.event], eventCount: 1 });
  }

  callHttp(): Promise<HttpResponse> {
    return Promise.resolve({ ok: true, simulated: true });
  }

  send({ id, content }: OutgoingMessage): Promise<SendResult> {
    this.contents.set(id, [...this.contentsOf(id), content]);
    return Promise.resolve({ ok: true });
  }

  forgetDevice(): Promise<void> {
    return Promise.resolve();
  }
}
