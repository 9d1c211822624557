import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.guard.js';
import { Clock } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { Bare } from '../../platform/http/decorators.js';
import { CursorQueryDto } from '../../platform/paging/paging.dto.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import {
  CreateLegacyApplicationDto,
  type LegacyApplicationDto,
  type LegacyApplicationPageDto,
  type LegacyApplicationSecretDto,
  RotateSecretDto,
  toLegacyApplicationDto,
  toLegacyApplicationPageDto,
  toLegacyApplicationSecretDto,
} from './legacy-applications.dto.js';
import { LegacyApplicationsService } from './legacy-applications.service.js';

@ApiTags('Legacy applications')
@Access('legacy')
@Controller('v1/legacy/applications')
export class LegacyApplicationsController {
  constructor(
    private readonly applications: LegacyApplicationsService,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Create a legacy application
   *
   * A client of the legacy API, which listens on a port of its own. Only this response shows its secret.
   */
  @Post()
  async create(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() request: CreateLegacyApplicationDto,
  ): Promise<LegacyApplicationSecretDto> {
    return toLegacyApplicationSecretDto(await this.applications.create(environment, request), this.clock.now());
  }

  /**
   * List legacy applications
   *
   * A page of the environment's applications, newest first unless ordered otherwise, and where the legacy API
   * listens that they use.
   */
  @Get()
  @Bare()
  async list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Query() query: CursorQueryDto,
  ): Promise<LegacyApplicationPageDto> {
    const { legacyApi: served, legacyPort: port } = this.config;
    const page = await this.applications.list(environment, query);
    return toLegacyApplicationPageDto(page, { served, port }, this.clock.now());
  }

  /**
   * Retrieve a legacy application
   *
   * Without its secret, which cannot be read again.
   */
  @Get(':applicationId')
  async get(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('applicationId') applicationId: string,
  ): Promise<LegacyApplicationDto> {
    return toLegacyApplicationDto(await this.applications.findOrFail(environment, applicationId), this.clock.now());
  }

  /**
   * Rotate the secret of a legacy application
   *
   * Only this response shows the new secret. The present one stays valid for `overlapSeconds` beside it, unless
   * it is rotated again before; by default it ends immediately. Other processes may accept an ended secret for
   * `API_KEY_CACHE_SECONDS` more.
   */
  @Post(':applicationId/rotate')
  @HttpCode(HttpStatus.OK)
  async rotate(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('applicationId') applicationId: string,
    @Body() { overlapSeconds }: RotateSecretDto,
  ): Promise<LegacyApplicationSecretDto> {
    const rotated = await this.applications.rotate(environment, applicationId, overlapSeconds);
    return toLegacyApplicationSecretDto(rotated, this.clock.now());
  }

  /**
   * Delete a legacy application
   *
   * With its notification types. Its credentials are refused from now on; what it has sent stays.
   */
  @Delete(':applicationId')
  @HttpCode(HttpStatus.NO_CONTENT)
  async delete(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('applicationId') applicationId: string,
  ): Promise<void> {
    await this.applications.delete(environment, applicationId);
  }
}
