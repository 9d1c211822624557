import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { derivedId } from '../../platform/ids.js';
import { isDuplicateKey, rawCollection } from '../../platform/persistence/writes.js';
import type { Workflow } from '../workflow.schema.js';
import { MAX_VERSIONS, WorkflowVersion } from './workflow-version.schema.js';

/** What a list of versions shows of each. */
export type VersionSummary = Pick<Workflow, 'version' | 'name' | 'active' | 'updatedAt' | 'updatedById'>;

/** Keeps the earlier versions of workflows for their authors (behaviour P11). */
@Injectable()
export class WorkflowHistory {
  constructor(@InjectModel(WorkflowVersion.name) private readonly versions: Model<WorkflowVersion>) {}

  /** Stores a workflow that is about to be replaced, and deletes versions beyond the limit. May be repeated. */
  async keep(workflow: Workflow): Promise<void> {
    const { _id: workflowId, environmentId, version } = workflow;
    const versions = rawCollection<WorkflowVersion>(this.versions);
    try {
      await versions.updateOne(
        { _id: derivedId(workflowId, 'version', String(version)) },
        { $setOnInsert: { environmentId, workflowId, version, workflow } },
        { upsert: true },
      );
    } catch (error) {
      // A concurrent call has stored the same version.
      if (!isDuplicateKey(error)) throw error;
    }
    if (version > MAX_VERSIONS)
      await versions.deleteMany({ environmentId, workflowId, version: { $lte: version - MAX_VERSIONS } });
  }

  /** The versions of a workflow, newest first, beginning with the current one. */
  async list(current: Workflow): Promise<VersionSummary[]> {
    const { environmentId, _id: workflowId } = current;
    const earlier = await this.versions
      .find(
        { environmentId, workflowId, version: { $lt: current.version } },
        ['version', 'name', 'active', 'updatedAt', 'updatedById'].map((field) => `workflow.${field}`),
      )
      .sort({ version: -1 })
      .lean<{ workflow: VersionSummary }[]>();
    return [current, ...earlier.map(({ workflow }) => workflow)];
  }

  /** Throws 404 for a version that never existed or is no longer kept. */
  async findOrFail(current: Workflow, version: number): Promise<Workflow> {
    if (version === current.version) return current;
    const { environmentId, _id: workflowId } = current;
    const found =
      Number.isInteger(version) && (await this.versions.findOne({ environmentId, workflowId, version }).lean());
    if (!found) throw new NotFoundException(`Workflow '${current.workflowId}' has no version ${version}`);
    return found.workflow;
  }

  /** Deletes all versions of a workflow that was deleted. */
  async deleteAll({ environmentId, _id: workflowId }: Workflow): Promise<void> {
    await this.versions.deleteMany({ environmentId, workflowId });
  }
}
