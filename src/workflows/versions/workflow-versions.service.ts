import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Clock } from '../../common/clock.js';
import { ExpiringCache } from '../../common/expiring-cache.js';
import { derivedId } from '../../common/ids/derived-id.js';
import { Config } from '../../config/config.js';
import { rawCollection } from '../../persistence/raw-collection.js';
import { isDuplicateKey } from '../../persistence/store-errors.js';
import type { Workflow } from '../workflow.schema.js';
import { WorkflowVersion } from './workflow-version.schema.js';
import { versionExpiry } from './version-expiry.js';

/** A version never changes: this only bounds how long one that nobody needs is remembered. */
const CACHE_SECONDS = 60;
const CACHED_VERSIONS = 200;

/** Earlier versions of workflows, for runs that began with them (behaviour P8). */
@Injectable()
export class WorkflowVersionsService {
  private readonly cache: ExpiringCache<Workflow>;

  constructor(
    @InjectModel(WorkflowVersion.name) private readonly versions: Model<WorkflowVersion>,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    this.cache = new ExpiringCache(clock, CACHE_SECONDS, CACHED_VERSIONS);
  }

  /** Keeps a version that is about to be replaced; once for all who want to replace it at the same time. */
  async keep(workflow: Workflow): Promise<void> {
    try {
      await rawCollection<WorkflowVersion>(this.versions).insertOne({
        _id: versionId(workflow._id, workflow.version),
        environmentId: workflow.environmentId,
        workflow,
        expiresAt: versionExpiry(workflow.steps, this.clock.now(), this.config),
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Undefined when this version was not replaced, or so long ago that no run can need it. It is shared: do not change it. */
  find(workflowId: Types.ObjectId, version: number): Promise<Workflow | undefined> {
    const _id = versionId(workflowId, version);
    return this.cache.getOrLoad(
      _id.toHexString(),
      async () => (await rawCollection<WorkflowVersion>(this.versions).findOne({ _id }))?.workflow,
    );
  }
}

function versionId(workflowId: Types.ObjectId, version: number): Types.ObjectId {
  return derivedId(workflowId, 'version', String(version));
}
