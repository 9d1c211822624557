import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { TooManyRequestsException } from '../../../platform/errors/exceptions.js';
import { Config } from '../../../platform/config/config.js';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';

const AN_HOUR = 3_600_000;

/**
 * Bounds what sessions without proof bring into being (behaviour C10): without it anybody who reaches the service could
 * fill the store. Counted by each process, hour by hour.
 */
@Injectable()
export class CreationLimit {
  private hour = 0;
  /** By environment, in this hour. */
  private readonly counts = new Map<string, number>();

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Counts what is about to be created; throws 429 when that is more than the environment has left. */
  take({ id }: Pick<EnvironmentRef, 'id'>, count: number): void {
    const now = this.clock.now().getTime();
    const hour = Math.floor(now / AN_HOUR);
    if (hour !== this.hour) {
      this.counts.clear();
      this.hour = hour;
    }
    const taken = (this.counts.get(id.toHexString()) ?? 0) + count;
    if (taken > this.config.widgetCreationsPerHour) {
      throw new TooManyRequestsException(
        `Sessions without proof have created ${this.config.widgetCreationsPerHour} subscribers and contexts in this ` +
          'environment within the hour. Sessions of known ones are opened as before. Have your server create the ' +
          'subscriber (POST /v2/subscribers), send subscriberHash and contextHash, or raise WIDGET_CREATIONS_PER_HOUR.',
        Math.ceil(((hour + 1) * AN_HOUR - now) / 1000),
      );
    }
    this.counts.set(id.toHexString(), taken);
  }
}
