import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../../auth/environment-ref.js';
import { type ChartDto, ChartQueryDto } from './charts.dto.js';
import { ChartsService } from './charts.service.js';
import { type FunnelDto, FunnelQueryDto } from './funnel.dto.js';
import { FunnelService } from './funnel.service.js';
import type { ActivityOverviewDto } from './overview.dto.js';
import { OverviewService } from './overview.service.js';

@ApiTags('Activity')
@Access('notifications')
@Controller('v1/activity')
export class ChartsController {
  constructor(
    private readonly charts: ChartsService,
    private readonly funnel: FunnelService,
    private readonly overview: OverviewService,
  ) {}

  /**
   * Retrieve a chart
   *
   * How many steps or runs have ended in each period, by outcome, reason, channel, provider, workflow or status, how many
   * requests a provider has accepted, how long it took, and all that beside the time before. Counted while things happen, a
   * second late at most; a process that is killed loses the counts of its last second.
   */
  @Get('charts')
  chart(@CurrentEnvironment() environment: EnvironmentRef, @Query() query: ChartQueryDto): Promise<ChartDto> {
    return this.charts.read(environment, query);
  }

  /**
   * Retrieve the funnel of a workflow
   *
   * How many messages of each step were sent, delivered, opened, clicked and read, of those that were made in the time.
   * Openings and clicks are known where the provider reports them, or the integration tracks them. Notifications that were
   * read together with more than `BULK_AT_ONCE` others are not counted as read.
   */
  @Get('funnel')
  readFunnel(@CurrentEnvironment() environment: EnvironmentRef, @Query() query: FunnelQueryDto): Promise<FunnelDto> {
    return this.funnel.read(environment, query);
  }

  /**
   * Retrieve an overview
   *
   * What waits and what fails now: the event that has waited longest, dead letters, webhooks whose requests fail, channels
   * without an integration that works, and how each provider works.
   */
  @Get('overview')
  readOverview(@CurrentEnvironment() environment: EnvironmentRef): Promise<ActivityOverviewDto> {
    return this.overview.read(environment);
  }
}
