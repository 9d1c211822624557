import { Injectable, NotFoundException } from '@nestjs/common';
import { Types } from 'mongoose';
import { isLive } from '../../auth/api-key.js';
import { EnvironmentLookup } from '../../auth/environment-lookup.service.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { EnvironmentVariablesService } from '../../env-variables/environment-variables.service.js';
import { Clock } from '../../platform/clock.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import type { EnvironmentFacts } from '../run-input.js';

/** The environment was deleted while a worker was still working for it; the work stops. */
export class EnvironmentDeletedException extends NotFoundException {
  constructor(id: Types.ObjectId) {
    super(`Environment '${id.toHexString()}' was deleted`);
  }
}

/** Loads what runs need to know about their environment. Its name and keys are up to half a minute old. */
@Injectable()
export class EnvironmentFactsService {
  constructor(
    private readonly environments: EnvironmentLookup,
    private readonly secretBox: SecretBox,
    private readonly variables: EnvironmentVariablesService,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns what templates and conditions read as `env` (behaviour L8). Variables are up to a second old. Throws
   * {@link EnvironmentDeletedException} when the environment was deleted.
   */
  async find(ref: EnvironmentRef): Promise<EnvironmentFacts> {
    const [environment, { open, secret }] = await Promise.all([
      this.environments.find(ref.id),
      this.variables.find(ref),
    ]);
    if (!environment) throw new EnvironmentDeletedException(ref.id);
    const own = { name: environment.name, ...(environment.type && { type: environment.type }) };
    const { failover = true, contentRetentionDays = 0 } = environment;
    return {
      open: { ...withoutReserved(open), ...own },
      secret: withoutReserved(secret),
      failover,
      ...(contentRetentionDays > 0 && { keepsContent: true }),
    };
  }

  /**
   * Returns the secret that signs requests of the environment: its first valid API key. Undefined when it has none. Throws
   * {@link EnvironmentDeletedException} when the environment was deleted, so that no unsigned request is sent.
   */
  async signingSecret(environmentId: string): Promise<string | undefined> {
    const id = new Types.ObjectId(environmentId);
    const environment = await this.environments.find(id);
    if (!environment) throw new EnvironmentDeletedException(id);
    const now = this.clock.now();
    const sealedKey = environment.apiKeys.find((key) => key.sealedKey !== undefined && isLive(key, now))?.sealedKey;
    return sealedKey && this.secretBox.open(sealedKey, environmentId);
  }
}

/** Without `name` and `type`: `env.name` and `env.type` are those of the environment itself. */
function withoutReserved(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key !== 'name' && key !== 'type'));
}
