import { isChannel } from '#libs/channels.js';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { Clock } from '../../../platform/clock.js';
import { rawCollection } from '../../../platform/persistence/writes.js';
import type { WorkflowStep } from '../../../workflows/workflow.schema.js';
import { WorkflowsService } from '../../../workflows/workflows.service.js';
import { type Stage, STAGES } from '../../messages/message-stages.js';
import { ActivityCount } from './activity-count.schema.js';
import { ChartsService, timesOf } from './charts.service.js';
import type { FunnelDto, FunnelQueryDto, FunnelStepDto } from './funnel.dto.js';
import { INTERVAL_MS } from './gathered-counts.js';

/** Reads how many messages of a workflow have reached which stage: one document for each hour or day. */
@Injectable()
export class FunnelService {
  constructor(
    @InjectModel(ActivityCount.name) private readonly counts: Model<ActivityCount>,
    private readonly charts: ChartsService,
    private readonly workflows: WorkflowsService,
    private readonly clock: Clock,
  ) {}

  async read(environment: EnvironmentRef, query: FunnelQueryDto): Promise<FunnelDto> {
    const { interval } = query;
    const times = timesOf(query, this.clock.now());
    const [first, last] = [times[0]!, times.at(-1)!];
    const workflowId = await this.charts.findWorkflow(environment, query.workflowId);
    const at = { $gte: new Date(first), $lte: new Date(last) };
    const [counts, workflows] = await Promise.all([
      rawCollection<ActivityCount>(this.counts)
        .find({ environmentId: environment.id, interval, workflowId, at }, { projection: { stages: 1 } })
        .toArray(),
      this.workflows.findByIds(environment, [workflowId]),
    ]);
    return {
      from: new Date(first).toISOString(),
      to: new Date(last + INTERVAL_MS[interval]).toISOString(),
      steps: funnelOf(counts, workflows.get(workflowId)?.steps ?? []),
    };
  }
}

/** The steps of a workflow that send messages, then those that it no longer has, with the sums of the counts. */
export function funnelOf(
  counts: readonly Pick<ActivityCount, 'stages'>[],
  steps: readonly Pick<WorkflowStep, 'stepId' | 'name' | 'type'>[],
): FunnelStepDto[] {
  const counted = counts.flatMap(({ stages = {} }) => Object.keys(stages));
  const known = steps.flatMap(({ stepId, name, type }) => (isChannel(type) ? [{ stepId, name, channel: type }] : []));
  const gone = [...new Set(counted)].filter((stepId) => !known.some((one) => one.stepId === stepId));
  return [...known, ...gone.toSorted().map((stepId) => ({ stepId }))].map((step) => {
    const sumOf = (stage: Stage): number =>
      counts.reduce((sum, { stages }) => sum + (stages?.[step.stepId]?.[stage] ?? 0), 0);
    const sums = Object.fromEntries(STAGES.map((stage) => [stage, sumOf(stage)])) as Record<Stage, number>;
    return { ...step, ...sums };
  });
}
