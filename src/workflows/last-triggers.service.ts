import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { IdMap } from '../platform/ids.js';
import { Logger } from '../platform/logging/logger.js';
import { rawCollection } from '../platform/persistence/writes.js';
import { Workflow } from './workflow.schema.js';

/** Milliseconds for which triggers are collected before they are written. */
const FLUSH_AFTER_MS = 250;

/**
 * Records when workflows were last triggered: in batches with one command, and in the background, so that no trigger
 * waits for it. A process that crashes loses its current batch; the next trigger corrects the time.
 */
@Injectable()
export class LastTriggersService implements BeforeApplicationShutdown {
  private pending = new IdMap<{ _id: Types.ObjectId; at: Date }>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @InjectModel(Workflow.name) private readonly workflows: Model<Workflow>,
    private readonly logger: Logger,
  ) {}

  note(events: readonly { workflowId: Types.ObjectId; createdAt: Date }[]): void {
    for (const { workflowId, createdAt } of events) {
      this.pending.set(workflowId, { _id: workflowId, at: createdAt });
    }
    this.timer ??= setTimeout(() => void this.write(), FLUSH_AFTER_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.write();
  }

  private async write(): Promise<void> {
    this.timer = undefined;
    const updates = [...this.pending.values()].map(({ _id, at }) => ({
      updateOne: { filter: { _id }, update: { $max: { lastTriggeredAt: at } } },
    }));
    this.pending = new IdMap();
    if (updates.length === 0) return;
    try {
      // Bypasses mongoose, which would set `updatedAt`.
      await rawCollection<Workflow>(this.workflows).bulkWrite(updates, { ordered: false });
    } catch (error) {
      this.logger.warn({ err: error }, 'When workflows were last triggered could not be noted');
    }
  }
}
