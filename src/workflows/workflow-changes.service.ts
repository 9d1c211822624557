import { BadRequestException, ConflictException, Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import type { Duration } from '#libs/schedule/durations.js';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import type { WebhookEvent } from '../outbound-webhooks/recording/webhook-event.js';
import { IntegrationsService } from '../integrations/integrations.service.js';
import { WebhookEvents } from '../outbound-webhooks/recording/webhook-events.service.js';
import { Clock } from '../platform/clock.js';
import { Computation } from '../platform/computation/computation.service.js';
import { Config } from '../platform/config/config.js';
import { ValidationException } from '../platform/errors/validation.exception.js';
import { Hook } from '../platform/hook.js';
import {
  OPTIONAL_FIELDS,
  patchedDefinition,
  repeatedStep,
  requestedDefinition,
  type WorkflowDefinition,
  workflowIdCandidates,
  placeSteps,
} from './definition.js';
import { externalPatch, externalUpdate } from './external-workflow.js';
import { issuesTask } from './issues/control-issues.js';
import { isBlocking } from './issues/issue.js';
import { limitIssues } from './issues/limit-issues.js';
import { payloadSchemaTask } from './payload-schema/payload-check.js';
import { WorkflowVersionsService } from './releases/workflow-versions.service.js';
import type { JsonSchema } from './steps/control-schema.js';
import { assertControlValues } from './steps/control-values.js';
import type {
  CreateWorkflowDto,
  PatchWorkflowDto,
  UpdateWorkflowDto,
  WorkflowFieldsDto,
} from './workflow-requests.dto.js';
import type { Workflow, WorkflowStep } from './workflow.schema.js';
import { WorkflowsService } from './workflows.service.js';

/** Creates, changes and deletes workflows, and records webhook events for it. */
@Injectable()
export class WorkflowChangesService {
  /** Deletes what depends on a workflow and is deleted with it. */
  readonly deleted = new Hook<{ environment: EnvironmentRef; workflowId: string }>();
  private readonly maxWait: Duration;

  constructor(
    private readonly workflows: WorkflowsService,
    private readonly versions: WorkflowVersionsService,
    private readonly webhooks: WebhookEvents,
    private readonly integrations: IntegrationsService,
    private readonly computation: Computation,
    private readonly clock: Clock,
    config: Config,
  ) {
    this.maxWait = { amount: config.maxWaitDays, unit: 'days' };
  }

  /**
   * `publishes`: the workflow comes from another environment or from files. Throws 400 for a step id given twice, 409
   * for an identifier that is taken, 422 for control values or a payload schema that cannot be used.
   */
  async create(environment: EnvironmentRef, request: CreateWorkflowDto, { publishes = false } = {}): Promise<Workflow> {
    assertSteps(request);
    await this.assertPayloadSchema(environment, request.payloadSchema);
    const candidates = request.workflowId === undefined ? workflowIdCandidates(request.name) : [request.workflowId];
    return this.insert(environment, candidates, requestedDefinition(request), { publishes });
  }

  /** Stores a new workflow under the first of these identifiers that is free. Throws 409 when all are taken. */
  async insert(
    environment: EnvironmentRef,
    candidates: readonly string[],
    definition: WorkflowDefinition,
    { publishes = false } = {},
  ): Promise<Workflow> {
    const fields = {
      ...(await this.checked(environment, definition)),
      _id: new Types.ObjectId(),
      environmentId: environment.id,
      organizationId: environment.organizationId,
      version: 1,
    };
    for (const workflowId of candidates) {
      const created = await this.versions.insert(environment, { ...fields, workflowId });
      if (!created) continue;
      this.workflows.forget(created);
      const type = publishes ? 'workflow.published' : 'workflow.created';
      await this.webhooks.record(environment, [workflowEvent(type, created, created.createdAt)]);
      return created;
    }
    throw new ConflictException(`Workflow with identifier '${candidates[0]}' already exists`);
  }

  /** Creates the workflow, or replaces it when it already exists: the request can be repeated. */
  async createOrReplace(environment: EnvironmentRef, request: CreateWorkflowDto): Promise<Workflow> {
    try {
      return await this.create(environment, request);
    } catch (error) {
      if (!(error instanceof ConflictException) || request.workflowId === undefined) throw error;
      return this.update(environment, request.workflowId, Object.assign({ preferences: {} }, request));
    }
  }

  /**
   * Replaces the definition of a workflow. Steps keep their `_id` when the request names them by it or by their
   * `stepId`; the identifier stays. Waiting runs continue with the new definition, unless it is published: a release is
   * for triggers that come after it (behaviour P8). Throws 404 for an unknown workflow, otherwise as {@link create}
   * does.
   */
  async update(
    environment: EnvironmentRef,
    reference: string,
    request: UpdateWorkflowDto,
    { publishes = false } = {},
  ): Promise<Workflow> {
    await this.assertPayloadSchema(environment, request.payloadSchema);
    return this.change(environment, reference, (current) => replaced(current, request), { publishes });
  }

  /**
   * `current` as {@link update} would store it, with the issues of its steps; without it a new workflow of that identifier.
   * Nothing is stored. Throws as update does.
   */
  async draft(
    environment: EnvironmentRef,
    workflowId: string,
    request: UpdateWorkflowDto,
    current?: Workflow,
  ): Promise<Workflow> {
    await this.assertPayloadSchema(environment, request.payloadSchema);
    const definition = await this.checked(environment, replaced(current, request));
    const now = this.clock.now();
    const { id: environmentId, organizationId } = environment;
    const made = { workflowId, environmentId, organizationId, version: 0, createdAt: now, updatedAt: now };
    const left = Object.fromEntries(OPTIONAL_FIELDS.map((field) => [field, undefined]));
    return Object.assign({ _id: new Types.ObjectId() }, current ?? made, left, definition);
  }

  /** Changes the given fields; without any, nothing is saved. Throws as {@link update} does. */
  async patch(environment: EnvironmentRef, reference: string, patch: PatchWorkflowDto): Promise<Workflow> {
    if (Object.values(patch).every((value) => value === undefined))
      return this.workflows.findOrFail(environment, reference);
    await this.assertPayloadSchema(environment, patch.payloadSchema);
    return this.change(environment, reference, (current) =>
      current.external ? externalPatch(patch, current) : patchedDefinition(patch, current),
    );
  }

  /** Its translations are deleted with it; delivered notifications stay, and runs that have begun continue. */
  async delete(environment: EnvironmentRef, reference: string): Promise<void> {
    const find = () => this.workflows.findOrFail(environment, reference);
    const deleted = await this.versions.delete(mutexKey(environment, reference), find);
    this.workflows.forget(deleted);
    await this.deleted.run({ environment, workflowId: deleted.workflowId });
    await this.webhooks.record(environment, [workflowEvent('workflow.deleted', deleted, this.clock.now())]);
  }

  /**
   * Stores the result of `change`, applied to the stored workflow, as its next version. Throws 404 for an unknown workflow,
   * and what `change` throws.
   */
  async change(
    environment: EnvironmentRef,
    reference: string,
    change: (current: Workflow) => WorkflowDefinition,
    { publishes = false } = {},
  ): Promise<Workflow> {
    const find = () => this.workflows.findOrFail(environment, reference);
    const checked = (current: Workflow) => this.checked(environment, change(current));
    const saved = await this.versions.save(environment, mutexKey(environment, reference), find, checked, publishes);
    this.workflows.forget(saved);
    const type = publishes ? 'workflow.published' : 'workflow.updated';
    await this.webhooks.record(environment, [workflowEvent(type, saved, saved.updatedAt)]);
    return saved;
  }

  /** The definition with the issues of its steps. */
  private async checked({ id }: EnvironmentRef, definition: WorkflowDefinition): Promise<WorkflowDefinition> {
    const { payloadSchema, expiresIn, steps: saved } = definition;
    if (definition.external) return definition;
    const found = await this.computation.run(
      issuesTask,
      {
        payloadSchema,
        ...(expiresIn && { expiresIn }),
        steps: saved.map(({ stepId, type, controlValues }) => ({ stepId, type, controlValues })),
        situation: { now: this.clock.now(), maxWait: this.maxWait },
      },
      { environmentId: id, urgent: true },
    );
    const active = await this.integrations.findActive({ id });
    const steps = saved.map((one, index): WorkflowStep => {
      const { issues: _, ...step } = one;
      // The application checks its own controls.
      const issues = step.inCode ? [] : [...(found[index] ?? []), ...limitIssues(step, active)];
      return issues.length > 0 ? { ...step, issues } : step;
    });
    return { ...definition, steps, broken: steps.some(({ issues }) => issues?.some(isBlocking)) };
  }

  /** Throws 422 for `payloadSchema` when no trigger could be checked against it. */
  private async assertPayloadSchema({ id }: EnvironmentRef, schema: JsonSchema | null | undefined): Promise<void> {
    if (!schema) return;
    const work = { environmentId: id, urgent: true };
    const problem = await this.computation.run(payloadSchemaTask, schema, work);
    if (problem !== undefined) throw ValidationException.of('payloadSchema', problem);
  }
}

/** The definition of a request in place of that of a workflow. */
function replaced(current: Workflow | undefined, request: UpdateWorkflowDto): WorkflowDefinition {
  if (current?.external) return externalUpdate(request, current);
  assertSteps(request, current);
  return requestedDefinition(request, current);
}

/** Throws 400 for steps with the same id, 422 for control values that cannot be used. */
function assertSteps({ steps }: WorkflowFieldsDto, current?: Workflow): void {
  // Of a step in code, only its condition and its time are looked at here.
  const placed = placeSteps(steps, current?.steps);
  assertControlValues(
    placed.map(({ type, controlValues, inCode }) => ({
      type,
      controlValues: inCode ? { skip: controlValues.skip, expiresIn: controlValues.expiresIn } : controlValues,
    })),
  );
  const repeated = repeatedStep(steps, current?.steps);
  if (repeated !== undefined) throw new BadRequestException(`Step id '${repeated}' is used more than once`);
}

/** Concurrent writes that name a workflow in the same way run one after the other. */
function mutexKey({ id }: EnvironmentRef, reference: string): string {
  return `${id}:${reference}`;
}

/** The webhook event for a workflow: one for each version, and one when it is deleted. */
function workflowEvent(
  type: Extract<WebhookEvent['type'], `workflow.${string}`>,
  { _id, workflowId, name, active, tags, version }: Workflow,
  at: Date,
): WebhookEvent {
  return {
    type,
    origin: { id: _id, occurrence: String(version) },
    at,
    data: { _id: _id.toHexString(), workflowId, name, active, tags, version },
  };
}
