import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { Channel } from '#libs/channels.js';
import type { EnvironmentRef, InEnvironment } from '../auth/environment-ref.js';
import { hasOutbox, OUTBOX_PROVIDERS } from '../outbox/outbox-rules.js';
import { Clock } from '../platform/clock.js';
import { Config } from '../platform/config/config.js';
import { ignoreDuplicates, isDuplicateKey, rawCollection } from '../platform/persistence/writes.js';
import { findProvider } from './catalogue.js';
import { newIdentifier } from './integration-update.js';
import { Integration } from './integration.schema.js';
import { IntegrationsService } from './integrations.service.js';
import { supportsPrimary } from './primary-integration.service.js';

const IN_APP_NAME = 'In-app';

/**
 * Creates the in-app integration of new environments: without an active one, nothing reaches the inbox (behaviour G11).
 */
@Injectable()
export class InAppIntegrationService {
  constructor(
    @InjectModel(Integration.name) private readonly integrations: Model<Integration>,
    private readonly reading: IntegrationsService,
  ) {}

  /** Creates it, active, unless the environment has one already. */
  async ensure({ id: environmentId, organizationId }: EnvironmentRef): Promise<void> {
    const fields = {
      organizationId,
      providerId: 'novu',
      name: IN_APP_NAME,
      identifier: newIdentifier(IN_APP_NAME),
      active: true,
    };
    try {
      await this.integrations.updateOne(
        { environmentId, channel: 'in_app' },
        { $setOnInsert: fields },
        { upsert: true, setDefaultsOnInsert: true },
      );
    } catch (error) {
      // A concurrent request was first: an environment has at most one.
      if (!isDuplicateKey(error)) throw error;
    }
    this.reading.forget(environmentId);
  }

  /** Deletes the integration of an environment that could not be created. */
  async withdraw({ id: environmentId }: InEnvironment): Promise<void> {
    await this.integrations.deleteOne({ environmentId, channel: 'in_app' });
    this.reading.forget(environmentId);
  }
}

/**
 * Creates the outbox integrations of the first environment, Development, when the outbox is enabled. They are active, and those of email
 * and SMS primary, so that steps of every channel work without an account at a provider.
 */
@Injectable()
export class OutboxIntegrations {
  constructor(
    @InjectModel(Integration.name) private readonly integrations: Model<Integration>,
    private readonly reading: IntegrationsService,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Creates those that are missing. Identifiers derive from the environment, so concurrent calls create each once. */
  async ensure({ id: environmentId, organizationId }: EnvironmentRef): Promise<void> {
    if (!hasOutbox(this.config)) return;
    const now = this.clock.now();
    const wanted = Object.entries(OUTBOX_PROVIDERS).map(([name, providerId]) => {
      const channel = name as Channel;
      return {
        environmentId,
        organizationId,
        kind: 'delivery' as const,
        channel,
        providerId,
        identifier: identifierOf(channel, environmentId),
        name: findProvider(channel, providerId)!.name,
        active: true,
        primary: supportsPrimary(channel),
        conditions: [],
        credentials: {},
        createdAt: now,
        updatedAt: now,
      };
    });
    await rawCollection<Omit<Integration, '_id'>>(this.integrations as unknown as Model<Omit<Integration, '_id'>>)
      .insertMany(wanted, { ordered: false })
      .catch(ignoreDuplicates);
    this.reading.forget(environmentId);
  }
}

function identifierOf(channel: Channel, environmentId: Types.ObjectId): string {
  return `outbox-${channel}-${environmentId}`;
}
