import { BadRequestException, Body, Controller, Get, Param, Post, Put, Req } from '@nestjs/common';
import { ApiForbiddenResponse, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access, Requires } from '../auth/access.guard.js';
import { ShowsSecret } from '../audit/audited.js';
import { ErrorDto } from '../platform/errors/error.dto.js';
import { readApiKey } from '../auth/api-keys.service.js';
import { CurrentEnvironment, type EnvironmentRef } from '../auth/environment-ref.js';
import { type ApiKeyDto, CreateEnvironmentDto, type EnvironmentDto, RenewKeysDto } from './environments.dto.js';
import { UpdateEnvironmentDto } from './update-environment.dto.js';
import { EnvironmentsService } from './environments.service.js';

const NO_KEY = {
  message: 'This request has no API key that could be renewed',
  error: 'Bad Request',
  hint: 'People make another key with `POST /v1/api-keys`, and revoke the former one with `DELETE /v1/api-keys/{keyId}` once the other is in use.',
};

@ApiTags('Environments')
@Access('environments')
@Controller('v1/environments')
export class EnvironmentsController {
  constructor(private readonly environments: EnvironmentsService) {}

  /**
   * Create an environment
   *
   * With an API key of its own, which the response shows, and an active in-app integration. A name that is taken is
   * 409.
   * The key is shown to callers who may do everything that keys can; for others an owner or admin makes one.
   */
  @Post()
  @ApiResponse({
    status: 402,
    type: ErrorDto,
    description: 'The organization has as many environments as it may have.',
  })
  async create(
    @CurrentEnvironment() caller: EnvironmentRef,
    @Body() request: CreateEnvironmentDto,
  ): Promise<EnvironmentDto> {
    return this.environments.create(caller, request);
  }

  /**
   * List environments
   *
   * All environments that the caller reaches. API keys are shown for the environment of the calling key only, and to no
   * person: people see a key when they make it.
   */
  @Get()
  @ShowsSecret()
  async list(@CurrentEnvironment() caller: EnvironmentRef): Promise<EnvironmentDto[]> {
    return this.environments.list(caller);
  }

  /**
   * Retrieve the current environment
   *
   * The one the calling key belongs to.
   */
  @Get('me')
  @ShowsSecret()
  async current(@CurrentEnvironment() caller: EnvironmentRef): Promise<EnvironmentDto> {
    return this.environments.current(caller);
  }

  /**
   * List API keys
   *
   * Those of the environment that are shown: full keys without a name, such as that of the first start, and only to keys that
   * may do as much. People see a key when they make it. `GET /v1/api-keys` lists all keys, without the keys themselves.
   */
  @Get('api-keys')
  @ShowsSecret()
  @Requires('secrets:read')
  async apiKeys(@CurrentEnvironment() caller: EnvironmentRef): Promise<ApiKeyDto[]> {
    return this.environments.currentKeys(caller);
  }

  /**
   * Renew API keys
   *
   * Makes a new key in place of the calling one, which stays valid for `overlapSeconds` beside it; other keys of the
   * environment stay as they are. It has the name and the permissions of the calling key; one with a name and an end keeps
   * its end, too. The new one comes first in the response. 409 when the calling key was renewed at the same
   * moment. Should a key fall into wrong hands that renews it, `carillon keys` on the server makes another and revokes it.
   */
  @Post('api-keys/regenerate')
  @Requires('api-keys:write')
  async renewKeys(
    @CurrentEnvironment() caller: EnvironmentRef,
    @Req() request: FastifyRequest,
    @Body() { overlapSeconds }: RenewKeysDto,
  ): Promise<ApiKeyDto[]> {
    const key = readApiKey(request);
    if (key === undefined) throw new BadRequestException(NO_KEY);
    return this.environments.renewKey(caller, key, overlapSeconds);
  }

  /**
   * Update an environment
   *
   * Any environment of the organization, by its internal id, slug or identifier; a protected one only with a key of its
   * own. Absent fields stay as they are. A name or identifier that is taken is 409.
   */
  @Put(':environmentId')
  @ApiForbiddenResponse({ type: ErrorDto, description: 'Another environment is protected.' })
  async update(
    @CurrentEnvironment() caller: EnvironmentRef,
    @Param('environmentId') environmentId: string,
    @Body() changes: UpdateEnvironmentDto,
  ): Promise<EnvironmentDto> {
    return this.environments.update(caller, environmentId, changes);
  }
}
