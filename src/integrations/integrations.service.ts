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
  private readonly active: ExpiringCache<readonly Integration[]>;

  constructor(
    @InjectModel(Integration.name) private readonly integrations: Model<Integration>,
    clock: Clock,
  ) {
    this.active = new ExpiringCache(clock, CACHE_SECONDS, CACHED_ENVIRONMENTS);
  }

  /** Those the environment can send with, newest first, up to a second old (behaviour G1). */
  findActive({ id: environmentId }: Pick<EnvironmentRef, 'id'>): Promise<readonly Integration[]> {
    return this.active.getOrLoad(environmentId.toHexString(), () =>
      this.integrations.find({ environmentId, active: true }).sort({ createdAt: -1, _id: -1 }).lean(),
    );
  }

  /** Whether in-app messages can be delivered: the environment has an active in-app integration (behaviour G11). */
  async isInAppActive(environment: Pick<EnvironmentRef, 'id'>): Promise<boolean> {
    const active = await this.findActive(environment);
    return active.some(({ channel }) => channel === 'in_app');
  }
}
