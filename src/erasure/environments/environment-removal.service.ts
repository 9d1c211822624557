import { BadRequestException, ConflictException, Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import type { Connection, Model, mongo, Types } from 'mongoose';
import { AssetContents } from '../../assets/asset-contents.js';
import { CredentialCaches } from '../../auth/credential-caches.service.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Environment } from '../../auth/environment.schema.js';
import { assertMayWrite } from '../../auth/may-write.js';
import { EnvironmentVariablesService } from '../../env-variables/environment-variables.service.js';
import { EnvironmentsService } from '../../environments/environments.service.js';
import { AttachmentsService } from '../../events/attachments/attachments.service.js';
import { Event } from '../../events/store/event.schema.js';
import { INBOX_NOTICES } from '../../notifications/messages/inbox-notices.js';
import { Run } from '../../notifications/activity/run.schema.js';
import { Clock } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { Hook } from '../../platform/hook.js';
import { Logger } from '../../platform/logging/logger.js';
import { rawCollection } from '../../platform/persistence/writes.js';
import { PubSub } from '../../platform/queue/pub-sub.js';
import type { EnvironmentDeletion } from './environment-deletion.schema.js';
import { EnvironmentDeletions, type KeptDeletion } from './environment-deletions.service.js';
import { EnvironmentRestoration } from './environment-restoration.service.js';

/** Documents that one command removes, so that other commands can run in between. */
const BATCH = 1000;

/** These are removed first: work in progress ends without its event and run. */
const FIRST: readonly string[] = [Event.name, Run.name];

/** A document of an environment. */
interface Owned {
  /** A string in a few collections. */
  _id: Types.ObjectId | string;
  environmentId: Types.ObjectId;
}

/**
 * Deletes environments: first the document with the API keys, then the data, in as many passes as needed. A mark
 * (`EnvironmentDeletion`) says that there is more to do, so the process may die at any point.
 */
@Injectable()
export class EnvironmentRemoval {
  /** Runs when the data of an environment is removed for good, perhaps several times. */
  readonly removing = new Hook<{ environmentId: Types.ObjectId; organizationId: Types.ObjectId }>();

  constructor(
    @InjectModel(Environment.name) private readonly model: Model<Environment>,
    private readonly environments: EnvironmentsService,
    private readonly deletions: EnvironmentDeletions,
    private readonly restoration: EnvironmentRestoration,
    private readonly attachments: AttachmentsService,
    private readonly pictures: AssetContents,
    @InjectConnection() private readonly connection: Connection,
    private readonly variables: EnvironmentVariablesService,
    private readonly caches: CredentialCaches,
    private readonly pubSub: PubSub,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /**
   * Deletes an environment of the caller's organization. When this returns, nobody finds the environment, and its keys no
   * longer work in this process. Returns until when a protected environment can be restored. Throws 404; 403 when the
   * caller may not delete it; 400 for the last environment, and for a protected one unless `confirm` is its name; 409
   * while a concurrent request is deleting it.
   */
  async delete(caller: EnvironmentRef, reference: string, confirm?: string): Promise<Date | undefined> {
    const environment = await this.environments.findOrFail(caller, reference);
    assertMayWrite(caller, environment, 'it is deleted', 'environments:write');
    this.assertConfirmed(environment, confirm);
    const beingDeleted = new ConflictException(`Environment '${reference}' is being deleted`);
    if (!(await this.deletions.announce(environment))) throw beingDeleted;
    // Every request announces before it checks, so two requests at once cannot delete the last two environments.
    if (!(await this.isAnotherLeft(environment))) {
      await this.deletions.withdraw(environment._id);
      throw new BadRequestException('The last environment of an organization cannot be deleted');
    }
    if (!(await this.deletions.confirm(environment, environment.protected ? environment : undefined)))
      throw beingDeleted;
    await this.close(environment._id);
    const restorableUntil = await this.deletions.hold(environment._id);
    const line = { environmentId: environment._id, restorableUntil };
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
    const how = `DELETE /v1/environments/${_id}?confirm=${encodeURIComponent(name)}`;
    const hours = this.config.environmentRestoreHours;
    const afterwards = environment.protected ? ` It can be restored for ${hours} hours then.` : '';
    throw new BadRequestException(`${what}. To delete it, repeat its name: ${how}.${afterwards}`);
  }

  /** Makes the passes that are due. Throws when `stop` is aborted; another process makes the remaining passes later. */
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
      // The process that deleted it died before it closed the environment.
      await this.close(mark._id);
      await this.deletions.hold(mark._id);
    } else if (!kept || (await this.deletions.giveUp(mark._id))) await this.pass(mark, stop);
  }

  private async pass(mark: EnvironmentDeletion, stop: AbortSignal): Promise<void> {
    await this.close(mark._id);
    const removed = await this.removeData(mark._id, stop);
    await this.variables.removeValues({ id: mark._id, organizationId: mark.organizationId });
    await this.removing.run({ environmentId: mark._id, organizationId: mark.organizationId });
    await this.model.updateMany({ parentId: mark._id }, { $unset: { parentId: '' } });
    const finished = await this.deletions.notePass(mark, removed);
    const line = { environmentId: mark._id, documents: removed };
    if (removed > 0) this.logger.info(line, 'Data of a deleted environment removed');
    if (finished) this.logger.info(line, 'Nothing is left of a deleted environment');
  }

  /** Returns the number of removed documents, plus one for attachments, and one for pictures elsewhere. May be interrupted at any point and repeated. */
  private async removeData(environmentId: Types.ObjectId, stop: AbortSignal): Promise<number> {
    let removed = 0;
    for (const model of ownedModels(this.connection)) {
      removed += await removeFrom(rawCollection<Owned>(model), environmentId, stop);
    }
    if (await this.attachments.deleteOfEnvironment(environmentId)) removed += 1;
    if (await this.pictures.removeEnvironment(environmentId)) removed += 1;
    return removed;
  }

  private async isAnotherLeft({ organizationId }: Environment): Promise<boolean> {
    const marked = await this.deletions.findMarked(organizationId);
    return (await this.model.exists({ organizationId, _id: { $nin: marked } })) !== null;
  }

  /** Deletes the environment document, and with it the API keys and the sessions of its subscribers. */
  private async close(_id: Types.ObjectId): Promise<void> {
    await this.model.deleteOne({ _id });
    this.caches.withdrawn(_id);
    this.pubSub.publish(INBOX_NOTICES, { environmentId: _id, deleted: 'all' });
  }
}

