import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { EnvironmentVariablesService } from '../../env-variables/environment-variables.service.js';
import { isLive } from '../../auth/api-key.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { EnvironmentLookup } from '../../auth/environment-lookup.service.js';
import type { EnvironmentFacts } from '../run-input.js';
import { EnvironmentGoneException } from './environment-gone.exception.js';

/** What runs need to know of their environment; its name and keys are up to half a minute old. */
@Injectable()
export class EnvironmentFactsService {
  constructor(
    private readonly environments: EnvironmentLookup,
    private readonly secretBox: SecretBox,
    private readonly variables: EnvironmentVariablesService,
    private readonly clock: Clock,
  ) {}

  /**
   * What templates and conditions read as `env` (behaviour L8). Variables are up to a second old. Throws
   * {@link EnvironmentGoneException} when the environment was deleted.
   */
  async find(ref: EnvironmentRef): Promise<EnvironmentFacts> {
    const [environment, { open, secret }] = await Promise.all([
      this.environments.find(ref.id),
      this.variables.find(ref),
    ]);
    if (!environment) throw new EnvironmentGoneException(ref.id);
    const own = { name: environment.name, ...(environment.type && { type: environment.type }) };
    const { failover = true } = environment;
    return { open: { ...withoutReserved(open), ...own }, secret: withoutReserved(secret), failover };
  }

  /**
   * The secret that signs requests of the environment: its first API key that works. Undefined when it has none. Throws
   * {@link EnvironmentGoneException} when the environment was deleted: nothing leaves it unsigned.
   */
  async signingSecret(environmentId: string): Promise<string | undefined> {
    const id = new Types.ObjectId(environmentId);
    const environment = await this.environments.find(id);
    if (!environment) throw new EnvironmentGoneException(id);
    const now = this.clock.now();
    const key = environment.apiKeys.find((one) => isLive(one, now));
    return key && this.secretBox.open(key.sealedKey, environmentId);
  }
}

/** `env.name` and `env.type` are the environment's own. */
function withoutReserved(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key !== 'name' && key !== 'type'));
}
