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
   * For the environment of the request. Only this response has the key itself. 403 when the key would have more
   * permissions than the caller, or would end later than the calling key. Only `full` keys prove inbox sessions and sign
   * requests, because the service keeps no more than the hash of other keys. 409 when the environment has 50 keys.
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
   * The keys of the environment that have not ended, oldest first, without the keys themselves. Keys of the first start
   * have no name.
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
   * Changes its name, permissions or end, in all processes within two seconds. 403 for a key that may do more than the
   * caller, and for permissions that the caller lacks. A full key that gets fewer permissions no longer proves inbox
   * sessions or signs requests, and cannot become full again: 409.
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
   * This process refuses the key immediately, all others within two seconds. 403 for a key that may do more than the
   * caller. The key of this request and the last one of the environment can be deleted, too: owners, admins and
   * `carillon keys` on the server create another. Inbox sessions that were opened with it stay; new proofs and signatures
   * need another full key.
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
