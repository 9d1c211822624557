import { Controller, Delete, Get, HttpCode, HttpStatus, Param, Post, Query } from '@nestjs/common';
import { ApiForbiddenResponse, ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.guard.js';
import { dto } from '../../platform/http/dto.js';
import { ErrorDto } from '../../platform/errors/error.dto.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { type EnvironmentDto, toEnvironmentDto } from '../../environments/environments.dto.js';
import {
  type DeletedEnvironmentDto,
  DeleteEnvironmentQuery,
  type EnvironmentRemovalDto,
  toDeletedEnvironmentDto,
} from './environment-deletion.dto.js';
import { EnvironmentRemoval } from './environment-removal.service.js';
import { EnvironmentRemovalWorker } from './environment-removal.worker.js';
import { EnvironmentRestoration } from './environment-restoration.service.js';

@ApiTags('Environments')
@Access('environments')
@Controller('v1/environments')
export class EnvironmentDeletionController {
  constructor(
    private readonly removal: EnvironmentRemoval,
    private readonly restoration: EnvironmentRestoration,
    private readonly worker: EnvironmentRemovalWorker,
  ) {}

  /**
   * Delete an environment
   *
   * Deletes everything in it, too. It may be any environment of the organization, also that of the calling key. The last
   * one cannot be deleted: 400. Its API keys stop working immediately, and its data is deleted for good in the background.
   * A delivery in progress may still arrive.
   *
   * For a protected environment, such as the Production of the first start, the key of another environment gets 403, and
   * every request 400 unless `confirm` repeats its name. Its data stays for `ENVIRONMENT_RESTORE_HOURS`: until then it can
   * be restored, and nothing of it is delivered.
   */
  @Delete(':environmentId')
  @HttpCode(HttpStatus.OK)
  @ApiForbiddenResponse({ type: ErrorDto, description: 'Another environment is protected.' })
  async delete(
    @CurrentEnvironment() caller: EnvironmentRef,
    @Param('environmentId') environmentId: string,
    @Query() { confirm }: DeleteEnvironmentQuery,
  ): Promise<EnvironmentRemovalDto> {
    const restorableUntil = await this.removal.delete(caller, environmentId, confirm);
    this.worker.look();
    return dto<EnvironmentRemovalDto>({ acknowledged: true, ...(restorableUntil && { restorableUntil }) });
  }

  /**
   * List deleted environments
   *
   * The protected environments that were deleted and can be restored, longest deleted first.
   */
  @Get('deleted')
  async listDeleted(@CurrentEnvironment() caller: EnvironmentRef): Promise<DeletedEnvironmentDto[]> {
    return (await this.restoration.list(caller)).map(toDeletedEnvironmentDto);
  }

  /**
   * Restore a deleted environment
   *
   * Restores its data and API keys, too. Waiting runs continue: delays and digests that were due meanwhile end now. 404
   * when it was not protected, was not deleted, or was deleted too long ago; 409 when another environment has its name or
   * identifier by now.
   */
  @Post(':environmentId/restore')
  @HttpCode(HttpStatus.OK)
  async restore(
    @CurrentEnvironment() caller: EnvironmentRef,
    @Param('environmentId') environmentId: string,
  ): Promise<EnvironmentDto> {
    return toEnvironmentDto(await this.restoration.restore(caller, environmentId), []);
  }
}
