import type { DeliveryStatus } from '#libs/providers/webhooks/delivery-status.js';

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
