import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, PipelineStage, Types } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import type { InEnvironment } from '../../auth/environment-ref.js';
import { Subscriber } from '../subscriber.schema.js';
import { PresenceNode } from './presence-node.schema.js';

/** A subscriber that connects or disconnects. */
export interface ConnectedSubscriber {
  environment: InEnvironment;
  /** Internal id. */
  id: Types.ObjectId;
}

/**
 * Stores who is online (behaviour O7). A subscriber lists the processes it is connected to, so that one atomic update
 * decides whether the last connection is closed. Processes send heartbeats; when those of a process stop, its
 * subscribers are removed from it.
 */
@Injectable()
export class PresenceService {
  constructor(
    @InjectModel(Subscriber.name) private readonly subscribers: Model<Subscriber>,
    @InjectModel(PresenceNode.name) private readonly nodes: Model<PresenceNode>,
    private readonly clock: Clock,
  ) {}

  /** Registers a process; returns its name. */
  async begin(): Promise<string> {
    const _id = randomUUID();
    await this.nodes.collection.insertOne({ _id, seenAt: this.clock.now() } as PresenceNode & { _id: never });
    return _id;
  }

  /** The heartbeat of a process. Returns false when the process was given up meanwhile and must register again. */
  async keepAlive(node: string): Promise<boolean> {
    const { matchedCount } = await this.nodes.updateOne(
      { _id: node, gone: { $exists: false } },
      { $set: { seenAt: this.clock.now() } },
    );
    return matchedCount === 1;
  }

  /** Stores who has opened a first connection to a process, and who has closed the last one, with one command. */
  async note(
    node: string,
    connected: readonly ConnectedSubscriber[],
    disconnected: readonly ConnectedSubscriber[],
  ): Promise<void> {
    const now = this.clock.now();
    const filterOf = ({ environment, id }: ConnectedSubscriber) => ({ _id: id, environmentId: environment.id });
    await this.subscribers.collection.bulkWrite(
      [
        ...connected.map((subscriber) => ({
          updateOne: {
            filter: filterOf(subscriber),
            update: { $addToSet: { onlineAt: node }, $set: { isOnline: true, updatedAt: now } },
          },
        })),
        ...disconnected.map((subscriber) => ({
          updateOne: { filter: { ...filterOf(subscriber), onlineAt: node }, update: leaving(node, now, now) },
        })),
      ],
      { ordered: false },
    );
  }

  /** Removes all subscribers from processes without a heartbeat in this time. May be interrupted and repeated. */
  async giveUpSilent(milliseconds: number): Promise<void> {
    const before = new Date(this.clock.now().getTime() - milliseconds);
    const silent = await this.nodes.find({ seenAt: { $lt: before } }).lean();
    for (const { _id } of silent) {
      const lost = await this.nodes.findOneAndUpdate({ _id, seenAt: { $lt: before } }, { $set: { gone: true } }).lean();
      // Null: the process has sent a late heartbeat, or another one has removed it.
      if (lost) await this.end(_id, lost.seenAt);
    }
  }

  /** Removes all subscribers from a process that ends, and deletes it. `lastSeen`: when they were last online. */
  async end(node: string, lastSeen = this.clock.now()): Promise<void> {
    await this.subscribers.updateMany({ onlineAt: node }, leaving(node, lastSeen, this.clock.now()), {
      updatePipeline: true,
      timestamps: false,
    });
    await this.nodes.deleteOne({ _id: node });
  }
}

/** Removes the process from a subscriber; with the last process the subscriber is offline. */
function leaving(node: string, lastSeen: Date, now: Date): PipelineStage.Set[] {
  const others = { $setDifference: [{ $ifNull: ['$onlineAt', []] }, [node]] };
  const remain = { $gt: [{ $size: '$onlineAt' }, 0] };
  return [
    { $set: { onlineAt: others, updatedAt: now } },
    {
      $set: {
        onlineAt: { $cond: [remain, '$onlineAt', '$$REMOVE'] },
        isOnline: remain,
        lastOnlineAt: { $cond: [remain, { $ifNull: ['$lastOnlineAt', '$$REMOVE'] }, lastSeen] },
      },
    },
  ];
}
