import { applyDecorators, SetMetadata, UseInterceptors } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AuditInterceptor, changesSomething } from '../auth/operation-audit.js';
import type { Permission } from '../auth/permissions.js';
import { factsOf } from '../platform/http/route-facts.js';
import type { AuditKind } from './audit-entry.schema.js';

const SHOWS_SECRET = 'carillon:shows-secret';
const PERSONAL = 'carillon:personal-data';
const REASON = 'carillon:shows-reason';

/**
 * On an operation that reads: its response contains secrets for callers with a permission, and each such response leaves an
 * entry in the audit trail.
 */
export function ShowsSecret(permission: Permission = 'secrets:read'): MethodDecorator {
  return applyDecorators(SetMetadata(SHOWS_SECRET, permission), UseInterceptors(AuditInterceptor));
}

/**
 * On a controller or an operation: it changes data of subscribers, of which entries of the audit trail hold neither values
 * nor ids. Not needed where the permission is for `subscribers`, `notifications` or `content`.
 */
export function PersonalData(): MethodDecorator & ClassDecorator {
  return SetMetadata(PERSONAL, true);
}

/** On an operation with data of subscribers: entries hold its `reason`, from the body or the query. */
export function ShowsReason(): MethodDecorator {
  return SetMetadata(REASON, true);
}

/** Resources that are data of subscribers. */
const PERSONAL_RESOURCES: readonly string[] = ['subscribers', 'notifications', 'content'];

/** How an operation is audited. */
export interface Audited {
  readonly kind: AuditKind;
  /** Id in the OpenAPI document. */
  readonly operation: string;
  readonly resource: string;
  readonly action: string;
  /** About data of subscribers, of which entries hold neither values nor ids. */
  readonly personal: boolean;
  /** Its `reason` is noted although it is {@link personal}. */
  readonly showsReason: boolean;
  /** Of an operation that reads: the permission with which its response contains secrets. */
  readonly shownWith?: Permission;
}

const READING: readonly string[] = ['GET', 'HEAD'];

/**
 * How an operation is audited; undefined when it is not. Changes are audited: what is not GET and requires another
 * permission than one to read. Triggers are not, and neither is what browsers do in an inbox: both are activity.
 */
export function auditedAs(
  context: ExecutionContext,
  request: FastifyRequest,
  reflector: Reflector,
): Audited | undefined {
  const { requirement } = factsOf(request);
  if (requirement === undefined) return undefined;
  const [resource = '', action = ''] = requirement.split(':');
  const targets = [context.getHandler(), context.getClass()];
  const shownWith = READING.includes(request.method)
    ? reflector.get<Permission | undefined>(SHOWS_SECRET, targets[0]!)
    : undefined;
  if (!shownWith && (READING.includes(request.method) || !changesSomething(requirement))) return undefined;
  return {
    kind: shownWith ? 'secret' : 'change',
    operation: `${context.getClass().name.replace(/Controller$/, '')}_${context.getHandler().name}`,
    resource,
    action,
    personal:
      PERSONAL_RESOURCES.includes(resource) ||
      reflector.getAllAndOverride<true | undefined>(PERSONAL, targets) === true,
    showsReason: reflector.get<true | undefined>(REASON, targets[0]!) === true,
    shownWith,
  };
}
