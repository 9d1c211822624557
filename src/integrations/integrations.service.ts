import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Clock } from '../common/clock.js';
import { ExpiringCache } from '../common/expiring-cache.js';
import type { EnvironmentRef } from '../environments/environment-ref.js';
import { Integration } from './integration.schema.js';

const CACHE_SECONDS = 1;
const CACHED_ENVIRONMENTS = 1000;

@Injectable()
export class IntegrationsService {
  private readonly inAppActive: ExpiringCache<boolean>;

  constructor(
    @InjectModel(Integration.name) private readonly integrations: Model<Integration>,
    clock: Clock,
  ) {
    this.inAppActive = new ExpiringCache(clock, CACHE_SECONDS, CACHED_ENVIRONMENTS);
  }

  /** Whether in-app messages can be delivered: the environment has an active in-app integration (behaviour G11). */
  async isInAppActive(environment: Pick<EnvironmentRef, 'id'>): Promise<boolean> {
    const key = environment.id.toHexString();
    const cached = this.inAppActive.get(key);
    if (cached !== undefined) return cached;
    const found = await this.integrations.exists({ environmentId: environment.id, channel: 'in_app', active: true });
    this.inAppActive.set(key, found !== null);
    return found !== null;
  }
}
