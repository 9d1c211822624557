import type { Types } from 'mongoose';
import type { Clock } from '../platform/clock.js';
import { ExpiringCache } from '../platform/expiring-cache.js';
import type { Workflow } from './workflow.schema.js';

const CAPACITY = 1000;

/** Workflows that this process has loaded for delivery, by identifier and by id. */
export class WorkflowCache {
  private readonly byIdentifier: ExpiringCache<Workflow>;
  private readonly byId: ExpiringCache<Workflow>;

  /** `seconds`: how long a workflow may be out of date; 0 disables the cache. */
  constructor(clock: Clock, seconds: number) {
    this.byIdentifier = new ExpiringCache(clock, seconds, CAPACITY);
    this.byId = new ExpiringCache(clock, seconds, CAPACITY);
  }

  getByIdentifier(environmentId: Types.ObjectId, identifier: string): Workflow | undefined {
    return this.byIdentifier.get(identifierKey(environmentId, identifier));
  }

  getById(environmentId: Types.ObjectId, id: Types.ObjectId): Workflow | undefined {
    const workflow = this.byId.get(id.toHexString());
    return workflow?.environmentId.equals(environmentId) ? workflow : undefined;
  }

  remember(workflow: Workflow): void {
    this.byIdentifier.set(identifierKey(workflow.environmentId, workflow.workflowId), workflow);
    this.byId.set(workflow._id.toHexString(), workflow);
  }

  forget({ _id, environmentId, workflowId }: Workflow): void {
    this.byIdentifier.delete(identifierKey(environmentId, workflowId));
    this.byId.delete(_id.toHexString());
  }
}

function identifierKey(environmentId: Types.ObjectId, identifier: string): string {
  return `${environmentId.toHexString()}:${identifier}`;
}
