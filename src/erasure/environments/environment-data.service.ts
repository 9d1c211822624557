import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection, Model, mongo, Types } from 'mongoose';
import { AttachmentsService } from '../../events/attachments/attachments.service.js';
import { Event } from '../../events/event.schema.js';
import { Run } from '../../notifications/activity/run.schema.js';
import { rawCollection } from '../../platform/persistence/raw-collection.js';

/** Documents that are removed with one command: so that others have their turn in between. */
const BATCH = 1000;

/** These go first: without its event and run, nothing that is under way goes on. */
const FIRST: readonly string[] = [Event.name, Run.name];

interface Owned {
  /** Of a few collections a text. */
  _id: Types.ObjectId | string;
  environmentId: Types.ObjectId;
}

/**
 * Everything an environment has, wherever it is stored: the documents of every schema with an `environmentId`, and the
 * attachments of its events. A collection that is added later is found by that, too.
 */
@Injectable()
export class EnvironmentData {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly attachments: AttachmentsService,
  ) {}

  /** Removes it; returns the number of documents, and one more for attachments. May be interrupted anywhere and done again; throws when `stop` does. */
  async remove(environmentId: Types.ObjectId, stop: AbortSignal): Promise<number> {
    let removed = 0;
    for (const model of this.owned()) removed += await removeFrom(rawCollection<Owned>(model), environmentId, stop);
    if (await this.attachments.deleteOfEnvironment(environmentId)) removed += 1;
    return removed;
  }

  private owned(): Model<Owned>[] {
    const models = Object.values(this.connection.models).filter(({ schema }) => schema.path('environmentId'));
    const rank = ({ modelName }: { modelName: string }): number => (FIRST.includes(modelName) ? 0 : 1);
    return models.toSorted((a, b) => rank(a) - rank(b)) as Model<Owned>[];
  }
}

async function removeFrom(
  collection: mongo.Collection<Owned>,
  environmentId: Types.ObjectId,
  stop: AbortSignal,
): Promise<number> {
  let removed = 0;
  let ids: Owned['_id'][] = [];
  const removeBatch = async (): Promise<void> => {
    stop.throwIfAborted();
    if (ids.length === 0) return;
    removed += (await collection.deleteMany({ _id: { $in: ids }, environmentId })).deletedCount;
    ids = [];
  };
  // By id and not by one command for all of them: that would hold up every other write for as long as it takes.
  const found = collection.find({ environmentId }, { projection: { _id: 1 }, batchSize: BATCH });
  for await (const { _id } of found) {
    ids.push(_id);
    if (ids.length === BATCH) await removeBatch();
  }
  await removeBatch();
  return removed;
}
