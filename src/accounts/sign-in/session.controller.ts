import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Post, Put, Req, Res } from '@nestjs/common';
import { ApiForbiddenResponse, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public, Requires } from '../../auth/access.guard.js';
import type { PersonCaller } from '../../auth/caller.js';
import { CurrentPerson } from '../../auth/environment-ref.js';
import { ErrorDto } from '../../platform/errors/error.dto.js';
import { SLOWED } from '../guesses/guess-limits.js';
import { SessionStart } from '../session-start.service.js';
import { OwnSessions } from '../sessions/own-sessions.service.js';
import { SignedInDto, StartedSessionDto } from '../sessions/session.dto.js';
import { ChangePasswordDto, SignInDto, SignInRefusedDto } from './sign-in.dto.js';
import { SignIn } from './sign-in.service.js';

@ApiTags('Accounts')
@Controller('v1/session')
export class SessionController {
  constructor(
    private readonly signIn: SignIn,
    private readonly sessions: OwnSessions,
    private readonly sessionStart: SessionStart,
  ) {}

  /**
   * Sign in
   *
   * With email and password, and a code where the account has a second factor. Browsers get the session as a cookie,
   * and add the header `Carillon-Request: 1` to each change that they send with it. Programs get a `token` for the
   * header `Authorization: Bearer <token>`. Both name the environment they work in with the header
   * `Carillon-Environment`. Pages of other sites cannot sign in. Attempts that fail are counted, and further ones have
   * to wait.
   */
  @Post()
  @Public()
  @ApiResponse({
    status: 401,
    type: SignInRefusedDto,
    description:
      'Unknown email, wrong password, or no password: which of them is not said. Or a code is missing or wrong.',
  })
  @ApiForbiddenResponse({ type: ErrorDto, description: 'A page of another site has sent it.' })
  @ApiResponse({ status: 429, type: ErrorDto, description: SLOWED })
  async create(
    @Body() credentials: SignInDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StartedSessionDto> {
    return this.signIn.signIn(credentials, request, reply);
  }

  /**
   * Retrieve the current session
   *
   * Who has signed in, and what they may do in which environment. For people; what an API key may do is listed with the
   * keys of its environment.
   */
  @Get()
  @Requires('self')
  async retrieve(@CurrentPerson() person: PersonCaller): Promise<SignedInDto> {
    return this.sessions.describe(person);
  }

  /**
   * Sign out
   *
   * The session ends everywhere, and the browser loses its cookie.
   */
  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  @Requires('self')
  async remove(
    @CurrentPerson() person: PersonCaller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.sessions.endCurrent(person);
    this.sessionStart.clearCookie(request, reply);
  }

  /**
   * Change the password
   *
   * All sessions of the account end, and the response begins a new one, like that of signing in. 422 for a wrong current
   * password, and for a new one that is too short or too easy to guess.
   */
  @Put('password')
  @Requires('self')
  @ApiResponse({ status: 429, type: ErrorDto, description: SLOWED })
  async changePassword(
    @CurrentPerson() person: PersonCaller,
    @Body() change: ChangePasswordDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StartedSessionDto> {
    return this.signIn.changePassword(person, change, request, reply);
  }
}
