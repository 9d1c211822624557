import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Types } from 'mongoose';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { AsyncContext } from '../platform/async-context.js';
import { IdMap } from '../platform/ids.js';

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

const written = new AsyncContext<IdMap<Types.ObjectId>>();

/** The environments to which a request writes, as far as it names them: without any it writes to its own alone. */
export class WrittenEnvironments {
  private readonly ids = new IdMap<Types.ObjectId>();

  /** Runs the request. */
  collect<T>(work: () => Promise<T>): Promise<T> {
    return written.run(this.ids, work);
  }

  /** What was changed; undefined when it was several, which concerns the organization. `own`: that of the request. */
  changed(own: Types.ObjectId | undefined): Types.ObjectId | undefined {
    if (this.ids.size > 1) return undefined;
    const [only] = this.ids.values();
    return only ?? own;
  }
}

/** Notes that the present request writes to an environment that it names; does nothing in work that no request began. */
export function noteWritten(id: Types.ObjectId): void {
  written.current?.set(id, id);
}
