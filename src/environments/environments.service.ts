import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { SecretBox } from '../crypto/secret-box.js';
import { type ApiKeyDto, type EnvironmentDto, toEnvironmentDto } from './dto/environment.dto.js';
import { Environment } from './environment.schema.js';
import type { EnvironmentRef } from './environment-ref.js';

@Injectable()
export class EnvironmentsService {
  constructor(
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    private readonly secretBox: SecretBox,
  ) {}

  /** All environments of the organization, oldest first; API keys only of the caller's own. */
  async list(caller: EnvironmentRef): Promise<EnvironmentDto[]> {
    const environments = await this.environments
      .find({ organizationId: caller.organizationId })
      .sort({ _id: 1 })
      .lean();
    return environments.map((environment) =>
      toEnvironmentDto(environment, environment._id.equals(caller.id) ? this.openKeys(environment) : []),
    );
  }

  private openKeys(environment: Environment): ApiKeyDto[] {
    return environment.apiKeys.map(({ sealedKey, userId, hash }) => ({
      key: this.secretBox.open(sealedKey, environment._id.toHexString()),
      _userId: userId.toHexString(),
      hash,
    }));
  }
}
