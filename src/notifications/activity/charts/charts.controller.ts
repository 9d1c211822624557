import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../../auth/environment-ref.js';
import { type ActivityOverviewDto, type ChartDto, ChartQueryDto } from './charts.dto.js';
import { ChartsService } from './charts.service.js';
import { OverviewService } from './overview.service.js';

@ApiTags('Activity')
@Access('notifications')
@Controller('v1/activity')
export class ChartsController {
  constructor(
    private readonly charts: ChartsService,
    private readonly overview: OverviewService,
  ) {}

  /**
   * Retrieve a chart
   *
   * How many steps or runs have ended in each hour or day, by outcome, reason, channel, provider, workflow or status, and how
   * long messages took from the trigger until they were sent. Counted while things happen, a second late at most; a process
   * that is killed loses the counts of its last second.
   */
  @Get('charts')
  chart(@CurrentEnvironment() environment: EnvironmentRef, @Query() query: ChartQueryDto): Promise<ChartDto> {
    return this.charts.read(environment, query);
  }

  /**
   * Retrieve an overview
   *
   * What waits and what fails now: the event that has waited longest, dead letters, webhooks whose requests fail, and how
   * each provider works.
   */
  @Get('overview')
  readOverview(@CurrentEnvironment() environment: EnvironmentRef): Promise<ActivityOverviewDto> {
    return this.overview.read(environment);
  }
}
