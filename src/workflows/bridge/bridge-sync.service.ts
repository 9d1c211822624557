import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { type EnvironmentRef, mayIn, type InEnvironment } from '../../auth/environment-ref.js';
import { assertMayToo } from '../../auth/may-write.js';
import { EnvironmentsService } from '../../environments/environments.service.js';
import { Clock } from '../../platform/clock.js';
import { Computation } from '../../platform/computation/computation.service.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { isObject } from '../../platform/values/is-object.js';
import { AuthoredWorkflows } from '../authored-workflows.service.js';
import { payloadSchemaTask } from '../payload-schema/payload-check.js';
import { WorkflowChangesService } from '../workflow-changes.service.js';
import { BridgeClient } from './bridge-client.js';
import {
  type BridgeStatusDto,
  type BridgeValidationDto,
  type BridgeSyncResultDto,
  toSyncResultDto,
} from './bridge.dto.js';
import { type DiscoveredWorkflow, DiscoveryError, readDiscovery } from './discovery.js';
import {
  definitionInCode,
  hasStepsInCode,
  type PlannedSync,
  removedDefinition,
  syncPlan,
  withSchemas,
} from './sync-plan.js';
import { SyncTurns } from './sync-turns.js';

const NO_APPLICATION = 'this is not an application with workflows in code';

