import type { Steps } from '../storage/commit-queue.js';

/** Documents that are produced as they are asked for: what a cursor holds. */
export interface DocumentStream {
  /** The next document, or undefined at the end. May yield before it has one. */
  next(): Steps<Buffer | undefined>;
  /** Lets go of everything held in the storage; `next` goes on from here. */
  pause(): void;
}

/** A stream over documents that are there already. */
export class ListStream implements DocumentStream {
  private position = 0;

  constructor(private readonly documents: readonly Buffer[]) {}

  // oxlint-disable-next-line require-yield -- nothing to wait for
  *next(): Steps<Buffer | undefined> {
    return this.documents[this.position++];
  }

  pause(): void {}
}
