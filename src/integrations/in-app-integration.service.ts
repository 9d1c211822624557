import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { EnvironmentRef } from '../environments/environment-ref.js';
import { Integration } from './integration.schema.js';

const IDENTIFIER = 'in-app';

/** The in-app integration every environment begins with: without an active one, nothing reaches the inbox (behaviour G11). */
@Injectable()
export class InAppIntegrationService {
  constructor(@InjectModel(Integration.name) private readonly integrations: Model<Integration>) {}

  /** Creates it, active, unless the environment has it already. */
  async ensure({ id: environmentId, organizationId }: EnvironmentRef): Promise<void> {
    const fields = { organizationId, channel: 'in_app', providerId: 'novu', name: 'In-app', active: true } as const;
    await this.integrations.updateOne(
      { environmentId, identifier: IDENTIFIER },
      { $setOnInsert: fields },
      { upsert: true },
    );
  }

  /** Takes it back from an environment that could not be created. */
  async withdraw({ id: environmentId }: Pick<EnvironmentRef, 'id'>): Promise<void> {
    await this.integrations.deleteOne({ environmentId, identifier: IDENTIFIER });
  }
}
