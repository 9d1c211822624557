import { createHash, randomUUID } from 'node:crypto';

const DIGITS_OF_VERSION_8 = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/;

/**
 * A `transactionId` for a trigger that has none (behaviour T10): a UUID. With the id of its call it follows from that and
 * the place of the trigger in the request, so that a second attempt at the call meets the event of the first (D8).
 */
export function newTransactionId(callId?: string, index = 0): string {
  if (callId === undefined) return randomUUID();
  const digest = createHash('sha256').update(`${callId}\0${index}`).digest('hex').slice(0, 32);
  return digest.replace(DIGITS_OF_VERSION_8, '$1-$2-8$3-8$4-$5');
}
