import type { Types } from 'mongoose';
import { ValidationException } from '../platform/errors/validation.exception.js';
import type { SecretBox } from '../platform/crypto/secret-box.js';
import { type EnvironmentVariable, type EnvironmentVariableValue, sealedFor } from './environment-variable.schema.js';

/** The values of a variable to be set, in the clear. */
export interface ValueChanges {
  isSecret?: boolean;
  values?: readonly EnvironmentVariableValue[];
}

/**
 * What is stored as the values of a variable once it is changed: given ones replace those of their environment, others
 * stay (behaviour L9). What becomes secret is sealed. Throws a 422 when a secret would become open with a value that
 * was given as a secret.
 */
export function changedValues(
  { _id, isSecret: wasSecret, values: stored }: Pick<EnvironmentVariable, '_id' | 'isSecret' | 'values'>,
  { isSecret = wasSecret, values: given = [] }: ValueChanges,
  box: SecretBox,
): EnvironmentVariableValue[] {
  const replaced = new Set(given.map(({ environmentId }) => environmentId.toHexString()));
  const kept = stored.filter(({ environmentId }) => !replaced.has(environmentId.toHexString()));
  if (wasSecret && !isSecret && kept.length > 0) {
    const message = 'isSecret can become false only together with a new value for every environment that has one';
    throw ValidationException.of('isSecret', message, isSecret);
  }
  const protect = (environmentId: Types.ObjectId, value: string): string =>
    isSecret ? box.seal(value, sealedFor(_id, environmentId)) : value;
  return [
    ...kept.map(({ environmentId, value }) => ({
      environmentId,
      value: wasSecret ? value : protect(environmentId, value),
    })),
    ...given.map(({ environmentId, value }) => ({ environmentId, value: protect(environmentId, value) })),
  ];
}
