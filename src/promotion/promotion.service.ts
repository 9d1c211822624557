import { BadRequestException, Injectable } from '@nestjs/common';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { assertMayIn, assertMayWrite } from '../auth/may-write.js';
import { EditorsService } from '../auth/organizations/editors.service.js';
import { EnvironmentsService } from '../environments/environments.service.js';
import { notFound } from '../platform/errors/exceptions.js';
import { dto } from '../platform/http/dto.js';
import { Clock } from '../platform/clock.js';
import { AuthoredWorkflows } from '../workflows/authored-workflows.service.js';
import type { DefinitionSet } from './definition.js';
import { DefinitionIssues } from './definition-issues.service.js';
import { DefinitionsService } from './definitions.service.js';
import { diffEnvironments } from './environment-diff.js';
import type { DiffEnvironmentRequestDto, EnvironmentDiffDto } from './diff.dto.js';
import {
  type PublishEnvironmentRequestDto,
  type PublishResultDto,
  toPublishResult,
  toSelected,
} from './publish.dto.js';
import { BrandPublisher } from './publish/brand-publisher.service.js';
import { type Outcome, UNCHANGED } from './publish/plan.js';
import { Publisher } from './publish/publisher.service.js';

/** The environments that definitions are published from and to. */
interface EnvironmentPair {
  source: EnvironmentRef;
  target: EnvironmentRef;
}

/** Operation that is refused in a protected environment, as part of an error message. */
export const PUBLISHING = 'workflows and layouts are brought there';

/**
 * Compares environments, and publishes workflows and layouts from one to another. A key of one environment may read all
 * of its organization, and write to those that are not protected from it.
 */
@Injectable()
export class PromotionService {
  constructor(
    private readonly environments: EnvironmentsService,
    private readonly definitions: DefinitionsService,
    private readonly issues: DefinitionIssues,
    private readonly publisher: Publisher,
    private readonly brands: BrandPublisher,
    private readonly workflows: AuthoredWorkflows,
    private readonly editors: EditorsService,
    private readonly clock: Clock,
  ) {}

  /** Throws 404 for an environment that the organization does not have, 400 when source and target are the same. */
  async diff(
    caller: EnvironmentRef,
    targetReference: string,
    { sourceEnvironmentId }: DiffEnvironmentRequestDto,
  ): Promise<EnvironmentDiffDto> {
    const { source, target } = await this.findPair(caller, 'reads', targetReference, sourceEnvironmentId);
    const [from, to] = await Promise.all([this.definitions.read(source), this.definitions.read(target)]);
    const users = await this.editors.find(
      caller,
      [...from, ...to].flatMap(({ stored }) => stored?.updatedById ?? []),
    );
    const diff = diffEnvironments(from, to, users);
    const published = diff.resources.filter(({ kind, sourceResource }) => kind === 'workflow' && sourceResource);
    const workflowIds = published.map(({ sourceResource }) => sourceResource!.id);
    return dto<EnvironmentDiffDto>({
      sourceEnvironmentId: source.id,
      targetEnvironmentId: target.id,
      ...diff,
      issues: await this.issues.find(source, target, workflowIds),
    });
  }

  /**
   * Throws as {@link diff}, and 403 when the caller may not write to the target. The result of each resource is
   * part of the response.
   */
  async publish(
    caller: EnvironmentRef,
    targetReference: string,
    { sourceEnvironmentId, resources, dryRun, brand }: PublishEnvironmentRequestDto,
  ): Promise<PublishResultDto> {
    const { source, target } = await this.findPair(
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
    if (!dryRun) await this.markPublished(caller, source, outcomes);
    if (!brand) return toPublishResult(outcomes);
    return Object.assign(toPublishResult(outcomes), { brand: await this.brands.publish(source, target, dryRun) });
  }

  /**
   * Publishes one workflow of the caller's environment to another, with the layouts that it needs and the other lacks.
   * Returns the other environment. Throws what prevents the workflow from being stored there.
   */
  async sync(caller: EnvironmentRef, workflowId: string, targetReference: string): Promise<EnvironmentRef> {
    const found = await this.environments.findOrFail(caller, targetReference);
    const how = `\`POST /v2/environments/${found._id}/publish\` brings workflows there`;
    assertMayWrite(caller, found, how, 'environments:publish');
    const { source, target } = asPair(caller, toRef(found, caller));
    const outcomes = await this.publisher.publish({
      target,
      source: () => this.readOne(source, workflowId),
      workflowIds: [workflowId],
      selection: [{ kind: 'workflow', id: workflowId }],
    });
    await this.markPublished(caller, source, outcomes);
    for (const outcome of outcomes) if (outcome.result === 'failed') throw outcome.error;
    return target;
  }

  /** Throws 404 when the workflow has just been deleted; its copy in the target stays. */
  private async readOne(source: EnvironmentRef, workflowId: string): Promise<DefinitionSet> {
    const set = await this.definitions.read(source, [workflowId]);
    if (!set.has('workflow', workflowId)) throw notFound('Workflow', workflowId);
    return set;
  }

  /** Records that workflows have been published: those that are now the same in the target as in the source. */
  private async markPublished(
    caller: EnvironmentRef,
    source: EnvironmentRef,
    outcomes: readonly Outcome[],
  ): Promise<void> {
    const published = outcomes.filter(isInTarget);
    const workflowIds = published.flatMap(({ kind, id }) => (kind === 'workflow' ? [id] : []));
    if (workflowIds.length === 0) return;
    const userId = await this.editors.current(caller);
    const user = userId && (await this.editors.find(caller, [userId])).get(userId);
    await this.workflows.markPublished(source, workflowIds, {
      at: this.clock.now(),
      ...(user && { by: { _id: user._id, name: user.name } }),
    });
  }

  /**
   * Throws 404 when the organization has no such environment, 403 when the caller writes to a protected target, 400
   * when both are the same. Default source: Development.
   */
  private async findPair(
    caller: EnvironmentRef,
    access: 'reads' | 'writes',
    target: string,
    source?: string,
  ): Promise<EnvironmentPair> {
    const [from, to] = await Promise.all([
      source === undefined ? this.environments.findDevelopment(caller) : this.environments.findOrFail(caller, source),
      this.environments.findOrFail(caller, target),
    ]);
    const pair = asPair(toRef(from, caller), toRef(to, caller));
    assertMayIn(caller, from, 'workflows:read');
    if (access === 'writes') assertMayWrite(caller, to, PUBLISHING, 'environments:publish');
    else assertMayIn(caller, to, 'workflows:read');
    return pair;
  }
}

function asPair(source: EnvironmentRef, target: EnvironmentRef): EnvironmentPair {
  if (source.id.equals(target.id)) throw new BadRequestException('An environment cannot be published to itself');
  return { source, target };
}

function toRef(
  { _id: id, organizationId }: { _id: EnvironmentRef['id']; organizationId: EnvironmentRef['id'] },
  { caller }: EnvironmentRef,
): EnvironmentRef {
  return { id, organizationId, caller };
}

function isInTarget(outcome: Outcome): boolean {
  return (
    outcome.result === 'created' ||
    outcome.result === 'updated' ||
    (outcome.result === 'skipped' && outcome.reason === UNCHANGED)
  );
}
