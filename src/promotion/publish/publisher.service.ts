import { ConflictException, HttpException, Injectable, NotFoundException } from '@nestjs/common';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Logger } from '../../platform/logging/logger.js';
import { type DefinitionSet, keyOf } from '../definition.js';
import { DefinitionsService } from '../definitions.service.js';
import { DefinitionWriter } from './definition-writer.service.js';
import { type Outcome, type PlannedStep, planPublish, type Selected } from './plan.js';

/** How often written resources are compared with the source again, and rewritten after a concurrent change. */
const MAX_CHECKS = 3;

/** Source and target of a publication. */
export interface PublishOrder {
  target: EnvironmentRef;
  /** Reads the source as it is now. */
  source: () => Promise<DefinitionSet>;
  /** The only workflows of the target that are read, besides its layouts. Default: all. */
  workflowIds?: readonly string[];
  /** Default: everything. */
  selection?: readonly Selected[];
  /** Only reports what would be done. */
  dryRun?: boolean;
}

/**
 * Publishes definitions to an environment, one resource after the other. Each is replaced as a whole; one that fails
 * stays as it was, and does not prevent others from being published. After an interruption, repeating it does the rest.
 *
 * Of two concurrent publications, one may read before and write after the other. Therefore each compares again after it
 * has written something, so that the last to finish leaves the target as the source is by then.
 */
@Injectable()
export class Publisher {
  constructor(
    private readonly definitions: DefinitionsService,
    private readonly writer: DefinitionWriter,
    private readonly logger: Logger,
  ) {}

  /** Returns what happened to every resource, in the order of execution. */
  async publish(order: PublishOrder): Promise<Outcome[]> {
    const outcomes = new Map<string, Outcome>();
    for (const step of await this.plan(order)) {
      outcomes.set(
        keyOf(step),
        order.dryRun ? expectedOutcome(step) : await this.execute(order.target, step, outcomes),
      );
    }
    if (!order.dryRun) {
      await this.rewriteChanged(order, outcomes);
      this.report(order, [...outcomes.values()]);
    }
    return [...outcomes.values()];
  }

  private async rewriteChanged(order: PublishOrder, outcomes: Map<string, Outcome>): Promise<void> {
    for (let check = 1; check <= MAX_CHECKS; check++) {
      const written = new Set([...outcomes.values()].filter(isWritten).map(keyOf));
      if (written.size === 0) return;
      const again = (await this.plan(order)).filter(
        (step) => (step.action === 'create' || step.action === 'update') && written.has(keyOf(step)),
      );
      if (again.length === 0) return;
      for (const step of again) {
        const outcome = await this.execute(order.target, step, outcomes);
        // A rewrite that succeeds keeps the outcome of the first write.
        if (outcome.result === 'failed') outcomes.set(keyOf(step), outcome);
      }
    }
  }

  private async plan({ source, target, workflowIds, selection }: PublishOrder): Promise<PlannedStep[]> {
    const [from, to] = await Promise.all([source(), this.definitions.read(target, workflowIds)]);
    return planPublish(from, to, selection);
  }

  private async execute(
    target: EnvironmentRef,
    step: PlannedStep,
    earlier: ReadonlyMap<string, Outcome>,
  ): Promise<Outcome> {
    const { kind, id, name } = step;
    try {
      switch (step.action) {
        case 'create':
          assertLayouts(step.needs, earlier);
          await this.writer.save(target, step.next);
          return { kind, id, name, result: 'created' };
        case 'update':
          assertLayouts(step.needs, earlier);
          await this.writer.save(target, step.next, step.current);
          return { kind, id, name, result: 'updated' };
        case 'delete':
          await this.writer.delete(target, step);
          return { kind, id, name, result: 'deleted' };
        default:
          return expectedOutcome(step);
      }
    } catch (error) {
      return { kind, id, name, result: 'failed', error: this.toReport(target, error) };
    }
  }

  private report({ target }: PublishOrder, outcomes: readonly Outcome[]): void {
    const failed = outcomes.filter(({ result }) => result === 'failed').length;
    const written = outcomes.filter(isWritten).length;
    this.logger.info({ target: target.id, written, failed }, 'Definitions published');
  }

  /** Internal errors are only logged. */
  private toReport(target: EnvironmentRef, error: unknown): Error {
    if (error instanceof HttpException) return error;
    this.logger.error({ target: target.id, err: error }, 'A resource could not be published');
    return new Error('It could not be stored; the log says why');
  }
}

function expectedOutcome(step: PlannedStep): Outcome {
  const { kind, id, name } = step;
  switch (step.action) {
    case 'create':
      return { kind, id, name, result: 'created' };
    case 'update':
      return { kind, id, name, result: 'updated' };
    case 'delete':
      return { kind, id, name, result: 'deleted' };
    case 'skip':
      return { kind, id, name, result: 'skipped', reason: step.reason };
    case 'fail':
      return { kind, id, name, result: 'failed', error: new NotFoundException(step.reason) };
  }
}

function isWritten({ result }: Outcome): boolean {
  return result === 'created' || result === 'updated';
}

function assertLayouts(needed: readonly string[], earlier: ReadonlyMap<string, Outcome>): void {
  const missing = needed.find((id) => earlier.get(keyOf({ kind: 'layout', id }))?.result === 'failed');
  if (missing !== undefined) {
    throw new ConflictException(`Layout '${missing}', which it needs, could not be published`);
  }
}
