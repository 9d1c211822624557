import { Injectable } from '@nestjs/common';
import type { QueryFilter } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { ContextsService } from '../../contexts/contexts.service.js';
import { contextKeys, exactly, parseContext } from '../../contexts/trigger-context.js';
import { IntegrationsService } from '../../integrations/integrations.service.js';
import { Config } from '../../platform/config/config.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import type { ChannelOwner, OwnedChannel } from './channel-owner.js';
import type { ListChannelsQueryDto } from './channel-owners.dto.js';
import type { IdMap } from '../../platform/ids.js';

/** The fields of a request that name an owner. */
export interface OwnerRequest {
  integrationIdentifier: string;
  subscriberId?: string;
  createSubscriberIfMissing?: boolean;
  context?: Record<string, unknown>;
}

/** Finds the owner of a new connection or endpoint, and the filter of a list. */
@Injectable()
export class ChannelOwnersService {
  constructor(
    private readonly integrations: IntegrationsService,
    private readonly subscribers: SubscribersService,
    private readonly contexts: ContextsService,
    private readonly config: Config,
  ) {}

  /**
   * Returns the owner that a request names. Creates missing contexts. Throws 404 for an unknown integration or
   * subscriber.
   */
  async resolve(environment: EnvironmentRef, request: OwnerRequest): Promise<ChannelOwner> {
    const context = parseContext(request.context, this.config);
    const integration = await this.integrations.findByIdentifierOrFail(environment, request.integrationIdentifier);
    const subscriber = await this.subscriberOf(environment, request);
    if (context) await this.contexts.createMissing(environment, context);
    return { integration, ...(subscriber && { subscriber }), contextKeys: contextKeys(context) };
  }

  /** Returns the provider of an integration. Throws 404 when the environment has none with this identifier. */
  async providerOf(environment: EnvironmentRef, integrationIdentifier: string): Promise<string> {
    return (await this.integrations.findByIdentifierOrFail(environment, integrationIdentifier)).providerId;
  }

  /** Returns the filter of a list. */
  async filterOf(
    environment: EnvironmentRef,
    { subscriberId, channel, providerId, integrationIdentifier, contextKeys }: ListChannelsQueryDto,
  ): Promise<QueryFilter<OwnedChannel>> {
    return {
      environmentId: environment.id,
      ...(subscriberId !== undefined && { externalSubscriberId: subscriberId }),
      ...(channel !== undefined && { channel }),
      ...(providerId !== undefined && { providerId }),
      ...(contextKeys && { contextKeys: exactly(contextKeys) }),
      ...(integrationIdentifier !== undefined && {
        integrationId: { $in: await this.integrations.findIdsOf(environment, integrationIdentifier) },
      }),
    };
  }

  /** Returns the identifiers of the integrations of some documents, by id. */
  identifiersOf(channels: readonly OwnedChannel[]): Promise<IdMap<string>> {
    return this.integrations.findIdentifiers(channels.map(({ integrationId }) => integrationId));
  }

  private async subscriberOf(
    environment: EnvironmentRef,
    { subscriberId, createSubscriberIfMissing = false }: OwnerRequest,
  ): Promise<Subscriber | undefined> {
    if (subscriberId === undefined) return undefined;
    if (!createSubscriberIfMissing) return this.subscribers.findOrFail(environment, subscriberId);
    return (await this.subscribers.findOrCreateMany(environment, [{ subscriberId }])).get(subscriberId);
  }
}
