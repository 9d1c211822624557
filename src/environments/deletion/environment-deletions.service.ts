import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Clock } from '../../common/clock.js';
import { Config } from '../../config/config.js';
import { isDuplicateKey } from '../../persistence/store-errors.js';
import type { Environment } from '../environment.schema.js';
import { EnvironmentDeletion } from './environment-deletion.schema.js';

/** Seconds until a mark that nobody has confirmed is withdrawn. */
const CONFIRMED_WITHIN = 60;
/** Seconds for which a process has a pass to itself; longer ones may be joined by another, which does no harm. */
const LEASE = 300;
/** The wait between passes doubles from `SWEEP_AFTER_SECONDS` on, this often at most. */
const DOUBLINGS = 16;

/** The marks of environments that are being deleted. Each step is one guarded write. */
@Injectable()
export class EnvironmentDeletions {
  constructor(
    @InjectModel(EnvironmentDeletion.name) private readonly marks: Model<EnvironmentDeletion>,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Marks the environment, unconfirmed. False when it is marked already. */
  async announce({ _id, organizationId }: Pick<Environment, '_id' | 'organizationId'>): Promise<boolean> {
    const dueAt = this.inSeconds(CONFIRMED_WITHIN);
    try {
      const requestedAt = this.clock.now();
      await this.marks.create({ _id, organizationId, confirmed: false, requestedAt, dueAt, passes: 0 });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Makes the first pass due. False when the mark was withdrawn meanwhile. */
  async confirm(_id: Types.ObjectId): Promise<boolean> {
    const $set = { confirmed: true, dueAt: this.clock.now() };
    return (await this.marks.updateOne({ _id, confirmed: false }, { $set })).matchedCount === 1;
  }

  /** Takes a mark back that is not confirmed. */
  async withdraw(_id: Types.ObjectId): Promise<void> {
    await this.marks.deleteOne({ _id, confirmed: false });
  }

  /** The marked environments of an organization, confirmed or not. */
  async findMarked(organizationId: Types.ObjectId): Promise<Types.ObjectId[]> {
    const marks = await this.marks.find({ organizationId }, { _id: 1 }).lean();
    return marks.map(({ _id }) => _id);
  }

  /** A mark that is due, longest overdue first. Nobody else gets it within the lease. */
  async claimDue(): Promise<EnvironmentDeletion | undefined> {
    const claimed = await this.marks
      .findOneAndUpdate(
        { dueAt: { $lte: this.clock.now() } },
        { $set: { dueAt: this.inSeconds(LEASE) } },
        { sort: { dueAt: 1 }, returnDocument: 'after' },
      )
      .lean();
    return claimed ?? undefined;
  }

  /**
   * Notes a pass. The mark goes when the pass has found nothing so long after the request that nobody can be at work
   * in the environment any more; until then there is another pass. True when it has gone.
   */
  async notePass({ _id, requestedAt, passes }: EnvironmentDeletion, removed: number): Promise<boolean> {
    const { environmentPurgeSeconds, sweepAfterSeconds } = this.config;
    const age = this.clock.now().getTime() - requestedAt.getTime();
    if (removed === 0 && age >= environmentPurgeSeconds * 1000) {
      await this.marks.deleteOne({ _id });
      return true;
    }
    const wait = Math.min(environmentPurgeSeconds, sweepAfterSeconds * 2 ** Math.min(passes, DOUBLINGS));
    await this.marks.updateOne({ _id }, { $set: { dueAt: this.inSeconds(wait) }, $inc: { passes: 1 } });
    return false;
  }

  private inSeconds(seconds: number): Date {
    return new Date(this.clock.now().getTime() + seconds * 1000);
  }
}
