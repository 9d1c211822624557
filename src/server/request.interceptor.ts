import type { ExecutionContext, INestApplicationContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuditedRequests } from '../audit/audited-requests.service.js';
import { Config } from '../platform/config/config.js';
import { BareResponseException } from '../platform/errors/exceptions.js';
import { isBare } from '../platform/http/decorators.js';
import type { Handle, Interceptor } from '../platform/http/interceptor.js';
import { officialClientFormat } from '../platform/http/official-client.js';
import { QueryNames } from '../platform/http/query.js';
import { IdempotencyKeys } from './idempotency/idempotency-keys.js';

/** Checks the names in the query, handles the `Idempotency-Key`, and gives the result its form. */
export class RequestInterceptor implements Interceptor {
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

  async intercept(context: ExecutionContext, handle: Handle): Promise<unknown> {
    this.queryNames.check(context);
    await this.idempotency.begin(context);
    const format = officialClientFormat(context, this.config, this.reflector);
    if (!format) return this.handle(context, handle);
    try {
      return format(await this.handle(context, handle));
    } catch (error) {
      if (!(error instanceof BareResponseException)) throw error;
      throw new BareResponseException(format(error.getResponse()) as object, error.getStatus());
    }
  }

  /** Within the handling of idempotency keys, so that a repeated response leaves no second entry in the audit trail. */
  private async handle(context: ExecutionContext, handle: Handle): Promise<unknown> {
    return this.enveloped(await this.audited.carryOut(context, handle), context);
  }

  /** Most results are sent as `{ data: result }`. */
  private enveloped(result: unknown, context: ExecutionContext): unknown {
    return result === undefined || isBare(context, this.reflector) ? result : { data: result };
  }
}
