import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Clock } from '../platform/clock.js';
import { ExpiringCache } from '../platform/expiring-cache.js';
import { Config } from '../platform/config/config.js';
import { Environment } from './environment.schema.js';
import type { EnvironmentRef } from './environment-ref.js';
import { hashApiKey, isLive } from './api-key.js';
import { CredentialCaches } from './credential-caches.service.js';

const CACHED_KEYS = 1000;

/** An environment, and until when the key opens it. */
interface KnownKey {
  environment: EnvironmentRef;
  expiresAt?: Date;
}

/** Finds the environment of an API key. Known keys are remembered for `API_KEY_CACHE_SECONDS`. */
@Injectable()
export class ApiKeysService {
  private readonly known: ExpiringCache<KnownKey>;

  constructor(
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    config: Config,
    private readonly clock: Clock,
    caches: CredentialCaches,
  ) {
    this.known = new ExpiringCache(clock, config.apiKeyCacheSeconds, CACHED_KEYS);
    caches.add(() => this.known.clear());
  }

  /** The environment, or undefined when nobody has this key. */
  async findEnvironment(key: string): Promise<EnvironmentRef | undefined> {
    const hash = hashApiKey(key);
    const found = await this.known.getOrLoad(hash, () => this.load(hash));
    return found && isLive(found, this.clock.now()) ? found.environment : undefined;
  }

  private async load(hash: string): Promise<KnownKey | undefined> {
    const found = await this.environments
      .findOne({ 'apiKeys.hash': hash }, { organizationId: 1, apiKeys: { $elemMatch: { hash } } })
      .lean();
    if (!found) return undefined;
    const environment = { id: found._id, organizationId: found.organizationId };
    return { environment, expiresAt: found.apiKeys[0]?.expiresAt };
  }
}
