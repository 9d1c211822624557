import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Clock } from '../../common/clock.js';
import { ExpiringCache } from '../../common/expiring-cache.js';
import { Config } from '../../config/config.js';
import { type ApiKey, Environment } from '../environment.schema.js';
import type { EnvironmentRef } from '../environment-ref.js';
import { hashApiKey } from './api-key.js';

const CACHED_KEYS = 1000;

/** Finds the environment of an API key. Known keys are remembered for `API_KEY_CACHE_SECONDS`. */
@Injectable()
export class ApiKeysService {
  private readonly known: ExpiringCache<EnvironmentRef>;

  constructor(
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    config: Config,
    clock: Clock,
  ) {
    this.known = new ExpiringCache(clock, config.apiKeyCacheSeconds, CACHED_KEYS);
  }

  /** The environment, or undefined when nobody has this key. */
  findEnvironment(key: string): Promise<EnvironmentRef | undefined> {
    const hash = hashApiKey(key);
    return this.known.getOrLoad(hash, async () => {
      const found = await this.environments.findOne({ 'apiKeys.hash': hash }, { organizationId: 1 }).lean();
      return found ? { id: found._id, organizationId: found.organizationId } : undefined;
    });
  }

  /** To be called when keys are withdrawn, so that this process refuses them at once; others do within the time above. */
  forget(keys: readonly Pick<ApiKey, 'hash'>[]): void {
    for (const { hash } of keys) this.known.delete(hash);
  }
}
