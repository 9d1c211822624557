import type { HttpResponse } from './http-exchange.js';

/** Whether the status alone is one of success. */
export function isSuccess({ status }: Pick<HttpResponse, 'status'>): boolean {
  return status >= 200 && status <= 299;
}
