import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { map, type Observable } from 'rxjs';
import { BARE } from './decorators.js';

/** Wraps every result as `{ data: result }`, except where {@link Bare} stands on the handler. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (this.reflector.getAllAndOverride<boolean>(BARE, [context.getHandler(), context.getClass()])) {
      return next.handle();
    }
    return next.handle().pipe(map((result: unknown) => (result === undefined ? undefined : { data: result })));
  }
}
