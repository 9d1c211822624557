import type { Model, QueryFilter } from 'mongoose';
import type { Message } from '../messages/message.schema.js';

/**
 * Behaviour A12: notifications of one inbox with the same `data.bundleSegment` are one bundle. Each that is not archived
 * gets as `data.bundleCount` how many such ones its bundle has, on this page or not. Costs one command for the page, and
 * none when it has no bundle.
 */
export async function withBundleCounts(
  messages: Model<Message>,
  inbox: QueryFilter<Message>,
  page: Message[],
): Promise<Message[]> {
  const segments = [...new Set(page.flatMap((message) => bundleOf(message) ?? []))];
  if (segments.length === 0) return page;
  const counted = await messages.aggregate<{ _id: string; count: number }>([
    { $match: { ...inbox, archived: false, 'data.bundleSegment': { $in: segments } } },
    { $group: { _id: '$data.bundleSegment', count: { $sum: 1 } } },
  ]);
  const counts = new Map(counted.map(({ _id, count }) => [_id, count]));
  return page.map((message) => {
    const bundleCount = counts.get(bundleOf(message) ?? '');
    if (bundleCount === undefined) return message;
    const { data, ...rest } = message;
    return { ...rest, data: { ...data, bundleCount } };
  });
}

/** Its bundle; undefined when it belongs to none, or no longer to the open ones. */
function bundleOf({ archived, data }: Message): string | undefined {
  const segment = data?.['bundleSegment'];
  return !archived && typeof segment === 'string' && segment !== '' ? segment : undefined;
}
