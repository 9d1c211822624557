import { Types } from 'mongoose';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';

/** A subscriber, by both ids. */
export interface Person {
  environmentId: Types.ObjectId;
  /** Internal. */
  id: Types.ObjectId;
  /** The caller's own. */
  subscriberId: string;
}

export function personOf({ environmentId, _id: id, subscriberId }: Subscriber): Person {
  return { environmentId, id, subscriberId };
}

export function toText({ id, subscriberId }: Person): string {
  return JSON.stringify([id.toHexString(), subscriberId]);
}

export function fromText(environmentId: Types.ObjectId, text: string): Person {
  const [id, subscriberId] = JSON.parse(text) as [string, string];
  return { environmentId, id: new Types.ObjectId(id), subscriberId };
}
