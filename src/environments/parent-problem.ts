import type { Types } from 'mongoose';
import type { Environment } from '../auth/environment.schema.js';

/**
 * Returns why an environment cannot receive its changes from `parent`, as a sentence fragment, or undefined when it
 * can. `own`: the environment itself, undefined when it does not exist yet; `all`: the environments of its
 * organization.
 */
export function parentProblem(
  all: readonly Pick<Environment, '_id' | 'parentId'>[],
  own: Types.ObjectId | undefined,
  parent: Types.ObjectId,
): string | undefined {
  const parents = new Map(all.map(({ _id, parentId }) => [_id.toHexString(), parentId?.toHexString()]));
  if (!parents.has(parent.toHexString())) return 'must be an environment of the organization';
  // Limited to the number of environments: stored parents may already form a cycle.
  let ancestor: string | undefined = parent.toHexString();
  for (let steps = 0; ancestor !== undefined && steps < all.length; steps++) {
    if (ancestor === own?.toHexString())
      return 'must not be the environment itself or one that receives changes from it';
    ancestor = parents.get(ancestor);
  }
  return undefined;
}
