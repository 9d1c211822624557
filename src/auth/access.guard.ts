import {
  applyDecorators,
  BadRequestException,
  type CanActivate,
  type ExecutionContext,
  ForbiddenException,
  HttpException,
  Injectable,
  NotFoundException,
  RequestMethod,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unauthorized } from '../platform/http/admission.js';
import { type Credentials, factsOf, factsOfHandler, RouteFact } from '../platform/http/route-facts.js';
import { nameInLog } from '../platform/logging/request-ids.js';
import { METHOD_METADATA } from '../platform/patches/nestjs.js';
import { ApiKeys, missingKeyHint, readApiKey, unknownKeyHint } from './api-keys.service.js';
import { type Caller, type GuestCaller, PersonCaller } from './caller.js';
import { EnvironmentChoice } from './environment-choice.service.js';
import type { AuthenticatedRequest, EnvironmentRef } from './environment-ref.js';
import { Guests } from './guests/guests.service.js';
import { assertSentByOwnPage } from './people/own-pages.js';
import { PersonSessions, readSessionToken, type SessionToken } from './people/person-sessions.service.js';
import { keyLacks, roleLacks } from './may-write.js';
import { AuditInterceptor, changesSomething } from './operation-audit.js';
import { type LimitedCaller, RequestLimits } from './request-limits.js';
import { ORGANIZATION_WIDE, type Requirement, type Resource, rolesWith } from './permissions.js';

export const PUBLIC = 'carillon:public';

/** The OpenAPI builder reads this mark and removes it. */
export const PUBLIC_EXTENSION = 'x-public';

/** In the OpenAPI document: the permission that an operation requires. */
export const PERMISSION_EXTENSION = 'x-permission';

/** The route needs no API key, but may need other credentials. Where it needs none, bodies are small. */
export function Public(credentials: Exclude<Credentials, 'key'> = 'none'): MethodDecorator & ClassDecorator {
  return applyDecorators(SetMetadata(PUBLIC, true), ApiExtension(PUBLIC_EXTENSION, true), RouteFact({ credentials }));
}

/**
 * On a controller: its operations require the permission to read the resource when they are GET, else the permission to
 * write it.
 */
export function Access(resource: Resource): ClassDecorator {
  return (target) => {
    const prototype = target.prototype as object;
    for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      const handler = descriptor.value as object | undefined;
      const method = handler && (Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined);
      if (method === undefined) continue;
      const { requirement: own, credentials } = factsOfHandler(handler!);
      if (own !== undefined || credentials !== undefined) continue;
      const requirement = `${resource}:${method === RequestMethod.GET ? 'read' : 'write'}` as Requirement;
      Requires(requirement)(prototype, name, descriptor);
    }
  };
}

/** On an operation: the permission it requires; what `@Access` of its controller says does not apply to it then. */
export function Requires(requirement: Requirement): MethodDecorator {
  return applyDecorators(
    ApiExtension(PERMISSION_EXTENSION, requirement),
    RouteFact({ requirement }),
    ...(changesSomething(requirement) ? [UseInterceptors(AuditInterceptor)] : []),
  );
}

