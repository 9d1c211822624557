import { ForbiddenException } from '@nestjs/common';
import type { EnvironmentRef } from './environment-ref.js';
import type { Environment } from './environment.schema.js';

/** The fields of an environment that decide who may write to it. */
export type WrittenEnvironment = Pick<Environment, '_id' | 'name' | 'protected'>;

/** Whether a caller may change the data of an environment: a key never writes to another, protected environment (EN6). */
export function mayWrite({ id }: Pick<EnvironmentRef, 'id'>, environment: WrittenEnvironment): boolean {
  return environment.protected !== true || environment._id.equals(id);
}

/**
 * The check of every operation that writes to an environment named by the request: throws 403 unless the caller may.
 * `what` begins the advice, such as `it is renamed`: ‘… with an API key of its own’ follows.
 */
export function assertMayWrite(
  caller: Pick<EnvironmentRef, 'id'>,
  environment: WrittenEnvironment,
  what: string,
): void {
  if (mayWrite(caller, environment)) return;
  const { name } = environment;
  throw new ForbiddenException({
    message: `Environment '${name}' is protected: ${what} with an API key of its own`,
    error: 'Forbidden',
    hint: `Repeat the request with an API key of '${name}'. On the server, \`npm run keys -- show --env '${name}'\` prints one.`,
  });
}
