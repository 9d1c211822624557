import { aConnection, anEndpoint } from '../builders/channel.js';
import type { Things } from '../walk/things.js';

const ofSlack = ({ slack }: Things) => ({ integrationIdentifier: slack![0]! });

/** By operation of a session: a valid body, with the things it names. */
export const SESSION_BODIES: Record<string, (things: Things) => object> = {
  'PATCH /v1/inbox/notifications/:notificationId/snooze': () => ({
    snoozeUntil: new Date(Date.now() + 3_600_000).toISOString(),
  }),
  'PATCH /v1/inbox/notifications/:notificationId/complete': () => ({ actionType: 'primary' }),
  'PATCH /v1/inbox/notifications/:notificationId/revert': () => ({ actionType: 'primary' }),
  'POST /v1/inbox/notifications/seen': ({ notificationId }) => ({ notificationIds: notificationId }),
  'POST /v1/inbox/notifications/read': () => ({}),
  'POST /v1/inbox/notifications/archive': () => ({}),
  'POST /v1/inbox/notifications/read-archive': () => ({}),
  'POST /v1/inbox/notifications/delete': () => ({}),
  'PATCH /v1/inbox/preferences': () => ({ email: false, schedule: { isEnabled: true } }),
  'PATCH /v1/inbox/preferences/bulk': ({ workflowId, identifier }) => ({
    preferences: [{ workflowId: workflowId![0], subscriptionIdentifier: identifier![0], enabled: false }],
  }),
  'PATCH /v1/inbox/preferences/:workflowId': () => ({ in_app: false }),
  'PATCH /v1/inbox/subscriptions/:identifier/preferences/:workflowId': () => ({ enabled: false }),
  'POST /v1/inbox/topics/:topicKey/subscriptions': ({ identifier }) => ({ identifier: identifier![0], name: 'Mine' }),
  'PATCH /v1/inbox/topics/:topicKey/subscriptions/:identifier': () => ({ name: 'Mine' }),
  'POST /v1/inbox/channel-connections': (things) => aConnection(ofSlack(things)),
  'POST /v1/inbox/channel-connections/oauth': ofSlack,
  'POST /v1/inbox/channel-endpoints': (things) => anEndpoint(ofSlack(things)),
  'POST /v1/inbox/channel-endpoints/oauth': ofSlack,
  'POST /v1/inbox/channel-endpoints/link': ofSlack,
  'POST /v1/inbox/chat/oauth': ofSlack,
};
