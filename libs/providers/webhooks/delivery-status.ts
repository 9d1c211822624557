/** What a provider may report about a message: the list that official clients know. */
export const DELIVERY_STATUSES = [
  'opened',
  'rejected',
  'sent',
  'deferred',
  'delivered',
  'bounced',
  'dropped',
  'clicked',
  'blocked',
  'spam',
  'unsubscribed',
  'delayed',
  'complaint',
  'created',
  'accepted',
  'queued',
  'sending',
  'failed',
  'undelivered',
  'dismissed',
] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
