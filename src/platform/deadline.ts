/** Resolves like `work`, or rejects when it takes longer than `milliseconds`. */
export async function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No response within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A deadline has passed. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** A signal that aborts when work takes too long, or is no longer wanted. */
export interface Deadline {
  /** Aborts with a {@link TimeoutError} when the time is over, or with the reason of the given signal. */
  readonly signal: AbortSignal;
  /**
   * To be called when the work has finished, so that neither the timer nor the listener on a longer-lived signal
   * remains.
   */
  end: () => void;
}

/** A time limit in milliseconds, which `given` can cut short. */
export function deadline(timeoutMs: number, given?: AbortSignal): Deadline {
  const controller = new AbortController();
  const late = () => controller.abort(new TimeoutError(`no response within ${timeoutMs} ms`));
  const timer = setTimeout(late, timeoutMs);
  const forward = () => controller.abort(given?.reason);
  if (given?.aborted) forward();
  else given?.addEventListener('abort', forward, { once: true });
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer);
      given?.removeEventListener('abort', forward);
    },
  };
}

/**
 * Resolves like `work`, or rejects with the reason of the signal as soon as that aborts, for work that does not listen
 * to it throughout. The result of `work` is then ignored.
 */
export function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** The signal of work that is wanted whatever happens. */
export const NEVER: AbortSignal = new AbortController().signal;
