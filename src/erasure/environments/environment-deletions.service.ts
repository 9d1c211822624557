import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Clock, later } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { isDuplicateKey } from '../../platform/persistence/writes.js';
import type { Environment } from '../../auth/environment.schema.js';
import { EnvironmentDeletion } from './environment-deletion.schema.js';

/** Seconds until an unconfirmed mark is withdrawn. */
const CONFIRMED_WITHIN = 60;
/** Seconds for which one process has a pass to itself. During a longer pass another may start, which does no harm. */
const LEASE = 300;
/** The wait between passes starts at `SWEEP_AFTER_SECONDS` and doubles at most this many times. */
const DOUBLINGS = 16;

/** The mark of an environment that can be restored. */
export type KeptDeletion = EnvironmentDeletion & Required<Pick<EnvironmentDeletion, 'kept' | 'keptUntil'>>;

/** The marks of environments that are being deleted. Each state change is one guarded write. */
@Injectable()
export class EnvironmentDeletions {
  constructor(
    @InjectModel(EnvironmentDeletion.name) private readonly marks: Model<EnvironmentDeletion>,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Creates an unconfirmed mark. Returns false when the environment is already marked. */
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
   * Makes the first pass due now. `kept`: the environment to keep for `ENVIRONMENT_RESTORE_HOURS`. Returns false when the
   * mark was withdrawn in the meantime.
   */
  async confirm({ _id }: Environment, kept?: Environment): Promise<boolean> {
    const keptUntil = kept && this.inSeconds(this.config.environmentRestoreHours * 3600);
    const $set = { confirmed: true, dueAt: this.clock.now(), ...(kept && { kept, keptUntil }) };
    return (await this.marks.updateOne({ _id, confirmed: false }, { $set })).matchedCount === 1;
  }

  /** Postpones the first pass until the end of the restore period, and returns that time; undefined when it is not kept. */
  async hold(_id: Types.ObjectId): Promise<Date | undefined> {
    const mark = await this.marks.findOne({ _id, kept: { $exists: true } }).lean();
    if (!mark?.keptUntil) return undefined;
    await this.marks.updateOne({ _id, restoring: { $exists: false } }, { $set: { dueAt: mark.keptUntil } });
    return mark.keptUntil;
  }

  /** Ends the restore period. Returns false while the environment is being restored: then nothing may be removed. */
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

  /** Starts a restoration; from now on nothing of the environment is removed. Undefined when it is too late. */
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

  /** Deletes the mark of an environment that was restored. */
  async endRestore(_id: Types.ObjectId): Promise<void> {
    await this.marks.deleteOne({ _id, restoring: true });
  }

  /** The environment could not be restored, and is kept as before. */
  async cancelRestore({ _id, keptUntil }: KeptDeletion): Promise<void> {
    await this.marks.updateOne({ _id, restoring: true }, { $unset: { restoring: '' }, $set: { dueAt: keptUntil } });
  }

  /** Deletes an unconfirmed mark. */
  async withdraw(_id: Types.ObjectId): Promise<void> {
    await this.marks.deleteOne({ _id, confirmed: false });
  }

  /** The marked environments of an organization, confirmed or not. */
  async findMarked(organizationId: Types.ObjectId): Promise<Types.ObjectId[]> {
    const marks = await this.marks.find({ organizationId }, { _id: 1 }).lean();
    return marks.map(({ _id }) => _id);
  }

  /** Returns the mark that is overdue longest. No other process gets it within the lease. */
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
   * Records a pass. Deletes the mark when the pass found nothing, and the request is so old that no process can still
   * work for the environment. Returns whether it did. Until then there is another pass.
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
    return later(this.clock.now(), seconds * 1000);
  }
}