/** Models whose schema has an `environmentId`. A collection that is added later is found in this way, too. */
function ownedModels({ models }: Connection): Model<Owned>[] {
  const owned = Object.values(models).filter(({ schema }) => schema.path('environmentId'));
  const rank = ({ modelName }: { modelName: string }): number => (FIRST.includes(modelName) ? 0 : 1);
  return owned.toSorted((a, b) => rank(a) - rank(b)) as Model<Owned>[];
}

/** Throws when `stop` is aborted. */
async function removeFrom(
  collection: mongo.Collection<Owned>,
  environmentId: Types.ObjectId,
  stop: AbortSignal,
): Promise<number> {
  let removed = 0;
  let ids: Owned['_id'][] = [];
  const removeBatch = async (): Promise<void> => {
    stop.throwIfAborted();
    if (ids.length === 0) return;
    removed += (await collection.deleteMany({ _id: { $in: ids }, environmentId })).deletedCount;
    ids = [];
  };
  // In batches of ids: a single command for all documents would block every other write until it ends.
  const found = collection.find({ environmentId }, { projection: { _id: 1 }, batchSize: BATCH });
  for await (const { _id } of found) {
    ids.push(_id);
    if (ids.length === BATCH) await removeBatch();
  }
  await removeBatch();
  return removed;
}
