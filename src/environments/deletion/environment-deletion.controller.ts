import { Controller, Delete, HttpCode, HttpStatus, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentEnvironment } from '../current-environment.decorator.js';
import type { EnvironmentRef } from '../environment-ref.js';
import type { EnvironmentRemovalDto } from './dto/environment-removal.dto.js';
import { EnvironmentRemoval } from './environment-removal.service.js';
import { EnvironmentRemovalWorker } from './environment-removal.worker.js';

@ApiTags('Environments')
@Controller('v1/environments')
export class EnvironmentDeletionController {
  constructor(
    private readonly removal: EnvironmentRemoval,
    private readonly worker: EnvironmentRemovalWorker,
  ) {}

  /**
   * Delete an environment
   *
   * With everything in it, for good. Any environment of the organization, the calling key's own included, by its internal
   * id, slug or identifier; the last one cannot be deleted and answers 400. Its API keys stop working at once, its data is
   * removed in the background. A delivery that is just being made may still arrive.
   */
  @Delete(':environmentId')
  @HttpCode(HttpStatus.OK)
  async delete(
    @CurrentEnvironment() caller: EnvironmentRef,
    @Param('environmentId') environmentId: string,
  ): Promise<EnvironmentRemovalDto> {
    await this.removal.delete(caller, environmentId);
    this.worker.look();
    return { acknowledged: true };
  }
}
