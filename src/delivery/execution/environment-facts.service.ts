import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Clock } from '../../common/clock.js';
import { ExpiringCache } from '../../common/expiring-cache.js';
import { SecretBox } from '../../crypto/secret-box.js';
import { Environment } from '../../environments/environment.schema.js';
import type { EnvironmentFacts } from '../run-input.js';

const CACHE_SECONDS = 30;
const CACHED_ENVIRONMENTS = 1000;

/** What runs need to know of their environment, up to half a minute old. */
@Injectable()
export class EnvironmentFactsService {
  private readonly cache: ExpiringCache<Environment>;

  constructor(
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    private readonly secretBox: SecretBox,
    clock: Clock,
  ) {
    this.cache = new ExpiringCache(clock, CACHE_SECONDS, CACHED_ENVIRONMENTS);
  }

  /** `env.name` and `env.type` of templates (behaviour L8). */
  async find(id: Types.ObjectId): Promise<EnvironmentFacts> {
    const environment = await this.load(id);
    return { name: environment?.name ?? '', ...(environment?.type && { type: environment.type }) };
  }

  /** The secret that signs requests of the environment: its first API key. Undefined when it has none. */
  async signingSecret(environmentId: string): Promise<string | undefined> {
    const environment = await this.load(new Types.ObjectId(environmentId));
    const [key] = environment?.apiKeys ?? [];
    return key && this.secretBox.open(key.sealedKey, environmentId);
  }

  private async load(id: Types.ObjectId): Promise<Environment | undefined> {
    const key = id.toHexString();
    const known = this.cache.get(key);
    if (known) return known;
    const found = await this.environments.findById(id).lean();
    if (found) this.cache.set(key, found);
    return found ?? undefined;
  }
}
