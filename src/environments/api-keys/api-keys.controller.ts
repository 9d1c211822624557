import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.guard.js';
import type { Caller } from '../../auth/caller.js';
import { CurrentCaller, CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import {
  type ApiKeySummaryDto,
  CreateApiKeyDto,
  type CreatedApiKeyDto,
  toApiKeySummaryDto,
  UpdateApiKeyDto,
} from './api-keys.dto.js';
import { ApiKeysService } from './api-keys.service.js';

@ApiTags('API keys')
@Access('api-keys')
@Controller('v1/api-keys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  /**
   * Create an API key
   *
   * For the environment of the request. The key itself is only in this response. It may do no more than the caller, and a
   * key that ends makes none that ends later: 403. Only `full` keys prove inbox sessions and sign requests: of others the
   * service keeps only the hash. 409 when the environment has 50 keys.
   */
  @Post()
  async create(
    @CurrentEnvironment() environment: EnvironmentRef,
    @CurrentCaller() caller: Caller,
    @Body() request: CreateApiKeyDto,
  ): Promise<CreatedApiKeyDto> {
    const { key, stored } = await this.keys.create(environment, request);
    return Object.assign(toApiKeySummaryDto(stored, keyOf(caller)), { key });
  }

  /**
   * List all API keys
   *
   * Those of the environment that have not ended, oldest first, without the keys themselves: also the keys of the first
   * start, which have no name.
   */
  @Get()
  async list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @CurrentCaller() caller: Caller,
  ): Promise<ApiKeySummaryDto[]> {
    return (await this.keys.list(environment)).map((key) => toApiKeySummaryDto(key, keyOf(caller)));
  }

  /**
   * Update an API key
   *
   * Its name, permissions or end; in all processes within two seconds. A key that may do more than the caller is 403, and
   * so are permissions that the caller lacks. A full key that gets fewer permissions no longer proves inbox sessions or
   * signs requests, and cannot become full again: 409.
   */
  @Patch(':keyId')
  async update(
    @CurrentEnvironment() environment: EnvironmentRef,
    @CurrentCaller() caller: Caller,
    @Param('keyId') keyId: string,
    @Body() changes: UpdateApiKeyDto,
  ): Promise<ApiKeySummaryDto> {
    return toApiKeySummaryDto(await this.keys.update(environment, keyId, changes), keyOf(caller));
  }

  /**
   * Delete an API key
   *
   * It is refused immediately, in all processes within two seconds. Any key that may do no more than the caller, also
   * the key of this request and the last one of the environment. `carillon keys` on the server makes another, and so do
   * owners and admins. Inbox sessions that were opened with it stay; new proofs and signatures need another full key.
   */
  @Delete(':keyId')
  @HttpCode(HttpStatus.NO_CONTENT)
  async delete(@CurrentEnvironment() environment: EnvironmentRef, @Param('keyId') keyId: string): Promise<void> {
    await this.keys.delete(environment, keyId);
  }
}

function keyOf(caller: Caller): string | undefined {
  return caller.kind === 'key' ? caller.id : undefined;
}
