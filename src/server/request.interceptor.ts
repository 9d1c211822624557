import type { CallHandler, ExecutionContext, INestApplicationContext, NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { catchError, map, type Observable } from 'rxjs';
import { AuditedRequests } from '../audit/audited-requests.service.js';
import { Config } from '../platform/config/config.js';
import { BareResponseException } from '../platform/errors/exceptions.js';
import { isBare } from '../platform/http/decorators.js';
import { officialClientFormat } from '../platform/http/official-client.js';
import { QueryNames } from '../platform/http/query.js';
import { IdempotencyKeys } from './idempotency/idempotency-keys.js';

/**
 * What happens to a request between its guards and its handler, and to the result. It is one interceptor, because Nest makes
 * an asynchronous resource, observables and promises for each: with five, accepting a trigger took 4 % more of the processor.
 */
export class RequestInterceptor implements NestInterceptor {
  private readonly config: Config;
  private readonly reflector: Reflector;
  private readonly queryNames: QueryNames;
  private readonly idempotency: IdempotencyKeys;
  private readonly audited: AuditedRequests;

  constructor(app: INestApplicationContext) {
    this.config = app.get(Config);
    this.reflector = app.get(Reflector);
    this.queryNames = new QueryNames(this.reflector);
    this.idempotency = app.get(IdempotencyKeys);
    this.audited = app.get(AuditedRequests);
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> | Promise<Observable<unknown>> {
    this.queryNames.check(context);
    const begun = this.idempotency.begin(context);
    return begun ? this.handleAfter(begun, context, next) : this.handle(context, next);
  }

  private async handleAfter(
    begun: Promise<void>,
    context: ExecutionContext,
    next: CallHandler,
  ): Promise<Observable<unknown>> {
    await begun;
    return this.handle(context, next);
  }

  /** Within the handling of idempotency keys, so that a repeated response leaves no second entry in the audit trail. */
  private handle(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = this.audited.carryOut(context, next).pipe(map((result) => this.enveloped(result, context)));
    const format = officialClientFormat(context, this.config, this.reflector);
    if (!format) return response;
    return response.pipe(
      map(format),
      catchError((error: unknown) => {
        if (!(error instanceof BareResponseException)) throw error;
        throw new BareResponseException(format(error.getResponse()) as object, error.getStatus());
      }),
    );
  }

  /** Most results are sent as `{ data: result }`. */
  private enveloped(result: unknown, context: ExecutionContext): unknown {
    return result === undefined || isBare(context, this.reflector) ? result : { data: result };
  }
}
