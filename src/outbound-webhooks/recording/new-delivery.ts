import type { Types } from 'mongoose';
import { derivedId } from '../../platform/ids/derived-id.js';
import type { WebhookDelivery } from '../deliveries/webhook-delivery.schema.js';

/** An event as it is sent: its id is not part of the body but a header. */
export interface SentEvent {
  id: Types.ObjectId;
  type: string;
  at: Date;
  data: object;
  person?: Types.ObjectId;
}

/** When the delivery is recorded, and when it is forgotten. */
export interface DeliveryTimes {
  now: Date;
  expiresAt: Date;
}

/** The delivery of an event to an endpoint, due at once. */
export function newDelivery(
  { id, type, at, data, person }: SentEvent,
  endpoint: { _id: Types.ObjectId; environmentId: Types.ObjectId },
  { now, expiresAt }: DeliveryTimes,
): WebhookDelivery {
  return {
    _id: derivedId(id, endpoint._id.toHexString()),
    environmentId: endpoint.environmentId,
    endpointId: endpoint._id,
    ...(person && { subscriberId: person }),
    eventId: `evt_${id.toHexString()}`,
    eventType: type,
    body: JSON.stringify({ type, timestamp: at.toISOString(), data }),
    status: 'pending',
    failures: 0,
    attempts: [],
    wakeAt: now,
    createdAt: now,
    expiresAt,
  };
}
