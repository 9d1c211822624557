import { FairQueue } from './fair-queue.js';

/** Milliseconds of work in one turn of the event loop. */
const SLICE = 5;
/**
 * Turns of the event loop that belong to others before the next slice, unless they take longer than a slice. Node accepts
 * one connection in each, so that with one alone whoever opens a connection would wait for as many slices as others have
 * opened before.
 */
const TURNS_BETWEEN = 16;

/**
 * Spreads work over turns of the event loop. Whoever has many pieces of it asks before each: as long as the present turn
 * has time, the answer is at once; then it comes in a later turn, and requests, timers and answers of the store get theirs
 * in between. Owners share the turns fairly: what an owner does from its turn until it waits for something or another
 * begins is charged to it. The clock decides only when something is done, never what comes of it.
 */
export class LoopScheduler {
  private readonly waiting = new FairQueue<() => void>();
  /** When the first piece of the present turn began. */
  private begun?: number;
  private scheduled = false;
  /** The piece that is being worked on. */
  private piece?: { readonly owner: string; readonly begun: number };

  /** Undefined: begin at once, without waiting for anything. Otherwise resolves when it is the owner's turn. */
  next(owner: string): Promise<void> | undefined {
    this.endPiece();
    this.begun ??= this.beginTurn();
    if (this.waiting.size === 0 && this.hasTime(this.begun)) {
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

  /** It ends when nothing more follows from it without waiting; then another may begin in what is left of the slice. */
  private beginPiece(owner: string): void {
    this.endPiece();
    const piece = { owner, begun: performance.now() };
    this.piece = piece;
    queueMicrotask(() =>
      process.nextTick(() => {
        if (this.piece !== piece) return;
        this.endPiece();
        if (this.begun !== undefined && this.hasTime(this.begun)) this.waiting.take()?.();
      }),
    );
  }

  private endPiece(): void {
    if (this.piece) this.waiting.charge(this.piece.owner, performance.now() - this.piece.begun);
    this.piece = undefined;
  }

  private hasTime(begun: number): boolean {
    return performance.now() - begun <= SLICE;
  }

  private beginTurn(): number {
    this.schedule();
    return performance.now();
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => this.letOthersGo(TURNS_BETWEEN, performance.now() + SLICE));
  }

  private letOthersGo(turns: number, until: number): void {
    if (this.waiting.size > 0 && turns > 1 && performance.now() < until) {
      setImmediate(() => this.letOthersGo(turns - 1, until));
      return;
    }
    this.scheduled = false;
    this.begun = this.waiting.size > 0 ? this.beginTurn() : undefined;
    this.waiting.take()?.();
  }
}
