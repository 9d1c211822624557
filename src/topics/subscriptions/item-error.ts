/** Why one entry of a request in bulk came to nothing. */
export const ITEM_ERROR_CODES = [
  'SUBSCRIBER_NOT_FOUND',
  'SUBSCRIPTION_NOT_FOUND',
  'SUBSCRIPTION_LIMIT_REACHED',
  'IDENTIFIER_TAKEN',
] as const;

export type ItemErrorCode = (typeof ITEM_ERROR_CODES)[number];

/** An entry of a request in bulk that failed, while others may have succeeded. */
export interface ItemError {
  /** As the request names the subscriber; empty when it does not. */
  subscriberId: string;
  code: ItemErrorCode;
  message: string;
}

export function unknownSubscriber(subscriberId: string): ItemError {
  return { subscriberId, code: 'SUBSCRIBER_NOT_FOUND', message: `Subscriber '${subscriberId}' was not found` };
}
