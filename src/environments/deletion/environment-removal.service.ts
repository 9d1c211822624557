import { BadRequestException, ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { EnvironmentVariablesService } from '../../environment-variables/environment-variables.service.js';
import { Logger } from '../../logging/logger.js';
import { Announcements } from '../../queue/announcements/announcements.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { EnvironmentLookup } from '../environment-lookup.service.js';
import { Environment } from '../environment.schema.js';
import type { EnvironmentRef } from '../environment-ref.js';
import { EnvironmentsService } from '../environments.service.js';
import { EnvironmentData } from './environment-data.service.js';
import type { EnvironmentDeletion } from './environment-deletion.schema.js';
import { EnvironmentDeletions } from './environment-deletions.service.js';

/**
 * Deletes environments: first what lets anybody in, then, in as many passes as it takes, what they hold. A mark tells
 * that there is more to do, so that a process may die anywhere.
 */
@Injectable()
export class EnvironmentRemoval {
  constructor(
    @InjectModel(Environment.name) private readonly model: Model<Environment>,
    private readonly environments: EnvironmentsService,
    private readonly deletions: EnvironmentDeletions,
    private readonly data: EnvironmentData,
    private readonly variables: EnvironmentVariablesService,
    private readonly apiKeys: ApiKeysService,
    private readonly lookup: EnvironmentLookup,
    private readonly announcements: Announcements,
    private readonly logger: Logger,
  ) {}

  /**
   * Deletes an environment of the caller's organization: when this returns, its keys are worth nothing in this process
   * and nobody finds it. Throws 404; 400 for the last one; 409 when somebody else is deleting it at this moment.
   */
  async delete(caller: EnvironmentRef, reference: string): Promise<void> {
    const environment = await this.environments.findOrFail(caller, reference);
    const beingDeleted = new ConflictException(`Environment '${reference}' is being deleted`);
    if (!(await this.deletions.announce(environment))) throw beingDeleted;
    // Everybody announces first and looks then: of several who delete the last ones at once, none is let through twice.
    if (!(await this.isAnotherLeft(environment))) {
      await this.deletions.withdraw(environment._id);
      throw new BadRequestException('The last environment of an organization cannot be deleted');
    }
    if (!(await this.deletions.confirm(environment._id))) throw beingDeleted;
    await this.close(environment._id);
    this.logger.info({ environmentId: environment._id.toHexString() }, 'Environment deleted; its data follows');
  }

  /** Makes the passes that are due. When `stop` is aborted it throws, and somebody else makes them later. */
  async continueDue(stop: AbortSignal): Promise<void> {
    for (let mark = await this.deletions.claimDue(); mark; mark = await this.deletions.claimDue()) {
      if (mark.confirmed) await this.pass(mark, stop);
      else await this.deletions.withdraw(mark._id);
    }
  }

  private async pass(mark: EnvironmentDeletion, stop: AbortSignal): Promise<void> {
    await this.close(mark._id);
    const removed = await this.data.remove(mark._id, stop);
    await this.variables.removeValues({ id: mark._id, organizationId: mark.organizationId });
    await this.model.updateMany({ parentId: mark._id }, { $unset: { parentId: '' } });
    const finished = await this.deletions.notePass(mark, removed);
    const line = { environmentId: mark._id.toHexString(), documents: removed };
    if (removed > 0) this.logger.info(line, 'Data of a deleted environment removed');
    if (finished) this.logger.info(line, 'Nothing is left of a deleted environment');
  }

  private async isAnotherLeft({ organizationId }: Environment): Promise<boolean> {
    const marked = await this.deletions.findMarked(organizationId);
    return (await this.model.exists({ organizationId, _id: { $nin: marked } })) !== null;
  }

  /** Takes the environment itself away, and with it its keys and the sessions of its subscribers. */
  private async close(_id: Types.ObjectId): Promise<void> {
    const environment = await this.model.findOneAndDelete({ _id }).lean();
    this.apiKeys.forget(environment?.apiKeys ?? []);
    this.lookup.forget(_id);
    this.announcements.announce({ environmentId: _id.toHexString(), gone: 'all' });
  }
}
