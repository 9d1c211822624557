/** What webhooks tell of, with what each means. The list that requests accept and `GET /v1/webhooks/event-types` shows. */
export const WEBHOOK_EVENT_TYPES = {
  'message.sent': 'A message was delivered to an inbox, or handed to a provider, which took it.',
  'message.delivered': 'A provider has reported that a message reached its recipient.',
  'message.failed': 'A message could not be sent, or a provider has reported that it did not arrive.',
  'message.seen': 'A notification was marked as seen.',
  'message.read': 'A notification was marked as read, or one of its buttons was used for the first time.',
  'message.unread': 'A notification was marked as unread.',
  'message.archived': 'A notification was put into the archive.',
  'message.unarchived': 'A notification was taken out of the archive.',
  'message.snoozed': 'A notification was hidden until a later time.',
  'message.unsnoozed': 'A snoozed notification is shown again.',
  'preference.updated': 'A subscriber, or the API for a subscriber, has changed preferences.',
  'workflow.created': 'A workflow was created.',
  'workflow.updated': 'A workflow was changed.',
  'workflow.published': 'A workflow was brought here from another environment or from files, new or changed.',
  'workflow.deleted': 'A workflow was deleted.',
  'push_token.removed': 'A device token was removed, because its provider says that the device is gone.',
} as const;

export type WebhookEventType = keyof typeof WEBHOOK_EVENT_TYPES;

/** All of them, in the order in which they are shown. */
export const ALL_EVENT_TYPES = Object.keys(WEBHOOK_EVENT_TYPES) as WebhookEventType[];

/** The event that is sent on request to try an endpoint, whatever types that asks for. */
export const TEST_EVENT_TYPE = 'webhook.test';
