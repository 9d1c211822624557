import type { Types } from 'mongoose';
import { isChannel } from '#libs/channels.js';
import type { BridgeCall, BridgeClient, BridgeReply, StepResponse } from '../../../workflows/bridge/bridge-client.js';
import { explanationOf, particularsOf } from '../../../notifications/activity/to-activity-dto.js';
import type { Run, RunStep } from '../../../notifications/activity/run.schema.js';
import type { Message } from '../../../notifications/messages/message.schema.js';
import type { HttpResponse } from '../../../platform/outbound-http/http-call.js';
import type { SuppressionLists } from '../../../suppressions/suppression-lists.service.js';
import type { AddressQuery } from '../../../suppressions/suppression-rules.js';
import type { Suppression } from '../../../suppressions/suppression.schema.js';
import type {
  StepEffects,
  TimedResult,
  OutgoingContent,
  OutgoingMessage,
  DigestJoin,
  DigestRequest,
  DigestClosing,
  DigestedEvent,
  DigestedEvents,
  Slot,
  Passage,
} from '../../engine/step-effects.js';
import { hintsOn } from '../content-notes.js';
import type { SimulatedRunDto, SimulatedStepDto } from './simulation.dto.js';

/**
 * The effects of steps in a simulated run: none. Every throttle and cap lets it pass, no rate makes it wait, a digest
 * contains only this event, no requests are made but those for previews of steps in code, and messages are collected for
 * the response.
 */
export class SimulatedEffects implements StepEffects {
  private readonly contents = new Map<string, OutgoingContent[]>();

  constructor(
    private readonly event: DigestedEvent,
    private readonly bridge: Pick<BridgeClient, 'step'>,
    private readonly suppressions: Pick<SuppressionLists, 'find'>,
  ) {}

  /** Returns what would have been sent as the message with this hexadecimal id, one content per address. */
  contentsOf(messageId: string): OutgoingContent[] {
    return this.contents.get(messageId) ?? [];
  }

  countThrottle(): Promise<Passage> {
    return Promise.resolve({ passes: true });
  }

  takeSlot(): Promise<Slot> {
    return Promise.resolve({ granted: true });
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

  awaitMessages(): Promise<void> {
    return Promise.resolve();
  }

  callHttp(): Promise<HttpResponse> {
    return Promise.resolve({ ok: true, simulated: true });
  }

  /** An application is asked for a preview, for which it sends nothing. */
  askBridge(call: Omit<BridgeCall, 'action'>): Promise<BridgeReply<StepResponse>> {
    return this.bridge.step({ ...call, action: 'preview' });
  }

  /** The list as it is now. */
  findSuppressions(query: AddressQuery): Promise<readonly Suppression[]> {
    return this.suppressions.find(query);
  }

  send({ id, content }: OutgoingMessage): Promise<TimedResult> {
    this.contents.set(id, [...this.contentsOf(id), content]);
    return Promise.resolve({ result: { ok: true }, ms: 0 });
  }

  forgetDevice(): Promise<void> {
    return Promise.resolve();
  }
}

/** The result of a simulated run, with what it would have delivered. */
export function toSimulatedRun(
  subscriberId: string,
  run: Run,
  messages: readonly Message[],
  effects: SimulatedEffects,
): SimulatedRunDto {
  return {
    subscriberId,
    status: run.status,
    steps: run.steps.map((step) => toSimulatedStep(run, step, messages, effects)),
  };
}

function toSimulatedStep(
  run: Run,
  step: RunStep,
  messages: readonly Message[],
  effects: SimulatedEffects,
): SimulatedStepDto {
  const last = step.details.at(-1);
  const detail = particularsOf(step, step.details.length - 1);
  const warnings = step.details.flatMap((line) => {
    if (line.status === 'Warning' && line !== last) return [line.raw ?? line.detail];
    // Behaviour Q9: the only wait of a message in a simulation.
    return line.status === 'Pending' && isChannel(step.type) ? [`${line.detail}; it waits ${line.raw ?? ''}`] : [];
  });
  const content = (step.messageIds ?? []).flatMap((id) => {
    const message = messages.find(({ _id }) => _id.equals(id));
    return message?.channel === 'in_app' ? [inAppContent(message)] : effects.contentsOf(id.toHexString());
  });
  return {
    stepId: step.stepId,
    name: step.name,
    type: step.type,
    status: step.status,
    reason: step.reason ?? 'internal_error',
    ...explanationOf(step),
    detail,
    ...(warnings.length > 0 && { warnings }),
    ...sizeOf(step, messages),
    ...hintsOf(content),
    at: (last?.at ?? run.updatedAt).toISOString(),
    ...(content.length > 0 && { content }),
  };
}

function sizeOf({ messageIds = [] }: RunStep, messages: readonly Message[]): Pick<SimulatedStepDto, 'sms'> {
  const sms = messages.find(({ _id, sms }) => sms && messageIds.some((id) => id.equals(_id)))?.sms;
  return sms ? { sms } : {};
}

function hintsOf(contents: readonly (OutgoingContent | object)[]): Pick<SimulatedStepDto, 'hints'> {
  const [email] = contents.flatMap((one) => ('channel' in one && one.channel === 'email' ? [one] : []));
  return email ? hintsOn(email.html) : {};
}

function inAppContent({ channel, subject, body, avatar, actions, redirect, data }: Message): object {
  return { channel, subject, body, avatar, actions, redirect, data };
}
