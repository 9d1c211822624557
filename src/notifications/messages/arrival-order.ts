import type { Message } from './message.schema.js';

/**
 * Gives each in-app message of a subscriber a time of its own, in the order of the messages: the inbox is sorted by time, and
 * ids do not tell which of two messages of the same millisecond is older (behaviour A14).
 */
export function inOrderOfArrival(messages: readonly Message[]): Message[] {
  const taken = new Set<string>();
  return messages.map((message) => {
    if (message.channel !== 'in_app') return message;
    const subscriber = message.subscriberId.toHexString();
    let time = message.createdAt.getTime();
    while (taken.has(`${subscriber} ${time}`)) time += 1;
    taken.add(`${subscriber} ${time}`);
    return time === message.createdAt.getTime() ? message : Object.assign({}, message, { createdAt: new Date(time) });
  });
}
