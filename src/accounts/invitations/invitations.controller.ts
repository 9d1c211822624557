import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Types } from 'mongoose';
import { Access } from '../../auth/access.guard.js';
import { PersonCaller } from '../../auth/caller.js';
import { type AuthenticatedRequest, CurrentPerson } from '../../auth/environment-ref.js';
import { Bare } from '../../platform/http/decorators.js';
import { ObjectIdPipe } from '../../platform/ids.js';
import { CursorQueryDto } from '../../platform/paging/paging.dto.js';
import {
  CreateInvitationDto,
  type InvitationPageDto,
  type NewInvitationDto,
  toInvitationPageDto,
} from './invitations.dto.js';
import { InvitationsService } from './invitations.service.js';

@ApiTags('Accounts')
@Access('members')
@Controller('v1/invitations')
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  /**
   * Invite a member
   *
   * Returns a link with which this person becomes a member, once and for `INVITATION_DAYS`. It is shown here alone;
   * another invitation to the same address replaces it. The link is also sent where the environment of the request, or
   * else Development, has an active primary email integration. The response says whether, and why not. An address that
   * is a member is 409, a role above the caller's own 403.
   */
  @Post()
  async create(
    @CurrentPerson() caller: PersonCaller,
    @Req() { environment }: AuthenticatedRequest,
    @Body() request: CreateInvitationDto,
  ): Promise<NewInvitationDto> {
    return this.invitations.create(caller, environment, request);
  }

  /**
   * List invitations
   *
   * A page of those that are open, newest first unless ordered otherwise, without their links.
   */
  @Get()
  @Bare()
  async list(@CurrentPerson() caller: PersonCaller, @Query() query: CursorQueryDto): Promise<InvitationPageDto> {
    return toInvitationPageDto(await this.invitations.list(caller, query));
  }

  /**
   * Withdraw an invitation
   *
   * Its link no longer works.
   */
  @Delete(':invitationId')
  @HttpCode(HttpStatus.NO_CONTENT)
  async withdraw(
    @CurrentPerson() caller: PersonCaller,
    @Param('invitationId', new ObjectIdPipe('Invitation')) invitationId: Types.ObjectId,
  ): Promise<void> {
    await this.invitations.withdraw(caller, invitationId);
  }
}
