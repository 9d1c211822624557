import type { Types } from 'mongoose';
import type { Clock } from '../platform/clock.js';
import { ExpiringCache } from '../platform/expiring-cache.js';
import type { Workflow } from './workflow.schema.js';

const CAPACITY = 1000;

type Load = () => Promise<Workflow | undefined>;

/** Workflows that this process has loaded for delivery, by identifier and by id. */
export class WorkflowCache {
  private readonly byIdentifier: ExpiringCache<Workflow>;
  private readonly byId: ExpiringCache<Workflow>;

  /** `seconds`: how long a workflow may be out of date; 0 disables the cache. */
  constructor(clock: Clock, seconds: number) {
    this.byIdentifier = new ExpiringCache(clock, seconds, CAPACITY);
    this.byId = new ExpiringCache(clock, seconds, CAPACITY);
  }

  /** The workflow with this identifier; `load` finds one that is not cached. */
  findByIdentifier(environmentId: Types.ObjectId, identifier: string, load: Load): Promise<Workflow | undefined> {
    return this.byIdentifier.getOrLoad(keyOf(environmentId, identifier), async () => {
      const workflow = await load();
      if (workflow) this.byId.set(keyOf(environmentId, workflow._id.toHexString()), workflow);
      return workflow;
    });
  }

  /** The workflow with this id; `load` finds one that is not cached. */
  findById(environmentId: Types.ObjectId, id: Types.ObjectId, load: Load): Promise<Workflow | undefined> {
    return this.byId.getOrLoad(keyOf(environmentId, id.toHexString()), async () => {
      const workflow = await load();
      if (workflow) this.byIdentifier.set(keyOf(environmentId, workflow.workflowId), workflow);
      return workflow;
    });
  }

  forget({ _id, environmentId, workflowId }: Workflow): void {
    this.byIdentifier.delete(keyOf(environmentId, workflowId));
    this.byId.delete(keyOf(environmentId, _id.toHexString()));
  }
}

function keyOf(environmentId: Types.ObjectId, name: string): string {
  return `${environmentId.toHexString()}:${name}`;
}
