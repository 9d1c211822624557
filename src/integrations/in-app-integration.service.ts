import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { isDuplicateKey } from '../platform/persistence/store-errors.js';
import { newIdentifier } from './identifiers.js';
import { Integration } from './integration.schema.js';
import { IntegrationsService } from './integrations.service.js';

const NAME = 'In-app';

/** The in-app integration every environment begins with: without an active one, nothing reaches the inbox (behaviour G11). */
@Injectable()
export class InAppIntegrationService {
  constructor(
    @InjectModel(Integration.name) private readonly integrations: Model<Integration>,
    private readonly reading: IntegrationsService,
  ) {}

  /** The one through which the environment delivers, up to a second old; undefined when there is none or it is off. */
  async findActive(environment: Pick<EnvironmentRef, 'id'>): Promise<Integration | undefined> {
    return (await this.reading.findActive(environment)).find(({ channel }) => channel === 'in_app');
  }

  /** Creates it, active, unless the environment has one already. */
  async ensure({ id: environmentId, organizationId }: EnvironmentRef): Promise<void> {
    const fields = { organizationId, providerId: 'novu', name: NAME, identifier: newIdentifier(NAME), active: true };
    try {
      await this.integrations.updateOne(
        { environmentId, channel: 'in_app' },
        { $setOnInsert: fields },
        { upsert: true, setDefaultsOnInsert: true },
      );
    } catch (error) {
      // Somebody else was first: an environment has at most one.
      if (!isDuplicateKey(error)) throw error;
    }
    this.reading.forget(environmentId);
  }

  /** Takes it back from an environment that could not be created. */
  async withdraw({ id: environmentId }: Pick<EnvironmentRef, 'id'>): Promise<void> {
    await this.integrations.deleteOne({ environmentId, channel: 'in_app' });
    this.reading.forget(environmentId);
  }
}