/**
 * Admits a request by its `Authorization: ApiKey <key>` header, by the session of a person or, where guests may use the
 * operation, by the cookie of pages. Stores on the request who sends it and for which environment. Refuses it unless
 * the key or the role of the person has the permission that the operation requires. A request with a body is admitted
 * before the body is read, others in the guard itself.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly keys: ApiKeys,
    private readonly sessions: PersonSessions,
    private readonly choice: EnvironmentChoice,
    private readonly guests: Guests,
    private readonly limits: RequestLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<AuthenticatedRequest>();
    // Most are, before their body was read: their operation is not looked up for nothing.
    if (request.caller) return true;
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC, [context.getHandler(), context.getClass()])) return true;
    await this.admit(request, http.getResponse<FastifyReply>());
    return true;
  }

  /**
   * Throws 401 or 403 unless the request may be carried out, 429 when it is above a limit. One that was admitted before is not
   * checked again.
   */
  async admit(request: AuthenticatedRequest, reply: FastifyReply): Promise<void> {
    if (request.caller) return;
    await this.check(request, true);
    const limited = limitedCallerOf(request);
    if (limited) await this.limits.count(request, reply, limited);
  }

  /**
   * Whether a request that was admitted, and whose response is still being sent, would be admitted now. It does not count as
   * use of the session. Throws when the store cannot be reached.
   */
  async isStillAdmitted(request: AuthenticatedRequest): Promise<boolean> {
    const again = Object.create(request, { caller: { value: undefined, writable: true } }) as AuthenticatedRequest;
    try {
      await this.check(again, false);
      return true;
    } catch (error) {
      if (error instanceof HttpException && error.getStatus() < 500) return false;
      throw error;
    }
  }

  private async check(request: AuthenticatedRequest, isUse: boolean): Promise<void> {
    const { requirement } = factsOf(request);
    // Such as OPTIONS: nothing is there for callers.
    if (requirement === undefined) throw new NotFoundException(`Cannot ${request.method} ${request.url}`);
    const key = readApiKey(request);
    const session = key === undefined ? readSessionToken(request) : undefined;
    const person = session && (await this.findPerson(request, session, isUse));
    if (person) return this.admitPerson(request, person, requirement as Requirement);
    const guest = isAnonymous(request, key) ? await this.guests.find(request) : undefined;
    if (guest) return this.admitGuest(request, guest, requirement as Requirement);
    if (session) throw sessionEnded(request, session);
    await this.admitKey(request, key, requirement as Requirement);
  }

  private async findPerson(
    request: AuthenticatedRequest,
    { token, fromCookie }: SessionToken,
    isUse: boolean,
  ): Promise<PersonCaller | undefined> {
    if (fromCookie) assertSentByOwnPage(request);
    const found = await this.sessions.find(token, isUse);
    return found && new PersonCaller(found.account, found.session._id);
  }

  private async admitGuest(request: AuthenticatedRequest, guest: GuestCaller, requirement: Requirement): Promise<void> {
    assertSentByOwnPage(request);
    const environment = await this.choice.of(request, guest);
    if (!environment) throw new BadRequestException(WHICH_ENVIRONMENT);
    assertMay(guest, requirement, environment);
    enter(request, guest, environment);
  }

  private async admitKey(
    request: AuthenticatedRequest,
    key: string | undefined,
    requirement: Requirement,
  ): Promise<void> {
    if (key === undefined) throw unauthorized('Unauthorized', missingKeyHint(request.headers.authorization));
    const environment = await this.keys.findEnvironment(key);
    if (!environment?.caller) throw unauthorized('API Key not found', unknownKeyHint(key));
    assertMay(environment.caller, requirement, environment);
    enter(request, environment.caller, environment);
  }

  private async admitPerson(
    request: AuthenticatedRequest,
    caller: PersonCaller,
    requirement: Requirement,
  ): Promise<void> {
    const isOrganizationWide = ORGANIZATION_WIDE.includes(requirement);
    // A caller without the permission learns nothing about environments.
    if (isOrganizationWide) assertMay(caller, requirement, undefined);
    const environment = OF_NO_ENVIRONMENT.includes(requirement) ? undefined : await this.choice.of(request, caller);
    if (!isOrganizationWide) {
      if (!environment) throw new BadRequestException(WHICH_ENVIRONMENT);
      assertMay(caller, requirement, environment);
    }
    enter(request, caller, environment);
  }
}

/**
 * Requests with keys count for their environment, those of people for each person. So a flood of requests does not keep
 * people from seeing it. Guests are at this machine.
 */
function limitedCallerOf({ caller, environment }: AuthenticatedRequest): LimitedCaller | undefined {
  if (caller?.kind === 'person') return { name: `person-${caller.id}` };
  if (caller?.kind === 'key' && environment)
    return { name: environment.id.toHexString(), limits: environment.rateLimits };
  return undefined;
}

/** Whatever environment such a request names, even one that is gone, means nothing. */
const OF_NO_ENVIRONMENT: readonly Requirement[] = ['self', 'audit:export'];

const WHICH_ENVIRONMENT = {
  message: 'The header Carillon-Environment is missing',
  error: 'Bad Request',
  hint: 'Send the id, the identifier or the name of the environment that is meant in the header `Carillon-Environment`. `GET /v1/session` lists those that the role of the person covers.',
};

/** Whether nothing but cookies says who sends a request. */
function isAnonymous({ headers }: FastifyRequest, key: string | undefined): boolean {
  return key === undefined && headers.authorization === undefined;
}

function sessionEnded({ headers }: FastifyRequest, { fromCookie }: SessionToken): HttpException {
  return unauthorized(fromCookie ? 'The session has ended' : 'Unauthorized', endedHint(headers));
}

function endedHint({ authorization }: FastifyRequest['headers']): string {
  const signIn = 'People sign in with `POST /v1/session`, and sign in again once their session has ended.';
  return authorization === undefined ? signIn : `${missingKeyHint(authorization)} ${signIn}`;
}

function assertMay(
  caller: Caller | GuestCaller,
  requirement: Requirement,
  environment: EnvironmentRef | undefined,
): void {
  const organizationWide = ORGANIZATION_WIDE.includes(requirement);
  const environmentId = organizationWide ? undefined : environment?.id;
  if (caller.may(requirement, environmentId)) return;
  if (caller.kind === 'person') throw roleLacks(caller, environmentId, requirement);
  if (!organizationWide || caller.kind === 'guest') throw keyLacks(caller, requirement);
  throw new ForbiddenException({
    message: `The API key has no permission '${requirement}'`,
    error: 'Forbidden',
    hint: `Keys do not have it, only people: ${rolesWith(requirement).join(', ')}. They sign in with \`POST /v1/session\`.`,
  });
}

function enter(
  request: AuthenticatedRequest,
  caller: Caller | GuestCaller,
  environment: EnvironmentRef | undefined,
): void {
  request.caller = caller;
  if (!environment) return;
  request.environment = environment;
  nameInLog(request, { environmentId: environment.id });
}
