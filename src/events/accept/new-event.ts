import { Injectable, PayloadTooLargeException } from '@nestjs/common';
import { mongo, Types } from 'mongoose';
import { expiryAfter } from '#libs/schedule/expiry.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import type { Integration } from '../../integrations/integration.schema.js';
import { IntegrationsService } from '../../integrations/integrations.service.js';
import type { PayloadViolation } from '../../platform/errors/payload-violation.js';
import { derivedId } from '../../platform/ids.js';
import { ProfileCredentials } from '../../subscribers/profiles/profile-credentials.js';
import type { SentProfile, SubscriberProfile } from '../../subscribers/profiles/subscriber-profile.js';
import type { Workflow } from '../../workflows/workflow.schema.js';
import type { NewAttachments } from '../attachments/attachments.service.js';
import type { NewAttachment } from '../attachments/read-attachments.js';
import type { AttachmentInfo, Event, Recipient } from '../store/event.schema.js';
import type { SizedEvent } from '../store/events.service.js';
import { type Expansion, NO_COUNTERS } from '../store/expansion.js';
import type { Trigger } from './read-trigger.js';
import { eachAlone } from './recipients.js';
import { problemsOf } from './trigger-problems.js';

/** Encrypts the credentials of a trigger. Throws a 422 that says why it cannot be accepted. */
export type SealTrigger = (trigger: Trigger) => Trigger<SubscriberProfile>;

/** Encrypts the credentials of the subscribers that triggers name, before they are stored (behaviour R12). */
@Injectable()
export class SealCredentials {
  constructor(
    private readonly integrations: IntegrationsService,
    private readonly credentials: ProfileCredentials,
  ) {}

  /** Reads the integrations of the environment only if the triggers have any credentials. */
  async prepare(environment: EnvironmentRef, triggers: readonly Trigger[]): Promise<SealTrigger> {
    const needed = triggers.some((trigger) => profilesOf(trigger).some(({ channels }) => channels !== undefined));
    const active = needed ? await this.integrations.findActive(environment) : [];
    return (trigger) => this.seal(environment, trigger, active);
  }

  private seal(
    environment: EnvironmentRef,
    { actor, recipients, places, refused, ...trigger }: Trigger,
    active: readonly Integration[],
  ): Trigger<SubscriberProfile> {
    const seal = (profile: SentProfile, field: string) =>
      this.credentials.seal(environment, profile, { active, field });
    const sealed = eachAlone(places, (place, index): Recipient => {
      const one = recipients[index]!;
      return one.kind === 'subscriber' ? { ...one, profile: seal(one.profile, place) } : one;
    });
    return {
      ...trigger,
      ...(actor && { actor: seal(actor, 'actor') }),
      ...sealed,
      ...((refused ?? sealed.refused) && { refused: { ...refused, ...sealed.refused } }),
    };
  }
}

function profilesOf({ actor, recipients }: Trigger): SentProfile[] {
  const named = recipients.flatMap((one) => (one.kind === 'subscriber' ? [one.profile] : []));
  return actor ? [actor, ...named] : named;
}

/** A document of the store may have 16 MiB; the rest is for fields that are set later. */
const MAX_BYTES = 15 * 1024 * 1024;

/** An event that is ready to be stored, with its attachments, which are stored separately. */
export interface NewEvent extends SizedEvent {
  /** Undefined when it has none. */
  attachments?: NewAttachments;
}

/** The event of an accepted trigger, with what of it does not count. `violations`: rules that the payload breaks. Throws 413 when its recipients and data are too large for one document. */
export function newEvent(
  environment: EnvironmentRef,
  trigger: Omit<Trigger<SubscriberProfile>, 'places'>,
  workflow: Workflow,
  given: Pick<Event, 'createdAt' | 'sweepAt' | 'expiresAt' | 'trace'>,
  violations: readonly PayloadViolation[] = [],
): NewEvent {
  const id = new Types.ObjectId();
  const attachments = trigger.attachments.map((attachment, index) => ({
    id: derivedId(id, 'attachment', String(index)),
    ...attachment,
  }));
  const { kind, transactionId, payload, recipients, overrides, actor, tenant, context, legacy, bridgeUrl } = trigger;
  const problems = problemsOf(trigger, workflow, violations);
  const validUntil = trigger.expiresIn && expiryAfter(given.createdAt, trigger.expiresIn);
  const expansion: Expansion = {
    chunk: 0,
    cursor: kind === 'broadcast' ? { phase: 'everyone' } : { phase: 'direct' },
    done: false,
  };
  const event: Event = {
    _id: id,
    environmentId: environment.id,
    organizationId: environment.organizationId,
    kind,
    transactionId,
    workflowId: workflow._id,
    payload,
    ...(attachments.length > 0 && { attachments: attachments.map(toInfo) }),
    ...(overrides && { overrides }),
    ...(actor && { actor }),
    ...(tenant && { tenant }),
    ...(context && { context }),
    ...(legacy && { legacy }),
    ...(bridgeUrl !== undefined && { bridge: { url: bridgeUrl, workflow } }),
    ...(validUntil && { validUntil }),
    recipients,
    expansion,
    counters: { ...NO_COUNTERS },
    sweeps: 0,
    ...(problems.length > 0 && { problems }),
    ...given,
  };
  const size = mongo.BSON.calculateObjectSize(event);
  if (size > MAX_BYTES) {
    throw new PayloadTooLargeException(`the event has ${size} bytes, the limit is ${MAX_BYTES} bytes`);
  }
  if (attachments.length === 0) return { event, size };
  const contents = attachments.map(({ id: attachmentId, content }) => ({ id: attachmentId, content }));
  return { event, size, attachments: { environmentId: environment.id, eventId: id, contents } };
}

function toInfo({ id, name, mime, content }: NewAttachment & { id: Types.ObjectId }): AttachmentInfo {
  return { id, name, ...(mime !== undefined && { mime }), size: content.length };
}
