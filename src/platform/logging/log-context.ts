import { AsyncLocalStorage } from 'node:async_hooks';

/** The ids in every log line of one request or job. */
export interface LogContext {
  environmentId?: string;
  transactionId?: string;
  subscriberId?: string;
  runId?: string;
  traceId?: string;
}

const storage = new AsyncLocalStorage<LogContext>();

/** Runs `work` with a context of its own. */
export function withLogContext<T>(context: LogContext, work: () => T): T {
  return storage.run({ ...context }, work);
}

/** Adds ids to the context of the current request or job; does nothing outside of one. */
export function addToLogContext(ids: LogContext): void {
  const context = storage.getStore();
  if (context) Object.assign(context, ids);
}

export function currentLogContext(): LogContext {
  return storage.getStore() ?? {};
}
