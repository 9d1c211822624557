import { BadRequestException, ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Clock } from '../common/clock.js';
import { parseReference } from '../common/ids/slug-codec.js';
import { Config } from '../config/config.js';
import type { EnvironmentRef } from '../environments/environment-ref.js';
import { isDuplicateKey } from '../persistence/store-errors.js';
import { TranslationChangesService } from '../translations/translation-changes.service.js';
import type { CreateWorkflowDto } from './dto/create-workflow.dto.js';
import type { ListWorkflowsQueryDto } from './dto/list-workflows.query.dto.js';
import { toWorkflowListItemDto, type ListedWorkflow, type WorkflowListDto } from './dto/workflow-list.dto.js';
import { type StepDto, toStepDto } from './dto/workflow-step.dto.js';
import { repeatedStepId, workflowIdCandidates } from './identifiers.js';
import { newWorkflow } from './new-workflow.js';
import { assertPayloadSchema } from './payload-schema/assert-payload-schema.js';
import { assertControlValues } from './steps/control-values.js';
import { WorkflowCache } from './workflow-cache.js';
import { listFilter, listOrder } from './workflow-list-filter.js';
import { SUMMARY_FIELDS, type WorkflowSummary } from './workflow-summary.js';
import { Workflow } from './workflow.schema.js';

const LISTED_FIELDS = [
  'workflowId',
  'name',
  'tags',
  'active',
  'isTranslationEnabled',
  'lastTriggeredAt',
  'createdAt',
  'updatedAt',
  'steps._id',
  'steps.name',
  'steps.type',
];

@Injectable()
export class WorkflowsService {
  private readonly cache: WorkflowCache;

  constructor(
    @InjectModel(Workflow.name) private readonly workflows: Model<Workflow>,
    private readonly translations: TranslationChangesService,
    config: Config,
    clock: Clock,
  ) {
    this.cache = new WorkflowCache(clock, config.workflowCacheSeconds);
  }

  /**
   * Throws 400 for a step id given twice, 409 for an identifier that is taken, 422 for control values or a payload
   * schema that cannot be used.
   */
  async create(environment: EnvironmentRef, request: CreateWorkflowDto): Promise<Workflow> {
    assertControlValues(request.steps);
    assertPayloadSchema(request.payloadSchema);
    const repeated = repeatedStepId(request.steps);
    if (repeated !== undefined) throw new BadRequestException(`Step id '${repeated}' is used more than once`);
    const workflow = newWorkflow(environment, request);
    const candidates = request.workflowId === undefined ? workflowIdCandidates(request.name) : [request.workflowId];
    for (const workflowId of candidates) {
      const created = await this.insertUnlessTaken({ ...workflow, workflowId });
      if (created) return created;
    }
    throw new ConflictException(`Workflow with identifier '${candidates[0]}' already exists`);
  }

  /** A page of the environment's workflows. */
  async list(environment: EnvironmentRef, query: ListWorkflowsQueryDto): Promise<WorkflowListDto> {
    const filter = listFilter(environment, query);
    const [workflows, totalCount] = await Promise.all([
      this.workflows
        .find(filter, LISTED_FIELDS)
        .sort(listOrder(query))
        .skip(query.offset)
        .limit(query.limit)
        .lean<ListedWorkflow[]>(),
      this.workflows.countDocuments(filter),
    ]);
    return { workflows: workflows.map(toWorkflowListItemDto), totalCount };
  }

  /** By identifier, internal id or slug; 404 when the environment has no such workflow. */
  async findOrFail(environment: EnvironmentRef, reference: string): Promise<Workflow> {
    const workflow = await this.workflows.findOne(referenceFilter(environment, reference)).lean();
    if (!workflow) throw notFound(reference);
    return workflow;
  }

  /** One step, by its step id, internal id or slug. */
  async findStep(environment: EnvironmentRef, workflowReference: string, stepReference: string): Promise<StepDto> {
    const workflow = await this.findOrFail(environment, workflowReference);
    const reference = parseReference(stepReference);
    const step =
      workflow.steps.find(({ stepId }) => stepId === stepReference) ??
      workflow.steps.find(({ _id }) => 'id' in reference && _id.equals(reference.id));
    if (!step) throw new NotFoundException(`Step '${stepReference}' of workflow '${workflowReference}' was not found`);
    return toStepDto(workflow, step);
  }

