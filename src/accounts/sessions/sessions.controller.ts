import { Controller, Delete, Get, HttpCode, HttpStatus, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Requires } from '../../auth/access.guard.js';
import type { PersonCaller } from '../../auth/caller.js';
import { CurrentPerson } from '../../auth/environment-ref.js';
import { SessionStart } from '../session-start.service.js';
import { OwnSessions } from './own-sessions.service.js';
import { OwnSessionDto } from './session.dto.js';

@ApiTags('Accounts')
@Controller('v1/sessions')
export class SessionsController {
  constructor(
    private readonly sessions: OwnSessions,
    private readonly sessionStart: SessionStart,
  ) {}

  /**
   * List the own sessions
   *
   * Browsers and programs in which the person has signed in, newest first, at most 100.
   */
  @Get()
  @Requires('self')
  async list(@CurrentPerson() person: PersonCaller): Promise<OwnSessionDto[]> {
    return this.sessions.list(person);
  }

  /**
   * End an own session
   *
   * In every process at once.
   */
  @Delete(':sessionId')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Requires('self')
  async remove(
    @CurrentPerson() person: PersonCaller,
    @Param('sessionId') sessionId: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.sessions.end(person, sessionId);
    if (person.sessionId.equals(sessionId)) this.sessionStart.clearCookie(request, reply);
  }

  /**
   * End all other own sessions
   *
   * All but the one of this request, in every process at once.
   */
  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  @Requires('self')
  async removeOthers(@CurrentPerson() person: PersonCaller): Promise<void> {
    await this.sessions.endOthers(person);
  }
}
