import type { HttpAnswer } from './http-exchange.js';

/** Whether the status alone is one of success. */
export function isSuccess({ status }: Pick<HttpAnswer, 'status'>): boolean {
  return status >= 200 && status <= 299;
}
