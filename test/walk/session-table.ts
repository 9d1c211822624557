/** Queries without which a request is not in order. */
export const SESSION_QUERIES: Record<string, string> = {
  'GET /v1/inbox/notifications/count': '?filters=[{}]',
};

/** What the owner gets where not everyone is served: the button of the inbox demo is for its sample person. */
export const OWNER_STATUSES: Record<string, number> = { 'POST /v1/inbox/demo/trigger': 403 };

/**
 * What a stranger gets for a request that names somebody else's things, when it is not 404. `somebody` of the same
 * environment has its workflows and topics; whoever is in another environment has neither.
 */
export const STRANGER_STATUSES: Record<string, { somebody: number; elsewhere: number }> = {
  'GET /v1/inbox/notifications': { somebody: 200, elsewhere: 200 },
  'GET /v1/inbox/notifications/count': { somebody: 200, elsewhere: 200 },
  'POST /v1/inbox/notifications/seen': { somebody: 204, elsewhere: 204 },
  'POST /v1/inbox/notifications/read': { somebody: 204, elsewhere: 204 },
  'POST /v1/inbox/notifications/archive': { somebody: 204, elsewhere: 204 },
  'POST /v1/inbox/notifications/read-archive': { somebody: 204, elsewhere: 204 },
  'POST /v1/inbox/notifications/delete': { somebody: 204, elsewhere: 204 },
  'POST /v1/inbox/demo/trigger': { somebody: 403, elsewhere: 403 },
  'GET /v1/inbox/preferences': { somebody: 200, elsewhere: 200 },
  'GET /v1/inbox/preferences/global': { somebody: 200, elsewhere: 200 },
  'PATCH /v1/inbox/preferences': { somebody: 200, elsewhere: 200 },
  'PATCH /v1/inbox/preferences/:workflowId': { somebody: 200, elsewhere: 404 },
  'GET /v1/inbox/channel-connections': { somebody: 200, elsewhere: 200 },
  'GET /v1/inbox/channel-endpoints': { somebody: 200, elsewhere: 200 },
  // Sessions without proof make none (K7); elsewhere the integration is not there.
  'POST /v1/inbox/channel-connections': { somebody: 403, elsewhere: 404 },
  'POST /v1/inbox/channel-connections/oauth': { somebody: 403, elsewhere: 404 },
  'POST /v1/inbox/channel-endpoints': { somebody: 403, elsewhere: 404 },
  'POST /v1/inbox/channel-endpoints/oauth': { somebody: 403, elsewhere: 404 },
  'POST /v1/inbox/channel-endpoints/link': { somebody: 403, elsewhere: 404 },
  'POST /v1/inbox/chat/oauth': { somebody: 403, elsewhere: 404 },
  'GET /v1/inbox/topics/:topicKey/subscriptions': { somebody: 200, elsewhere: 200 },
  // The identifier is somebody else's; elsewhere the topic is not there, which looks like one that is closed (TS9).
  'POST /v1/inbox/topics/:topicKey/subscriptions': { somebody: 409, elsewhere: 403 },
  'GET /v1/inbox/topics/:topicKey/subscriptions/:identifier': { somebody: 204, elsewhere: 204 },
};
