import { validate } from 'class-validator';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { readPlain } from '../../platform/validation/read-plain.js';
import { isObject } from '../../platform/values/is-object.js';
import { CreateSubscriberDto } from '../subscriber-requests.dto.js';
import type { FailedSubscriberDto } from './bulk-create.dto.js';

/** A subscriber of a bulk, or what is wrong with it. */
export type ReadSubscriber = { ok: true; input: CreateSubscriberDto } | { ok: false; failed: FailedSubscriberDto };

/** Reads the subscribers of a bulk, each by itself, by the rules that hold for a single one. */
export function readSubscribers(entries: readonly unknown[]): Promise<ReadSubscriber[]> {
  return Promise.all(entries.map(readOne));
}

async function readOne(entry: unknown, index: number): Promise<ReadSubscriber> {
  const place = `subscribers.${index}`;
  if (!isObject(entry)) return { ok: false, failed: { message: `${place}: a subscriber must be an object` } };
  const input = readPlain(CreateSubscriberDto, entry);
  const problems = await validate(input, { whitelist: true });
  if (problems.length === 0) return { ok: true, input };
  const { errors } = ValidationException.fromTree(problems);
  const message = Object.values(errors).flatMap(({ messages }) => messages);
  const { subscriberId } = entry;
  return {
    ok: false,
    failed: {
      message: `${place}: ${message.join('; ')}`,
      ...(typeof subscriberId === 'string' && !('subscriberId' in errors) && { subscriberId }),
    },
  };
}
