import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { isDuplicateKey } from '../../platform/persistence/store-errors.js';
import type { Environment } from '../../auth/environment.schema.js';
import { EnvironmentDeletion } from './environment-deletion.schema.js';

/** Seconds until a mark that nobody has confirmed is withdrawn. */
const CONFIRMED_WITHIN = 60;
/** Seconds for which a process has a pass to itself; longer ones may be joined by another, which does no harm. */
const LEASE = 300;
/** The wait between passes doubles from `SWEEP_AFTER_SECONDS` on, this often at most. */
const DOUBLINGS = 16;

/** The mark of an environment that can be put back. */
export type KeptDeletion = EnvironmentDeletion & Required<Pick<EnvironmentDeletion, 'kept' | 'keptUntil'>>;

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

  /**
   * Makes the first pass due; of an environment that is kept, when it has been kept for `ENVIRONMENT_RESTORE_HOURS`. False
   * when the mark was withdrawn meanwhile.
   */
  async confirm({ _id }: Environment, kept?: Environment): Promise<boolean> {
    const keptUntil = kept && this.inSeconds(this.config.environmentRestoreHours * 3600);
    const $set = { confirmed: true, dueAt: this.clock.now(), ...(kept && { kept, keptUntil }) };
    return (await this.marks.updateOne({ _id, confirmed: false }, { $set })).matchedCount === 1;
  }

  /** Waits until an environment that is closed has been kept long enough. Returns when that is; undefined when it is not kept. */
  async hold(_id: Types.ObjectId): Promise<Date | undefined> {
    const mark = await this.marks.findOne({ _id, kept: { $exists: true } }).lean();
    if (!mark?.keptUntil) return undefined;
    await this.marks.updateOne({ _id, restoring: { $exists: false } }, { $set: { dueAt: mark.keptUntil } });
    return mark.keptUntil;
  }

  /** Takes away what would be put back. False when it is being put back at this moment, and nothing may be removed. */
  async giveUp(_id: Types.ObjectId): Promise<boolean> {
    const { matchedCount } = await this.marks.updateOne(
      { _id, restoring: { $exists: false } },
      { $unset: { kept: '', keptUntil: '' } },
    );
    return matchedCount === 1;
  }

  /** The environments of an organization that can be restored, longest deleted first. */
  async findKept(organizationId: Types.ObjectId): Promise<KeptDeletion[]> {
    const filter = { organizationId, kept: { $exists: true }, keptUntil: { $gt: this.clock.now() } };
    return (await this.marks.find(filter).sort({ requestedAt: 1 }).lean()) as KeptDeletion[];
  }

  /** Begins to put an environment back; from now on nothing of it is removed. Undefined when it is too late. */
  async beginRestore(_id: Types.ObjectId): Promise<KeptDeletion | undefined> {
    const begun = await this.marks
      .findOneAndUpdate(
        { _id, kept: { $exists: true }, keptUntil: { $gt: this.clock.now() } },
        { $set: { restoring: true, dueAt: this.inSeconds(CONFIRMED_WITHIN) } },
        { returnDocument: 'after' },
      )
      .lean();
    return (begun as KeptDeletion | null) ?? undefined;
  }

  /** The environment is back, and nothing is left to do. */
  async endRestore(_id: Types.ObjectId): Promise<void> {
    await this.marks.deleteOne({ _id, restoring: true });
  }

  /** It could not be put back, and is kept as before. */
  async cancelRestore({ _id, keptUntil }: KeptDeletion): Promise<void> {
    await this.marks.updateOne({ _id, restoring: true }, { $unset: { restoring: '' }, $set: { dueAt: keptUntil } });
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
