import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { ExpiringCache } from '../../platform/expiring-cache.js';
import { Config } from '../../platform/config/config.js';
import { CredentialCaches } from '../../auth/credential-caches.service.js';
import { EnvironmentLookup } from '../../auth/environment-lookup.service.js';
import { acceptsSecret, hashSecret } from './application-secret.js';
import { LegacyApplication } from './legacy-application.schema.js';

const CACHED_APPLICATIONS = 1000;

/** Compared with where there is no application, so that an unknown id takes as long as a wrong secret. */
const NOBODY = { secretHash: hashSecret(randomBytes(32).toString('hex')) };

/** Finds the application of Basic credentials. Known ones are remembered for `API_KEY_CACHE_SECONDS`. */
@Injectable()
export class LegacyCredentials {
  private readonly known: ExpiringCache<LegacyApplication>;

  constructor(
    @InjectModel(LegacyApplication.name) private readonly applications: Model<LegacyApplication>,
    private readonly environments: EnvironmentLookup,
    config: Config,
    private readonly clock: Clock,
    private readonly caches: CredentialCaches,
  ) {
    this.known = new ExpiringCache(clock, config.apiKeyCacheSeconds, CACHED_APPLICATIONS);
    caches.add(() => this.known.clear());
  }

  /** The application whose id and secret these are. A secret that is new elsewhere works here at once. */
  async find(applicationId: string, secret: string): Promise<LegacyApplication | undefined> {
    const remembered = this.known.get(applicationId);
    if (remembered && acceptsSecret(remembered, secret, this.clock.now()))
      return this.whileItsEnvironmentIsThere(remembered);
    this.known.delete(applicationId);
    const stored = await this.known.getOrLoad(applicationId, async () => {
      return (await this.applications.findOne({ applicationId }).lean()) ?? undefined;
    });
    if (!acceptsSecret(stored ?? NOBODY, secret, this.clock.now())) return undefined;
    return this.whileItsEnvironmentIsThere(stored);
  }

  private async whileItsEnvironmentIsThere(
    application: LegacyApplication | undefined,
  ): Promise<LegacyApplication | undefined> {
    return application && (await this.environments.find(application.environmentId)) && application;
  }

  /** To be called when an application has another secret or is gone: no process trusts what it remembers any more. */
  withdrawn({ environmentId }: Pick<LegacyApplication, 'environmentId'>): void {
    this.caches.withdrawn(environmentId);
  }
}
