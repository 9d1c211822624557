import { Body, Controller, Post } from '@nestjs/common';
import { ApiForbiddenResponse, ApiTags } from '@nestjs/swagger';
import { ChatOAuthDto, type OAuthUrlDto } from '../../../channels/linking/chat-linking.dto.js';
import { OAuthService } from '../../../channels/linking/oauth.service.js';
import { ErrorDto } from '../../../platform/errors/error.dto.js';
import { CurrentSession, ForSubscribers, type SubscriberSession } from '../sessions/session.guard.js';
import { InboxChannels } from './inbox-channels.service.js';

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
