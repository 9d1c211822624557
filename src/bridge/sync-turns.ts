import { randomUUID } from 'node:crypto';
import { ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Environment } from '../auth/environment.schema.js';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { Clock, later } from '../platform/clock.js';
import { pollUntil } from '../platform/deadline.js';

/** Seconds that a sync waits for another one of its environment, and after which one counts as ended. */
const WAIT_SECONDS = 30;
const LEASE_MS = 120_000;

/** Lets the syncs of an environment run one after the other, over all processes, so that what is stored is from one of them. */
@Injectable()
export class SyncTurns {
  constructor(
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    private readonly clock: Clock,
  ) {}

  /** Throws 409 when the sync before does not end. */
  async run<T>(environment: EnvironmentRef, sync: () => Promise<T>): Promise<T> {
    const claim = randomUUID();
    if (!(await pollUntil(WAIT_SECONDS, () => this.begin(environment, claim)))) {
      throw new ConflictException('Another sync of the environment is in progress');
    }
    try {
      return await sync();
    } finally {
      await this.end(environment, claim);
    }
  }

  /** Of concurrent requests, one gets true. */
  private async begin({ id: _id }: EnvironmentRef, claim: string): Promise<boolean> {
    const now = this.clock.now();
    const { modifiedCount } = await this.environments.updateOne(
      { _id, $or: [{ bridgeSync: { $exists: false } }, { 'bridgeSync.until': { $lte: now } }] },
      { $set: { bridgeSync: { claim, until: later(now, LEASE_MS) } } },
      { timestamps: false },
    );
    return modifiedCount === 1;
  }

  private async end({ id: _id }: EnvironmentRef, claim: string): Promise<void> {
    const ended = { $unset: { bridgeSync: '' } };
    await this.environments.updateOne({ _id, 'bridgeSync.claim': claim }, ended, { timestamps: false });
  }
}
