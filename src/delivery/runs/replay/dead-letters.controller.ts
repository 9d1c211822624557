import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Types } from 'mongoose';
import { Access, Requires } from '../../../auth/access.guard.js';
import { Bare } from '../../../platform/http/decorators.js';
import { ObjectIdPipe } from '../../../platform/ids.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../../auth/environment-ref.js';
import { DeadLettersService } from './dead-letters.service.js';
import {
  type DeadLetterDto,
  DeadLetterFilterDto,
  type DeadLetterPageDto,
  ListDeadLettersQueryDto,
  type ReplayedDto,
} from './dead-letters.dto.js';

const ID = new ObjectIdPipe('Dead letter');

@ApiTags('Dead letters')
@Access('notifications')
@Controller('v1/dead-letters')
export class DeadLettersController {
  constructor(private readonly deadLetters: DeadLettersService) {}

  /**
   * List dead letters
   *
   * Emails, text messages, push notifications and chat messages that have failed: refused by their provider, or failed
   * too often with every integration that could send them. The latest first.
   */
  @Get()
  @Bare()
  list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Query() query: ListDeadLettersQueryDto,
  ): Promise<DeadLetterPageDto> {
    return this.deadLetters.list(environment, query);
  }

  /** Retrieve a dead letter */
  @Get(':deadLetterId')
  @ApiParam({ name: 'deadLetterId', type: String })
  get(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('deadLetterId', ID) id: Types.ObjectId,
  ): Promise<DeadLetterDto> {
    return this.deadLetters.find(environment, id);
  }

  /**
   * Replay dead letters
   *
   * Sends every message once more that the filters let through; without a filter all of the environment. It is done in
   * the background, with fresh attempts; what fails again comes back to the list.
   */
  @Post('replay')
  @Requires('notifications:replay')
  @HttpCode(HttpStatus.OK)
  replayAll(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() filter: DeadLetterFilterDto,
  ): Promise<ReplayedDto> {
    return this.deadLetters.replayAll(environment, filter);
  }

  /**
   * Replay a dead letter
   *
   * Sends the message once more, in the background, to the addresses the recipient has now. 409 when that is impossible:
   * the content or the attachments are deleted, or the run has not ended.
   */
  @Post(':deadLetterId/replay')
  @Requires('notifications:replay')
  @HttpCode(HttpStatus.OK)
  @ApiParam({ name: 'deadLetterId', type: String })
  async replay(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('deadLetterId', ID) id: Types.ObjectId,
  ): Promise<ReplayedDto> {
    await this.deadLetters.replay(environment, id);
    return { replayed: 1, refused: 0 };
  }
}
