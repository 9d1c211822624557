import { BadRequestException, ForbiddenException, Injectable } from '@nestjs/common';
import type { ChannelConnection } from '../../../channels/connections/channel-connection.schema.js';
import {
  type ChannelConnectionDto,
  type CreateChannelConnectionDto,
  type ListChannelConnectionsQueryDto,
  maskedAuth,
  toChannelConnectionDto,
} from '../../../channels/connections/channel-connections.dto.js';
import { ChannelConnectionsService } from '../../../channels/connections/channel-connections.service.js';
import type { ChannelEndpoint } from '../../../channels/endpoints/channel-endpoint.schema.js';
import {
  type ChannelEndpointDto,
  ListChannelEndpointsQueryDto,
  toChannelEndpointDto,
} from '../../../channels/endpoints/channel-endpoints.dto.js';
import { ChannelEndpointsService } from '../../../channels/endpoints/channel-endpoints.service.js';
import { maskedEndpoint } from '../../../channels/endpoints/endpoint-shapes.js';
import { ChannelOwnersService } from '../../../channels/owners/channel-owners.service.js';
import type { SubscriberInContexts } from '../../../channels/owners/channel-owner.js';
import { contextKeys, contextOf, exactly, parseContext } from '../../../contexts/trigger-context.js';
import { Config } from '../../../platform/config/config.js';
import type { CursorPage } from '../../../platform/paging/cursor-page.js';
import type { SubscriberSession } from '../sessions/session.guard.js';
import type { CreateInboxEndpointDto } from './inbox-channels.dto.js';

/** Chat accounts that a session may add, for one subscriber in one set of contexts. */
const MAX_OWN_ENDPOINTS = 20;

/** The owner that a request of a widget names, all of it optional. */
interface NamedOwner {
  subscriberId?: string;
  context?: Record<string, unknown>;
  connectionMode?: 'subscriber' | 'shared';
}

/**
 * The chat connections and endpoints of a session's subscriber in exactly the session's contexts (behaviour K6, K7). Tokens
 * and secret addresses are masked: a browser has no use for them.
 */
@Injectable()
export class InboxChannels {
  constructor(
    private readonly connections: ChannelConnectionsService,
    private readonly endpoints: ChannelEndpointsService,
    private readonly owners: ChannelOwnersService,
    private readonly config: Config,
  ) {}

  /**
   * Returns the request with the session's subscriber and contexts in it. Throws 403 for a session without proof, and for a
   * subscriber, contexts or a mode that are not the session's.
   */
  owned<Request extends NamedOwner>(session: SubscriberSession, request: Request): Request & { subscriberId: string } {
    const context = parseContext(request.context, this.config);
    assertOwn(session, { subscriberId: request.subscriberId, contextKeys: context && contextKeys(context) });
    if (request.connectionMode === 'shared') {
      throw new ForbiddenException(
        'A session makes connections of its subscriber alone. Your server makes shared ones: ' +
          'POST /v1/integrations/channel-connections/oauth with connectionMode shared.',
      );
    }
    if (!session.isProven) {
      throw new ForbiddenException(
        'Chat accounts are linked only in sessions with proof of the subscriber: open the session with subscriberHash, ' +
          'the HMAC-SHA256 of the subscriberId in hexadecimal with an API key of this environment.',
      );
    }
    const own = contextOf(session.contextKeys);
    return Object.assign(request, {
      subscriberId: session.subscriber.subscriberId,
      ...(own && { context: { ...own } }),
    });
  }

  async listConnections(
    session: SubscriberSession,
    query: ListChannelConnectionsQueryDto,
  ): Promise<CursorPage<ChannelConnectionDto>> {
    assertOwn(session, query);
    const page = await this.connections.list(session.environment, Object.assign(query, listOwner(session)));
    return { ...page, data: await this.showConnections(page.data) };
  }

  async findConnection(session: SubscriberSession, identifier: string): Promise<ChannelConnectionDto> {
    return this.showConnection(
      await this.connections.findOrFail(session.environment, identifier, storedOwner(session)),
    );
  }

  async createConnection(
    session: SubscriberSession,
    request: CreateChannelConnectionDto,
  ): Promise<ChannelConnectionDto> {
    return this.showConnection(await this.connections.create(session.environment, this.owned(session, request)));
  }

