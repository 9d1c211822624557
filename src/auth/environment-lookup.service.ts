import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Clock } from '../platform/clock.js';
import { ExpiringCache } from '../platform/expiring-cache.js';
import { CredentialCaches } from './credential-caches.service.js';
import { Environment } from './environment.schema.js';

/** The environment was deleted while a worker was still working for it; the work stops. */
export class EnvironmentDeletedException extends NotFoundException {
  constructor(id: Types.ObjectId) {
    super(`Environment '${id}' was deleted`);
  }
}

/** Seconds for which a process uses an environment it has read, even if another process deleted it and the notice was lost. */
const CACHE_SECONDS = 30;
const CACHED_ENVIRONMENTS = 1000;

/** Environments by id, cached for code that needs them often. */
@Injectable()
export class EnvironmentLookup {
  private readonly cache: ExpiringCache<Environment>;

  constructor(
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    clock: Clock,
    caches: CredentialCaches,
  ) {
    this.cache = new ExpiringCache(clock, CACHE_SECONDS, CACHED_ENVIRONMENTS);
    caches.add(() => this.cache.clear());
  }

  /** Up to half a minute old, and shared between callers: do not modify it. Undefined when it does not exist. */
  find(id: Types.ObjectId): Promise<Environment | undefined> {
    return this.cache.getOrLoad(id, async () => (await this.environments.findById(id).lean()) ?? undefined);
  }

  /** Of all organizations. */
  async allIds(): Promise<Types.ObjectId[]> {
    const environments = await this.environments.find({}, { _id: 1 }).lean();
    return environments.map(({ _id }) => _id);
  }

  /** To be called after a change, so that this process sees it immediately. */
  forget(id: Types.ObjectId): void {
    this.cache.delete(id);
  }
}
