import type { Types } from 'mongoose';
import type { Clock } from '../platform/clock.js';
import { ExpiringCache } from '../platform/expiring-cache.js';
import type { Key } from '../platform/ids.js';
import type { Workflow } from './workflow.schema.js';

const CAPACITY = 1000;

type Load = () => Promise<Workflow | undefined>;

/** Workflows that this process has loaded for delivery, by identifier and by id. */
export class WorkflowCache {
  private readonly byIdentifier: ExpiringCache<Workflow>;
  private readonly byId: ExpiringCache<Workflow>;
  private forgotten = 0;

  /** `seconds`: how long a workflow may be out of date; 0 disables the cache. */
  constructor(clock: Clock, seconds: number) {
    this.byIdentifier = new ExpiringCache(clock, seconds, CAPACITY);
    this.byId = new ExpiringCache(clock, seconds, CAPACITY);
  }

  /** The workflow with this identifier; `load` finds one that is not cached. */
  findByIdentifier(environmentId: Types.ObjectId, identifier: string, load: Load): Promise<Workflow | undefined> {
    return this.byIdentifier.getOrLoad(keyOf(environmentId, identifier), () =>
      this.loadFor(load, (workflow) => this.byId.set(keyOf(environmentId, workflow._id), workflow)),
    );
  }

  /** The workflow with this id; `load` finds one that is not cached. */
  findById(environmentId: Types.ObjectId, id: Types.ObjectId, load: Load): Promise<Workflow | undefined> {
    return this.byId.getOrLoad(keyOf(environmentId, id), () =>
      this.loadFor(load, (workflow) => this.byIdentifier.set(keyOf(environmentId, workflow.workflowId), workflow)),
    );
  }

  forget({ _id, environmentId, workflowId }: Workflow): void {
    this.forgotten += 1;
    this.byIdentifier.delete(keyOf(environmentId, workflowId));
    this.byId.delete(keyOf(environmentId, _id));
  }

  /** Loads a workflow for one cache, and passes it to the other unless a workflow was saved meanwhile: maybe this one. */
  private async loadFor(load: Load, pass: (workflow: Workflow) => void): Promise<Workflow | undefined> {
    const { forgotten } = this;
    const workflow = await load();
    if (workflow && forgotten === this.forgotten) pass(workflow);
    return workflow;
  }
}

function keyOf(environmentId: Types.ObjectId, name: Key): string {
  return `${environmentId}:${name}`;
}
