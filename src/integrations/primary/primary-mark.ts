import type { Types } from 'mongoose';

/**
 * What requests for the primary mark of a channel wait for. The unique index decides, also between processes; here they
 * are only kept from waiting for each other inside of the store, which some servers take for a deadlock.
 */
export function primaryMark(environmentId: Types.ObjectId, channel: string | undefined): string {
  return `${environmentId.toHexString()} ${channel}`;
}
