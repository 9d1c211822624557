import { setTimeout as wait } from 'node:timers/promises';

/** Bytes after which the work on a large request pauses. */
const STRETCH = 262_144;
/** Milliseconds of each pause. */
const PAUSE = 5;

/**
 * Pauses in the work on a large request. Without them it would occupy this process, the store and the client's machine for
 * some hundred milliseconds in a row, and a request of another client would wait for its turn at each of its many steps.
 */
export class Pace {
  private worked = 0;

  /** Undefined: continue immediately. Otherwise resolves when the work may go on. */
  after(bytes: number): Promise<void> | undefined {
    this.worked += bytes;
    if (this.worked < STRETCH) return undefined;
    this.worked = 0;
    return wait(PAUSE);
  }
}
