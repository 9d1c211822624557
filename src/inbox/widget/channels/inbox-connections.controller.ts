import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Post, Query } from '@nestjs/common';
import { ApiForbiddenResponse, ApiTags } from '@nestjs/swagger';
import {
  type ChannelConnectionDto,
  type ChannelConnectionPageDto,
  CreateChannelConnectionDto,
  ListChannelConnectionsQueryDto,
} from '../../../channels/connections/channel-connections.dto.js';
import { ChatOAuthDto, ConnectOAuthDto, type OAuthUrlDto } from '../../../channels/linking/chat-linking.dto.js';
import { OAuthService } from '../../../channels/linking/oauth.service.js';
import { ErrorDto } from '../../../platform/errors/error.dto.js';
import { Bare } from '../../../platform/http/decorators.js';
import { CurrentSession, ForSubscribers, type SubscriberSession } from '../sessions/session.guard.js';
import { ShowConnectionQueryDto } from './inbox-channels.dto.js';
import { InboxChannels } from './inbox-channels.service.js';

const NOT_ALLOWED = {
  type: ErrorDto,
  description: 'The session has no proof of its subscriber, or the request is not about this subscriber.',
};

@ApiTags('Inbox widget')
@ForSubscribers()
@Controller('v1/inbox/channel-connections')
export class InboxChannelConnectionsController {
  constructor(
    private readonly channels: InboxChannels,
    private readonly oauth: OAuthService,
  ) {}

  /**
   * List own channel connections
   *
   * Those of the session's subscriber in exactly the session's contexts, without tokens. Another subscriber or other
   * contexts in the query are 403.
   */
  @Get()
  @ApiForbiddenResponse(NOT_ALLOWED)
  @Bare()
  list(
    @CurrentSession() session: SubscriberSession,
    @Query() query: ListChannelConnectionsQueryDto,
  ): Promise<ChannelConnectionPageDto> {
    return this.channels.listConnections(session, query);
  }

  /**
   * Create an own channel connection
   *
   * For the session's subscriber in the session's contexts. Needs a session with proof of the subscriber.
   */
  @Post()
  @ApiForbiddenResponse(NOT_ALLOWED)
  create(
    @CurrentSession() session: SubscriberSession,
    @Body() request: CreateChannelConnectionDto,
  ): Promise<ChannelConnectionDto> {
    return this.channels.createConnection(session, request);
  }

  /**
   * Make an address that connects a workspace
   *
   * The session's subscriber opens it and agrees at the provider, which creates or renews a connection. Needs a session
   * with proof of the subscriber; shared connections are made by your server.
   */
  @Post('oauth')
  @ApiForbiddenResponse(NOT_ALLOWED)
  async connectOAuth(
    @CurrentSession() session: SubscriberSession,
    @Body() request: ConnectOAuthDto,
  ): Promise<OAuthUrlDto> {
    const owned = this.channels.owned(session, request);
    const { autoLinkUser: linksUser = true } = request;
    const goal = { mode: 'connect', connectionMode: 'subscriber', linksUser } as const;
    return { url: await this.oauth.urlFor(session.environment, owned, goal) };
  }

  /**
   * Retrieve an own channel connection
   *
   * Without tokens. One of another subscriber or of other contexts, also a shared one, is 404.
   */
  @Get(':identifier')
  @Bare()
  get(
    @CurrentSession() session: SubscriberSession,
    @Param('identifier') identifier: string,
    @Query() _query: ShowConnectionQueryDto,
  ): Promise<ChannelConnectionDto> {
    return this.channels.findConnection(session, identifier);
  }

  /**
   * Delete an own channel connection
   *
   * The provider is not notified.
   */
  @Delete(':identifier')
  @HttpCode(HttpStatus.NO_CONTENT)
  delete(@CurrentSession() session: SubscriberSession, @Param('identifier') identifier: string): Promise<void> {
    return this.channels.deleteConnection(session, identifier);
  }
}

@ApiTags('Inbox widget')
@ForSubscribers()
@Controller('v1/inbox/chat/oauth')
export class InboxChatOAuthController {
  constructor(
    private readonly channels: InboxChannels,
    private readonly oauth: OAuthService,
  ) {}

  /**
   * Make an address that connects or links (older form)
   *
   * Deprecated: the two operations for one of these each do the same.
   */
  @Post()
  @ApiForbiddenResponse({
    type: ErrorDto,
    description: 'The session has no proof of its subscriber, or the request is not about this subscriber.',
  })
  async chatOAuth(@CurrentSession() session: SubscriberSession, @Body() request: ChatOAuthDto): Promise<OAuthUrlDto> {
    const owned = this.channels.owned(session, request);
    const { mode, autoLinkUser: linksUser = false } = request;
    if (mode === 'link_user') await this.channels.assertReachable(session, request.connectionIdentifier);
    const goal = mode === 'connect' ? ({ mode, connectionMode: 'subscriber', linksUser } as const) : { mode };
    return { url: await this.oauth.urlFor(session.environment, owned, goal) };
  }
}
