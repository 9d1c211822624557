import { readJson } from '../../kit/http/read-json.js';
import { idIn, memberOf } from '../../webhooks/read-events.js';
import type { WebhookRequest } from '../../webhooks/webhook-format.js';

/** Where subscriptions are confirmed. Whoever knows the key must not have us call another address. */
const SNS_HOST = /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/;

/** What is in an envelope. */
export interface Enclosed {
  /** The id of the SNS message, the same for every attempt to hand it over. */
  id?: string;
  event: unknown;
}

/**
 * What Amazon SNS has wrapped: JSON inside of JSON, or with raw message delivery no envelope at all. Undefined for what SNS
 * says of the subscription itself.
 */
export function enclosedIn({ headers, body }: WebhookRequest): Enclosed | undefined {
  const type = memberOf(body, 'Type');
  if (type === undefined) return { id: idIn(headers['x-amz-sns-message-id']), event: body };
  const message = memberOf(body, 'Message');
  if (type !== 'Notification' || typeof message !== 'string') return undefined;
  // The first message of a topic that events are published to is a sentence, and none of them.
  return { id: idIn(memberOf(body, 'MessageId')), event: readJson(message) };
}

/** The address that confirms a subscription, where one asks for that and the address is one of SNS. */
export function confirmationIn({ body }: WebhookRequest): string | undefined {
  const address = memberOf(body, 'SubscribeURL');
  if (memberOf(body, 'Type') !== 'SubscriptionConfirmation' || typeof address !== 'string') return undefined;
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, username, password } = new URL(address);
  const isSns = protocol === 'https:' && SNS_HOST.test(host) && username === '' && password === '';
  return isSns ? address : undefined;
}
