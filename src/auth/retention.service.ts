import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { DAY_MS, later } from '../platform/clock.js';
import { Config } from '../platform/config/config.js';
import { EnvironmentLookup } from './environment-lookup.service.js';
import { defaultRetention, type RetentionDays, type RetentionKind } from './retention-kinds.js';

/** For how long the records of an environment are kept (behaviour N7). */
@Injectable()
export class RetentionService {
  private readonly defaults: RetentionDays;

  constructor(
    private readonly environments: EnvironmentLookup,
    config: Config,
  ) {
    this.defaults = defaultRetention(config);
  }

  /** The days of an environment, up to half a minute old; those of the installation for one that does not exist. */
  async of(environmentId: Types.ObjectId): Promise<RetentionDays> {
    const own = (await this.environments.find(environmentId))?.retention;
    return own ? { ...this.defaults, ...own } : this.defaults;
  }

  /** When a record that counts from this moment expires. */
  async expiry(environmentId: Types.ObjectId, kind: RetentionKind, from: Date): Promise<Date> {
    return later(from, (await this.of(environmentId))[kind] * DAY_MS);
  }
}
