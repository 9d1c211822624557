import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isObject } from '../../platform/values/is-object.js';
import { didYouMean } from '../../platform/values/nearest.js';

const SUBSCRIBER = ['subscriberId', 'firstName', 'lastName', 'email', 'phone', 'avatar', 'locale', 'timezone'];
const FIELDS = {
  trigger: [
    'name',
    'to',
    'payload',
    'overrides',
    'transactionId',
    'actor',
    'tenant',
    'context',
    'bridgeUrl',
    'expiresIn',
  ],
  subscriber: [...SUBSCRIBER, 'data', 'channels'],
  topic: ['type', 'topicKey', 'exclude'],
};
/** Fields that official clients also send; they have no effect here. */
const ALSO_SENT = ['agentId', 'controls', '__source'];
/** Further warnings would not help the caller. */
const MAX_WARNINGS = 10;

/**
 * Returns a sentence for each field of a trigger that is ignored (behaviour T19). A misspelt field would otherwise be
 * lost silently, and refusing the trigger would exclude clients that are newer than this service.
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

/** {@link ignoredFields} of the body of the request. */
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
