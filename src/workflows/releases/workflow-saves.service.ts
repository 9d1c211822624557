import { ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { KeyedMutex } from '../../platform/keyed-mutex.js';
import { EditorsService } from '../../auth/organizations/editors.service.js';
import { isDuplicateKey } from '../../platform/persistence/store-errors.js';
import { OPTIONAL_FIELDS, type WorkflowDefinition } from '../definition.js';
import { Workflow } from '../workflow.schema.js';
import { releaseOf, WorkflowReleasesService } from './workflow-releases.service.js';

/** Of writes at the same time one always succeeds, so that this many must be at the same workflow. */
const MAX_ATTEMPTS = 100;

/**
 * Writes workflows version by version: each save is whole, and notes who it is by. What ends a release keeps it for its
 * runs (behaviour P8).
 */
@Injectable()
export class WorkflowSavesService {
  private readonly mutex = new KeyedMutex();

  constructor(
    @InjectModel(Workflow.name) private readonly workflows: Model<Workflow>,
    private readonly releases: WorkflowReleasesService,
    private readonly editors: EditorsService,
  ) {}

  /** Undefined when the identifier is taken. */
  async insert(fields: Omit<Workflow, 'createdAt' | 'updatedAt' | 'updatedById'>): Promise<Workflow | undefined> {
    const editor = await this.editorIn(fields);
    try {
      return (await this.workflows.create({ ...fields, ...editor })).toObject();
    } catch (error) {
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  }

  /**
   * Stores what `change` makes of the workflow that `find` finds as its next version. Throws what these throw. `key`: the
   * same for writes of the same workflow, as far as possible: these take turns. `publishes`: it begins a release, and what
   * waits goes on with the one before.
   */
  save(
    key: string,
    find: () => Promise<Workflow>,
    change: (current: Workflow) => Promise<WorkflowDefinition>,
    publishes: boolean,
  ): Promise<Workflow> {
    return this.replace(key, find, async (current) => {
      const definition = await change(current);
      const editor = await this.editorIn(current);
      if (publishes) await this.releases.keep(current);
      const left = OPTIONAL_FIELDS.filter((field) => definition[field] === undefined);
      const update = {
        $set: {
          ...definition,
          ...editor,
          version: current.version + 1,
          ...(publishes && { release: releaseOf(current) + 1 }),
        },
        ...(left.length > 0 && { $unset: Object.fromEntries(left.map((field) => [field, 1])) }),
      };
      return this.workflows.findOneAndUpdate(only(current), update, { returnDocument: 'after' }).lean();
    });
  }

  /** Deletes the workflow that `find` finds; `key` as for {@link save}. */
  delete(key: string, find: () => Promise<Workflow>): Promise<Workflow> {
    return this.replace(key, find, async (current) => {
      await this.releases.keep(current);
      return this.workflows.findOneAndDelete(only(current)).lean();
    });
  }

  /** Nothing when nobody is known. */
  private async editorIn({
    environmentId: id,
  }: Pick<Workflow, 'environmentId'>): Promise<Pick<Workflow, 'updatedById'>> {
    const updatedById = await this.editors.current({ id });
    return updatedById ? { updatedById } : {};
  }

  /**
   * Lets `write` replace or delete exactly the current version. When somebody else was first, it finds nothing, and all
   * begins again with what they have written.
   */
  private replace(
    key: string,
    find: () => Promise<Workflow>,
    write: (current: Workflow) => Promise<Workflow | null>,
  ): Promise<Workflow> {
    return this.mutex.runExclusive(key, () => this.tryToReplace(find, write));
  }

  private async tryToReplace(
    find: () => Promise<Workflow>,
    write: (current: Workflow) => Promise<Workflow | null>,
  ): Promise<Workflow> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const current = await find();
      const written = await write(current);
      if (written) return written;
    }
    throw new ConflictException('The workflow is being changed by too many others');
  }
}

function only({ _id, environmentId, version }: Workflow): Pick<Workflow, '_id' | 'environmentId' | 'version'> {
  return { _id, environmentId, version };
}
