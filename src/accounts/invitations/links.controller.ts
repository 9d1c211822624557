import { Body, Controller, HttpCode, HttpStatus, Post, Req, Res } from '@nestjs/common';
import { ApiForbiddenResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../auth/access.guard.js';
import { assertNotSentByForeignPage } from '../../auth/people/own-pages.js';
import { dto } from '../../platform/http/dto.js';
import { ErrorDto } from '../../platform/errors/error.dto.js';
import { type AcceptedDto, AcceptInvitationDto, LinkDetailsDto, LinkDto, ResetPasswordDto } from './invitations.dto.js';
import { toMemberDto } from '../members/members.dto.js';
import { SessionStart } from '../session-start.service.js';
import { LinkUses } from './link-uses.js';

@ApiTags('Accounts')
@Public()
@Controller('v1')
export class LinksController {
  constructor(
    private readonly uses: LinkUses,
    private readonly sessions: SessionStart,
  ) {}

  /**
   * Look up a link
   *
   * What a one-time link is for; it can still be used afterwards. The token is what is behind `#token=` in the link. A link
   * that is unknown, was used or has expired is 404.
   */
  @Post('invitations/lookup')
  @HttpCode(HttpStatus.OK)
  lookUp(@Body() { token }: LinkDto): Promise<LinkDetailsDto> {
    return this.uses.lookUp(token);
  }

  /**
   * Accept an invitation
   *
   * Makes the account of the person who was invited, or of the first owner, who names an email address, too. It also
   * signs in: browsers get the session as a cookie, programs as a `token`. Pages of other sites cannot use links. The
   * link cannot be used again. A link that is unknown, was used or has expired is 404.
   */
  @Post('invitations/accept')
  @ApiForbiddenResponse({ type: ErrorDto, description: 'A page of another site has sent it.' })
  async accept(
    @Body() request: AcceptInvitationDto,
    @Req() http: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AcceptedDto> {
    assertNotSentByForeignPage(http);
    const account = await this.uses.accept(request);
    const { token, session } = await this.sessions.signIn(account, 'Links_accept', http, reply);
    return dto<AcceptedDto>({ member: toMemberDto(account), token, expiresAt: session.expiresAt });
  }

  /**
   * Choose a new password
   *
   * With a link to it, which cannot be used again. All sessions of the person end; signing in takes the new password, and the
   * second factor where there is one. A link that is unknown, was used or has expired is 404.
   */
  @Post('session/reset')
  @HttpCode(HttpStatus.NO_CONTENT)
  async reset(@Body() request: ResetPasswordDto, @Req() http: FastifyRequest): Promise<void> {
    await this.uses.resetPassword(request, http);
  }
}
