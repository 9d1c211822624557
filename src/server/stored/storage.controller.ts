import { Controller, Get, Module } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../auth/access.guard.js';
import { AuthModule } from '../../auth/auth.module.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { Bare } from '../../platform/http/decorators.js';
import { RetentionFollower } from './retention-follower.js';
import type { StorageDto } from './storage.dto.js';
import { StorageService } from './storage.service.js';

@ApiTags('Environments')
@Controller('v1/storage')
export class StorageController {
  constructor(private readonly storage: StorageService) {}

  /**
   * List what is stored
   *
   * For each collection how many records the environment has, since when, and how long they are kept. Counts end at
   * 10,000, so that this is quick whatever is stored. The days are changed with the environment (`retention`).
   */
  @Get()
  @Bare()
  @Requires('environments:read')
  async list(@CurrentEnvironment() environment: EnvironmentRef): Promise<StorageDto> {
    return { data: await this.storage.summarise(environment) };
  }
}

@Module({
  imports: [AuthModule, NotificationsModule],
  controllers: [StorageController],
  providers: [RetentionFollower, StorageService],
})
export class StorageModule {}
