import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';

/** Carries out operations and records them. The audit trail above does it, and decides which are recorded. */
export abstract class OperationAudit {
  /** Returns what the handler of the request returns. */
  abstract carryOut(context: ExecutionContext, handle: () => Promise<unknown>): Promise<unknown>;
}

/**
 * Hands operations to {@link OperationAudit}. Only those have it that may be recorded: Nest runs interceptors as observables,
 * with a subscription and an asynchronous resource for each request.
 */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(private readonly audit: OperationAudit) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return from(this.audit.carryOut(context, () => lastValueFrom(next.handle(), { defaultValue: undefined })));
  }
}

/** Whether operations that require the permission change something. Triggers are activity, and not recorded. */
export function changesSomething(requirement: string): boolean {
  const [resource, action] = requirement.split(':');
  return resource !== 'events' && action !== 'read';
}
