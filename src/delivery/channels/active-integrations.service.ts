import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Clock } from '../../common/clock.js';
import { ExpiringCache } from '../../common/expiring-cache.js';
import type { EnvironmentRef } from '../../environments/environment-ref.js';
import { Integration } from '../../integrations/integration.schema.js';

const CACHE_SECONDS = 1;
const CACHED_ENVIRONMENTS = 1000;

/** The integrations an environment can send with. */
@Injectable()
export class ActiveIntegrationsService {
  private readonly cache: ExpiringCache<readonly Integration[]>;

  constructor(
    @InjectModel(Integration.name) private readonly integrations: Model<Integration>,
    clock: Clock,
  ) {
    this.cache = new ExpiringCache(clock, CACHE_SECONDS, CACHED_ENVIRONMENTS);
  }

  /** Active ones of the environment, newest first, up to a second old (behaviour G1). */
  async find({ id: environmentId }: Pick<EnvironmentRef, 'id'>): Promise<readonly Integration[]> {
    const key = environmentId.toHexString();
    const known = this.cache.get(key);
    if (known) return known;
    const found = await this.integrations.find({ environmentId, active: true }).sort({ createdAt: -1, _id: -1 }).lean();
    this.cache.set(key, found);
    return found;
  }
}
