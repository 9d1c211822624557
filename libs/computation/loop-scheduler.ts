import { FairQueue } from './fair-queue.js';

/** Milliseconds of work in one turn of the event loop. */
const SLICE = 5;
/**
 * Turns of the event loop left to other work before the next slice, unless they take longer than a slice. Node accepts
 * one connection per turn: with a single turn between slices, a new connection would wait one slice for each connection
 * opened before it.
 */
const TURNS_BETWEEN = 16;

/**
 * Spreads work over turns of the event loop. A caller with many pieces of work calls `next` before each. It continues
 * immediately while the current turn has time left. Otherwise it waits for a later turn, so that requests, timers and
 * responses of the store come in between. Owners share the turns fairly: the time from an owner's turn until it waits for
 * something, or until another piece begins, is charged to it. The clock decides only when work is done, never its result.
 */
export class LoopScheduler {
  private readonly waiting = new FairQueue<() => void>();
  /** When the first piece of the current turn began. */
  private startedAt?: number;
  private scheduled = false;
  /** The piece in progress. */
  private piece?: { readonly owner: string; readonly startedAt: number };

  /**
   * Returns undefined when the caller may begin immediately, otherwise a promise that resolves when it is the owner's
   * turn.
   */
  next(owner: string): Promise<void> | undefined {
    this.endPiece();
    this.startedAt ??= this.beginTurn();
    if (this.waiting.size === 0 && this.hasTime(this.startedAt)) {
      this.beginPiece(owner);
      return undefined;
    }
    return new Promise((resolve) => {
      this.waiting.add(owner, () => {
        this.beginPiece(owner);
        resolve();
      });
      this.schedule();
    });
  }

  /** Whether work waits for a later turn. */
  get isBusy(): boolean {
    return this.waiting.size > 0;
  }

  /** A piece ends when it has no more microtasks to run; then another may begin in the rest of the slice. */
  private beginPiece(owner: string): void {
    this.endPiece();
    const piece = { owner, startedAt: performance.now() };
    this.piece = piece;
    queueMicrotask(() =>
      process.nextTick(() => {
        if (this.piece !== piece) return;
        this.endPiece();
        if (this.startedAt !== undefined && this.hasTime(this.startedAt)) this.waiting.take()?.();
      }),
    );
  }

  private endPiece(): void {
    if (this.piece) this.waiting.charge(this.piece.owner, performance.now() - this.piece.startedAt);
    this.piece = undefined;
  }

  private hasTime(startedAt: number): boolean {
    return performance.now() - startedAt <= SLICE;
  }

  private beginTurn(): number {
    this.schedule();
    return performance.now();
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => this.yieldTurns(TURNS_BETWEEN, performance.now() + SLICE));
  }

  private yieldTurns(turns: number, until: number): void {
    if (this.waiting.size > 0 && turns > 1 && performance.now() < until) {
      setImmediate(() => this.yieldTurns(turns - 1, until));
      return;
    }
    this.scheduled = false;
    this.startedAt = this.waiting.size > 0 ? this.beginTurn() : undefined;
    this.waiting.take()?.();
  }
}
