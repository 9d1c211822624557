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

/** How a report stands in the story of a step. */
export function severityOf(status: DeliveryStatus): 'Success' | 'Warning' | 'Failed' {
  switch (status) {
    case 'rejected':
    case 'bounced':
    case 'dropped':
    case 'blocked':
    case 'failed':
    case 'undelivered':
      return 'Failed';
    case 'deferred':
    case 'delayed':
    case 'spam':
    case 'complaint':
    case 'unsubscribed':
      return 'Warning';
    default:
      return 'Success';
  }
}
