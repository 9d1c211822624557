import { ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Turns } from '../../common/turns.js';
import { isDuplicateKey } from '../../persistence/store-errors.js';
import { OPTIONAL_FIELDS, type WorkflowDefinition } from '../definition.js';
import { Workflow } from '../workflow.schema.js';
import { WorkflowVersionsService } from './workflow-versions.service.js';

/** Of writes at the same time one always succeeds, so that this many must be at the same workflow. */
const MOST_ATTEMPTS = 100;

/** Writes workflows version by version: each save is whole, and what it replaces is kept for its runs (behaviour P8). */
@Injectable()
export class WorkflowSavesService {
  private readonly turns = new Turns();

  constructor(
    @InjectModel(Workflow.name) private readonly workflows: Model<Workflow>,
    private readonly versions: WorkflowVersionsService,
  ) {}

  /** Undefined when the identifier is taken. */
  async insert(fields: Omit<Workflow, 'createdAt' | 'updatedAt'>): Promise<Workflow | undefined> {
    try {
      return (await this.workflows.create(fields)).toObject();
    } catch (error) {
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  }

  /**
   * Stores what `change` makes of the workflow that `find` finds as its next version. Throws what these throw. `key`: the
   * same for writes of the same workflow, as far as possible: these take turns.
   */
  save(
    key: string,
    find: () => Promise<Workflow>,
    change: (current: Workflow) => WorkflowDefinition,
  ): Promise<Workflow> {
    return this.replace(key, find, (current) => {
      const definition = change(current);
      const left = OPTIONAL_FIELDS.filter((field) => definition[field] === undefined);
      const update = {
        $set: { ...definition, version: current.version + 1 },
        ...(left.length > 0 && { $unset: Object.fromEntries(left.map((field) => [field, 1])) }),
      };
      return this.workflows.findOneAndUpdate(only(current), update, { returnDocument: 'after' }).lean();
    });
  }

  /** Deletes the workflow that `find` finds; `key` as for {@link save}. */
  delete(key: string, find: () => Promise<Workflow>): Promise<Workflow> {
    return this.replace(key, find, (current) => this.workflows.findOneAndDelete(only(current)).lean());
  }

  /**
   * Keeps the current version for its runs, then lets `write` replace or delete exactly that one. When somebody else was
   * first, `write` finds nothing, and all begins again with what they have written.
   */
  private replace(
    key: string,
    find: () => Promise<Workflow>,
    write: (current: Workflow) => Promise<Workflow | null>,
  ): Promise<Workflow> {
    return this.turns.take(key, () => this.tryToReplace(find, write));
  }

  private async tryToReplace(
    find: () => Promise<Workflow>,
    write: (current: Workflow) => Promise<Workflow | null>,
  ): Promise<Workflow> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const current = await find();
      await this.versions.keep(current);
      const written = await write(current);
      if (written) return written;
    }
    throw new ConflictException('The workflow is being changed by too many others');
  }
}

function only({ _id, environmentId, version }: Workflow): Pick<Workflow, '_id' | 'environmentId' | 'version'> {
  return { _id, environmentId, version };
}
