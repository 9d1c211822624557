import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Post, Query } from '@nestjs/common';
import { ApiForbiddenResponse, ApiTags } from '@nestjs/swagger';
import {
  type ChannelEndpointDto,
  type ChannelEndpointPageDto,
  ListChannelEndpointsQueryDto,
} from '../../../channels/endpoints/channel-endpoints.dto.js';
import type { LinkEndpointAnswerDto, OAuthUrlDto } from '../../../channels/linking/chat-linking.dto.js';
import { EndpointLinks } from '../../../channels/linking/endpoint-links.service.js';
import { OAuthService } from '../../../channels/linking/oauth.service.js';
import { ErrorDto } from '../../../platform/errors/error.dto.js';
import { Bare } from '../../../platform/http/decorators.js';
import { CurrentSession, ForSubscribers, type SubscriberSession } from '../sessions/session.guard.js';
import { CreateInboxEndpointDto, LinkOwnEndpointDto, LinkOwnUserOAuthDto } from './inbox-channels.dto.js';
import { InboxChannels } from './inbox-channels.service.js';

const NOT_ALLOWED = {
  type: ErrorDto,
  description: 'The session has no proof of its subscriber, or the request is not about this subscriber.',
};

@ApiTags('Inbox widget')
@ForSubscribers()
@Controller('v1/inbox/channel-endpoints')
export class InboxChannelEndpointsController {
  constructor(
    private readonly channels: InboxChannels,
    private readonly links: EndpointLinks,
    private readonly oauth: OAuthService,
  ) {}

  /**
   * List own channel endpoints
   *
   * Those of the session's subscriber in exactly the session's contexts; secret parts of addresses are masked. Another
   * subscriber or other contexts in the query are 403.
   */
  @Get()
  @ApiForbiddenResponse(NOT_ALLOWED)
  @Bare()
  list(
    @CurrentSession() session: SubscriberSession,
    @Query() query: ListChannelEndpointsQueryDto,
  ): Promise<ChannelEndpointPageDto> {
    return this.channels.listEndpoints(session, query);
  }

  /**
   * Create an own channel endpoint
   *
   * For the session's subscriber in the session's contexts, 20 at most. Needs a session with proof of the subscriber.
   */
  @Post()
  @ApiForbiddenResponse(NOT_ALLOWED)
  create(
    @CurrentSession() session: SubscriberSession,
    @Body() request: CreateInboxEndpointDto,
  ): Promise<ChannelEndpointDto> {
    return this.channels.createEndpoint(session, request);
  }

  /**
   * Make an address that links the session's subscriber
   *
   * The subscriber opens it and agrees at the provider, which creates an endpoint. Needs a session with proof of the
   * subscriber.
   */
  @Post('oauth')
  @ApiForbiddenResponse(NOT_ALLOWED)
  async linkUserOAuth(
    @CurrentSession() session: SubscriberSession,
    @Body() request: LinkOwnUserOAuthDto,
  ): Promise<OAuthUrlDto> {
    const owned = this.channels.owned(session, request);
    await this.channels.assertReachable(session, request.connectionIdentifier);
    return { url: await this.oauth.urlFor(session.environment, owned, { mode: 'link_user' }) };
  }

  /**
   * Make a link for the session's subscriber to open
   *
   * Of a Telegram integration it opens the bot; of another one it is the address that links a subscriber by OAuth. Needs a
   * session with proof of the subscriber.
   */
  @Post('link')
  @HttpCode(HttpStatus.OK)
  @ApiForbiddenResponse(NOT_ALLOWED)
  async link(
    @CurrentSession() session: SubscriberSession,
    @Body() request: LinkOwnEndpointDto,
  ): Promise<LinkEndpointAnswerDto> {
    return this.links.linkFor(session.environment, this.channels.owned(session, request));
  }

  /**
   * Retrieve an own channel endpoint
   *
   * Secret parts of the address are masked. One of another subscriber or of other contexts is 404.
   */
  @Get(':identifier')
  get(
    @CurrentSession() session: SubscriberSession,
    @Param('identifier') identifier: string,
  ): Promise<ChannelEndpointDto> {
    return this.channels.findEndpoint(session, identifier);
  }

  /** Delete an own channel endpoint */
  @Delete(':identifier')
  @HttpCode(HttpStatus.NO_CONTENT)
  delete(@CurrentSession() session: SubscriberSession, @Param('identifier') identifier: string): Promise<void> {
    return this.channels.deleteEndpoint(session, identifier);
  }
}
