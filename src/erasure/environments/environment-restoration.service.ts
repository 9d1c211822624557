import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { parseReference } from '../../platform/ids.js';
import { Clock } from '../../platform/clock.js';
import { Event } from '../../events/store/event.schema.js';
import { Logger } from '../../platform/logging/logger.js';
import { isDuplicateKey } from '../../platform/persistence/writes.js';
import { Environment } from '../../auth/environment.schema.js';
import { type EnvironmentRef, mayIn } from '../../auth/environment-ref.js';
import { assertMayIn } from '../../auth/may-write.js';
import { noteWritten } from '../../auth/operation-audit.js';
import { EnvironmentDeletions, type KeptDeletion } from './environment-deletions.service.js';

/** Restores protected environments that were deleted, as long as their data exists. */
@Injectable()
export class EnvironmentRestoration {
  constructor(
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    @InjectModel(Event.name) private readonly events: Model<Event>,
    private readonly deletions: EnvironmentDeletions,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Environments of the organization that can be restored, longest deleted first; for a person, those with a role in it. */
  async list({ organizationId, caller }: EnvironmentRef): Promise<KeptDeletion[]> {
    const kept = await this.deletions.findKept(organizationId);
    return kept.filter(({ _id }) => mayIn({ id: _id, caller }, 'environments:read'));
  }

  /**
   * Restores an environment as it was, including its API keys; work that was waiting continues. Throws 403 for a
   * person whose role there may not change it, 404 when there is nothing to restore, 409 when another environment has its name or identifier by now.
   */
  async restore(caller: EnvironmentRef, reference: string): Promise<Environment> {
    const parsed = parseReference(reference);
    const found = (await this.list(caller)).find(
      ({ _id, kept }) => kept.identifier === reference || ('id' in parsed && _id.equals(parsed.id)),
    );
    if (found) {
      assertMayIn(caller, found.kept, 'environments:write');
      noteWritten(found._id);
    }
    const mark = found && (await this.deletions.beginRestore(found._id));
    if (!mark) throw new NotFoundException(`There is no deleted environment '${reference}' that can be restored`);
    if (await this.putBack(mark)) return mark.kept;
    const { name, identifier } = mark.kept;
    throw new ConflictException(
      `Another environment has the name '${name}' or the identifier '${identifier}' by now; change that one first`,
    );
  }

  /** Finishes a restoration that another process started before it died. */
  async finish(mark: KeptDeletion): Promise<void> {
    if (!(await this.putBack(mark)))
      this.logger.warn({ environmentId: mark._id }, 'A deleted environment could not be restored');
  }

  /** Returns false when the name or identifier is taken; then the environment stays deleted. */
  private async putBack(mark: KeptDeletion): Promise<boolean> {
    const { _id, kept } = mark;
    try {
      await this.environments.collection.insertOne(kept);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // Of two concurrent restorations, or two before and after a crash, the second finds the document there.
      if ((await this.environments.exists({ _id })) === null) {
        await this.deletions.cancelRestore(mark);
        return false;
      }
    }
    await this.events.updateMany({ environmentId: _id, sweepAt: { $exists: true } }, { sweepAt: this.clock.now() });
    await this.deletions.endRestore(_id);
    this.logger.info({ environmentId: _id }, 'Deleted environment restored');
    return true;
  }
}
