import { ForbiddenException } from '@nestjs/common';
import type { Types } from 'mongoose';
import { type EnvironmentRef, mayIn } from './environment-ref.js';
import type { KeyReach } from './environment.schema.js';
import type { Permission } from './permissions.js';

/** A credential that a response makes or shows: what its holder may do, where, and until when. */
export interface IssuedCredential {
  /** Its name in errors. */
  readonly what: string;
  readonly permissions: readonly Permission[];
  /** Default: the environment of the request alone. */
  readonly reach?: KeyReach;
  /** The environment it is for, where that is another one than that of the request. */
  readonly environmentId?: Types.ObjectId;
  /** Its end; undefined: it has none. */
  readonly until: Date | undefined;
}

/**
 * Why a caller may not make or see a credential; undefined when the caller may. No credential gives its holder more than the
 * caller has: in permissions, in reach and in time. Every operation that makes or shows one passes here (KP2).
 */
export function whyNotIssue(ref: EnvironmentRef, credential: IssuedCredential): ForbiddenException | undefined {
  const { what, permissions, reach = 'own', environmentId = ref.id, until } = credential;
  const { caller } = ref;
  if (!caller) return undefined;
  const missing = permissions.filter((permission) => !mayIn({ id: environmentId, caller }, permission));
  if (missing.length > 0)
    return forbidden(
      `${what} cannot get permissions that its maker lacks: ${missing.join(', ')}`,
      'Ask for less, or repeat the request as someone who has them. A key made with `full` has all in its environment; so have owners and admins.',
    );
  if (reach === 'organization' && !permissions.every((permission) => caller.mayInOrganization(permission)))
    return forbidden(
      `${what} cannot reach the organization: its maker may not do as much there`,
      'Leave out `reach`, or repeat the request as somebody with these permissions in the organization, or with a key that reaches it.',
    );
  if (caller.kind !== 'key' || caller.expiresAt === undefined) return undefined;
  if (until !== undefined && until <= caller.expiresAt) return undefined;
  return forbidden(
    `The key of this request ends at ${caller.expiresAt.toISOString()}; it cannot let one last longer`,
    `${what} that lasts longer is for keys without an end, or that end later, and for people.`,
  );
}

/** The end of a credential that would last until `end`: no later than that of the key of the request. */
export function endFor({ caller }: Pick<EnvironmentRef, 'caller'>, end: Date): Date {
  return caller?.kind === 'key' && caller.expiresAt && caller.expiresAt < end ? caller.expiresAt : end;
}

/** Throws 403 unless the caller may make or see a credential. */
export function assertMayIssue(ref: EnvironmentRef, credential: IssuedCredential): void {
  const problem = whyNotIssue(ref, credential);
  if (problem) throw problem;
}

function forbidden(message: string, hint: string): ForbiddenException {
  return new ForbiddenException({ message, error: 'Forbidden', hint });
}
