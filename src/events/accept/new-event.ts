import { PayloadTooLargeException } from '@nestjs/common';
import { mongo, Types } from 'mongoose';
import { derivedId } from '../../platform/ids/derived-id.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import type { SubscriberProfile } from '../../subscribers/subscriber-profile.js';
import type { Workflow } from '../../workflows/workflow.schema.js';
import type { AttachmentInfo } from '../attachments/attachment.schema.js';
import type { NewAttachments } from '../attachments/attachments.service.js';
import type { NewAttachment } from '../attachments/read-attachments.js';
import { type Event, priorityOf } from '../event.schema.js';
import { type Expansion, NO_COUNTERS } from '../expansion/expansion.js';
import type { Trigger } from './read-trigger.js';

/** A document of the store holds 16 MiB; the rest is room for what is noted later. */
const MAX_BYTES = 15 * 1024 * 1024;

/** An event that is ready to be stored, and what is stored beside it. */
export interface NewEvent {
  event: Event;
  /** Of the event, in bytes. */
  size: number;
  /** Undefined when it has none. */
  attachments?: NewAttachments;
}

/** What an accepted trigger leads to. Throws 413 when its recipients and data are more than one document can hold. */
export function newEvent(
  environment: EnvironmentRef,
  trigger: Trigger<SubscriberProfile>,
  workflow: Workflow,
  times: Pick<Event, 'createdAt' | 'sweepAt' | 'expiresAt'>,
): NewEvent {
  const id = new Types.ObjectId();
  const attachments = trigger.attachments.map((attachment, index) => ({
    id: derivedId(id, 'attachment', String(index)),
    ...attachment,
  }));
  const { kind, transactionId, payload, recipients, overrides, actor, tenant, context, legacy } = trigger;
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
    recipients,
    expansion,
    counters: { ...NO_COUNTERS },
    waiting: { priority: priorityOf({ kind, expansion }), since: times.createdAt },
    sweeps: 0,
    ...times,
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
