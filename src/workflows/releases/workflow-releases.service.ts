import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { ExpiringCache } from '../../platform/expiring-cache.js';
import { derivedId } from '../../platform/ids/derived-id.js';
import { Config } from '../../platform/config/config.js';
import { rawCollection } from '../../platform/persistence/raw-collection.js';
import { isDuplicateKey } from '../../platform/persistence/store-errors.js';
import type { Workflow } from '../workflow.schema.js';
import { releaseExpiry } from './release-expiry.js';
import { WorkflowRelease } from './workflow-release.schema.js';

/** A release that has gone does not change: this only bounds how long one that nobody needs is remembered. */
const CACHE_SECONDS = 60;
const CACHED_RELEASES = 200;

/** Earlier releases of workflows, for runs that began with them (behaviour P8). */
@Injectable()
export class WorkflowReleasesService {
  private readonly cache: ExpiringCache<Workflow>;

  constructor(
    @InjectModel(WorkflowRelease.name) private readonly releases: Model<WorkflowRelease>,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    this.cache = new ExpiringCache(clock, CACHE_SECONDS, CACHED_RELEASES);
  }

  /**
   * Keeps a workflow whose release is about to end. Of those who want to end it at the same time, whoever has read the
   * newest version has the last word.
   */
  async keep(workflow: Workflow): Promise<void> {
    const { environmentId, version } = workflow;
    const expiresAt = releaseExpiry(workflow.steps, this.clock.now(), this.config);
    try {
      await rawCollection<WorkflowRelease>(this.releases).updateOne(
        { _id: releaseId(workflow._id, releaseOf(workflow)), 'workflow.version': { $lt: version } },
        { $set: { environmentId, workflow, expiresAt } },
        { upsert: true },
      );
    } catch (error) {
      // There is one already, of this version or a newer one.
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Undefined when this release has not ended, or so long ago that no run can need it. It is shared: do not change it. */
  find(workflowId: Types.ObjectId, release: number): Promise<Workflow | undefined> {
    const _id = releaseId(workflowId, release);
    return this.cache.getOrLoad(
      _id.toHexString(),
      async () => (await rawCollection<WorkflowRelease>(this.releases).findOne({ _id }))?.workflow,
    );
  }
}

/** A workflow that was never published into its environment has release 0. */
export function releaseOf({ release = 0 }: Pick<Workflow, 'release'>): number {
  return release;
}

function releaseId(workflowId: Types.ObjectId, release: number): Types.ObjectId {
  return derivedId(workflowId, 'release', String(release));
}
