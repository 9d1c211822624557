import { createHash } from 'node:crypto';
import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import { type Picture, PictureError } from '#libs/pictures/picture.js';
import { readPicture } from '#libs/pictures/read-picture.js';
import type { EnvironmentRef, InEnvironment } from '../auth/environment-ref.js';
import { Clock } from '../platform/clock.js';
import { Config } from '../platform/config/config.js';
import { notFound, TryAgainException } from '../platform/errors/exceptions.js';
import { ValidationException } from '../platform/errors/validation.exception.js';
import { Logger } from '../platform/logging/logger.js';
import { type CursorPage, type CursorPageRequest, findCursorPage } from '../platform/paging/cursor-page.js';
import { containing } from '../platform/paging/offset-page.js';
import { isDuplicateKey } from '../platform/persistence/writes.js';
import { AssetContents } from './asset-contents.js';
import { Asset } from './asset.schema.js';

/** A file that somebody uploads. */
export interface UploadedFile {
  name: string;
  /** Absent: the one that the same picture has already, else none. */
  alt?: string;
  content: Buffer;
}

/** Keeps the pictures of an environment (behaviour AS1 to AS9). */
@Injectable()
export class AssetsService {
  constructor(
    @InjectModel(Asset.name) private readonly assets: Model<Asset>,
    private readonly contents: AssetContents,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Throws 422 for a file that is not a picture, and when the environment has as many as it may have. */
  async add(
    environment: EnvironmentRef,
    { name, alt, content }: UploadedFile,
  ): Promise<{ asset: Asset; created: boolean }> {
    const picture = pictureIn(content);
    const key = keyOf(environment, picture);
    const known = await this.renew(environment, key, alt);
    if (known) return { asset: known, created: false };
    const { type, width, height, frames } = picture;
    const asset = {
      _id: new Types.ObjectId(),
      environmentId: environment.id,
      organizationId: environment.organizationId,
      key,
      name,
      alt: alt ?? '',
      type,
      bytes: picture.content.length,
      width,
      height,
      frames,
      createdAt: this.clock.now(),
    };
    // The content first: an address that is known has a picture. A process that dies in between leaves a content without one.
    await this.write(asset, picture.content);
    try {
      await this.assets.create(asset);
    } catch (error) {
      await this.discard(asset);
      if (!isDuplicateKey(error)) throw error;
      const other = await this.renew(environment, key, alt);
      if (!other) throw new TryAgainException('The same picture was deleted at this moment; try again');
      return { asset: other, created: false };
    }
    await this.assertRoom(environment, asset);
    return { asset, created: true };
  }

  /** A page of the pictures whose name contains a text, newest first. */
  list(environment: InEnvironment, search: string | undefined, page: CursorPageRequest): Promise<CursorPage<Asset>> {
    const filter: QueryFilter<Asset> = { environmentId: environment.id, ...(search && { name: containing(search) }) };
    return findCursorPage(this.assets, filter, page);
  }

  /** Throws 404 when the environment has no such picture. */
  async findOrFail({ id: environmentId }: InEnvironment, _id: Types.ObjectId): Promise<Asset> {
    const asset = await this.assets.findOne({ environmentId, _id }).lean();
    if (!asset) throw notFound('Picture', `${_id}`);
    return asset;
  }

  /** When it resolves, the address leads nowhere. Throws 404. */
  async delete({ id: environmentId }: InEnvironment, _id: Types.ObjectId): Promise<void> {
    const asset = await this.assets.findOneAndDelete({ environmentId, _id }).lean();
    if (!asset) throw notFound('Picture', `${_id}`);
    await this.discard(asset);
  }

  /** The picture of an address, in whatever environment it is, and its content; undefined when there is none. */
  async findByKey(key: string): Promise<{ asset: Asset; content: Buffer } | undefined> {
    const asset = await this.assets.findOne({ key }).lean();
    const content = asset && (await this.contents.read(asset));
    return content ? { asset, content } : undefined;
  }

  /** The same picture, with the alternative text that was given last. */
  private async renew({ id: environmentId }: InEnvironment, key: string, alt?: string): Promise<Asset | undefined> {
    const $set = alt === undefined ? {} : { alt };
    const updated = await this.assets
      .findOneAndUpdate({ environmentId, key }, { $set }, { returnDocument: 'after' })
      .lean();
    return updated ?? undefined;
  }

  private async write(asset: Asset, content: Buffer): Promise<void> {
    try {
      await this.contents.write(asset, content);
    } catch (cause) {
      throw new ServiceUnavailableException('The picture cannot be kept now, try again', { cause });
    }
  }

  /** Nothing leads to the content any more, so a failure harms nobody. */
  private async discard(asset: Asset): Promise<void> {
    try {
      await this.contents.remove(asset);
    } catch (err) {
      this.logger.warn({ err, environmentId: asset.environmentId }, 'The content of a picture could not be removed');
    }
  }

  /** Each upload counts itself, so concurrent ones cannot exceed the limits together. */
  private async assertRoom(environment: EnvironmentRef, added: Asset): Promise<void> {
    const { maxAssets, maxAssetsBytes } = this.config;
    const [used] = await this.assets.aggregate<{ count: number; bytes: number }>([
      { $match: { environmentId: environment.id } },
      { $group: { _id: null, count: { $sum: 1 }, bytes: { $sum: '$bytes' } } },
    ]);
    if (!used || (used.count <= maxAssets && used.bytes <= maxAssetsBytes)) return;
    await this.delete(environment, added._id);
    const limit = used.count > maxAssets ? `${maxAssets} pictures` : `pictures of ${maxAssetsBytes} bytes together`;
    throw ValidationException.of('file', `The environment may have ${limit} at most; delete some that are not in use`);
  }
}

function pictureIn(content: Buffer): Picture {
  try {
    return readPicture(content);
  } catch (error) {
    if (error instanceof PictureError) throw ValidationException.of('file', `The file ${error.message}`);
    throw error;
  }
}

/** The same picture has another address in another environment, so that deleting it here changes nothing there. */
export function keyOf({ id }: InEnvironment, { content }: Pick<Picture, 'content'>): string {
  return createHash('sha256').update(`${id}\n`).update(content).digest('hex').slice(0, 40);
}
