import { type HttpException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Clock } from '../platform/clock.js';
import { ExpiringCache } from '../platform/expiring-cache.js';
import { IdMap, parseReference } from '../platform/ids.js';
import { Config } from '../platform/config/config.js';
import type { EnvironmentRef, InEnvironment } from '../auth/environment-ref.js';
import { assertMayIn } from '../auth/may-write.js';
import { EnvironmentsService } from '../environments/environments.service.js';
import type { ListedWorkflow } from './workflow.dto.js';
import type { ListWorkflowsQueryDto, WorkflowListDto } from './workflow-list.dto.js';
import { placeSteps } from './definition.js';
import { WorkflowView } from './workflow-view.js';
import { releaseOf, WorkflowVersionsService } from './releases/workflow-versions.service.js';
import { type NamedWorkflow, unknownWorkflow, workflowNotFound } from './unknown-workflow.js';
import { WorkflowCache } from './workflow-cache.js';
import { listFilter, listOrder } from './workflow-list-filter.js';
import type { StepType } from './steps/step-kinds.js';
import { SUMMARY_FIELDS, Workflow, type WorkflowStep, type WorkflowSummary } from './workflow.schema.js';

const LISTED_FIELDS = [
  'workflowId',
  'name',
  'tags',
  'kind',
  'category',
  'active',
  'archived',
  'broken',
  'isTranslationEnabled',
  'external',
  'lastPublished',
  'lastTriggeredAt',
  'createdAt',
  'updatedAt',
  'updatedById',
  'steps._id',
  'steps.name',
  'steps.type',
  'steps.issues',
];

/** Workflows of an environment whose names and kinds of steps are kept. */
const MAX_KNOWN = 1000;
const KNOWN_ENVIRONMENTS = 100;

interface KnownWorkflow extends NamedWorkflow, Pick<Workflow, 'active'> {
  steps: Pick<WorkflowStep, 'type'>[];
}

/** Finds workflows for the API, for triggers and for runs. */
@Injectable()
export class WorkflowsService {
  private readonly cache = new WorkflowCache(this.clock, this.config.workflowCacheSeconds);
  /** By environment, so that repeated requests with an unknown name are cheap. */
  private readonly known = new ExpiringCache<KnownWorkflow[]>(
    this.clock,
    this.config.workflowCacheSeconds,
    KNOWN_ENVIRONMENTS,
  );

