import { HttpException, Injectable } from '@nestjs/common';
import { AssetsService, keyOf } from '../../assets/assets.service.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { BrandService } from '../../environments/brand.controller.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { isSameJson } from '../definition.js';
import type { PublishedBrandDto } from '../publish.dto.js';

/** The key of a picture in its address. */
const KEY = /\/assets\/([0-9a-f]{40})\.[a-z]{3,4}$/;

/** Copies the brand of an environment to another, with the picture that it shows (BR5). */
@Injectable()
export class BrandPublisher {
  constructor(
    private readonly brands: BrandService,
    private readonly assets: AssetsService,
  ) {}

  /** A picture that the target cannot take is the outcome, and the target keeps its brand. */
  async publish(source: EnvironmentRef, target: EnvironmentRef, dryRun: boolean): Promise<PublishedBrandDto> {
    const [brand, former] = await Promise.all([this.brands.find(source), this.brands.find(target)]);
    const picture = await this.pictureOf(source, brand.logoUrl);
    const key = picture && keyOf(target, picture);
    const logoUrl = picture && key ? brand.logoUrl!.replace(picture.key, key) : brand.logoUrl;
    const next = { ...brand, ...(logoUrl !== undefined && { logoUrl }) };
    const pictures = picture ? 1 : 0;
    if (isSameJson(next, former)) return { action: 'skipped', pictures: 0 };
    if (dryRun) return { action: 'updated', pictures };
    try {
      if (picture) await this.assets.add(target, picture);
    } catch (error) {
      if (!(error instanceof HttpException)) throw error;
      const [reason] = error instanceof ValidationException ? Object.values(error.errors) : [];
      return { action: 'failed', pictures: 0, error: reason?.messages.join('. ') ?? error.message };
    }
    await this.brands.set(target, next);
    return { action: 'updated', pictures };
  }

  /** Undefined for an address elsewhere, and for a picture of another environment. */
  private async pictureOf({ id }: EnvironmentRef, address: string | undefined) {
    const [, key] = KEY.exec(address ?? '') ?? [];
    const found = key === undefined ? undefined : await this.assets.findByKey(key);
    if (!found?.asset.environmentId.equals(id)) return undefined;
    const { name, alt } = found.asset;
    return { key: found.asset.key, name, alt, content: found.content };
  }
}
