import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, PipelineStage, Types } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Subscriber } from '../subscriber.schema.js';
import { PresenceNode } from './presence-node.schema.js';

/** Somebody who connects or leaves. */
export interface PresentPerson {
  environment: Pick<EnvironmentRef, 'id'>;
  /** Internal id. */
  id: Types.ObjectId;
}

/**
 * Who is online (behaviour O7). A subscriber names the processes it is connected to, so that one atomic update decides
 * whether the last of them is gone. Processes say that they live; those that no longer do lose their people.
 */
@Injectable()
export class PresenceService {
  constructor(
    @InjectModel(Subscriber.name) private readonly subscribers: Model<Subscriber>,
    @InjectModel(PresenceNode.name) private readonly nodes: Model<PresenceNode>,
    private readonly clock: Clock,
  ) {}

  /** Makes a process known; returns its name. */
  async begin(): Promise<string> {
    const _id = randomUUID();
    await this.nodes.collection.insertOne({ _id, seenAt: this.clock.now() } as PresenceNode & { _id: never });
    return _id;
  }

  /** Says that a process lives. False when it was given up meanwhile and must begin anew. */
  async keepAlive(node: string): Promise<boolean> {
    const { matchedCount } = await this.nodes.updateOne(
      { _id: node, gone: { $exists: false } },
      { $set: { seenAt: this.clock.now() } },
    );
    return matchedCount === 1;
  }

  /** Notes who has come to a process with a first connection, and who has left it with the last: one command. */
  async note(node: string, come: readonly PresentPerson[], left: readonly PresentPerson[]): Promise<void> {
    const now = this.clock.now();
    const filterOf = ({ environment, id }: PresentPerson) => ({ _id: id, environmentId: environment.id });
    await this.subscribers.collection.bulkWrite(
      [
        ...come.map((person) => ({
          updateOne: {
            filter: filterOf(person),
            update: { $addToSet: { onlineAt: node }, $set: { isOnline: true, updatedAt: now } },
          },
        })),
        ...left.map((person) => ({
          updateOne: { filter: { ...filterOf(person), onlineAt: node }, update: leaving(node, now, now) },
        })),
      ],
      { ordered: false },
    );
  }

  /** Takes everybody off processes that have been silent for so long. Cut off, it is completed by whoever calls it next. */
  async giveUpSilent(milliseconds: number): Promise<void> {
    const before = new Date(this.clock.now().getTime() - milliseconds);
    const silent = await this.nodes.find({ seenAt: { $lt: before } }).lean();
    for (const { _id } of silent) {
      const lost = await this.nodes.findOneAndUpdate({ _id, seenAt: { $lt: before } }, { $set: { gone: true } }).lean();
      // It was slow, and is not dead.
      if (lost) await this.end(_id, lost.seenAt);
    }
  }

  /** Takes everybody off a process that ends, and forgets it. `lastSeen`: until when they were there; default: now. */
  async end(node: string, lastSeen = this.clock.now()): Promise<void> {
    await this.subscribers.updateMany({ onlineAt: node }, leaving(node, lastSeen, this.clock.now()), {
      updatePipeline: true,
      timestamps: false,
    });
    await this.nodes.deleteOne({ _id: node });
  }
}

/** Away from this process; with the last one the subscriber is offline. */
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
