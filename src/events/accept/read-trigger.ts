import { createHash, randomUUID } from 'node:crypto';
import { HttpException, PayloadTooLargeException } from '@nestjs/common';
import { validate } from 'class-validator';
import type { Duration } from '#libs/schedule/durations.js';
import { parseExpiry } from '#libs/schedule/expiry.js';
import { parseContext, type TriggerContext } from '../../contexts/trigger-context.js';
import type { Config } from '../../platform/config/config.js';
import { PayloadValidationException } from '../../platform/errors/exceptions.js';
import { type FieldViolations, ValidationException } from '../../platform/errors/validation.exception.js';
import { freeFormProblem } from '../../platform/validation/decorators.js';
import { readPlain } from '../../platform/validation/request.pipe.js';
import { ignoredMembers } from '../../platform/validation/unknown-members.js';
import { isObject } from '../../platform/values/is-object.js';
import { readValue, UnreadJson } from '../../platform/values/unread-json.js';
import type { SentProfile } from '../../subscribers/profiles/subscriber-profile.js';
import { type NewAttachment, readAttachments } from '../attachments/read-attachments.js';
import type { EventKind, EventLegacy, EventTenant, Recipient, TriggerOverrides } from '../store/event.schema.js';
import { readRecipients, readSubscriberProfile } from './recipients.js';
import { readOverrides } from './trigger-overrides.js';
import { type BroadcastEventDto, TriggerEventDto } from './trigger.dto.js';

const MAX_TENANT_DATA_BYTES = 65_536;
/** JSON bytes of the events of a large bulk that are in memory together; about as much as one command stores. */
const MAX_PORTION_BYTES = 524_288;

/**
 * A trigger in valid form, not yet checked against its workflow. The credentials of its subscribers are not yet
 * encrypted.
 */
export interface Trigger<Profile = SentProfile> {
  /** Identifier of the workflow. */
  name: string;
  kind: EventKind;
  recipients: Recipient<Profile>[];
  /** Where each of the recipients stood, such as `to.1`. */
  places: readonly string[];
  /** Recipients of a list that break a rule; they are left out (behaviour T11). */
  refused?: FieldViolations;
  payload: Record<string, unknown>;
  attachments: NewAttachment[];
  overrides?: TriggerOverrides;
  actor?: Profile;
  /** Undefined when none is named. */
  tenant?: EventTenant;
  context?: TriggerContext;
  /** How long its messages are worth sending. */
  expiresIn?: Duration;
  /** Address of the application that has the workflow, other than that of the environment. */
  bridgeUrl?: string;
  /** Present when the legacy API was called. */
  legacy?: EventLegacy;
  transactionId: string;
}

/** The settings of these names. */
export type TriggerLimits = Pick<
  Config,
  'maxRecipients' | 'maxPayloadBytes' | 'maxAttachmentsBytes' | 'maxBulkEvents' | 'maxContexts' | 'maxContextBytes'
>;

/**
 * Reads a trigger for named recipients. `defaultTransactionId` is its transaction id unless the request has one. Throws
 * a 422 or 413 that names what is wrong.
 */
export function readTrigger(
  input: TriggerEventDto,
  limits: TriggerLimits,
  defaultTransactionId = newTransactionId(),
): Trigger {
  const recipients = readRecipients(input.to, limits.maxRecipients);
  return { kind: 'single', ...recipients, ...readFields(input, limits, defaultTransactionId) };
}

/** Reads a trigger for all subscribers (behaviour T14), otherwise like {@link readTrigger}. */
export function readBroadcast(
  input: BroadcastEventDto,
  limits: TriggerLimits,
  defaultTransactionId = newTransactionId(),
): Trigger {
  return { kind: 'broadcast', recipients: [], places: [], ...readFields(input, limits, defaultTransactionId) };
}

/** An event of a bulk, which is a trigger or has something wrong with it. */
export interface ReadEvent {
  trigger: Trigger | HttpException;
  /** Sentences about its fields that have no effect (behaviour T19). */
  ignored: string[];
}

/**
 * Reads the events of a bulk, each separately (behaviour T5), in portions, so that of a large bulk not all are in memory at a
 * time. The bulk as a whole is refused with 400 when it has no or too many events (T4), and with 413 when one of them is too
 * large (T12), both before the first portion. `turn` is called before each; `callId` is that of the request, if it has one.
 */
export async function* readBulk(
  events: readonly unknown[],
  limits: TriggerLimits,
  turn: () => Promise<void> | undefined,
  callId?: string,
): AsyncGenerator<ReadEvent[]> {
  if (events.length === 0 || events.length > limits.maxBulkEvents) {
    const message = `events must have 1 to ${limits.maxBulkEvents} entries, but has ${events.length}`;
    throw new PayloadValidationException([{ field: 'events', message }], message);
  }
  const smallestLimit = Math.min(limits.maxPayloadBytes, limits.maxAttachmentsBytes);
  for (const [index, event] of events.entries()) {
    if (unreadBytes(event) <= smallestLimit) continue;
    await turn();
    const { trigger } = await readOne(readValue(event), index, limits);
    if (trigger instanceof PayloadTooLargeException) throw trigger;
  }
  let portion: ReadEvent[] = [];
  let [bytes, isFirst] = [0, true];
  for (const [index, event] of events.entries()) {
    await turn();
    const read = await readOne(readValue(event), index, limits, callId);
    // Later only for numbers that are longer when written again, such as 1e20.
    if (isFirst && read.trigger instanceof PayloadTooLargeException) throw read.trigger;
    portion.push(read);
    bytes += unreadBytes(event);
    if (bytes >= MAX_PORTION_BYTES || index === events.length - 1) {
      yield portion;
      portion = [];
      [bytes, isFirst] = [0, false];
    }
  }
}

