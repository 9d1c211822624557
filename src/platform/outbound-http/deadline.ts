/** The time is over. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** Tells when something is too late, or not wanted any more. */
export interface Deadline {
  /** Aborts with a {@link TimeoutError} when the time is over, or with the reason of the signal that was given. */
  readonly signal: AbortSignal;
  /** To be called when the work has ended, so that no timer and no listener at a longer lived signal stay behind. */
  end: () => void;
}

/** A time limit, in milliseconds, that a signal can cut short. */
export function deadline(timeoutMs: number, given?: AbortSignal): Deadline {
  const controller = new AbortController();
  const late = () => controller.abort(new TimeoutError(`no answer within ${timeoutMs} ms`));
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
