import type { Types } from 'mongoose';
import { fromHex } from '../../platform/ids.js';
import { NoticeChannel } from '../../platform/queue/pub-sub.js';
import type { Message } from './message.schema.js';

/** The ids of a message, which is read from the store. */
type MessageIds = Pick<Message, '_id' | 'subscriberId'>;

/** A new message of an inbox: as it was stored in this process, or its ids from another process. */
export type NewMessage = Message | MessageIds;

/** What has changed in inboxes of one environment. */
export interface InboxNotice {
  readonly environmentId: Types.ObjectId;
  readonly received?: readonly NewMessage[];
  /** Subscribers (internal ids) whose messages were changed. */
  readonly changed?: readonly Types.ObjectId[];
  /** Subscribers (internal ids) who were deleted; `all` when their environment was. */
  readonly deleted?: readonly Types.ObjectId[] | 'all';
}

/** A notice between processes: hexadecimal ids alone. */
interface SentNotice {
  readonly environmentId: string;
  readonly received?: readonly (readonly [subscriberId: string, messageId: string])[];
  readonly changed?: readonly string[];
  readonly deleted?: readonly string[] | 'all';
}

/**
 * Notices for the processes that clients are connected to, published after the commit (behaviour O5). The process that has
 * stored a message hands it over; between processes only ids travel.
 */
export const INBOX_NOTICES = new NoticeChannel<InboxNotice>('inbox', {
  // Ids write themselves as hexadecimal JSON.
  toPlain: ({ received, ...notice }) => ({
    ...notice,
    ...(received && { received: received.map(({ subscriberId, _id }) => [subscriberId, _id]) }),
  }),
  fromPlain: (plain) => {
    const { environmentId, received, changed, deleted } = plain as SentNotice;
    return {
      environmentId: fromHex(environmentId),
      received: received?.map(([subscriberId, _id]) => ({ subscriberId: fromHex(subscriberId), _id: fromHex(_id) })),
      changed: changed?.map(fromHex),
      deleted: deleted === 'all' ? deleted : deleted?.map(fromHex),
    };
  },
});

export function isWhole(message: NewMessage): message is Message {
  return 'channel' in message;
}
