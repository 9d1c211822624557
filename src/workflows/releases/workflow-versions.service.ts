import { ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Clock, DAY_MS, later } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { ExpiringCache } from '../../platform/expiring-cache.js';
import { derivedId } from '../../platform/ids.js';
import { KeyedMutex } from '../../platform/scheduling/keyed-semaphore.js';
import { isDuplicateKey, rawCollection } from '../../platform/persistence/writes.js';
import { EditorsService } from '../../auth/organizations/editors.service.js';
import { OPTIONAL_FIELDS, type WorkflowDefinition } from '../definition.js';
import { STEP_KINDS } from '../steps/step-kinds.js';
import { Workflow, type WorkflowStep } from '../workflow.schema.js';
import { WorkflowHistory } from './workflow-history.service.js';
import { WorkflowRelease } from './workflow-release.schema.js';

/** Of concurrent writes one always succeeds, so it takes this many concurrent writes of one workflow to fail. */
const MAX_ATTEMPTS = 100;

/** Earlier releases do not change: this only limits how long an unused one stays in memory. */
const CACHE_SECONDS = 60;
const CACHED_RELEASES = 200;

/** Behaviour Q8: a wait may be extended three times, each time to a day of the week that allows it. */
const EXTENSION_DAYS = 3 * 7;

/**
 * Writes workflows version by version: each save is whole and records its editor. A write that ends a release keeps
 * that release for the runs that began with it (behaviour P8). Each write keeps the version that it replaces (P11).
 */
@Injectable()
export class WorkflowVersionsService {
  private readonly mutex = new KeyedMutex();
  private readonly earlierReleases = new ExpiringCache<Workflow>(this.clock, CACHE_SECONDS, CACHED_RELEASES);

  constructor(
    @InjectModel(Workflow.name) private readonly workflows: Model<Workflow>,
    @InjectModel(WorkflowRelease.name) private readonly releases: Model<WorkflowRelease>,
    private readonly history: WorkflowHistory,
    private readonly editors: EditorsService,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Undefined when the identifier is taken. */
  async insert(
    environment: EnvironmentRef,
    fields: Omit<Workflow, 'createdAt' | 'updatedAt' | 'updatedById'>,
  ): Promise<Workflow | undefined> {
    const editor = await this.editorIn(environment);
    try {
      return (await this.workflows.create({ ...fields, ...editor })).toObject();
    } catch (error) {
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  }

  /**
   * Stores the result of `change`, applied to the workflow that `find` returns, as its next version. Throws what these
   * throw. `key`: the same for writes of the same workflow, as far as possible, which then run one after the other.
   * `publishes`: begins a release; waiting runs continue with the one before.
   */
  save(
    environment: EnvironmentRef,
    key: string,
    find: () => Promise<Workflow>,
    change: (current: Workflow) => Promise<WorkflowDefinition>,
    publishes: boolean,
  ): Promise<Workflow> {
    return this.replace(key, find, async (current) => {
      const definition = await change(current);
      const editor = await this.editorIn(environment);
      if (publishes) await this.keepRelease(current);
      await this.history.keep(current);
      const removed = OPTIONAL_FIELDS.filter((field) => definition[field] === undefined);
      const update = {
        $set: {
          ...definition,
          ...editor,
          version: current.version + 1,
          ...(publishes && { release: releaseOf(current) + 1 }),
        },
        ...(removed.length > 0 && { $unset: Object.fromEntries(removed.map((field) => [field, 1])) }),
      };
      return this.workflows.findOneAndUpdate(versionFilter(current), update, { returnDocument: 'after' }).lean();
    });
  }

  /** Deletes the workflow that `find` returns; `key` as for {@link save}. */
  async delete(key: string, find: () => Promise<Workflow>): Promise<Workflow> {
    const deleted = await this.replace(key, find, async (current) => {
      await this.keepRelease(current);
      return this.workflows.findOneAndDelete(versionFilter(current)).lean();
    });
    await this.history.deleteAll(deleted);
    return deleted;
  }

  /**
   * A release that has ended. Undefined when it has not, or so long ago that no run can need it. The result is shared:
   * do not change it.
   */
  findRelease(workflowId: Types.ObjectId, release: number): Promise<Workflow | undefined> {
    const _id = releaseId(workflowId, release);
    return this.earlierReleases.getOrLoad(
      _id,
      async () => (await rawCollection<WorkflowRelease>(this.releases).findOne({ _id }))?.workflow,
    );
  }

  /** Keeps a workflow whose release is about to end. Of concurrent calls, the one with the newest version wins. */
  private async keepRelease(workflow: Workflow): Promise<void> {
    const { environmentId, version } = workflow;
    const expiresAt = releaseExpiry(workflow.steps, this.clock.now(), this.config);
    try {
      await rawCollection<WorkflowRelease>(this.releases).updateOne(
        { _id: releaseId(workflow._id, releaseOf(workflow)), 'workflow.version': { $lt: version } },
        { $set: { environmentId, workflow, expiresAt } },
        { upsert: true },
      );
    } catch (error) {
      // It has already been kept, in this version or a newer one.
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Empty when the environment's editor is unknown. */
  private async editorIn(environment: EnvironmentRef): Promise<Pick<Workflow, 'updatedById'>> {
    const updatedById = await this.editors.current(environment);
    return updatedById ? { updatedById } : {};
  }

  /**
   * Lets `write` replace or delete exactly the current version. When a concurrent write came first, `write` matches
   * nothing and everything is repeated with the new version.
   */
  private replace(
    key: string,
    find: () => Promise<Workflow>,
    write: (current: Workflow) => Promise<Workflow | null>,
  ): Promise<Workflow> {
    return this.mutex.run(key, async () => {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const written = await write(await find());
        if (written) return written;
      }
      throw new ConflictException('Too many concurrent requests are changing the workflow');
    });
  }
}

/** A workflow that was never published into its environment has release 0. */
export function releaseOf({ release = 0 }: Pick<Workflow, 'release'>): number {
  return release;
}

function releaseId(workflowId: Types.ObjectId, release: number): Types.ObjectId {
  return derivedId(workflowId, 'release', String(release));
}

/**
 * Until when a run that began with these steps may continue, when no run begins with them after `replacedAt`. Each step
 * may wait up to the maximum wait, and failures are retried for as long as events are kept.
 */
function releaseExpiry(
  steps: readonly Pick<WorkflowStep, 'type'>[],
  replacedAt: Date,
  { maxWaitDays, activityRetentionDays }: Pick<Config, 'maxWaitDays' | 'activityRetentionDays'>,
): Date {
  const waits = steps.filter(({ type }) => STEP_KINDS[type].waits).length;
  const days = waits * (maxWaitDays + EXTENSION_DAYS) + activityRetentionDays;
  return later(replacedAt, days * DAY_MS);
}

function versionFilter({ _id, environmentId, version }: Workflow): Pick<Workflow, '_id' | 'environmentId' | 'version'> {
  return { _id, environmentId, version };
}