  /** Its translations go with it; what it has delivered stays. */
  async delete(environment: EnvironmentRef, reference: string): Promise<void> {
    const deleted = await this.workflows.findOneAndDelete(referenceFilter(environment, reference)).lean();
    if (!deleted) throw notFound(reference);
    this.cache.forget(deleted);
    await this.translations.deleteAll(environment, { type: 'workflow', id: deleted.workflowId });
  }

  /**
   * The workflow that a trigger names, by its identifier only. It may be up to `WORKFLOW_CACHE_SECONDS` old, and is
   * shared: do not change it.
   */
  async findForTrigger(environment: EnvironmentRef, identifier: string): Promise<Workflow | undefined> {
    return (
      this.cache.getByIdentifier(environment.id, identifier) ??
      this.load({ environmentId: environment.id, workflowId: identifier })
    );
  }

  /** The workflow of a run, as old at most as with {@link findForTrigger}; undefined when it has been deleted. */
  async findForDelivery(environment: Pick<EnvironmentRef, 'id'>, id: Types.ObjectId): Promise<Workflow | undefined> {
    return this.cache.getById(environment.id, id) ?? this.load({ environmentId: environment.id, _id: id });
  }

  /** Those of the ids that the environment has, by id in hex. */
  async findByIds(environment: Pick<EnvironmentRef, 'id'>, ids: Types.ObjectId[]): Promise<Map<string, Workflow>> {
    const workflows = await this.workflows.find({ environmentId: environment.id, _id: { $in: ids } }).lean();
    return new Map(workflows.map((workflow) => [workflow._id.toHexString(), workflow]));
  }

  /** All workflows of the environment, newest first. */
  findSummaries({ id: environmentId }: Pick<EnvironmentRef, 'id'>): Promise<WorkflowSummary[]> {
    return this.workflows
      .find({ environmentId }, SUMMARY_FIELDS)
      .sort({ createdAt: -1, _id: -1 })
      .lean<WorkflowSummary[]>();
  }

  /**
   * The workflows with these identifiers, internal ids or slugs, by the text that names them; unknown ones are absent.
   * Costs one command for all internal ids and slugs and one for all identifiers.
   */
  async findSummariesByReference(
    { id: environmentId }: Pick<EnvironmentRef, 'id'>,
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
    const found = new Map(byId.map((workflow) => [workflow._id.toHexString(), workflow]));
    const named = new Map(byIdentifier.map((workflow) => [workflow.workflowId, workflow]));
    return new Map(
      references.flatMap((reference) => {
        const workflow = 'id' in reference ? found.get(reference.id.toHexString()) : named.get(reference.identifier);
        return workflow ? [[reference.text, workflow]] : [];
      }),
    );
  }

  private async load(filter: WorkflowFilter): Promise<Workflow | undefined> {
    const workflow = await this.workflows.findOne(filter).lean();
    if (!workflow) return undefined;
    this.cache.remember(workflow);
    return workflow;
  }

  private async insertUnlessTaken(fields: Omit<Workflow, 'createdAt' | 'updatedAt'>): Promise<Workflow | undefined> {
    try {
      const workflow = (await this.workflows.create(fields)).toObject();
      this.cache.forget(workflow);
      return workflow;
    } catch (error) {
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  }
}

type WorkflowFilter = { environmentId: Types.ObjectId } & ({ _id: Types.ObjectId } | { workflowId: string });

function referenceFilter(environment: EnvironmentRef, text: string): WorkflowFilter {
  const reference = parseReference(text);
  return 'id' in reference
    ? { environmentId: environment.id, _id: reference.id }
    : { environmentId: environment.id, workflowId: reference.identifier };
}

function notFound(reference: string): NotFoundException {
  return new NotFoundException(`Workflow '${reference}' was not found`);
}
