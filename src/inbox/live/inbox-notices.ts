import { NoticeChannel } from '../../platform/queue/pub-sub/pub-sub.js';

/** What has happened in inboxes of one environment. Ids are hexadecimal; who gets a notice reads the rest. */
export interface InboxNotice {
  readonly environmentId: string;
  /** Subscribers (internal ids) with the messages that are new in their inboxes. */
  readonly received?: readonly (readonly [subscriberId: string, messageId: string])[];
  /** Subscribers (internal ids) whose messages were changed. */
  readonly changed?: readonly string[];
  /** Subscribers (internal ids) who were deleted; `all` when their environment was. */
  readonly deleted?: readonly string[] | 'all';
}

/** Notices for the processes that inboxes are connected to. */
export const INBOX_NOTICES = new NoticeChannel<InboxNotice>('inbox');
