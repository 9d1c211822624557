import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { rawCollection } from '../../persistence/raw-collection.js';
import { ignoreDuplicates } from '../../persistence/store-errors.js';
import { Run } from './run.schema.js';

/** Stores what happened to each recipient. */
@Injectable()
export class RunsService {
  constructor(@InjectModel(Run.name) private readonly runs: Model<Run>) {}

  /** Stores runs that are not there yet; a run that was stored before stays as it is. */
  async insertNew(runs: Run[]): Promise<void> {
    if (runs.length === 0) return;
    await rawCollection<Run>(this.runs).insertMany(runs, { ordered: false }).catch(ignoreDuplicates);
  }
}
