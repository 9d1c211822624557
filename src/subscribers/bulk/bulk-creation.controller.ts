import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { BulkCreationService } from './bulk-creation.service.js';
import { type BulkCreateResultDto, BulkCreateSubscribersDto } from './bulk-create.dto.js';

@ApiTags('Subscribers')
@Access('subscribers')
@Controller('v1/subscribers/bulk')
export class BulkCreationController {
  constructor(private readonly bulk: BulkCreationService) {}

  /**
   * Create or update subscribers in bulk
   *
   * Up to 500 at once, each as if it were sent alone. One that breaks a rule is listed as failed and does not affect
   * the others. Of those with the same id, later ones change what earlier ones have stored.
   */
  @Post()
  create(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() { subscribers }: BulkCreateSubscribersDto,
  ): Promise<BulkCreateResultDto> {
    return this.bulk.createOrUpdate(environment, subscribers);
  }
}
