import type { Types } from 'mongoose';

/** A run that wants to pass a throttle step. */
export interface ThrottleRequest {
  /** Names the group whose runs are counted together (behaviour H1). */
  group: string;
  environmentId: Types.ObjectId;
  subscriberId: Types.ObjectId;
  run: Types.ObjectId;
  /** How many pass in a window. */
  threshold: number;
  now: Date;
  /** The end of the window this run opens, if none is open. */
  until: Date;
}
