import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Types } from 'mongoose';
import { Access } from '../../auth/access.guard.js';
import { PersonCaller } from '../../auth/caller.js';
import { type AuthenticatedRequest, CurrentPerson } from '../../auth/environment-ref.js';
import { Bare } from '../../platform/http/decorators.js';
import { ObjectIdPipe } from '../../platform/ids.js';
import { CursorQueryDto } from '../../platform/paging/paging.dto.js';
import type { IssuedLinkDto } from '../links/links.dto.js';
import {
  type OrganizationMemberDto,
  type MemberPageDto,
  ResetMemberDto,
  toMemberDto,
  toMemberPageDto,
  UpdateMemberDto,
} from './members.dto.js';
import { MembersService } from './members.service.js';

const IS_MEMBER = new ObjectIdPipe('Member');

@ApiTags('Accounts')
@Access('members')
@Controller('v1/members')
export class MembersController {
  constructor(private readonly members: MembersService) {}

  /**
   * List members
   *
   * A page of the people who may sign in, newest first unless ordered otherwise.
   */
  @Get()
  @Bare()
  async list(@CurrentPerson() caller: PersonCaller, @Query() query: CursorQueryDto): Promise<MemberPageDto> {
    return toMemberPageDto(await this.members.list(caller, query));
  }

  /** Retrieve a member */
  @Get(':memberId')
  async get(
    @CurrentPerson() caller: PersonCaller,
    @Param('memberId', IS_MEMBER) memberId: Types.ObjectId,
  ): Promise<OrganizationMemberDto> {
    return toMemberDto(await this.members.findOrFail(caller, memberId));
  }

  /**
   * Update a member
   *
   * Absent fields stay as they are. Other roles count within a second, in every process. Only owners change owners, and
   * nobody else gives a role that may do more than their own, neither in the organization nor in an environment. The last
   * owner stays one: 409.
   */
  @Patch(':memberId')
  async update(
    @CurrentPerson() caller: PersonCaller,
    @Param('memberId', IS_MEMBER) memberId: Types.ObjectId,
    @Body() request: UpdateMemberDto,
  ): Promise<OrganizationMemberDto> {
    return toMemberDto(await this.members.update(caller, memberId, request));
  }

  /**
   * Remove a member
   *
   * Ends all sessions of the member and the links that the member has made. What was changed keeps the name. The last owner
   * cannot be removed: 409.
   */
  @Delete(':memberId')
  @HttpCode(HttpStatus.NO_CONTENT)
  async remove(
    @CurrentPerson() caller: PersonCaller,
    @Param('memberId', IS_MEMBER) memberId: Types.ObjectId,
  ): Promise<void> {
    await this.members.remove(caller, memberId);
  }

  /**
   * Reset the password of a member
   *
   * Returns a link with which the member chooses a new one, once and for `RESET_HOURS`; it replaces an earlier link. Until it
   * is used nothing changes. Where there is an email integration the link is also sent.
   */
  @Post(':memberId/reset')
  async reset(
    @CurrentPerson() caller: PersonCaller,
    @Req() { environment }: AuthenticatedRequest,
    @Param('memberId', IS_MEMBER) memberId: Types.ObjectId,
    @Body() request: ResetMemberDto,
  ): Promise<IssuedLinkDto> {
    return this.members.reset(caller, environment, memberId, request);
  }
}
