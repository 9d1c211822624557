import { createContext, Script } from 'node:vm';

/** The work did not end in time and was stopped. */
export class OutOfTimeError extends Error {
  override readonly name = 'OutOfTimeError';
}

// The context is only a place to put the work to be watched: nothing of it is isolated from the rest.
const place: { work?: () => unknown } = createContext({});
const script = new Script('work()');

/**
 * Runs synchronous work for at most `milliseconds`; longer work is stopped wherever it is, inside a regular
 * expression, too. Costs about a tenth of a millisecond. Throws {@link OutOfTimeError}.
 */
export function withinTime<T>(milliseconds: number, work: () => T): T {
  try {
    place.work = work;
    return script.runInContext(place, { timeout: milliseconds }) as T;
  } catch (error) {
    if (isTimeout(error)) throw new OutOfTimeError(`takes more than ${milliseconds} ms`);
    throw error;
  } finally {
    delete place.work;
  }
}

function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
