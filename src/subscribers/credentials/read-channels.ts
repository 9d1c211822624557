import { validateSync } from 'class-validator';
import { type FieldViolations, ValidationException } from '../../platform/errors/validation.exception.js';
import { readPlain } from '../../platform/validation/read-plain.js';
import { isObject } from '../../platform/values/is-object.js';
import { MAX_CHANNELS } from '../subscriber-limits.js';
import { ChannelInputDto } from './channel-credentials.dto.js';

/** Reads the credentials that a recipient brings along (behaviour R12). Throws a 422 that names what is wrong. */
export function readChannels(input: unknown, field: string): ChannelInputDto[] {
  if (!Array.isArray(input) || input.length > MAX_CHANNELS) {
    throw ValidationException.of(field, `channels must be a list of at most ${MAX_CHANNELS} credentials`);
  }
  return input.map((entry: unknown, index) => readChannel(entry, `${field}.${index}`));
}

function readChannel(entry: unknown, field: string): ChannelInputDto {
  if (!isObject(entry)) throw ValidationException.of(field, 'credentials must be an object with a providerId');
  const channel = readPlain(ChannelInputDto, entry);
  const problems = validateSync(channel, { whitelist: true });
  if (problems.length === 0) return channel;
  const { errors } = ValidationException.fromTree(problems);
  const named: FieldViolations = {};
  for (const [name, violation] of Object.entries(errors)) named[`${field}.${name}`] = violation;
  throw new ValidationException(named);
}
