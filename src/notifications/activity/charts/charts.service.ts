import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { RetentionService } from '../../../auth/retention.service.js';
import { Clock } from '../../../platform/clock.js';
import { ValidationException } from '../../../platform/errors/validation.exception.js';
import { parseReference } from '../../../platform/ids.js';
import { rawCollection } from '../../../platform/persistence/writes.js';
import { MESSAGE_STEPS } from '../../../workflows/steps/step-kinds.js';
import { WorkflowsService } from '../../../workflows/workflows.service.js';
import { ActivityCount, type Interval, OUTCOMES } from './activity-count.schema.js';
import { comparedTimes, comparisonOf } from './chart-comparison.js';
import { type ChartSelection, fieldsOf, latencyOf, seriesOf } from './chart-series.js';
import type { ChartDto, ChartQueryDto, ChartSeriesDto } from './charts.dto.js';
import { beginningOf, INTERVAL_MS, keptMs } from './gathered-counts.js';

/** Periods that a chart may have: 42 days of hours, more than ten years of days, and a day of ten minutes. */
const MAX_PERIODS: Readonly<Record<Interval, number>> = { ten_minutes: 144, hour: 1000, day: 3700 };
/** Six times ten minutes have ended. */
const DEFAULT_PERIODS: Readonly<Record<Interval, number>> = { ten_minutes: 7, hour: 24, day: 30 };

/** Reads charts from stored counts: one document for each period, however much has happened in it. */
@Injectable()
export class ChartsService {
  constructor(
    @InjectModel(ActivityCount.name) private readonly model: Model<ActivityCount>,
    private readonly workflows: WorkflowsService,
    private readonly retention: RetentionService,
    private readonly clock: Clock,
  ) {}

  async read(environment: EnvironmentRef, query: ChartQueryDto): Promise<ChartDto> {
    const { interval, groupBy, integrationId } = query;
    assertSensible(query);
    const now = this.clock.now();
    const times = timesOf(query, now);
    const length = INTERVAL_MS[interval];
    const keepMs = query.compare ? keptMs(await this.retention.of(environment.id))[interval] : 0;
    const compared = query.compare ? comparedTimes(times, length, now, keepMs) : undefined;
    const selection: ChartSelection = {
      groupBy,
      channels: query.channel ?? MESSAGE_STEPS,
      outcomes: query.outcome ?? OUTCOMES,
      latency: query.latency,
      ...(integrationId !== undefined && { integrationId: integrationId.toLowerCase() }),
    };
    const workflowId = query.workflowId === undefined ? null : await this.findWorkflow(environment, query.workflowId);
    const at = { $gte: new Date(compared?.previous[0] ?? times[0]!), $lte: new Date(times.at(-1)!) };
    const found = await rawCollection<ActivityCount>(this.model)
      .find({ environmentId: environment.id, interval, workflowId, at }, { projection: fieldsOf(selection) })
      .toArray();
    const counts = compared ? found.filter((one) => one.at.getTime() >= times[0]!) : found;
    const series = seriesOf(counts, times, selection);
    return {
      interval,
      groupBy,
      times: times.map((time) => new Date(time).toISOString()),
      series: groupBy === 'workflow' ? await this.nameWorkflows(environment, series) : series,
      ...(query.latency && { latency: latencyOf(counts, times, selection) }),
      ...(compared && { comparison: comparisonOf(found, compared, length, selection) }),
    };
  }

  /** Counts of a deleted workflow can still be found by its internal id or slug. */
  async findWorkflow(environment: EnvironmentRef, text: string): Promise<Types.ObjectId> {
    const reference = parseReference(text);
    if ('id' in reference) return reference.id;
    const found = await this.workflows.findSummariesByReference(environment, [text]);
    const workflow = found.get(text);
    if (!workflow) throw new NotFoundException(`Workflow '${text}' was not found`);
    return workflow._id;
  }

  private async nameWorkflows(environment: EnvironmentRef, series: ChartSeriesDto[]): Promise<ChartSeriesDto[]> {
    const ids = series.flatMap(({ key }) => key ?? []);
    const found = await this.workflows.findSummariesByReference(environment, ids);
    return series.map(({ key, ...rest }) => {
      const workflow = key === null ? undefined : found.get(key);
      return workflow ? { key: workflow.workflowId, name: workflow.name, ...rest } : { key, ...rest };
    });
  }
}

function assertSensible(query: ChartQueryDto): void {
  const { groupBy, channel, outcome, workflowId, interval } = query;
  assertOfAttempts(query);
  if (interval === 'ten_minutes' && workflowId !== undefined)
    throw ValidationException.of('workflowId', 'workflowId has no meaning with interval=ten_minutes; ask for hours');
  const stepsOnly = channel ? 'channel' : outcome ? 'outcome' : undefined;
  if (groupBy === 'status' && stepsOnly)
    throw ValidationException.of(stepsOnly, `${stepsOnly} is about steps; it has no meaning with groupBy=status`);
  const oneWorkflow = groupBy !== 'workflow' ? undefined : channel ? 'channel' : workflowId && 'workflowId';
  if (oneWorkflow)
    throw ValidationException.of(oneWorkflow, `${oneWorkflow} has no meaning with groupBy=workflow; group otherwise`);
}

/** Requests to providers are counted for one integration, in hours, and not by step. */
function assertOfAttempts({ groupBy, integrationId, interval, channel, outcome, workflowId }: ChartQueryDto): void {
  if (groupBy !== 'attempt') {
    if (integrationId === undefined) return;
    throw ValidationException.of('integrationId', 'integrationId has a meaning with groupBy=attempt alone');
  }
  if (integrationId === undefined)
    throw ValidationException.of('integrationId', 'name the integrationId whose requests are counted');
  if (interval !== 'hour') throw ValidationException.of('interval', 'groupBy=attempt is counted in hours alone');
  const ofSteps = channel ? 'channel' : outcome ? 'outcome' : workflowId === undefined ? undefined : 'workflowId';
  if (ofSteps) throw ValidationException.of(ofSteps, `${ofSteps} has no meaning with groupBy=attempt`);
}

/** Beginnings of the periods of a chart. */
export function timesOf({ interval, from, to }: Pick<ChartQueryDto, 'interval' | 'from' | 'to'>, now: Date): number[] {
  const length = INTERVAL_MS[interval];
  // A period that begins at the end of the chart does not belong to it.
  const end = to === undefined ? now : new Date(instantOf('to', to) - 1);
  const last = beginningOf(end, interval).getTime();
  const first =
    from === undefined
      ? last - (DEFAULT_PERIODS[interval] - 1) * length
      : beginningOf(new Date(instantOf('from', from)), interval).getTime();
  if (first > last) throw ValidationException.of('from', 'from must be before to');
  const count = (last - first) / length + 1;
  if (count > MAX_PERIODS[interval]) {
    const advice = interval === 'hour' ? 'ask for a shorter time, or for interval=day' : 'ask for a shorter time';
    throw ValidationException.of('from', `a chart has at most ${MAX_PERIODS[interval]} periods; ${advice}`);
  }
  return Array.from({ length: count }, (_value, place) => first + place * length);
}

function instantOf(field: string, text: string): number {
  const instant = new Date(text).getTime();
  if (Number.isNaN(instant))
    throw ValidationException.of(field, `${field} must be a time such as 2026-02-03T04:00:00Z`);
  return instant;
}
