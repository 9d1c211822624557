import { ValidationException } from '../platform/errors/validation.exception.js';
import { isTopicKey, TOPIC_KEY_RULE } from './topic-limits.js';

/** Throws a 422 for a path whose `topicKey` cannot be the key of a topic, where it would be created. */
export function assertTopicKey(topicKey: string): void {
  if (!isTopicKey(topicKey)) throw ValidationException.of('topicKey', `topicKey ${TOPIC_KEY_RULE}`);
}
