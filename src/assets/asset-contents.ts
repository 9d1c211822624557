import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, Types } from 'mongoose';
import { rawCollection } from '../platform/persistence/writes.js';
import { type Asset, AssetContent } from './asset.schema.js';

/** The picture that a content belongs to. */
export type AssetRef = Pick<Asset, '_id' | 'environmentId' | 'organizationId' | 'type'>;

/** Where the contents of pictures are kept. Every process must reach it. */
export abstract class AssetContents {
  /** When it resolves, the content survives a crash. */
  abstract write(asset: AssetRef, content: Buffer): Promise<void>;

  /** Undefined when there is none. */
  abstract read(asset: AssetRef): Promise<Buffer | undefined>;

  /** There may be none. */
  abstract remove(asset: AssetRef): Promise<void>;

  /** Removes what deleting the documents of an environment leaves. Returns whether there was something. */
  abstract removeEnvironment(environmentId: Types.ObjectId): Promise<boolean>;
}

/** Keeps contents in the store beside everything else, so that backups and moves have them. */
@Injectable()
export class StoredContents extends AssetContents {
  private readonly documents = rawCollection<AssetContent>(this.contents);

  constructor(@InjectModel(AssetContent.name) private readonly contents: Model<AssetContent>) {
    super();
  }

  async write({ _id, environmentId, organizationId }: AssetRef, content: Buffer): Promise<void> {
    await this.documents.insertOne({ _id, environmentId, organizationId, content });
  }

  async read({ _id }: AssetRef): Promise<Buffer | undefined> {
    const stored = await this.documents.findOne({ _id });
    // The driver reads bytes as its own class.
    return stored ? Buffer.from((stored.content as unknown as mongo.Binary).buffer) : undefined;
  }

  async remove({ _id }: AssetRef): Promise<void> {
    await this.documents.deleteOne({ _id });
  }

  removeEnvironment(): Promise<boolean> {
    return Promise.resolve(false);
  }
}
