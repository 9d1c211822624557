import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';

/**
 * Lets the requests of this process that want the primary mark of a channel try one after the other. The unique index
 * decides, also between processes; turns only keep requests from waiting for each other inside of the store, which some
 * servers take for a deadlock.
 */
@Injectable()
export class PrimaryTurns {
  /** What was last begun, by environment and channel. */
  private readonly last = new Map<string, Promise<unknown>>();

  async take<T>(environmentId: Types.ObjectId, channel: string | undefined, work: () => Promise<T>): Promise<T> {
    const key = `${environmentId.toHexString()} ${channel}`;
    const before = this.last.get(key) ?? Promise.resolve();
    // Whether the one before succeeded is its own affair.
    const turn = before.then(work, work);
    this.last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.last.get(key) === turn) this.last.delete(key);
    }
  }
}
