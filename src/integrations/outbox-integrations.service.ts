import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Clock } from '../platform/clock.js';
import { Config } from '../platform/config/config.js';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { hasOutbox, OUTBOX_PROVIDERS } from '../outbox/outbox-rules.js';
import { rawCollection } from '../platform/persistence/raw-collection.js';
import { ignoreDuplicates } from '../platform/persistence/store-errors.js';
import { findProvider } from './catalogue.js';
import { type Channel, Integration } from './integration.schema.js';
import { IntegrationsService } from './integrations.service.js';
import { supportsPrimary } from './primary-integration.service.js';

/**
 * The integrations of the outbox that a new environment begins with, where there is an outbox: active, that of email and
 * of SMS primary, so that a step of any channel works before there is an account anywhere.
 */
@Injectable()
export class OutboxIntegrations {
  constructor(
    @InjectModel(Integration.name) private readonly integrations: Model<Integration>,
    private readonly reading: IntegrationsService,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Creates those that are not there. Their identifiers follow from the environment: of two at once one succeeds. */
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

  /** Takes them back from an environment that could not be created. */
  async withdraw({ id: environmentId }: Pick<EnvironmentRef, 'id'>): Promise<void> {
    await this.integrations.deleteMany({ environmentId, providerId: { $in: Object.values(OUTBOX_PROVIDERS) } });
    this.reading.forget(environmentId);
  }
}

function identifierOf(channel: Channel, environmentId: Types.ObjectId): string {
  return `outbox-${channel}-${environmentId.toHexString()}`;
}
