import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { Clock } from '../platform/clock.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { isLive } from './api-key.js';
import { EnvironmentLookup } from './environment-lookup.service.js';

/** What signs the requests of an environment to servers of its users (behaviour W3). */
@Injectable()
export class SigningSecrets {
  constructor(
    private readonly environments: EnvironmentLookup,
    private readonly secretBox: SecretBox,
    private readonly clock: Clock,
  ) {}

  /**
   * The first valid API key of the environment, up to half a minute old. Undefined when it has none, or was deleted.
   */
  async find(environmentId: Types.ObjectId): Promise<string | undefined> {
    const environment = await this.environments.find(environmentId);
    const now = this.clock.now();
    const key = environment?.apiKeys.find((one) => one.sealedKey !== undefined && isLive(one, now));
    return key?.sealedKey && this.secretBox.open(key.sealedKey, environmentId);
  }
}
