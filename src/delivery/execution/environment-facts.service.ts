import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Clock } from '../../common/clock.js';
import { ExpiringCache } from '../../common/expiring-cache.js';
import { SecretBox } from '../../crypto/secret-box.js';
import { EnvironmentVariablesService } from '../../environment-variables/environment-variables.service.js';
import type { EnvironmentRef } from '../../environments/environment-ref.js';
import { Environment } from '../../environments/environment.schema.js';
import type { EnvironmentFacts } from '../run-input.js';

const CACHE_SECONDS = 30;
const CACHED_ENVIRONMENTS = 1000;

/** What runs need to know of their environment; its name and keys are up to half a minute old. */
@Injectable()
export class EnvironmentFactsService {
  private readonly cache: ExpiringCache<Environment>;

  constructor(
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    private readonly secretBox: SecretBox,
    private readonly variables: EnvironmentVariablesService,
    clock: Clock,
  ) {
    this.cache = new ExpiringCache(clock, CACHE_SECONDS, CACHED_ENVIRONMENTS);
  }

  /** What templates and conditions read as `env` (behaviour L8). Variables are up to a second old. */
  async find(ref: EnvironmentRef): Promise<EnvironmentFacts> {
    const [environment, { open, secret }] = await Promise.all([this.load(ref.id), this.variables.find(ref)]);
    const own = { name: environment?.name ?? '', ...(environment?.type && { type: environment.type }) };
    return { open: { ...withoutReserved(open), ...own }, secret: withoutReserved(secret) };
  }

  /** The secret that signs requests of the environment: its first API key. Undefined when it has none. */
  async signingSecret(environmentId: string): Promise<string | undefined> {
    const environment = await this.load(new Types.ObjectId(environmentId));
    const [key] = environment?.apiKeys ?? [];
    return key && this.secretBox.open(key.sealedKey, environmentId);
  }

  private load(id: Types.ObjectId): Promise<Environment | undefined> {
    return this.cache.getOrLoad(
      id.toHexString(),
      async () => (await this.environments.findById(id).lean()) ?? undefined,
    );
  }
}

/** `env.name` and `env.type` are the environment's own. */
function withoutReserved(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key !== 'name' && key !== 'type'));
}
