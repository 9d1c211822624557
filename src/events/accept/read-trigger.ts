import { PayloadTooLargeException } from '@nestjs/common';
import type { Config } from '../../platform/config/config.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import type { SentProfile } from '../../subscribers/subscriber-profile.js';
import { freeFormProblem } from '../../platform/validation/decorators.js';
import { type NewAttachment, readAttachments } from '../attachments/read-attachments.js';
import type { BroadcastEventDto, TriggerEventDto } from '../trigger.dto.js';
import type { EventKind } from '../event.schema.js';
import type { EventLegacy } from '../event-legacy.js';
import { type EventTenant, readTenant } from '../event-tenant.js';
import { readSubscriberProfile } from '../read-profile.js';
import { type Recipient, readRecipients } from '../recipients.js';
import { parseContext, type TriggerContext } from '../../contexts/trigger-context.js';
import { readOverrides, type TriggerOverrides } from '../trigger-overrides.js';
import { newTransactionId } from './new-transaction-id.js';

/** A trigger whose form is right, whatever its workflow says to it. Credentials of its people are still readable. */
export interface Trigger<Profile = SentProfile> {
  /** Identifier of the workflow. */
  name: string;
  kind: EventKind;
  recipients: Recipient<Profile>[];
  payload: Record<string, unknown>;
  attachments: NewAttachment[];
  overrides?: TriggerOverrides;
  actor?: Profile;
  /** Undefined when none is named. */
  tenant?: EventTenant;
  context?: TriggerContext;
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
 * Reads a trigger for the recipients it names. `defaultTransactionId` is its transaction id unless it brings one. Throws a 422 or 413
 * that names what is wrong.
 */
export function readTrigger(
  input: TriggerEventDto,
  limits: TriggerLimits,
  defaultTransactionId = newTransactionId(),
): Trigger {
  const recipients = readRecipients(input.to, limits.maxRecipients);
  return { kind: 'single', recipients, ...readFields(input, limits, defaultTransactionId) };
}

/** Reads a trigger for everybody (behaviour T14), otherwise like {@link readTrigger}. */
export function readBroadcast(
  input: BroadcastEventDto,
  limits: TriggerLimits,
  defaultTransactionId = newTransactionId(),
): Trigger {
  return { kind: 'broadcast', recipients: [], ...readFields(input, limits, defaultTransactionId) };
}

function readFields(
  input: TriggerEventDto | BroadcastEventDto,
  limits: TriggerLimits,
  defaultTransactionId: string,
): Omit<Trigger, 'kind' | 'recipients'> {
  const { actor, tenant } = input;
  return {
    name: input.name,
    ...readPayload(input.payload ?? {}, limits),
    overrides: readOverrides(input.overrides ?? undefined),
    actor: actor === undefined || actor === null ? undefined : readSubscriberProfile(actor, 'actor'),
    tenant: tenant === undefined || tenant === null ? undefined : readTenant(tenant),
    context: parseContext(input.context ?? undefined, limits),
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
