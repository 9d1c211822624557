import { type ExecutionContext, Injectable } from '@nestjs/common';
import { HttpAdapterHost, Reflector } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuthenticatedRequest } from '../auth/environment-ref.js';
import { OperationAudit, WrittenEnvironments } from '../auth/operation-audit.js';
import { isObject } from '../platform/values/is-object.js';
import { actorOf, AuditTrail, originOf } from './audit-trail.service.js';
import { type Audited, auditedAs } from './audited.js';
import { type Changes, changesBetween, fieldsOf } from './changes.js';
import { isOwnRead, namesOf, pathNames, readThing } from './own-reads.js';
import { Pseudonyms } from './pseudonyms.service.js';

/** Methods of changes to a thing that the path names. */
const OF_A_THING: readonly string[] = ['PUT', 'PATCH', 'DELETE'];

/** Actions after which what was done says more than what was asked for. */
const REPORTING: readonly string[] = ['publish'];

/** A request that is audited, while it is carried out. */
interface Attempt {
  readonly request: AuthenticatedRequest;
  readonly audited: Audited;
  /** The thing before the change, as its caller sees it. */
  readonly before?: unknown;
  readonly written: WrittenEnvironments;
}

/**
 * Writes an entry of the audit trail for each request that has changed something or shown a secret. Holds the response
 * back until the entry is stored.
 */
@Injectable()
export class AuditedRequests extends OperationAudit {
  constructor(
    private readonly trail: AuditTrail,
    private readonly pseudonyms: Pseudonyms,
    private readonly reflector: Reflector,
    private readonly adapter: HttpAdapterHost,
  ) {
    super();
  }

  carryOut(context: ExecutionContext, handle: () => Promise<unknown>): Promise<unknown> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const audited = auditedAs(context, request, this.reflector);
    return audited && !isOwnRead() ? this.carryOutAudited(request, audited, handle) : handle();
  }

  private async carryOutAudited(
    request: AuthenticatedRequest,
    audited: Audited,
    handle: () => Promise<unknown>,
  ): Promise<unknown> {
    const before = showsThing(request, audited) ? await readThing(this.fastify, request) : undefined;
    const written = new WrittenEnvironments();
    const result = await written.collect(handle);
    await this.record({ request, audited, before, written }, result);
    return result;
  }

  private async record(attempt: Attempt, result: unknown): Promise<void> {
    const { request, audited, written } = attempt;
    const { caller, environment, method } = request;
    if (!caller) return;
    if (audited.shownWith && !caller.may(audited.shownWith, environment?.id)) return;
    await this.trail.record({
      organizationId: caller.organizationId,
      environmentId: written.changed(environment?.id),
      kind: audited.kind,
      actor: actorOf(caller),
      origin: originOf(request),
      operation: audited.operation,
      method,
      route: request.routeOptions.url,
      resource: audited.resource,
      resourceIds: this.idsOf(attempt, result),
      changes: audited.kind === 'secret' ? undefined : await this.changesOf(attempt, result),
    });
  }

  private async changesOf({ request, audited, before }: Attempt, result: unknown): Promise<Changes> {
    const { method, routeOptions } = request;
    const { personal, action, resource } = audited;
    if (personal) return audited.showsReason ? reasonOf(request) : fieldsOf(request.body);
    if (REPORTING.includes(action)) return changesBetween(undefined, result, resource);
    if (before !== undefined) {
      const after = method === 'DELETE' ? undefined : await this.readAfter(request, before, result);
      return changesBetween(before, after, resource, request.body);
    }
    const isCreation = method === 'POST' && this.fastify.hasRoute({ method: 'GET', url: routeOptions.url ?? '' });
    return changesBetween(undefined, isCreation ? result : request.body, resource);
  }

  /** A response that has all that was there before shows the thing as it is now, and saves reading it again. */
  private async readAfter(request: AuthenticatedRequest, before: unknown, result: unknown): Promise<unknown> {
    const isWhole =
      isObject(before) && isObject(result) && Object.keys(before).every((name) => result[name] !== undefined);
    if (isWhole) return result;
    // Renamed things have another path.
    return (await readThing(this.fastify, request)) ?? result;
  }

  /** All names of the thing: those in the path first, then those in its representation. */
  private idsOf({ request, audited, before }: Attempt, result: unknown): string[] {
    const path = pathNames(request);
    const parameter = path.at(-1)?.name;
    const representations = [before, audited.kind === 'secret' ? undefined : result];
    const named = representations.flatMap((one) => namesOf(one, parameter, audited.resource));
    const [first] = path;
    const ids = [
      ...(path.length > 1 ? [path.map(({ value }) => value).join('/')] : []),
      ...(first ? [first.value] : []),
    ];
    if (!audited.personal) return [...ids, ...named];
    const values = path.map(({ name, value }) => (PLAIN_PARAMETERS.includes(name) ? value : this.pseudonyms.of(value)));
    return [...values.toReversed(), ...named.map((name) => this.pseudonyms.of(name))];
  }

  private get fastify(): FastifyInstance {
    return this.adapter.httpAdapter.getInstance<FastifyInstance>();
  }
}

/** Path parameters of operations about people that name no person. */
const PLAIN_PARAMETERS: readonly string[] = ['topicKey', 'providerId', 'actionType', 'suppressionId'];

/** The reason that somebody has given for a change, as the only field. */
function reasonOf({ body, query }: FastifyRequest): Changes {
  const [reason] = [query, body].flatMap((one) =>
    isObject(one) && typeof one.reason === 'string' ? [one.reason] : [],
  );
  return changesBetween(undefined, { reason }, 'subscribers');
}

function showsThing({ method }: FastifyRequest, { personal, action, kind }: Audited): boolean {
  return kind === 'change' && !personal && OF_A_THING.includes(method) && !REPORTING.includes(action);
}
