import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Logger } from '../platform/logging/logger.js';
import { rawCollection } from '../platform/persistence/raw-collection.js';
import { Workflow } from './workflow.schema.js';

/** Milliseconds for which triggers are gathered. */
const GATHERED_MS = 250;

/**
 * Notes when workflows were last triggered: for all triggers of a moment with one command, and beside them, so that no
 * trigger takes longer for it. What a process has gathered when it dies is lost, which the next trigger mends.
 */
@Injectable()
export class LastTriggersService implements BeforeApplicationShutdown {
  private gathered = new Map<string, { _id: Types.ObjectId; at: Date }>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @InjectModel(Workflow.name) private readonly workflows: Model<Workflow>,
    private readonly logger: Logger,
  ) {}

  note(events: readonly { workflowId: Types.ObjectId; createdAt: Date }[]): void {
    for (const { workflowId, createdAt } of events) {
      this.gathered.set(workflowId.toHexString(), { _id: workflowId, at: createdAt });
    }
    this.timer ??= setTimeout(() => void this.write(), GATHERED_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.write();
  }

  private async write(): Promise<void> {
    this.timer = undefined;
    const updates = [...this.gathered.values()].map(({ _id, at }) => ({
      updateOne: { filter: { _id }, update: { $max: { lastTriggeredAt: at } } },
    }));
    this.gathered = new Map();
    if (updates.length === 0) return;
    try {
      // Past mongoose, which would note a change of the workflow.
      await rawCollection<Workflow>(this.workflows).bulkWrite(updates, { ordered: false });
    } catch (error) {
      this.logger.warn({ err: error }, 'When workflows were last triggered could not be noted');
    }
  }
}
