import type { Things } from './things.js';

/** A body of a request that is in order, with the things it names. */
type Body = (things: Things) => object;

/** By operation: the bodies of those that have path parameters and take one. */
export const BODIES: Record<string, Body> = {
  'POST /v2/subscribers/:subscriberId/notifications/seen': ({ notificationId }) => ({
    notificationIds: notificationId,
  }),
  'PATCH /v2/subscribers/:subscriberId/preferences': ({ workflowId }) => ({
    workflowId: workflowId![0],
    channels: { email: false },
  }),
  'PATCH /v2/subscribers/:subscriberId/preferences/bulk': ({ workflowId }) => ({
    preferences: workflowId!.map((name) => ({ workflowId: name, channels: { email: false } })),
  }),
  'PATCH /v1/subscribers/:subscriberId/preferences/:levelOrWorkflow': () => ({ enabled: false }),
  'PATCH /v1/subscribers/:subscriberId/preferences': () => ({ enabled: false }),
};

/** What differs from the rule: nothing of another environment is there, and nothing anywhere changes. */
interface Exception {
  /** Why that is right. */
  because: string;
  /** The answer to a path that names what is not there, when it is not 404. */
  status?: number;
  /** The answer to a body that does, when it is not 404. */
  bodyStatus?: number;
  /** What is named is made in the caller's own environment when it is not there. */
  createsMissing?: true;
  /** The thing belongs to the organization: all its environments see it. */
  organizationWide?: true;
  /** The answer to the environment whose things they are, when it is no success. */
  ownStatus?: number;
}

/** By operation: the exceptions. */
export const EXCEPTIONS: Record<string, Exception> = {
  'DELETE /v1/events/trigger/:transactionId': {
    because: 'The answer is whether something was stopped: false.',
    status: 200,
  },
  'POST /v2/subscribers/:subscriberId/notifications/seen': {
    because: 'Marks those of the ids that the inbox has.',
    bodyStatus: 204,
  },
  'GET /v1/environments': { because: 'Lists the environments of the organization.', organizationWide: true },
};

/** Operations without path parameters whose answers show nothing of an environment. */
export const SHOW_NOTHING: readonly string[] = ['GET /health/live', 'GET /health/ready'];
