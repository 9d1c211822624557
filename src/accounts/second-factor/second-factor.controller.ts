import { Body, Controller, Delete, HttpCode, HttpStatus, Post, Req } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Requires } from '../../auth/access.guard.js';
import type { PersonCaller } from '../../auth/caller.js';
import { CurrentPerson } from '../../auth/environment-ref.js';
import { ErrorDto } from '../../platform/errors/error.dto.js';
import { SLOWED } from '../guesses/guess-limits.js';
import {
  BeginSecondFactorDto,
  ConfirmSecondFactorDto,
  RecoveryCodesDto,
  RemoveSecondFactorDto,
  SecondFactorSecretDto,
} from './second-factor.dto.js';
import { SecondFactors } from './second-factors.service.js';

@ApiTags('Accounts')
@Controller('v1/session/second-factor')
export class SecondFactorController {
  constructor(private readonly factors: SecondFactors) {}

  /**
   * Set up a second factor
   *
   * The response has a secret for an authenticator app (time-based one-time codes, RFC 6238). Signing in needs a code once
   * the secret is confirmed with a first one. Until then this can be repeated, and the newest secret counts. 409 when a
   * second factor is on.
   */
  @Post()
  @Requires('self')
  @ApiResponse({ status: 429, type: ErrorDto, description: SLOWED })
  async begin(
    @CurrentPerson() person: PersonCaller,
    @Req() request: FastifyRequest,
    @Body() { password }: BeginSecondFactorDto,
  ): Promise<SecondFactorSecretDto> {
    return this.factors.begin(request, person, password);
  }

  /**
   * Confirm the second factor
   *
   * Switches it on. The response has ten recovery codes, which are not shown again. 409 when none is being set up.
   */
  @Post('confirm')
  @HttpCode(HttpStatus.OK)
  @Requires('self')
  async confirm(
    @CurrentPerson() person: PersonCaller,
    @Body() { code }: ConfirmSecondFactorDto,
  ): Promise<RecoveryCodesDto> {
    return { recoveryCodes: await this.factors.confirm(person, code) };
  }

  /**
   * Switch the second factor off
   *
   * With the password and a code, or a recovery code. 409 when there is none.
   */
  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  @Requires('self')
  @ApiResponse({ status: 429, type: ErrorDto, description: SLOWED })
  async remove(
    @CurrentPerson() person: PersonCaller,
    @Req() request: FastifyRequest,
    @Body() { password, code }: RemoveSecondFactorDto,
  ): Promise<void> {
    await this.factors.remove(request, person, password, code);
  }
}
