import type { Types } from 'mongoose';

/**
 * The environment a request or job works in. It is the first argument of every service method, because it belongs
 * in every query.
 */
export interface EnvironmentRef {
  readonly id: Types.ObjectId;
  readonly organizationId: Types.ObjectId;
}
