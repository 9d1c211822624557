import { randomUUID } from 'node:crypto';
import { ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Environment } from '../../auth/environment.schema.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Clock, later } from '../../platform/clock.js';
import { KeyedSemaphore } from '../../platform/scheduling/keyed-semaphore.js';
import { pollUntil } from '../../platform/scheduling/poll-until.js';

/** Seconds that a sync waits for another one of its environment, and after which one counts as ended. */
const WAIT_SECONDS = 30;
const LEASE_MS = 120_000;
/** Syncs of an environment in this process: one that runs, and those that wait for it. */
const MAX_SYNCS = 10;

/** Lets the syncs of an environment run one after the other, over all processes, so that what is stored is from one of them. */
@Injectable()
export class SyncTurns {
  private readonly places = new KeyedSemaphore(MAX_SYNCS);

  constructor(
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws 409 when the sync before does not end, or enough others wait. Waits no longer than the signal allows; a sync that
   * has begun goes on.
   */
  async run<T>(environment: EnvironmentRef, signal: AbortSignal, sync: () => Promise<T>): Promise<T> {
    const leave = this.places.tryTake(environment.id);
    if (!leave) throw inProgress();
    try {
      return await this.runInTurn(environment, signal, sync);
    } finally {
      leave();
    }
  }

  private async runInTurn<T>(environment: EnvironmentRef, signal: AbortSignal, sync: () => Promise<T>): Promise<T> {
    const claim = randomUUID();
    if (!(await pollUntil(WAIT_SECONDS, () => this.begin(environment, claim), { signal }))) throw inProgress();
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

function inProgress(): ConflictException {
  return new ConflictException('Another sync of the environment is in progress');
}
