import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post, Query, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { dto } from '../../platform/http/dto.js';
import { AnyQuery } from '../../platform/http/query.js';
import { Access, Public, Requires } from '../../auth/access.guard.js';
import {
  ChatOAuthDto,
  type ConfiguredBotDto,
  ConnectOAuthDto,
  type LinkEndpointAnswerDto,
  LinkEndpointDto,
  LinkUserOAuthDto,
  type MobileLinkAnswerDto,
  MobileLinkDto,
  OAuthReturnQueryDto,
  type OAuthUrlDto,
} from './chat-linking.dto.js';
import { EndpointLinks } from './endpoint-links.service.js';
import { OAuthService } from './oauth.service.js';
import { TelegramService } from './telegram.service.js';

/** Page for a user who has agreed, when the integration has no `redirectUrl`. */
const DONE_PAGE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Connected</title>' +
  '<p>You are connected. You can close this window.</p></html>';

@ApiTags('Integrations')
@Access('subscribers')
@Controller('v1/integrations')
export class ChatLinkingController {
  constructor(
    private readonly oauth: OAuthService,
    private readonly telegram: TelegramService,
    private readonly links: EndpointLinks,
  ) {}

  /**
   * Make an address that connects a workspace
   *
   * The user who opens it agrees at the provider, which creates or renews a channel connection. The
   * integration needs a provider with OAuth, which is Slack, and `clientId` and `secretKey` among its credentials,
   * otherwise it is 400. Afterwards the user is sent to the `redirectUrl` of the credentials, if there is one.
   */
  @Post('channel-connections/oauth')
  async connectOAuth(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() request: ConnectOAuthDto,
  ): Promise<OAuthUrlDto> {
    const { connectionMode, autoLinkUser: linksUser = connectionMode === 'subscriber' } = request;
    return { url: await this.oauth.urlFor(environment, request, { mode: 'connect', connectionMode, linksUser }) };
  }

  /**
   * Make an address that links a subscriber
   *
   * The subscriber who opens it agrees at the provider, and comes back to a channel endpoint that was created. The same
   * holds as for connecting a workspace.
   */
  @Post('channel-endpoints/oauth')
  async linkUserOAuth(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() request: LinkUserOAuthDto,
  ): Promise<OAuthUrlDto> {
    return { url: await this.oauth.urlFor(environment, request, { mode: 'link_user' }) };
  }

  /**
   * Make an address that connects or links (older form)
   *
   * Deprecated: the two operations for one of these each do the same.
   */
  @Post('chat/oauth')
  async chatOAuth(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() request: ChatOAuthDto,
  ): Promise<OAuthUrlDto> {
    const { mode, connectionMode, autoLinkUser: linksUser = false } = request;
    const goal = mode === 'connect' ? { mode, connectionMode, linksUser } : { mode };
    return { url: await this.oauth.urlFor(environment, request, goal) };
  }

  /**
   * Come back from a provider
   *
   * Providers send users who have agreed to this address.
   */
  @Get('chat/oauth/callback')
  @Public()
  @AnyQuery()
  @ApiExcludeEndpoint()
  async callback(@Query() query: OAuthReturnQueryDto, @Res() reply: FastifyReply): Promise<void> {
    const wayOn = await this.oauth.complete(query);
    // The address has the code in it: it must not reach the next server, or stay in a cache.
    void reply.header('referrer-policy', 'no-referrer').header('cache-control', 'no-store');
    if (wayOn !== undefined) void reply.redirect(wayOn, HttpStatus.FOUND);
    else void reply.type('text/html; charset=utf-8').send(DONE_PAGE);
  }

  /**
   * Make a link for a subscriber to open
   *
   * Of a Telegram integration it opens the bot, whose "Start" button links the chat; the bot's webhook must be configured
   * before. Of another one it is the address that links a subscriber by OAuth.
   */
  @Post('channel-endpoints/link')
  @HttpCode(HttpStatus.OK)
  linkEndpoint(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() request: LinkEndpointDto,
  ): Promise<LinkEndpointAnswerDto> {
    return this.links.linkFor(environment, request);
  }

  /**
   * Make a link for a telephone
   *
   * Telegram only. It opens the bot, whose "Start" button links the chat to the subscriber. It works once, for five
   * minutes, and no longer than the key of the request. The bot's webhook must be configured before.
   */
  @Post(':integrationIdentifier/mobile-link')
  @HttpCode(HttpStatus.OK)
  async createMobileLink(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('integrationIdentifier') integrationIdentifier: string,
    @Body() { subscriberId }: MobileLinkDto,
  ): Promise<MobileLinkAnswerDto> {
    const { token, url, expiresAt } = await this.telegram.linkFor(environment, { integrationIdentifier, subscriberId });
    return dto<MobileLinkAnswerDto>({ token, url, expiresAt });
  }

  /**
   * Configure the webhook of a bot
   *
   * Telegram only. Configures the bot, with the `apiToken` of the credentials, to post its messages to this
   * installation. Telegram must be able to reach it by HTTPS under `PUBLIC_URL`. To be repeated when the token has
   * changed.
   */
  @Post(':integrationIdentifier/webhook/configure')
  @Requires('integrations:write')
  @HttpCode(HttpStatus.OK)
  async configureWebhook(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('integrationIdentifier') integrationIdentifier: string,
  ): Promise<ConfiguredBotDto> {
    const { configuredAt, ...bot } = await this.telegram.configure(environment, integrationIdentifier);
    return dto<ConfiguredBotDto>({ ...bot, configuredAt });
  }
}
