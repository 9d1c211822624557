import { ForbiddenException, HttpException, Injectable } from '@nestjs/common';
import { type EnvironmentRef, mayIn } from '../../auth/environment-ref.js';
import { RetentionService } from '../../auth/retention.service.js';
import { BridgeWorkflows } from '../../workflows/bridge/bridge-workflows.service.js';
import { Clock, later } from '../../platform/clock.js';
import { Computation } from '../../platform/computation/computation.service.js';
import { Config } from '../../platform/config/config.js';
import { PayloadValidationException } from '../../platform/errors/exceptions.js';
import type { StoredTrace } from '../../platform/tracing/trace-context.js';
import { TenantsService } from '../../contexts/tenants/tenants.service.js';
import { type CheckedPayload, payloadTask } from '../../workflows/payload-schema/payload-check.js';
import type { Workflow } from '../../workflows/workflow.schema.js';
import { WorkflowsService } from '../../workflows/workflows.service.js';
import { type Evaluated, refused, skipReason } from './acceptance.js';
import { newEvent, SealCredentials, type SealTrigger } from './new-event.js';
import type { Trigger } from './read-trigger.js';

/** What triggers of one request share. */
interface Shared {
  tenants: ReadonlyMap<string, unknown>;
  seal: SealTrigger;
  trace?: StoredTrace;
}

/** Checks triggers against their workflows, and makes their events. */
@Injectable()
export class TriggerEvaluation {
  constructor(
    private readonly workflows: WorkflowsService,
    private readonly bridge: BridgeWorkflows,
    private readonly tenants: TenantsService,
    private readonly credentials: SealCredentials,
    private readonly computation: Computation,
    private readonly retention: RetentionService,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Returns the event of each trigger, or why there is none, in their order. */
  async evaluate(environment: EnvironmentRef, triggers: readonly Trigger[], trace?: StoredTrace): Promise<Evaluated[]> {
    const workflows = await this.findWorkflows(environment, triggers);
    const tenants = await this.tenants.find(
      environment,
      triggers.flatMap(({ tenant }) => (tenant ? [tenant.identifier] : [])),
    );
    const shared = { tenants, seal: await this.credentials.prepare(environment, triggers), trace };
    const evaluated: Evaluated[] = [];
    for (const trigger of triggers) {
      evaluated.push(await this.evaluateOne(environment, trigger, workflows.get(workflowKey(trigger))!, shared));
    }
    return evaluated;
  }

  /** The workflow that a trigger names (behaviour CF9). Throws the error that refuses the trigger. */
  async findWorkflow(environment: EnvironmentRef, { name, bridgeUrl }: NamesWorkflow): Promise<Workflow> {
    if (bridgeUrl !== undefined) {
      if (!mayIn(environment, 'workflows:write')) throw bridgeForbidden();
      return this.bridge.unsynced(environment, bridgeUrl, name);
    }
    const workflow = await this.workflows.findForTrigger(environment, name);
    if (!workflow) throw await this.workflows.unknown(environment, name);
    return workflow;
  }

  /** Returns the workflows by {@link workflowKey}; for an unknown one the error that refuses its triggers. */
  private async findWorkflows(
    environment: EnvironmentRef,
    triggers: readonly Trigger[],
  ): Promise<Map<string, Workflow | HttpException>> {
    const named = new Map(triggers.map((trigger) => [workflowKey(trigger), trigger]));
    const found = [...named].map(async ([key, trigger]) => {
      const workflow = await this.findWorkflow(environment, trigger).catch((error: unknown) => {
        if (error instanceof HttpException) return error;
        throw error;
      });
      return [key, workflow] as const;
    });
    return new Map(await Promise.all(found));
  }

  private async evaluateOne(
    environment: EnvironmentRef,
    trigger: Trigger,
    workflow: Workflow | HttpException,
    { tenants, seal, trace }: Shared,
  ): Promise<Evaluated> {
    if (workflow instanceof HttpException) return refused(workflow);
    const obstacle = skipReason(workflow, trigger, tenants);
    if (obstacle) return { kind: 'without_effect', status: obstacle };
    const { payload, violations } = await this.checkPayload(environment, workflow, trigger.payload);
    if (workflow.validatePayload && violations.length > 0) return refused(new PayloadValidationException(violations));
    const now = this.clock.now();
    try {
      const given = {
        createdAt: now,
        sweepAt: later(now, this.config.sweepAfterSeconds * 1000),
        expiresAt: await this.retention.expiry(environment.id, 'triggers', now),
        ...(trace && { trace }),
      };
      return newEvent(environment, { ...seal(trigger), payload }, workflow, given, violations);
    } catch (error) {
      if (error instanceof HttpException) return refused(error);
      throw error;
    }
  }

  /** Fills in defaults (behaviour V4) and returns the violations, also for workflows that do not validate payloads. */
  private async checkPayload(
    { id }: EnvironmentRef,
    { payloadSchema }: Workflow,
    payload: Record<string, unknown>,
  ): Promise<Required<CheckedPayload>> {
    const work = { environmentId: id.toHexString(), urgent: true };
    if (!payloadSchema) {
      await this.computation.turn(work);
      return { payload, violations: [] };
    }
    const checked = await this.computation.run(payloadTask, { schema: payloadSchema, payload }, work);
    return { payload, ...checked };
  }
}

type NamesWorkflow = Pick<Trigger, 'name' | 'bridgeUrl'>;

function workflowKey({ name, bridgeUrl = '' }: NamesWorkflow): string {
  return `${bridgeUrl} ${name}`;
}

/** What the application responds is sent as if it were a workflow of the environment. */
function bridgeForbidden(): ForbiddenException {
  return new ForbiddenException({
    message: "A trigger with a bridgeUrl needs the permission 'workflows:write'",
    error: 'Forbidden',
    hint: 'Use a key or a role that may write workflows, or sync the application first and leave out bridgeUrl.',
  });
}
