import { ForbiddenException } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { PersonCaller } from './caller.js';
import type { EnvironmentRef } from './environment-ref.js';
import type { Environment } from './environment.schema.js';
import { noteWritten } from './written-environments.js';
import { type Permission, type Requirement, rolesWith } from './permissions.js';

/** The fields of an environment that decide who may write to it. */
export type WrittenEnvironment = Pick<Environment, '_id' | 'name' | 'protected'>;

/** The caller that writes, and the environment of the request. */
type Writer = Pick<EnvironmentRef, 'id' | 'caller'>;

/**
 * Whether a caller may change the data of an environment. A key never writes to another, protected environment (EN6). A
 * person needs a role there that has the permission.
 */
export function mayWrite({ id, caller }: Writer, environment: WrittenEnvironment, permission: Permission): boolean {
  if (caller?.kind === 'person') return caller.may(permission, environment._id);
  return environment.protected !== true || environment._id.equals(id);
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
  if (writer.caller?.kind === 'person') throw roleLacks(writer.caller, environment._id, permission);
  const { name } = environment;
  throw new ForbiddenException({
    message: `Environment '${name}' is protected: ${what} with an API key of its own`,
    error: 'Forbidden',
    hint: `Repeat the request with an API key of '${name}'. On the server, \`carillon keys show --env '${name}'\` prints one.`,
  });
}

/**
 * The check of operations that read data of an environment named by the request, or restore one: throws 403 for a person
 * whose role there lacks the permission. Keys may in all environments of the organization.
 */
export function assertRoleMay({ caller }: Writer, environment: WrittenEnvironment, permission: Permission): void {
  if (caller?.kind !== 'person' || caller.may(permission, environment._id)) return;
  throw roleLacks(caller, environment._id, permission);
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
