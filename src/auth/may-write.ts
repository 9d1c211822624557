import { ForbiddenException } from '@nestjs/common';
import type { EnvironmentRef } from './environment-ref.js';
import type { Environment } from './environment.schema.js';

/** An environment that an operation writes to, as far as it decides who may. */
export type WrittenEnvironment = Pick<Environment, '_id' | 'name' | 'protected'>;

/** Whether a caller may change what an environment holds: a key never writes into another one that is protected (EN6). */
export function mayWrite({ id }: Pick<EnvironmentRef, 'id'>, environment: WrittenEnvironment): boolean {
  return environment.protected !== true || environment._id.equals(id);
}

/**
 * The one check of every operation that writes to an environment which the request names: throws 403 unless the caller may.
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
