import type { ExecutionContext, INestApplication, NestInterceptor } from '@nestjs/common';
import { InterceptorsConsumer } from '@nestjs/core/interceptors/interceptors-consumer.js';

// This patches Nest, which runs interceptors as observables, with subscriptions, an asynchronous resource and a listener on
// the socket for each request: an eighth of the processor time that accepting a trigger takes. All handlers return promises,
// so an interceptor here simply awaits the next one.

/** Runs the rest of the request, and resolves with its result. */
export type Handle = () => Promise<unknown>;

/** What happens to a request between its guards and its handler, and to the result. */
export interface Interceptor {
  intercept(context: ExecutionContext, handle: Handle): Promise<unknown>;
}

InterceptorsConsumer.prototype.intercept = async function (interceptors, args, instance, callback, next, type) {
  if (interceptors.length === 0) return next();
  const context = this.createContext(args, instance, callback);
  context.setType<string>(type ?? 'http');
  const all = interceptors as unknown as Interceptor[];
  return all.reduceRight<Handle>((handle, one) => () => one.intercept(context, handle), next)();
};

/** Has all requests pass the interceptor. */
export function interceptRequests(app: INestApplication, interceptor: Interceptor): void {
  app.useGlobalInterceptors(interceptor as unknown as NestInterceptor);
}
