import type { Types } from 'mongoose';

/** What a call of the legacy API adds to its event: whose call it was, and what it was answered. */
export interface EventLegacy {
  /** Internal id of the application. */
  applicationId: Types.ObjectId;
  /** Identifier of the notification type. */
  type: string;
  /** The number of the user. */
  appUser: number;
  text: string;
  /** Empty when there is none, like `bundleSegment`. */
  link: string;
  bundleSegment: string;
  createdAt: Date;
}
