import { ForbiddenException } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { KeyCaller, PersonCaller } from './caller.js';
import { type EnvironmentRef, mayIn } from './environment-ref.js';
import type { Environment } from './environment.schema.js';
import { noteWritten } from './operation-audit.js';
import { type Permission, type Requirement, rolesWith } from './permissions.js';

/** The fields of an environment that decide who may write to it. */
export type WrittenEnvironment = Pick<Environment, '_id' | 'name' | 'protected'>;

/** The caller that writes, and the environment of the request. */
type Writer = Pick<EnvironmentRef, 'id' | 'caller'>;

/**
 * Whether a caller may change the data of an environment. Every caller needs the permission. A key never writes to
 * another, protected environment (EN6), nor beyond its reach (KP6). A person needs a role there that has the
 * permission.
 */
export function mayWrite(writer: Writer, environment: WrittenEnvironment, permission: Permission): boolean {
  const { id, caller } = writer;
  if (!mayIn({ id: environment._id, caller }, permission)) return false;
  return caller?.kind === 'person' || environment.protected !== true || environment._id.equals(id);
}

/**
 * The check of every operation that writes to an environment named by the request: throws 403 unless the caller may. For
 * the audit trail, the environment is noted as written. `what` begins the advice, such as `it is renamed`: ‘… with an API
 * key of its own’ follows.
 */
export function assertMayWrite(
  writer: Writer,
  environment: WrittenEnvironment,
  what: string,
  permission: Permission,
): void {
  if (mayWrite(writer, environment, permission)) return noteWritten(environment._id);
  assertMayIn(writer, environment, permission);
  const { name } = environment;
  throw new ForbiddenException({
    message: `Environment '${name}' is protected: ${what} with an API key of its own`,
    error: 'Forbidden',
    hint: `Repeat the request with an API key of '${name}'. On the server, \`carillon keys show --env '${name}'\` prints one.`,
  });
}

/**
 * The check of operations that read data of an environment named by the request, or restore one. Throws 403 for a
 * caller who lacks the permission there.
 */
export function assertMayIn({ caller }: Writer, environment: WrittenEnvironment, permission: Permission): void {
  const { _id: id, name } = environment;
  if (!caller || caller.may(permission, id)) return;
  throw caller.kind === 'person' ? roleLacks(caller, id, permission) : keyLacks(caller, permission, name);
}

/** Throws 403 unless the caller has one more permission in the environment of the request than its operation requires. */
export function assertMayToo({ id, caller }: Writer, permission: Permission): void {
  if (!caller || caller.may(permission, id)) return;
  throw caller.kind === 'person' ? roleLacks(caller, id, permission) : keyLacks(caller, permission);
}

/** Throws 403 unless the caller has a permission in the organization, as for a new environment. */
export function assertMayInOrganization({ caller }: Writer, permission: Permission): void {
  if (!caller || caller.mayInOrganization(permission)) return;
  throw caller.kind === 'person'
    ? roleLacks(caller, undefined, permission)
    : keyLacks(caller, permission, 'the organization');
}

/** 403 with what a key lacks: the permission, the reach, or somebody who answers for it. `where`: the environment. */
export function keyLacks(
  caller: KeyCaller | { kind: 'guest' },
  permission: Requirement,
  where?: string,
): ForbiddenException {
  const error = 'Forbidden';
  if (caller.kind === 'guest')
    return new ForbiddenException({ message: `A guest has no permission '${permission}'`, error });
  if (!caller.has(permission)) {
    const hint = 'Use a key that has it. A key with the permission `api-keys:write` can change what others may do.';
    return new ForbiddenException({ message: `The API key has no permission '${permission}'`, error, hint });
  }
  if (where !== undefined && !caller.isOrganizationWide)
    return new ForbiddenException({
      message: `The API key reaches its own environment alone, not ${where === 'the organization' ? where : `'${where}'`}`,
      error,
      hint: 'Use a key of that environment, or one with the reach `organization`, which somebody gives who may do as much in the organization.',
    });
  return new ForbiddenException({
    message: `The person who answers for the API key has no permission '${permission}'`,
    error,
    hint: 'The role was lowered, or the person has left. Somebody who may do what the key may answers for it by changing it: `PATCH /v1/api-keys/{keyId}`.',
  });
}

/** 403 with the roles that have a permission. */
export function roleLacks(
  caller: PersonCaller,
  environmentId: Types.ObjectId | undefined,
  permission: Requirement,
): ForbiddenException {
  const where = environmentId ? 'in this environment' : 'in the organization';
  return new ForbiddenException({
    message: `Your role ${where}, ${caller.roleIn(environmentId) ?? 'none'}, has no permission '${permission}'`,
    error: 'Forbidden',
    hint: `Roles that have it: ${rolesWith(permission).join(', ')}. An owner or admin can change your role, also for one environment.`,
  });
}
