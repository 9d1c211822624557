import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Types } from 'mongoose';
import type { Caller, GuestCaller, PersonCaller } from './caller.js';
import type { EnvironmentRateLimits } from './environment.schema.js';
import type { Permission } from './permissions.js';

/**
 * The environment a request or job works in. It is the first argument of every service method, because it belongs
 * in every query.
 */
export interface EnvironmentRef {
  readonly id: Types.ObjectId;
  readonly organizationId: Types.ObjectId;
  /** Who sends the request; undefined in jobs, and for subscribers in their inbox. */
  readonly caller?: Caller | GuestCaller;
  /** Of requests with an API key: limits that the environment has instead of those of the settings. */
  readonly rateLimits?: EnvironmentRateLimits;
}

/** An environment of which only the id is needed, as in most queries. */
export type InEnvironment = Pick<EnvironmentRef, 'id'>;

/** Whether what a response shows may contain what needs this permission. True in work that nobody's request began. */
export function mayIn({ id, caller }: Pick<EnvironmentRef, 'id' | 'caller'>, permission: Permission): boolean {
  return caller === undefined || caller.may(permission, id);
}

/**
 * A request that has passed the guard. It has no caller when its route is public, and no environment when it is about
 * the organization.
 */
export type AuthenticatedRequest = FastifyRequest & { caller?: Caller | GuestCaller; environment?: EnvironmentRef };

/** The environment of the request: that of its API key, or the one that a person has chosen. */
export const CurrentEnvironment = createParamDecorator((_data: unknown, context: ExecutionContext): EnvironmentRef => {
  const { environment } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (!environment) throw new Error('This route is public and has no environment');
  return environment;
});

/** Who sends the request; not for operations that are open to guests. */
export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (!caller || caller.kind === 'guest') throw new Error('This route is public or open to guests: it has no caller');
  return caller;
});

/** The person who sends the request; only for operations that require `self` or a permission that keys never have. */
export const CurrentPerson = createParamDecorator((_data: unknown, context: ExecutionContext): PersonCaller => {
  const { caller } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (caller?.kind !== 'person') throw new Error('This route is not only for people');
  return caller;
});
