import { ApiPropertyOptional } from '@nestjs/swagger';
import { QueryInt } from '../../platform/validation/query.decorators.js';

/** Which page of the tenants to list. */
export class ListTenantsQueryDto {
  /** Number of the page, from 0. */
  @QueryInt({ min: 0, max: 10_000 })
  @ApiPropertyOptional({ minimum: 0, maximum: 10_000 })
  page: number = 0;

  /** Tenants per page. */
  @QueryInt({ min: 1, max: 100 })
  @ApiPropertyOptional({ minimum: 1, maximum: 100 })
  limit: number = 10;
}
