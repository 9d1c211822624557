import { BadRequestException, ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { EnvironmentVariablesService } from '../../env-variables/environment-variables.service.js';
import { Logger } from '../../platform/logging/logger.js';
import { INBOX_NOTICES } from '../../inbox/live/inbox-notices.js';
import { PubSub } from '../../platform/queue/pub-sub/pub-sub.js';
import { CredentialCaches } from '../../auth/credential-caches.service.js';
import { Environment } from '../../auth/environment.schema.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { EnvironmentsService } from '../../environments/environments.service.js';
import { assertMayWrite } from '../../auth/may-write.js';
import { EnvironmentData } from './environment-data.service.js';
import type { EnvironmentDeletion } from './environment-deletion.schema.js';
import { EnvironmentDeletions, type KeptDeletion } from './environment-deletions.service.js';
import { EnvironmentRestoration } from './environment-restoration.service.js';

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
    private readonly restoration: EnvironmentRestoration,
    private readonly data: EnvironmentData,
    private readonly variables: EnvironmentVariablesService,
    private readonly caches: CredentialCaches,
    private readonly pubSub: PubSub,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /**
   * Deletes an environment of the caller's organization: when this returns, its keys are worth nothing in this process
   * and nobody finds it. A protected one is kept for a while: until when, is returned. Throws 404; 403 unless the caller
   * may; 400 for the last one,
   * and for a protected one unless `confirm` is its name; 409 when somebody else is deleting it at this moment.
   */
  async delete(caller: EnvironmentRef, reference: string, confirm?: string): Promise<Date | undefined> {
    const environment = await this.environments.findOrFail(caller, reference);
    assertMayWrite(caller, environment, 'it is deleted');
    this.assertConfirmed(environment, confirm);
    const beingDeleted = new ConflictException(`Environment '${reference}' is being deleted`);
    if (!(await this.deletions.announce(environment))) throw beingDeleted;
    // Everybody announces first and looks then: of several who delete the last ones at once, none is let through twice.
    if (!(await this.isAnotherLeft(environment))) {
      await this.deletions.withdraw(environment._id);
      throw new BadRequestException('The last environment of an organization cannot be deleted');
    }
    if (!(await this.deletions.confirm(environment, environment.protected ? environment : undefined)))
      throw beingDeleted;
    await this.close(environment._id);
    const restorableUntil = await this.deletions.hold(environment._id);
    const line = { environmentId: environment._id.toHexString(), restorableUntil };
    this.logger.info(
      line,
      restorableUntil ? 'Environment deleted; it can be restored' : 'Environment deleted; its data follows',
    );
    return restorableUntil;
  }

  private assertConfirmed(environment: Environment, confirm: string | undefined): void {
    const { _id, name } = environment;
    if (confirm === name || (confirm === undefined && !environment.protected)) return;
    const what = confirm === undefined ? `Environment '${name}' is protected` : `confirm is not the name '${name}'`;
    const how = `DELETE /v1/environments/${_id.toHexString()}?confirm=${encodeURIComponent(name)}`;
    const hours = this.config.environmentRestoreHours;
    const afterwards = environment.protected ? ` It can be restored for ${hours} hours then.` : '';
    throw new BadRequestException(`${what}. To delete it, repeat its name: ${how}.${afterwards}`);
  }

  /** Makes the passes that are due. When `stop` is aborted it throws, and somebody else makes them later. */
  async continueDue(stop: AbortSignal): Promise<void> {
    for (let mark = await this.deletions.claimDue(); mark; mark = await this.deletions.claimDue()) {
      await this.proceed(mark, stop);
    }
  }

  private async proceed(mark: EnvironmentDeletion, stop: AbortSignal): Promise<void> {
    if (!mark.confirmed) return this.deletions.withdraw(mark._id);
    if (mark.restoring) return this.restoration.finish(mark as KeptDeletion);
    const { kept, keptUntil } = mark;
    if (kept && keptUntil && keptUntil > this.clock.now()) {
      // Whoever deleted it has died before it was closed.
      await this.close(mark._id);
      await this.deletions.hold(mark._id);
    } else if (!kept || (await this.deletions.giveUp(mark._id))) await this.pass(mark, stop);
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
    await this.model.deleteOne({ _id });
    this.caches.withdrawn(_id);
    this.pubSub.publish(INBOX_NOTICES, { environmentId: _id.toHexString(), deleted: 'all' });
  }
}
