import type { QueryFilter, Types } from 'mongoose';
import type { Topic } from '../topic.schema.js';
import type { TopicSubscription } from './topic-subscription.schema.js';

/**
 * The subscriptions of a topic that have one of the identifiers or belong to one of the subscribers. Each way names the
 * topic for itself, so that each is looked up in its own index: a filter by the topic outside of both would be taken for
 * the best way in, and a topic has a hundred thousand members.
 */
export function namedIn(
  { environmentId, _id: topicId }: Pick<Topic, 'environmentId' | '_id'>,
  identifiers: string[],
  subscriberIds: Types.ObjectId[],
): QueryFilter<TopicSubscription> {
  return {
    $or: [
      { environmentId, topicId, identifier: { $in: identifiers } },
      { environmentId, topicId, subscriberId: { $in: subscriberIds } },
    ],
  };
}