  constructor(
    @InjectModel(Workflow.name) private readonly workflows: Model<Workflow>,
    private readonly versions: WorkflowVersionsService,
    private readonly view: WorkflowView,
    private readonly environments: EnvironmentsService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** A page of the environment's workflows. */
  async list(environment: EnvironmentRef, query: ListWorkflowsQueryDto): Promise<WorkflowListDto> {
    const missing = await this.view.missing({ environmentId: environment.id });
    const filter = listFilter(environment, query, missing);
    const [workflows, totalCount] = await Promise.all([
      this.workflows
        .find(filter, LISTED_FIELDS)
        .sort(listOrder(query))
        .skip(query.offset)
        .limit(query.limit)
        .lean<ListedWorkflow[]>(),
      this.workflows.countDocuments(filter),
    ]);
    return { workflows: await this.view.ofList(environment, workflows, missing), totalCount };
  }

  /**
   * By identifier, internal id or slug, optionally in another environment of the organization; throws 404 when there is
   * no such environment, or no such workflow in it.
   */
  async findOrFail(caller: EnvironmentRef, reference: string, environmentReference?: string): Promise<Workflow> {
    const environment = environmentReference ? await this.otherEnvironment(caller, environmentReference) : caller;
    const workflow = await this.find(environment, reference);
    if (!workflow) throw workflowNotFound(reference, await this.findKnown(environment));
    return workflow;
  }

  /** By identifier, internal id or slug; undefined when there is none. */
  async find(environment: EnvironmentRef, reference: string): Promise<Workflow | undefined> {
    return (await this.workflows.findOne(referenceFilter(environment, reference)).lean()) ?? undefined;
  }

  /**
   * One step, by its step id, internal id or slug. When the workflow has no such step, it is a new one of the type
   * `unsaved`; without that, throws 404.
   */
  async findStep(
    environment: EnvironmentRef,
    workflowReference: string,
    stepReference: string,
    unsaved?: StepType,
  ): Promise<{ workflow: Workflow; step: WorkflowStep }> {
    const workflow = await this.findOrFail(environment, workflowReference);
    const reference = parseReference(stepReference);
    const step =
      workflow.steps.find(({ stepId }) => stepId === stepReference) ??
      workflow.steps.find(({ _id }) => 'id' in reference && _id.equals(reference.id)) ??
      (unsaved && placeSteps([{ stepId: stepReference, name: stepReference, type: unsaved }])[0]);
    if (!step) throw new NotFoundException(`Step '${stepReference}' of workflow '${workflowReference}' was not found`);
    return { workflow, step };
  }

  /**
   * The workflow that a trigger names, by its identifier only. It may be up to `WORKFLOW_CACHE_SECONDS` old and is
   * shared: do not change it.
   */
  async findForTrigger(environment: EnvironmentRef, identifier: string): Promise<Workflow | undefined> {
    return this.cache.findByIdentifier(environment.id, identifier, () =>
      this.load({ environmentId: environment.id, workflowId: identifier }),
    );
  }

  /** The error for a trigger whose workflow {@link findForTrigger} has not found, with a suggestion. */
  async unknown(environment: EnvironmentRef, name: string): Promise<HttpException> {
    return unknownWorkflow(name, await this.findKnown(environment));
  }

  /**
   * The workflow of an event whose runs have not begun, at most as old as with {@link findForTrigger}; undefined when
   * it has been deleted.
   */
  async findForDelivery(environment: InEnvironment, id: Types.ObjectId): Promise<Workflow | undefined> {
    return this.cache.findById(environment.id, id, () => this.load({ environmentId: environment.id, _id: id }));
  }

  /**
   * The releases of a workflow that runs have begun with, even after the next one was published or the workflow was
   * deleted (behaviour P8). For a release that was not kept, the current workflow is returned, if it still exists.
   */
  async findForRuns(
    environment: InEnvironment,
    id: Types.ObjectId,
    releases: Iterable<number>,
  ): Promise<Map<number, Workflow>> {
    let current = await this.findForDelivery(environment, id);
    const found = new Map<number, Workflow>();
    for (const release of new Set(releases)) {
      // The cached workflow may be older than the run.
      if (current && releaseOf(current) < release)
        current = await this.load({ environmentId: environment.id, _id: id });
      const isCurrent = current !== undefined && releaseOf(current) === release;
      const workflow = isCurrent ? current : await this.versions.findRelease(id, release);
      if (workflow ?? current) found.set(release, (workflow ?? current)!);
    }
    return found;
  }

  /** The environment's workflows with these ids. */
  async findByIds(environment: InEnvironment, ids: Types.ObjectId[]): Promise<IdMap<Workflow>> {
    const workflows = await this.workflows.find({ environmentId: environment.id, _id: { $in: ids } }).lean();
    return IdMap.of(workflows);
  }

  /**
   * The internal ids of the workflows with these identifiers, internal ids or slugs. Deleted ones are found by the internal
   * id, or by the slug, which contains it.
   */
  async findIdsByReference(environment: InEnvironment, texts: readonly string[]): Promise<Types.ObjectId[]> {
    const parsed = texts.map((text) => parseReference(text));
    const identifiers = parsed.flatMap((reference) => ('identifier' in reference ? [reference.identifier] : []));
    const found = await this.findSummariesByReference(environment, identifiers);
    return parsed.flatMap((reference) =>
      'id' in reference ? [reference.id] : (found.get(reference.identifier)?._id ?? []),
    );
  }

  /** All workflows of the environment, newest first. */
  findSummaries({ id: environmentId }: InEnvironment): Promise<WorkflowSummary[]> {
    return this.workflows
      .find({ environmentId }, SUMMARY_FIELDS)
      .sort({ createdAt: -1, _id: -1 })
      .lean<WorkflowSummary[]>();
  }

  /**
   * The workflows with these identifiers, internal ids or slugs, by the text given; unknown ones are absent. Costs one
   * command for all internal ids and slugs and one for all identifiers.
   */
  async findSummariesByReference(
    { id: environmentId }: InEnvironment,
    texts: readonly string[],
  ): Promise<Map<string, WorkflowSummary>> {
    const references = texts.map((text) => ({ text, ...parseReference(text) }));
    const ids = references.flatMap((reference) => ('id' in reference ? [reference.id] : []));
    const identifiers = references.flatMap((reference) => ('identifier' in reference ? [reference.identifier] : []));
    const find = (filter: { _id: object } | { workflowId: object }) =>
      this.workflows.find({ environmentId, ...filter }, SUMMARY_FIELDS).lean<WorkflowSummary[]>();
    const [byId, byIdentifier] = await Promise.all([
      ids.length > 0 ? find({ _id: { $in: ids } }) : [],
      identifiers.length > 0 ? find({ workflowId: { $in: identifiers } }) : [],
    ]);
    const found = IdMap.of(byId);
    const named = new Map(byIdentifier.map((workflow) => [workflow.workflowId, workflow]));
    return new Map(
      references.flatMap((reference) => {
        const workflow = 'id' in reference ? found.get(reference.id) : named.get(reference.identifier);
        return workflow ? [[reference.text, workflow]] : [];
      }),
    );
  }

  /** The latest 1,000 workflows, at most as old as with {@link findForTrigger}: names, and the kinds of their steps. */
  findKnown({ id: environmentId }: InEnvironment): Promise<KnownWorkflow[]> {
    return this.known.getOrLoad(environmentId, () =>
      this.workflows
        .find({ environmentId }, { workflowId: 1, name: 1, active: 1, 'steps.type': 1 })
        .sort({ createdAt: -1, _id: -1 })
        .limit(MAX_KNOWN)
        .lean<KnownWorkflow[]>(),
    );
  }

  /** Removes a workflow that was saved or deleted from the caches of this process. */
  forget(workflow: Workflow): void {
    this.cache.forget(workflow);
    this.known.delete(workflow.environmentId);
  }

  private async otherEnvironment(caller: EnvironmentRef, reference: string): Promise<EnvironmentRef> {
    const environment = await this.environments.findOrFail(caller, reference);
    assertMayIn(caller, environment, 'workflows:read');
    return { id: environment._id, organizationId: environment.organizationId };
  }

  private async load(filter: WorkflowFilter): Promise<Workflow | undefined> {
    return (await this.workflows.findOne(filter).lean()) ?? undefined;
  }
}

type WorkflowFilter = { environmentId: Types.ObjectId } & ({ _id: Types.ObjectId } | { workflowId: string });

function referenceFilter(environment: EnvironmentRef, text: string): WorkflowFilter {
  const reference = parseReference(text);
  return 'id' in reference
    ? { environmentId: environment.id, _id: reference.id }
    : { environmentId: environment.id, workflowId: reference.identifier };
}
