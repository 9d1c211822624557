import type { Types } from 'mongoose';
import type { Environment } from '../auth/environment.schema.js';
import { IdMap } from '../platform/ids.js';

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
  const environments = IdMap.of(all);
  if (!environments.has(parent)) return 'must be an environment of the organization';
  // Limited to the number of environments: stored parents may already form a cycle.
  let ancestor: Types.ObjectId | undefined = parent;
  for (let steps = 0; ancestor !== undefined && steps < all.length; steps++) {
    if (own && ancestor.equals(own)) return 'must not be the environment itself or one that receives changes from it';
    ancestor = environments.get(ancestor)?.parentId;
  }
  return undefined;
}
