import { SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { factsOf } from '../platform/http/route-facts.js';
import type { AuditKind } from './audit-entry.schema.js';

const SHOWS_SECRET = 'carillon:shows-secret';
const PERSONAL = 'carillon:personal-data';

/**
 * On an operation that reads: its response contains secrets for callers with the permission `secrets:read`, and each such
 * response leaves an entry in the audit trail.
 */
export function ShowsSecret(): MethodDecorator {
  return SetMetadata(SHOWS_SECRET, true);
}

/**
 * On a controller or an operation: it changes data of subscribers, of which entries of the audit trail hold neither values
 * nor ids. Not needed where the permission is for `subscribers` or `notifications`.
 */
export function PersonalData(): MethodDecorator & ClassDecorator {
  return SetMetadata(PERSONAL, true);
}

/** Resources that are data of subscribers. */
const PERSONAL_RESOURCES: readonly string[] = ['subscribers', 'notifications'];

/** How an operation is audited. */
export interface Audited {
  readonly kind: AuditKind;
  /** Id in the OpenAPI document. */
  readonly operation: string;
  readonly resource: string;
  readonly action: string;
  /** About data of subscribers, of which entries hold neither values nor ids. */
  readonly personal: boolean;
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
  if (resource === 'events') return undefined;
  const targets = [context.getHandler(), context.getClass()];
  const showsSecret = READING.includes(request.method) && reflector.get<true | undefined>(SHOWS_SECRET, targets[0]!);
  if (!showsSecret && (READING.includes(request.method) || action === 'read')) return undefined;
  return {
    kind: showsSecret ? 'secret' : 'change',
    operation: `${context.getClass().name.replace(/Controller$/, '')}_${context.getHandler().name}`,
    resource,
    action,
    personal:
      PERSONAL_RESOURCES.includes(resource) ||
      reflector.getAllAndOverride<true | undefined>(PERSONAL, targets) === true,
  };
}
