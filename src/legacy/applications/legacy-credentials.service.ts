import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { CredentialCaches } from '../../auth/credential-caches.service.js';
import { EnvironmentLookup } from '../../auth/environment-lookup.service.js';
import { Clock } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { ExpiringCache } from '../../platform/expiring-cache.js';
import { LegacyApplication } from './legacy-application.schema.js';

const SECRET_BYTES = 32;
const ID_BYTES = 12;

const CACHED_APPLICATIONS = 1000;

/** Compared with for an unknown id, so that it takes as long as a wrong secret. */
const UNKNOWN = { secretHash: hashSecret(randomBytes(32).toString('hex')) };

/** Finds the application of Basic credentials. Known ones are cached for `API_KEY_CACHE_SECONDS`. */
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

  /** Returns the application with this id and secret. A secret that another process has set works immediately. */
  async find(applicationId: string, secret: string): Promise<LegacyApplication | undefined> {
    const remembered = this.known.get(applicationId);
    if (remembered && acceptsSecret(remembered, secret, this.clock.now()))
      return this.unlessEnvironmentIsDeleted(remembered);
    this.known.delete(applicationId);
    const stored = await this.known.getOrLoad(applicationId, async () => {
      return (await this.applications.findOne({ applicationId }).lean()) ?? undefined;
    });
    if (!acceptsSecret(stored ?? UNKNOWN, secret, this.clock.now())) return undefined;
    return this.unlessEnvironmentIsDeleted(stored);
  }

  private async unlessEnvironmentIsDeleted(
    application: LegacyApplication | undefined,
  ): Promise<LegacyApplication | undefined> {
    return application && (await this.environments.find(application.environmentId)) && application;
  }

  /** Call it when the secret of an application changes or it is deleted: all processes clear their caches. */
  withdrawn({ environmentId }: Pick<LegacyApplication, 'environmentId'>): void {
    this.caches.withdrawn(environmentId);
  }
}

/** Generates an application id. It contains no colon, which would end it in Basic credentials. */
export function generateApplicationId(): string {
  return `app_${randomBytes(ID_BYTES).toString('hex')}`;
}

/** Generates a secret: 43 characters that need no escaping anywhere. */
export function generateSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** Returns the SHA-256 of a secret in hex. Secrets are long and random, so a plain hash is safe to store. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Returns whether this is the application's secret, or a former one that is still valid; in constant time. */
export function acceptsSecret(
  { secretHash, formerSecret }: Pick<LegacyApplication, 'secretHash' | 'formerSecret'>,
  secret: string,
  now: Date,
): boolean {
  const hash = hashSecret(secret);
  const isCurrent = isSameHash(hash, secretHash);
  const isFormer = isSameHash(hash, formerSecret?.hash ?? secretHash);
  return isCurrent || (isFormer && formerSecret !== undefined && now < formerSecret.until);
}

function isSameHash(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(left, 'hex'), Buffer.from(right, 'hex'));
}
