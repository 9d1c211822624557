import { Injectable, NotFoundException } from '@nestjs/common';
import { Clock } from '../platform/clock.js';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { EditorsService } from '../auth/organizations/editors.service.js';
import { AuthoredWorkflows } from '../workflows/authored-workflows.service.js';
import type { DefinitionSet } from './definitions/definition.js';
import { DefinitionsService } from './definitions/definitions.service.js';
import { diffEnvironments } from './diff/environment-diff.js';
import type { DiffEnvironmentRequestDto, EnvironmentDiffDto } from './diff.dto.js';
import type { PublishEnvironmentRequestDto, PublishResultDto } from './publish.dto.js';
import { EnvironmentPairResolver } from './environment-pair-resolver.service.js';
import type { Outcome } from './publish/outcome.js';
import { UNCHANGED } from './publish/plan.js';
import { Publisher } from './publish/publisher.service.js';
import { toPublishResult, toSelected } from './publish/to-publish-result.js';

/** Compares environments, and brings workflows and layouts from one to another. */
@Injectable()
export class PromotionService {
  constructor(
    private readonly pairs: EnvironmentPairResolver,
    private readonly definitions: DefinitionsService,
    private readonly publisher: Publisher,
    private readonly workflows: AuthoredWorkflows,
    private readonly editors: EditorsService,
    private readonly clock: Clock,
  ) {}

  /** Throws 404 for an environment the organization does not have, 400 for one and the same. */
  async diff(
    caller: EnvironmentRef,
    targetReference: string,
    { sourceEnvironmentId }: DiffEnvironmentRequestDto,
  ): Promise<EnvironmentDiffDto> {
    const { source, target } = await this.pairs.find(caller, 'reads', targetReference, sourceEnvironmentId);
    const [from, to] = await Promise.all([this.definitions.read(source), this.definitions.read(target)]);
    const users = await this.editors.find(
      caller,
      [...from, ...to].flatMap(({ stored }) => stored?.updatedById ?? []),
    );
    return {
      sourceEnvironmentId: source.id.toHexString(),
      targetEnvironmentId: target.id.toHexString(),
      ...diffEnvironments(from, to, users),
    };
  }

  /**
   * As {@link diff}, and 403 when the caller may not write to the target; what becomes of a single resource is part of the
   * answer.
   */
  async publish(
    caller: EnvironmentRef,
    targetReference: string,
    { sourceEnvironmentId, resources, dryRun }: PublishEnvironmentRequestDto,
  ): Promise<PublishResultDto> {
    const { source, target } = await this.pairs.find(
      caller,
      dryRun ? 'reads' : 'writes',
      targetReference,
      sourceEnvironmentId,
    );
    const outcomes = await this.publisher.publish({
      target,
      source: () => this.definitions.read(source),
      selection: resources?.map(toSelected),
      dryRun,
    });
    if (!dryRun) await this.note(caller, source, outcomes);
    return toPublishResult(outcomes);
  }

  /**
   * Brings one workflow of the caller's environment to another, with the layouts that it needs and the other lacks.
   * Returns the other environment. Throws what keeps the workflow from being stored there.
   */
  async sync(caller: EnvironmentRef, workflowId: string, targetReference: string): Promise<EnvironmentRef> {
    const { source, target } = await this.pairs.findFrom(caller, targetReference);
    const outcomes = await this.publisher.publish({
      target,
      source: () => this.readOne(source, workflowId),
      workflowIds: [workflowId],
      selection: [{ kind: 'workflow', id: workflowId }],
    });
    await this.note(caller, source, outcomes);
    for (const outcome of outcomes) if (outcome.result === 'failed') throw outcome.error;
    return target;
  }

  /** One that is deleted at this moment is not found: its copy stays. */
  private async readOne(source: EnvironmentRef, workflowId: string): Promise<DefinitionSet> {
    const set = await this.definitions.read(source, [workflowId]);
    if (!set.has('workflow', workflowId)) throw new NotFoundException(`Workflow '${workflowId}' was not found`);
    return set;
  }

  /** Writes down that workflows have been published: those that the target has now as the source does. */
  private async note(caller: EnvironmentRef, source: EnvironmentRef, outcomes: readonly Outcome[]): Promise<void> {
    const published = outcomes.filter(isThere);
    const workflowIds = published.flatMap(({ kind, id }) => (kind === 'workflow' ? [id] : []));
    if (workflowIds.length === 0) return;
    const userId = await this.editors.current(caller);
    const user = userId && (await this.editors.find(caller, [userId])).get(userId.toHexString());
    await this.workflows.markPublished(source, workflowIds, {
      at: this.clock.now(),
      ...(user && { by: { _id: user._id, name: user.name } }),
    });
  }
}

function isThere(outcome: Outcome): boolean {
  return (
    outcome.result === 'created' ||
    outcome.result === 'updated' ||
    (outcome.result === 'skipped' && outcome.reason === UNCHANGED)
  );
}