function unreadBytes(event: unknown): number {
  return event instanceof UnreadJson ? event.size : 0;
}

async function readOne(event: unknown, index: number, limits: TriggerLimits, callId?: string): Promise<ReadEvent> {
  if (!isObject(event)) {
    return { trigger: ValidationException.of(`events.${index}`, 'an event must be an object'), ignored: [] };
  }
  const input = readPlain(TriggerEventDto, event);
  const ignored = ignoredMembers(event, input);
  const problems = await validate(input, { whitelist: true });
  if (problems.length > 0) return { trigger: ValidationException.fromTree(problems, event), ignored };
  try {
    return { trigger: readTrigger(input, limits, newTransactionId(callId, index)), ignored };
  } catch (error) {
    if (!(error instanceof HttpException)) throw error;
    const isTooLarge = error instanceof PayloadTooLargeException;
    return { trigger: isTooLarge ? new PayloadTooLargeException(`events.${index}: ${error.message}`) : error, ignored };
  }
}

const DIGITS_OF_VERSION_8 = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/;

/**
 * Generates a UUID as the `transactionId` of a trigger without one (behaviour T10). With a call id it is derived from
 * that and the position of the trigger in the request, so that a retry of the call finds the event of the first attempt
 * (D8).
 */
export function newTransactionId(callId?: string, index = 0): string {
  if (callId === undefined) return timeOrderedUuid();
  const digest = createHash('sha256').update(`${callId}\0${index}`).digest('hex').slice(0, 32);
  return digest.replace(DIGITS_OF_VERSION_8, '$1-$2-8$3-8$4-$5');
}

/**
 * A UUID in the form of version 4, as in the contract, that begins with the time. Ids of triggers that come after each other
 * are then neighbours in the indexes of events, runs and messages: with random ones the store had to write almost three
 * times as often for each trigger.
 */
function timeOrderedUuid(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${randomUUID().slice(13)}`;
}

function readFields(
  input: TriggerEventDto | BroadcastEventDto,
  limits: TriggerLimits,
  defaultTransactionId: string,
): Omit<Trigger, 'kind' | 'recipients' | 'places' | 'refused'> {
  const { actor, tenant } = input;
  const expiresIn = parseExpiry(input.expiresIn);
  return {
    name: input.name,
    ...readPayload(input.payload ?? {}, limits),
    overrides: readOverrides(input.overrides ?? undefined),
    actor: actor === undefined || actor === null ? undefined : readSubscriberProfile(actor, 'actor'),
    tenant: tenant === undefined || tenant === null ? undefined : readTenant(tenant),
    context: parseContext(input.context ?? undefined, limits),
    ...(input.bridgeUrl !== undefined && input.bridgeUrl !== null && { bridgeUrl: input.bridgeUrl }),
    ...(expiresIn && { expiresIn }),
    transactionId: input.transactionId ?? defaultTransactionId,
  };
}

/** Behaviour T12: attachments have a limit of their own and do not count towards that of the payload. */
function readPayload(
  input: Record<string, unknown>,
  { maxPayloadBytes, maxAttachmentsBytes }: TriggerLimits,
): Pick<Trigger, 'payload' | 'attachments'> {
  const attachments = readAttachments(input.attachments, 'payload', maxAttachmentsBytes);
  const payload = attachments ? withoutAttachments(input) : input;
  const size = Buffer.byteLength(JSON.stringify(payload));
  if (size > maxPayloadBytes) {
    throw new PayloadTooLargeException(`payload has ${size} bytes as JSON, the limit is ${maxPayloadBytes} bytes`);
  }
  const problem = freeFormProblem(payload);
  if (problem !== undefined) throw ValidationException.of('payload', `payload ${problem}`);
  return { payload, attachments: attachments ?? [] };
}

function withoutAttachments(payload: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(payload).filter(([key]) => key !== 'attachments'));
}

/** Reads an identifier, or an object with one. Throws a 422 that names what is wrong. */
function readTenant(input: unknown): EventTenant {
  const { identifier, name, data } = isObject(input) ? input : { identifier: input };
  if (typeof identifier !== 'string' || identifier === '') {
    throw ValidationException.of('tenant', 'tenant must be an identifier or an object with an identifier');
  }
  if (name !== undefined && name !== null && typeof name !== 'string') {
    throw ValidationException.of('tenant.name', 'name must be a text');
  }
  return { identifier, ...(typeof name === 'string' && { name }), ...readTenantData(data) };
}

function readTenantData(data: unknown): Pick<EventTenant, 'data'> {
  if (data === undefined || data === null) return {};
  const problem = isObject(data) ? freeFormProblem(data, { maxBytes: MAX_TENANT_DATA_BYTES }) : 'must be an object';
  if (problem !== undefined) throw ValidationException.of('tenant.data', `data ${problem}`);
  return isObject(data) ? { data } : {};
}
