import type { Event } from '../store/event.schema.js';

/** Why nobody was sent anything. */
export const NOTHING_SENT_REASONS = [
  'cancelled',
  'workflow_deleted',
  'unknown_topic',
  'no_subscribers',
  'no_members',
  'no_recipients',
  'merged',
  'all_skipped',
  'all_failed',
  'skipped_or_failed',
] as const;

export interface NothingSent {
  reason: (typeof NOTHING_SENT_REASONS)[number];
  /** One sentence for users. */
  detail: string;
}

/** The fields of an event that it follows from. Of a recipient only the kind is needed. */
export type EndedEvent = Pick<Event, 'kind' | 'expansion' | 'counters' | 'problems' | 'cancelledAt'> & {
  recipients: readonly { kind: Event['recipients'][number]['kind'] }[];
};

/**
 * Why an event whose delivery has ended has sent nothing to anyone (behaviour Z9); undefined while something may still be
 * sent, and when something was.
 */
export function nothingSent(event: EndedEvent): NothingSent | undefined {
  const { counters, cancelledAt, expansion } = event;
  const { expanded, sent, failed, skipped, merged = 0 } = counters;
  if (sent > 0) return undefined;
  if (cancelledAt && failed === 0) return { reason: 'cancelled', detail: 'The trigger was cancelled before' };
  const areFound = expansion.done || cancelledAt !== undefined;
  if (!areFound || failed + skipped < expanded) return undefined;
  if (expanded === 0) return withoutRecipients(event);
  const isOne = expanded === 1;
  if (merged > 0 && merged === skipped && failed === 0) {
    const whom = isOne ? '' : ` for all ${expanded} recipients`;
    const detail = `It was merged into the digest of an earlier trigger${whom}; its runs name that one as _digestedNotificationId`;
    return { reason: 'merged', detail };
  }
  if (failed === 0) {
    const detail = isOne ? 'The recipient was skipped' : `All ${expanded} recipients were skipped`;
    return { reason: 'all_skipped', detail };
  }
  if (skipped === 0) {
    const detail = isOne ? 'Delivery to the recipient failed' : `Delivery to all ${expanded} recipients failed`;
    return { reason: 'all_failed', detail };
  }
  return {
    reason: 'skipped_or_failed',
    detail: `Of ${expanded} recipients ${skipped} ${skipped === 1 ? 'was' : 'were'} skipped, and delivery to ${failed} failed`,
  };
}

function withoutRecipients({ kind, problems = [], recipients }: EndedEvent): NothingSent {
  const gone = problems.find(({ code }) => code === 'workflow_deleted');
  if (gone) return { reason: 'workflow_deleted', detail: gone.detail };
  const unknown = problems.filter(({ code }) => code === 'unknown_topic');
  if (unknown.length > 0) return { reason: 'unknown_topic', detail: unknown.map(({ detail }) => detail).join('; ') };
  if (kind === 'broadcast') return { reason: 'no_subscribers', detail: 'The environment had no subscribers' };
  if (recipients.some((one) => one.kind === 'topic')) {
    return {
      reason: 'no_members',
      detail: 'No topic had a member whom the trigger does not exclude and whose subscription lets it through',
    };
  }
  return { reason: 'no_recipients', detail: 'The subscribers that the trigger named were deleted before' };
}