/** Makes the workflows of an application's code those of an environment, and says what the application responds. */
@Injectable()
export class BridgeSyncService {
  constructor(
    private readonly client: BridgeClient,
    private readonly turns: SyncTurns,
    private readonly environments: EnvironmentsService,
    private readonly workflows: AuthoredWorkflows,
    private readonly changes: WorkflowChangesService,
    private readonly computation: Computation,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores what the application has (behaviour CF1, CF2), and the address for the environment. One after the other: a
   * concurrent sync is waited for, so that what is stored is from one application. Throws 403 for another address when the
   * caller may not change the environment, 409 when the other sync does not end or an identifier is taken, 422 when the
   * application does not respond or has something that cannot be used. Then nothing is stored.
   */
  async sync(
    environment: EnvironmentRef,
    bridgeUrl: string | undefined,
    signal: AbortSignal,
  ): Promise<BridgeSyncResultDto> {
    const url = await this.addressOf(environment, bridgeUrl);
    return this.turns.run(environment, signal, async () => {
      const plan = await this.plan(environment, url);
      const taken = plan.find(({ action }) => action === 'taken');
      if (taken) throw identifierTaken(taken.workflowId);
      for (const one of plan) await this.apply(environment, one);
      await this.remember(environment, url);
      return toSyncResultDto(url, plan);
    });
  }

  /** What {@link sync} would do; stores nothing. Throws 422 as it does. */
  async diff(environment: EnvironmentRef, bridgeUrl?: string): Promise<BridgeSyncResultDto> {
    const url = await this.addressOf(environment, bridgeUrl);
    return toSyncResultDto(url, await this.plan(environment, url));
  }

  /** Whether an application responds at an address, and accepts the signature of the environment. Throws 403. */
  async validate(environment: EnvironmentRef, url: string): Promise<BridgeValidationDto> {
    await this.assertMayAsk(environment, url);
    const { id } = environment;
    const health = await this.client.health(id, url);
    if (!health.ok) return { isValid: false, error: health.error };
    if (health.value.status !== 'ok') return { isValid: false, error: NO_APPLICATION };
    const discovery = await this.client.discover(id, url);
    return discovery.ok ? { isValid: true } : { isValid: false, error: discovery.error };
  }

  async status(environment: EnvironmentRef): Promise<BridgeStatusDto> {
    const bridgeUrl = await this.storedUrl(environment);
    if (bridgeUrl === undefined) return { status: 'not_configured' };
    const health = await this.client.health(environment.id, bridgeUrl);
    if (!health.ok) return { status: 'error', bridgeUrl, error: health.error };
    const { status, sdkVersion, frameworkVersion, discovered } = health.value;
    if (status !== 'ok') return { status: 'error', bridgeUrl, error: NO_APPLICATION };
    const { workflows, steps } = isObject(discovered) ? discovered : {};
    return {
      status,
      bridgeUrl,
      ...(typeof sdkVersion === 'string' && { sdkVersion }),
      ...(typeof frameworkVersion === 'string' && { frameworkVersion }),
      discovered: { workflows: Number(workflows ?? 0), steps: Number(steps ?? 0) },
    };
  }

  /** What an application says of its workflows. Throws 422. */
  async discover({ id }: InEnvironment, url: string): Promise<DiscoveredWorkflow[]> {
    const reply = await this.client.discover(id, url);
    if (!reply.ok) throw unusable(reply.error);
    try {
      const discovered = readDiscovery(reply.value);
      for (const { workflowId, payloadSchema } of discovered) {
        const work = { environmentId: id, urgent: true };
        const problem = payloadSchema && (await this.computation.run(payloadSchemaTask, payloadSchema, work));
        if (problem !== undefined) throw new DiscoveryError(`workflow '${workflowId}': ${problem}`);
      }
      return discovered;
    } catch (error) {
      throw error instanceof DiscoveryError ? unusable(error.message) : error;
    }
  }

  private async plan(environment: EnvironmentRef, url: string): Promise<PlannedSync[]> {
    const discovered = await this.discover(environment, url);
    return syncPlan(environment.id, discovered, await this.workflows.find(environment));
  }

  private async apply(environment: EnvironmentRef, planned: PlannedSync): Promise<void> {
    const { action, workflowId, discovered, stored } = planned;
    if (action === 'created' && discovered) {
      await this.changes.insert(environment, [workflowId], definitionInCode(environment.id, discovered));
    } else if (action === 'updated' && discovered && stored) {
      await this.changes.change(environment, stored._id.toHexString(), (current) => {
        if (current.external) return definitionInCode(environment.id, discovered, current);
        if (!hasStepsInCode(current, discovered)) throw identifierTaken(workflowId);
        return withSchemas(current, discovered);
      });
    } else if (action === 'removed' && stored) {
      const now = this.clock.now();
      await this.changes.change(environment, stored._id.toHexString(), (current) => removedDefinition(current, now));
    }
  }

  /**
   * Throws 403 unless the caller may have an application at this address asked. Requests carry data of subscribers and
   * variables, so a caller who names another address than that of the environment must be allowed to move it there.
   */
  async assertMayAsk(environment: EnvironmentRef, url: string, stored?: string): Promise<void> {
    if (mayIn(environment, 'environments:write')) return;
    if (url !== (stored ?? (await this.storedUrl(environment)))) assertMayToo(environment, 'environments:write');
  }

  /** The given address, which only callers who may change the environment give, or that of the environment. */
  private async addressOf(environment: EnvironmentRef, given: string | undefined): Promise<string> {
    const stored = await this.storedUrl(environment);
    const url = given ?? stored;
    if (url === undefined)
      throw ValidationException.of('bridgeUrl', 'bridgeUrl must be given: the environment has none');
    await this.assertMayAsk(environment, url, stored);
    return url;
  }

  private async storedUrl({ id }: EnvironmentRef): Promise<string | undefined> {
    const environment = await this.environments.findById(id);
    if (!environment) throw new NotFoundException('The environment was deleted');
    return environment.bridge?.url;
  }

  private async remember(environment: EnvironmentRef, url: string): Promise<void> {
    if (url === (await this.storedUrl(environment))) return;
    await this.environments.update(environment, environment.id.toHexString(), { bridge: { url } });
  }
}

function identifierTaken(workflowId: string): ConflictException {
  return new ConflictException(
    `Workflow '${workflowId}' was made in Carillon: delete it, give the one in the code another identifier, or set inCode ` +
      'for steps of it that the code has with the same stepId and type',
  );
}

function unusable(problem: string): ValidationException {
  const message = `The application cannot be synced: ${problem}`;
  return new ValidationException({ bridgeUrl: { messages: [problem] } }, message);
}
