import { type HttpException, Injectable, NotFoundException, UnprocessableEntityException } from '@nestjs/common';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Clock } from '../../platform/clock.js';
import { Computation } from '../../platform/computation/computation.service.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { derivedId } from '../../platform/ids.js';
import { didYouMean } from '../../platform/values/nearest.js';
import { payloadTask } from '../payload-schema/payload-check.js';
import { withControls } from '../external-workflow.js';
import { asksApplication, type Workflow, type WorkflowStep } from '../workflow.schema.js';
import { WorkflowChangesService } from '../workflow-changes.service.js';
import { WorkflowsService } from '../workflows.service.js';
import { BridgeSyncService } from './bridge-sync.service.js';
import { definitionInCode } from './sync-plan.js';

/** Finds workflows in code, and sets the values of their controls. */
@Injectable()
export class BridgeWorkflows {
  constructor(
    private readonly sync: BridgeSyncService,
    private readonly workflows: WorkflowsService,
    private readonly changes: WorkflowChangesService,
    private readonly computation: Computation,
    private readonly clock: Clock,
  ) {}

  /**
   * A workflow as an application has it now, without storing it (behaviour CF9). If it was synced before, it has the
   * id, the preferences and the control values of the stored one. Throws 422 when the application does not respond, or
   * does not have it.
   */
  async unsynced(environment: EnvironmentRef, url: string, name: string): Promise<Workflow> {
    await this.sync.assertMayAsk(environment, url);
    const stored = await this.workflows.findForTrigger(environment, name);
    // Only its steps in code are asked there (behaviour CF14).
    if (stored && !stored.external && asksApplication(stored)) return stored;
    const discovered = await this.sync.discover(environment, url);
    const found = discovered.find(({ workflowId }) => workflowId === name);
    if (!found) {
      const known = discovered.map(({ workflowId }) => workflowId);
      const hint = `The application has no workflow '${name}'.${didYouMean(name, known)}`;
      throw new UnprocessableEntityException({ message: 'workflow_not_found', errors: {}, hint });
    }
    const now = this.clock.now();
    const synced = stored?.external && !stored.external.removedAt ? stored : undefined;
    return {
      _id: synced?._id ?? derivedId(environment.id, 'bridge', name),
      environmentId: environment.id,
      organizationId: environment.organizationId,
      workflowId: name,
      version: synced?.version ?? 1,
      createdAt: synced?.createdAt ?? now,
      updatedAt: synced?.updatedAt ?? now,
      ...definitionInCode(environment.id, found, synced),
    };
  }

  /** A step of a workflow in code. Throws 404, also for steps of other workflows. */
  async findStep(
    environment: EnvironmentRef,
    workflowReference: string,
    stepReference: string,
  ): Promise<{ workflow: Workflow; step: WorkflowStep }> {
    const found = await this.workflows.findStep(environment, workflowReference, stepReference);
    if (!found.workflow.external) throw notInCode(workflowReference);
    return found;
  }

  /**
   * Replaces the control values of a step. Throws 404 as {@link findStep} does, 422 for values that do not fit the schema of
   * the code. A template fits everywhere, since only the application knows what it renders.
   */
  async setControls(
    environment: EnvironmentRef,
    workflowReference: string,
    stepReference: string,
    values: Record<string, unknown>,
  ): Promise<{ workflow: Workflow; step: WorkflowStep }> {
    const { step } = await this.findStep(environment, workflowReference, stepReference);
    await this.assertFits(environment, step, values);
    const workflow = await this.changes.change(environment, workflowReference, (current) => {
      if (!current.external) throw notInCode(workflowReference);
      return withControls(current, step.stepId, values);
    });
    return { workflow, step: workflow.steps.find(({ stepId }) => stepId === step.stepId) ?? step };
  }

  private async assertFits(
    { id }: EnvironmentRef,
    { controlSchema: schema }: WorkflowStep,
    values: Record<string, unknown>,
  ): Promise<void> {
    if (!schema) return;
    const work = { environmentId: id, urgent: true };
    // The check fills in the defaults, which stay those of the code.
    const { violations } = await this.computation.run(payloadTask, { schema, payload: structuredClone(values) }, work);
    const broken = violations.find(({ field }) => !isTemplate(valueAt(values, field)));
    if (broken) {
      const field = ['variables', broken.field].filter((part) => part !== '').join('.');
      throw ValidationException.of(field, `${field} ${broken.message}`);
    }
  }
}

function notInCode(reference: string): HttpException {
  return new NotFoundException(`Workflow '${reference}' is not defined in code`);
}

function valueAt(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], values);
}

function isTemplate(value: unknown): boolean {
  return typeof value === 'string' && /\{\{|\{%/.test(value);
}
