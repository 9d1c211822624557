import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Clock } from '../platform/clock.js';
import { ExpiringCache } from '../platform/expiring-cache.js';
import { SecretBox, SecretBoxError } from '../platform/crypto/secret-box.js';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { Logger } from '../platform/logging/logger.js';
import { EnvironmentVariable, sealedFor } from './environment-variable.schema.js';

const CACHE_SECONDS = 1;
const CACHED_ENVIRONMENTS = 1000;

/** The values of an environment's variables, by key. */
export interface VariableValues {
  /** Values that are readable. */
  open: Readonly<Record<string, string>>;
  /** Values that must not appear in logs, previews or responses (behaviour L8). */
  secret: Readonly<Record<string, string>>;
}

/** Reads the values of variables for delivery. */
@Injectable()
export class EnvironmentVariablesService {
  private readonly cache = new ExpiringCache<VariableValues>(this.clock, CACHE_SECONDS, CACHED_ENVIRONMENTS);

  constructor(
    @InjectModel(EnvironmentVariable.name) private readonly variables: Model<EnvironmentVariable>,
    private readonly secretBox: SecretBox,
    private readonly logger: Logger,
    private readonly clock: Clock,
  ) {}

  /** The values in one environment, up to a second old. Variables without a value there are absent. */
  find(environment: EnvironmentRef): Promise<VariableValues> {
    return this.cache.getOrLoad(environment.id, () => this.load(environment));
  }

  /** To be called after a change, so that this process sees it immediately: it may concern any environment. */
  forget(): void {
    this.cache.clear();
  }

  /** Removes the values of an environment that is being deleted. */
  async removeValues({ id, organizationId }: EnvironmentRef): Promise<void> {
    await this.variables.updateMany(
      { organizationId, 'values.environmentId': id },
      { $pull: { values: { environmentId: id } }, $inc: { revision: 1 } },
    );
    this.forget();
  }

  private async load(environment: EnvironmentRef): Promise<VariableValues> {
    const variables = await this.variables.find({ organizationId: environment.organizationId }).lean();
    const open: Record<string, string> = {};
    const secret: Record<string, string> = {};
    for (const variable of variables) {
      const stored = variable.values.find(({ environmentId }) => environmentId.equals(environment.id));
      if (!stored) continue;
      if (!variable.isSecret) open[variable.key] = stored.value;
      else {
        const value = this.openSecret(variable, environment, stored.value);
        if (value !== undefined) secret[variable.key] = value;
      }
    }
    return { open, secret };
  }

  /** A secret that cannot be decrypted is omitted and logged, because it must not stop what does not need it. */
  private openSecret({ _id, key }: EnvironmentVariable, { id }: EnvironmentRef, sealed: string): string | undefined {
    try {
      return this.secretBox.open(sealed, sealedFor(_id, id));
    } catch (error) {
      if (!(error instanceof SecretBoxError)) throw error;
      this.logger.error(
        { environmentId: id, err: error, key },
        'A secret variable cannot be read; it is empty for its environment',
      );
      return undefined;
    }
  }
}
