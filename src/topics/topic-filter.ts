import type { QueryFilter } from 'mongoose';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { escapePattern } from '../subscribers/subscriber-search.js';
import type { Topic } from './topic.schema.js';

/** The environment's topics that hold both texts, in any case; an empty one is no filter. */
export function topicFilter(
  { id }: Pick<EnvironmentRef, 'id'>,
  { key, name }: { key?: string; name?: string },
): QueryFilter<Topic> {
  return {
    environmentId: id,
    ...(key && { key: containing(key) }),
    ...(name && { name: containing(name) }),
  };
}

function containing(text: string): { $regex: string; $options: string } {
  return { $regex: escapePattern(text), $options: 'i' };
}
