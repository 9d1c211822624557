import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Clock } from '../platform/clock.js';
import { Logger } from '../platform/logging/logger.js';
import { Environment } from './environment.schema.js';

const EVERY_MS = 600_000;
/** Keys whose time is remembered. Others rely on the `lastUsedAt` that was read with the key. */
const MAX_NOTED = 1000;

/**
 * Stores when each API key was last used, accurate to ten minutes. A process writes at most once in that time for a
 * key, and no request waits for the write.
 */
@Injectable()
export class KeyUses {
  /** By hash of the key: when its use was stored, in milliseconds. */
  private readonly noted = new Map<string, number>();

  constructor(
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Stores that a key is used now, unless a recent use is stored. `lastUsedAt`: as read with the key. */
  note(environmentId: Types.ObjectId, hash: string, lastUsedAt: Date | undefined): void {
    const now = this.clock.now();
    const last = Math.max(this.noted.get(hash) ?? 0, lastUsedAt?.getTime() ?? 0);
    if (now.getTime() - last < EVERY_MS) return;
    const [oldest] = this.noted.keys();
    if (this.noted.size >= MAX_NOTED && oldest !== undefined) this.noted.delete(oldest);
    this.noted.set(hash, now.getTime());
    void this.store(environmentId, hash, now);
  }

  private async store(_id: Types.ObjectId, hash: string, now: Date): Promise<void> {
    try {
      await this.environments.updateOne(
        { _id, 'apiKeys.hash': hash },
        { $max: { 'apiKeys.$.lastUsedAt': now } },
        { timestamps: false },
      );
    } catch (error) {
      this.logger.debug({ err: error }, 'The last use of an API key could not be stored');
    }
  }
}