  deleteConnection(session: SubscriberSession, identifier: string): Promise<void> {
    return this.connections.delete(session.environment, identifier, storedOwner(session));
  }

  async listEndpoints(
    session: SubscriberSession,
    query: ListChannelEndpointsQueryDto,
  ): Promise<CursorPage<ChannelEndpointDto>> {
    assertOwn(session, query);
    const page = await this.endpoints.list(session.environment, Object.assign(query, listOwner(session)));
    return { ...page, data: await this.showEndpoints(page.data) };
  }

  async findEndpoint(session: SubscriberSession, identifier: string): Promise<ChannelEndpointDto> {
    return this.showEndpoint(await this.endpoints.findOrFail(session.environment, identifier, storedOwner(session)));
  }

  /** Throws 400 above the number of endpoints that a session may add. */
  async createEndpoint(session: SubscriberSession, request: CreateInboxEndpointDto): Promise<ChannelEndpointDto> {
    const owned = Object.assign(this.owned(session, request), { createSubscriberIfMissing: false });
    await this.assertReachable(session, request.connectionIdentifier);
    const query = Object.assign(new ListChannelEndpointsQueryDto(), { limit: 1, ...listOwner(session) });
    const { totalCount } = await this.endpoints.list(session.environment, query);
    if (totalCount >= MAX_OWN_ENDPOINTS) {
      throw new BadRequestException(`You have ${MAX_OWN_ENDPOINTS} chat accounts: delete one first`);
    }
    return this.showEndpoint(await this.endpoints.create(session.environment, owned));
  }

  deleteEndpoint(session: SubscriberSession, identifier: string): Promise<void> {
    return this.endpoints.delete(session.environment, identifier, storedOwner(session));
  }

  /**
   * A subscriber is reached through an own connection, or through one that is shared in the contexts of the session. Throws
   * 404 for any other.
   */
  async assertReachable(session: SubscriberSession, connectionIdentifier: string | undefined): Promise<void> {
    if (connectionIdentifier === undefined) return;
    const found = await this.connections.findOrFail(session.environment, connectionIdentifier);
    const isShared = found.subscriberId === undefined && found.contextKeys.join() === session.contextKeys.join();
    if (!isShared) await this.connections.findOrFail(session.environment, connectionIdentifier, storedOwner(session));
  }

  private async showConnection(connection: ChannelConnection): Promise<ChannelConnectionDto> {
    const [shown] = await this.showConnections([connection]);
    return shown!;
  }

  private async showConnections(connections: ChannelConnection[]): Promise<ChannelConnectionDto[]> {
    const identifiers = await this.owners.identifiersOf(connections);
    return connections.map((one) => toChannelConnectionDto(one, maskedAuth(this.connections.authOf(one)), identifiers));
  }

  private async showEndpoint(endpoint: ChannelEndpoint): Promise<ChannelEndpointDto> {
    const [shown] = await this.showEndpoints([endpoint]);
    return shown!;
  }

  private async showEndpoints(endpoints: ChannelEndpoint[]): Promise<ChannelEndpointDto[]> {
    const identifiers = await this.owners.identifiersOf(endpoints);
    return endpoints.map((one) =>
      toChannelEndpointDto(one, maskedEndpoint(one.type, this.endpoints.addressOf(one)), identifiers),
    );
  }
}

/** The filters of a list that a session's subscriber and contexts are. */
function listOwner({ subscriber, contextKeys: keys }: SubscriberSession) {
  return { subscriberId: subscriber.subscriberId, contextKeys: keys.length > 0 ? [...keys] : [''] };
}

function storedOwner({ subscriber, contextKeys: keys }: SubscriberSession): SubscriberInContexts {
  return { subscriberId: subscriber._id, contextKeys: keys };
}

/** Throws 403 when a request names another subscriber or other contexts than the session's. */
function assertOwn(
  session: SubscriberSession,
  {
    subscriberId,
    contextKeys: keys,
  }: { subscriberId?: string | undefined; contextKeys?: readonly string[] | undefined },
): void {
  const own = session.subscriber.subscriberId;
  if (subscriberId !== undefined && subscriberId !== own) {
    throw new ForbiddenException(`This session is that of '${own}'`);
  }
  if (keys && exactly(keys).join() !== session.contextKeys.join()) {
    throw new ForbiddenException('A session acts in its own contexts: open it with the context that is meant');
  }
}
