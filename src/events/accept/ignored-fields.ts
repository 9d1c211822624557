import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isObject } from '../../platform/values/is-object.js';
import { didYouMean } from '../../platform/values/nearest.js';

const SUBSCRIBER = ['subscriberId', 'firstName', 'lastName', 'email', 'phone', 'avatar', 'locale', 'timezone'];
const FIELDS = {
  trigger: ['name', 'to', 'payload', 'overrides', 'transactionId', 'actor', 'tenant', 'context'],
  subscriber: [...SUBSCRIBER, 'data', 'channels'],
  topic: ['type', 'topicKey', 'exclude'],
};
/** What official clients send besides; it has no effect here. */
const ALSO_SENT = ['bridgeUrl', 'agentId', 'controls', '__source'];
/** A caller that sees so many needs no more. */
const MAX_WARNINGS = 10;

/**
 * What a trigger says that nobody reads, as sentences for its result: a misspelt field would be lost in silence, and a
 * refusal would shut out clients that are newer than this service (behaviour T19).
 */
export function ignoredFields(trigger: unknown): string[] {
  if (!isObject(trigger)) return [];
  const { to, actor } = trigger;
  const recipients = Array.isArray(to) ? to.map((one, index) => [`to.${index}`, one]) : [['to', to]];
  return [
    ...unknownIn(trigger, 'trigger', ''),
    ...[...recipients, ['actor', actor]].flatMap(([field, one]) =>
      isObject(one) ? unknownIn(one, one.type === 'Topic' ? 'topic' : 'subscriber', `${String(field)}.`) : [],
    ),
  ].slice(0, MAX_WARNINGS);
}

/** The same of the body of the request. */
export const IgnoredFields = createParamDecorator((_: unknown, context: ExecutionContext): string[] =>
  ignoredFields(context.switchToHttp().getRequest<FastifyRequest>().body),
);

function unknownIn(sent: Record<string, unknown>, kind: keyof typeof FIELDS, prefix: string): string[] {
  return Object.keys(sent).flatMap((field) => {
    if (FIELDS[kind].includes(field)) return [];
    if (kind === 'trigger' && ALSO_SENT.includes(field)) return [`${field} has no effect here`];
    const name = field.slice(0, 100);
    const known = `a ${kind} has the fields ${FIELDS[kind].join(', ')}.`;
    return [`${prefix}${name} was ignored: ${known}${didYouMean(name, FIELDS[kind])}`];
  });
}
